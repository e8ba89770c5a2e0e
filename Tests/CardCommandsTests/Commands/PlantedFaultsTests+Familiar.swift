/// Faults of people who know other tools, and good templates that look like faults.
extension PlantedFaultsTests {
  private static let spacer = "{ \"kind\": \"spacer\" },"
  private static let when = "\"when\": { \"field\": \"role\", \"equals\": \"speaker\" }"
  private static let day = "\"{{born | date: long}}\""
  private static let side = "\"width\": \"25mm\", \"height\": \"25mm\""
  private static let role = "{ \"name\": \"role\", \"sample\": \"guest\" }"
  private static let tags = "{ \"name\": \"tags\", \"sample\": [\"Numbers\", \"Notes\"] }"
  private static let name = "\"{{name}}\", \"style\""

  /// What is written as in style sheets, in other units or in the wrong place.
  static let familiarFaults: [PlantedFault] = [
    // Words of other tools.
    .init(
      "\"padding\": \"8mm\"", "\"padding\": { ‸\"left\": \"8mm\" }", "unknown-key",
      hint: "'leading'?"),
    .init(
      "\"padding\": \"8mm\"", "\"padding\": { ‸\"horizontal\": \"8mm\" }", "unknown-key",
      hint: "'leading' and 'trailing'?"),
    .init("\"spacing\": \"4mm\"", "‸\"gap\": \"4mm\"", "unknown-key", hint: "'spacing'?"),
    .init(
      "\"alignment\": \"leading\"", "\"alignment\": ‸\"left\"", "wrong-value", hint: "'leading'?"),
    .init(
      "\"alignment\": \"leading\"", "‸\"align\": \"leading\"", "unknown-key", hint: "'alignment'?"),
    .init(
      "\"style\": \"name\",", "\"style\": \"name\", ‸\"color\": \"brand\",", "unknown-key",
      hint: "'style'?"),
    .init(
      "\"style\": \"name\",", "\"style\": \"name\", ‸\"fontSize\": 12,", "unknown-key",
      hint: "'style'?"),
    .init(
      "\"style\": \"name\",", "\"style\": \"name\", ‸\"maxLines\": 2,", "unknown-key",
      hint: "'fit'?"),
    .init(when, "‸\"if\": \"role\"", "unknown-key", hint: "'when'?"),
    .init(side, "\(side), ‸\"ecc\": \"high\"", "unknown-key", hint: "'errorCorrection'?"),
    .init(side, "\(side), \"errorCorrection\": ‸\"H\"", "wrong-value", hint: "'high'?"),
    .init("\"type\": \"picture\"", "\"type\": ‸\"image\"", "wrong-value", hint: "'picture'?"),
    .init("\"type\": \"number\"", "\"type\": ‸\"integer\"", "wrong-value", hint: "'number'?"),
    .init(
      "\"kind\": \"spacer\"", "\"kind\": ‸\"group\", \"children\": []", "wrong-value",
      hint: "'overlay'?"),
    .init("\"symbology\": \"qr\"", "\"symbology\": ‸\"code93\"", "wrong-value", hint: "'code39'?"),
    .init(
      "\"{{company | upper}}\"", "‸\"{{company | uppercase}}\"", "placeholder", hint: "'upper'?"),
    .init("\"{{company | upper}}\"", "‸\"{{company | upper()}}\"", "placeholder", hint: "'upper'?"),
    .init(
      "\"text\": \"Speaker\"", "\"text\": \"Speaker\", \"outline\": ‸\"round\"", "wrong-value",
      hint: "'circle'?"),
    .init(
      when, "\"when\": ‸{ \"field\": \"role\", \"is\": \"speaker\" }", "missing-key",
      hint: "'equals'?"),
    .init(when, "\"when\": ‸\"role == speaker\"", "unknown-name"),
    // Units, numbers and lists.
    .init("\"spacing\": \"4mm\"", "\"spacing\": ‸\"4cm\"", "wrong-value", hint: "'40mm'"),
    .init("\"spacing\": \"4mm\"", "\"spacing\": ‸\"4em\"", "wrong-value", hint: "units are mm"),
    .init("\"spacing\": \"4mm\"", "\"spacing\": ‸\"1e400mm\"", "wrong-value", hint: "3mm"),
    .init("\"padding\": \"8mm\"", "\"padding\": ‸\"8mm 4mm\"", "wrong-value", hint: "3mm"),
    .init("\"padding\": \"8mm\"", "\"padding\": ‸[8, 8]", "wrong-type"),
    .init("\"size\": 28", "\"size\": ‸\"28pt\"", "wrong-type", hint: "without quotes and unit: 28"),
    .init("\"size\": 28", "\"size\": ‸-28", "wrong-value"),
    .init("\"size\": 28", "\"size\": ‸1e400", "wrong-value"),
    .init("\"size\": 28", "\"size\": 0‸28", "syntax", hint: "double quotes"),
    .init("\"lines\": 2", "\"lines\": ‸1.5", "wrong-type"),
    .init("\"lines\": 2", "\"lines\": ‸99999999999999999999", "wrong-type"),
    .init("\"safeArea\": \"3mm\"", "\"safeArea\": ‸\"-3mm\"", "wrong-value", hint: "minus"),
    .init("\"safeArea\": \"3mm\"", "\"bleed\": ‸\"500mm\"", "large-bleed", "warning", hint: "3mm"),
    .init("\"safeArea\": \"3mm\"", "\"dpi\": ‸100000", "wrong-value"),
    .init("\"size\": \"a6\"", "\"size\": ‸\"105x148\"", "wrong-value", hint: "width"),
    .init("\"size\": \"a6\"", "\"size\": ‸{ \"width\": \"105mm\" }", "missing-key", hint: "height"),
    .init(
      "\"size\": \"a6\"", "\"size\": { \"width\": ‸\"1000px\", \"height\": \"500px\" }",
      "pixels-without-dpi", hint: "dpi"),
    .init(
      "\"size\": \"a6\"", "\"size\": \"a6\", \"orientation\": ‸\"upright\"", "wrong-value",
      hint: "portrait"),
    .init(
      "\"text\": \"Speaker\"",
      "\"text\": \"Speaker\", \"minWidth\": ‸\"30mm\", \"maxWidth\": \"10mm\"", "empty-range",
      "warning",
      hint: "Exchange"),
    .init("\"text\": \"Speaker\"", "\"text\": \"Speaker\", \"opacity\": ‸2", "wrong-value"),
    .init("\"text\": \"Speaker\"", "\"text\": \"Speaker\", \"opacity\": ‸\"50%\"", "wrong-type"),
    .init(
      "\"text\": \"Speaker\"", "\"text\": \"Speaker\", \"border\": ‸\"1mm solid black\"",
      "wrong-value",
      hint: "0.5pt grey3"),
    .init("\"format\": 1", "\"format\": ‸\"1\"", "wrong-type", hint: "without quotes: 1"),
    .init(
      "\"columns\": [\"fitting\", \"flexible\"]", "\"columns\": ‸[]", "wrong-value",
      hint: "flexible"),
    .init("\"columns\": [\"fitting\", \"flexible\"]", "\"columns\": ‸2", "wrong-type"),
    .init("\"rows\": [", "\"rows\": [ ‸\"a\",", "wrong-type"),
    .init("\"rows\": [", "\"rows\": [ ‸{ \"title\": \"a\" },", "missing-key", hint: "\"value\""),
    .init(spacer, "‸\"spacer\",", "wrong-type"),
    .init(
      spacer, "{ \"kind\": \"vertical\", \"children\": ‸{ \"kind\": \"spacer\" } },", "wrong-type"),
    .init(spacer, "‸{ \"kind\": \"vertical\" },", "missing-key", hint: "children"),
    .init(spacer, "‸{ \"kind\": \"label\" },", "missing-key", hint: "'text'"),
    .init(spacer, "‸{ \"kind\": \"barcode\" },", "missing-key", hint: "content"),
    .init(spacer, "‸{ \"kind\": \"component\" },", "missing-key", hint: "FancyBadge"),
    .init("\"#1A4FA0\"", "‸\"#1A4FA\"", "wrong-value", hint: "#1A73E8"),
    .init("\"fill\": \"brand\"", "\"fill\": ‸\"#1A4FA0\"", "wrong-value", hint: "colors"),
    // Placeholders, dates and conditions.
    .init(name, "‸\"{{name | upper | }}\", \"style\"", "placeholder", hint: "'upper'"),
    .init(name, "‸\"{{}}\", \"style\"", "placeholder", hint: "{{name}}"),
    .init(name, "‸\"{{Name}}\", \"style\"", "unknown-name", hint: "'name'"),
    .init(name, "‸\"{{name.first}}\", \"style\"", "field-part", "warning", hint: "{{name}}"),
    .init(
      "\"text\": \"Speaker\"", "\"text\": ‸\"Dear {name}\"", "single-braces", "warning",
      hint: "{{name}}"),
    .init(day, "‸\"{{born | date: YYYY-MM-DD}}\"", "placeholder", hint: "yyyy-MM-dd"),
    .init(day, "‸\"{{born | date: dd/mm/yyyy}}\"", "placeholder", hint: "no hours"),
    .init("\"{{titles.birthday}}\"", "‸\"{{title.birthday}}\"", "unknown-name"),
    .init(
      "{{tags | join: \\\", \\\"}}", "{{tags | date: long}}", "filter-type", "warning",
      at: "\"{{tags"),
    .init("\"default\": \"1.65\"", "\"default\": ‸true", "default", hint: "1.65"),
    .init(when, "\"when\": { \"field\": \"role\", \"equals\": ‸[\"a\"] }", "wrong-type"),
    .init(
      when, "\"when\": { \"field\": \"height\", \"equals\": ‸1.65 }", "wrong-type", hint: "\"1.65\""
    ),
    .init(when, "\"when\": { \"not\": ‸[\"role\"] }", "wrong-type"),
    .init(when, "\"when\": { \"and\": ‸\"role\" }", "wrong-type"),
    .init(
      when, "\"when\": ‸{ \"field\": \"height\", \"equals\": \"tall\" }", "never-shown", "warning"),
    .init(role, "{ \"name\": ‸\"person\" }, \(role)", "wrong-value", hint: "another name"),
    .init(
      tags, "{ \"name\": \"tags\", \"sample\": { \"a\": 1 } }", "field-part", "warning",
      hint: "{{tags.a}}", at: "\"{{tags"),
    .init(
      spacer, "{ \"kind\": \"component\", \"name\": ‸\"Seat.card.json\" },", "unknown-name",
      hint: "'Seat'"),
    .init(
      spacer, "{ \"kind\": \"component\", \"name\": \"Seat\", \"fields\": { \"row\": ‸null } },",
      "wrong-type"),
    .init(
      spacer,
      "{ \"kind\": \"component\", \"name\": \"Seat\", \"fields\": { \"row\": \"B\", \"number\": ‸\"{{born}}\" } },",
      "component-field", hint: "1.65"),
    .init(spacer, "{ \"kind\": \"component\", \"name\": ‸\"badge\" },", "loop"),
  ]

  /// Texts that cannot be read as a whole: what is told of them, and where.
  static let brokenTexts: [(bytes: [UInt8], place: String, words: String)] = {
    let text = template
    let cut = text.firstRange(of: "\"parts\"").map { text[..<$0.upperBound] } ?? ""
    return [
      (
        Array(
          text.replacing("Badge", with: "B~dge").utf8.map { $0 == UInt8(ascii: "~") ? 0xE4 : $0 }),
        "3:27", "UTF-8"
      ),
      ([0xFF, 0xFE] + Array("{\0".utf8), "1:1", "UTF-16"), ([], "1:1", "the text ends"),
      (Array("// nothing\n".utf8), "2:1", "the text ends"), (Array("[]".utf8), "1:1", "An object"),
      (Array(cut.utf8), "19:10", "the text ends"), (Array((text + "}").utf8), "43:2", "has ended"),
      (Array(text.replacing("Badge", with: "B\\ud800dge").utf8), "3:33", "surrogate"),
      (
        Array(("{\"format\":1,\"front\":" + String(repeating: "[", count: 5000)).utf8), "1:532",
        "512"
      ),
    ]
  }()

  /// Style guides in a file of their own: what is told of them, and where.
  static let styleFiles: [(text: String, place: String, words: String)] = [
    (
      "{ \"types\": { \"name\": { \"family\": \"Popins\" } }, \"colors\": { \"brand\": \"#1A4FA0\" } }",
      "1:34", "Poppins"
    ),
    ("{ \"types\": { \"name\": { \"fmily\": \"Poppins\" } } }", "1:24", "'family'"),
    ("{\n  \"colors\": { \"brand\": \"1A4FA0\" } }", "2:24", "#1A73E8"),
    ("{ \"colors\": { \"brand\": \"#1A4FA0\" ", "1:34", "the text ends"),
    ("{ \"colours\": { } }", "1:3", "'colors'"),
  ]

  /// Good templates that are unusual: what is changed in the template.
  static let unusual: [[(old: String, new: String)]] = [
    [("\"format\": 1, ", "/* x */ \"format\": 1, // y\n")], [("\n", "\r\n")],
    [("    {\n      // A badge", "\u{FEFF}{\n // A badge")],
    [
      (
        "\"size\": \"a6\"",
        "\"dpi\": 300, \"size\": { \"width\": \"1240px\", \"height\": \"1748px\" }"
      )
    ],
    [
      node(
        "\"kind\": \"label\", \"text\": \"{{value}}\", \"each\": \"tags\", \"style\": \"caption\"")
    ],
    [
      field(
        "\"name\": \"talks\", \"list\": true, \"sample\": [{ \"at\": \"9:00\", \"what\": \"Notes\" }, { \"at\": \"9:30\", \"room\": 2 }]"
      ),
      node(
        "\"kind\": \"horizontal\", \"each\": \"talks\", \"children\": [{ \"kind\": \"label\", \"text\": \"{{at}} {{what}} {{room}}\" }]"
      ),
    ],
    [
      (
        when,
        "\"when\": { \"or\": [{ \"and\": [\"photo\", { \"not\": \"born\" }] }, { \"not\": { \"field\": \"role\", \"in\": [\"guest\", \"\"] } }] }"
      )
    ],
    [
      field("\"name\": \"vip\", \"type\": \"boolean\", \"sample\": true"),
      node(
        "\"kind\": \"label\", \"text\": \"VIP\", \"style\": \"caption\", \"when\": { \"field\": \"vip\", \"equals\": \"true\" }"
      ),
    ],
    [
      node(
        "\"kind\": \"label\", \"text\": \"Tall\", \"style\": \"caption\", \"when\": { \"field\": \"height\", \"equals\": \"1.65\" }"
      )
    ],
    [(day, "\"{{born | date: YYYY-'W'ww}}\"")], [(day, "\"{{born | date: yyyy, D}}\"")],
    [
      node(
        "\"kind\": \"label\", \"text\": { \"literal\": \"{{name}} {name}\" }, \"style\": \"caption\""
      )
    ],
    [node("\"kind\": \"label\", \"text\": \"{curly} and {0}\", \"style\": \"caption\"")],
    [
      field("\"name\": \"venue\", \"sample\": { \"city\": \"London\", \"hall\": \"A\" }"),
      node(
        "\"kind\": \"label\", \"text\": \"{{venue.city}}, {{venue.hall}}\", \"style\": \"caption\""),
    ],
    [
      field("\"name\": \"Straße Nr ü\", \"sample\": \"1\""),
      node("\"kind\": \"label\", \"text\": \"{{Straße Nr ü}}\", \"style\": \"caption\""),
    ],
    [("\"titles\": {", "\"titles\": { \"pt-BR\": { \"track\": \"Trilha\" },")],
    [
      node(
        "\"kind\": \"label\", \"text\": \"Wide\", \"style\": \"caption\", \"minWidth\": \"20mm\", \"maxWidth\": \"20mm\", \"padding\": \"0\""
      )
    ],
    [
      node(
        "\"kind\": \"shape\", \"fill\": { \"from\": \"brand\", \"to\": \"pale\", \"angle\": 45 }, \"outline\": \"capsule\", \"border\": \"0.5pt grey3\", \"height\": \"3mm\", \"maxWidth\": \"infinity\""
      )
    ],
    [
      node(
        "\"kind\": \"overlay\", \"upsideDown\": true, \"children\": [{ \"kind\": \"label\", \"text\": \"Far side\", \"style\": \"caption\" }]"
      )
    ],
    [
      node(
        "\"kind\": \"table\", \"columns\": [{ \"width\": \"30%\" }, { \"flexible\": 2 }, \"10mm\"], \"zebra\": \"pale\", \"header\": { \"cells\": [{ \"kind\": \"label\", \"text\": \"a\" }, { \"content\": { \"kind\": \"label\", \"text\": \"b\" }, \"columns\": 2 }] }, \"rows\": [{ \"title\": \"c\", \"value\": \"d\" }]"
      )
    ],
    [
      node(
        "\"kind\": \"component\", \"name\": \"Seat\", \"height\": \"4mm\", \"fields\": { \"row\": \"{{company | initials}}\", \"number\": 7 }"
      )
    ],
    [
      node(
        "\"kind\": \"component\", \"name\": \"Seat\", \"height\": \"4mm\", \"each\": \"tags\", \"fields\": { \"row\": \"{{value}}\" }"
      )
    ],
    [
      node(
        "\"kind\": \"label\", \"runs\": [{ \"text\": \"{{company}} · \", \"style\": \"strong\" }, { \"text\": \"{{role | default: Guest | upper}}\" }], \"fit\": { \"wrap\": 2 }, \"opacity\": 0.8"
      )
    ],
    [
      ("\"safeArea\": \"3mm\"", "\"safeArea\": \"0\", \"bleed\": \"3mm\", \"background\": \"pale\"")
    ],
    [(name, "\"{{name | title | default: \\\"Nobody, yet\\\"}}\", \"style\"")],
    [
      (
        "\"type\": \"date\", \"sample\": \"1815-12-10\"",
        "\"type\": \"date\", \"format\": \"d.M.yyyy\", \"sample\": \"10.12.1815\""
      )
    ],
    [
      node(
        "\"kind\": \"conditional\", \"when\": \"role\", \"then\": { \"kind\": \"label\", \"text\": \"{{role}}\", \"style\": \"caption\" }, \"otherwise\": { \"kind\": \"spacer\" }"
      )
    ],
    [
      node(
        "\"kind\": \"picture\", \"source\": \"photo.jpg\", \"focus\": [0.5, 0.35], \"outline\": { \"rounded\": \"1mm\" }, \"width\": \"8mm\", \"height\": \"8mm\", \"alternative\": \"\""
      )
    ],
  ]

  private static func node(_ parts: String) -> (old: String, new: String) {
    (spacer, "{ \(parts) }, \(spacer)")
  }

  private static func field(_ parts: String) -> (old: String, new: String) {
    (role, "\(role), { \(parts) }")
  }

  /// Further faults of data: the data, its ending, and what is told of it where.
  static let brokenData: [(text: String, ending: String, words: String, place: String)] = [
    ("id,nm\n1,Ada\n", "csv", "no column 'name'", "people.csv"),
    ("name,company\nAda\n", "csv", "2", ":2:2"),
    ("name\nAda,x,y\n", "csv", "too much", ":2:2"),
    ("name,photo\nAda,.\n", "csv", "outside", ":2:2, record 1, field 'photo', "),
    ("name,photo\nAda,/etc/passwd\n", "csv", "outside", ":2:2"),
    ("name,photo\nAda,https://x.org/a.jpg\n", "csv", "address", ":2:2"),
    ("name,photo\nAda,Seat.card.json\n", "csv", "'Seat.card.json'", "(front.children[0].source)"),
    ("name,height\nAda,NaN\n", "csv", "a number", ":2:2"),
    ("name,height\nAda,1e999\n", "csv", "a number", ":2:2"),
    ("name,height\nAda,\"1,65\"\n", "csv", "a number", ":2:2"),
    ("name,born\nAda,1815-02-30\n", "csv", "day of the calendar", ":2:2"),
    ("name,born\nAda,12/10/1815\n", "csv", "two ways", ":2:2"),
    ("[{\"name\": \"Ada\"}, 5]", "json", "JSON object", ":1:19"),
    ("[{\"name\": null}]", "json", "no 'name'", ":1:2"),
    ("[{\"name\": {\"first\": \"Ada\"}}]", "json", "a text", ":1:11"),
    ("[{\"name\": \"Ada\", \"height\": true}]", "json", "a number", ":1:28"),
    ("[{\"name\": \"Ada\", \"born\": 18151210}]", "json", "day of the calendar", ":1:26"),
    ("{\"name\": \"Ada\"}\n{\"name\":\n", "ndjson", "not JSON", ":2"),
  ]

  /// Data that cannot be read at all.
  static let unreadableData: [(text: String, ending: String, words: String)] = [
    ("", "csv", "empty"), ("name\n", "csv", "no records"),
    ("name,name\nAda,B\n", "csv", "Two columns"),
    ("[{\"name\": \"Ada\"", "json", "1:16"), ("\"Ada\"", "json", "JSON object"),
    ("[{\"name\": \"A\", \"name\": \"B\"}]", "json", "twice"), ("name\nAda\n", "txt", "ending"),
    ("name\nAda\n", "json", "not JSON"),
  ]
}
