import CardModel
import Foundation
import Testing

@testable import CardCommands

/// A fault in a good template or in good data: what is changed, and what `check` must say where.
struct PlantedFault: Sendable, CustomTestStringConvertible {
  /// The good text that is replaced.
  let old: String
  /// What stands there instead; `‸` marks the place that must be told.
  let new: String
  /// The code that must be told.
  let code: String
  /// Words of the hint.
  var hint = ""
  var severity = "error"

  var testDescription: String { "\(code): \(new)" }

  /// A text at which it is told, where that is not the mark.
  var told: String?

  init(
    _ old: String, _ new: String, _ code: String, _ severity: String = "error", hint: String = "",
    at told: String? = nil
  ) {
    self.told = told
    self.old = old
    self.new = new
    self.code = code
    self.severity = severity
    self.hint = hint
  }
}

@Suite struct PlantedFaultsTests {
  static let template = #"""
    {
      // A badge without a fault.
      "format": 1, "title": "Badge", "size": "a6", "safeArea": "3mm",
      "styleGuide": {
        "types": { "name": { "family": "Poppins", "style": "Bold", "size": 28 } },
        "colors": { "brand": "#1A4FA0", "pale": "#E8EEF8" }
      },
      "fields": [
        { "name": "name", "required": true, "sample": "Ada Lovelace" },
        { "name": "company", "sample": "Analytical Engines" },
        { "name": "born", "type": "date", "sample": "1815-12-10" },
        { "name": "height", "type": "number", "default": "1.65" },
        { "name": "photo", "type": "picture", "sample": "photo.jpg" },
        { "name": "role", "sample": "guest" },
        { "name": "id", "sample": "00123" },
        { "name": "tags", "sample": ["Numbers", "Notes"] }
      ],
      "titles": { "en": { "track": "Track" } },
      "parts": {
        "footer": { "kind": "label", "text": "{{company}}", "style": "caption.grey1" }
      },
      "front": {
        "kind": "vertical", "alignment": "leading", "spacing": "4mm", "padding": "8mm",
        "children": [
          { "kind": "picture", "source": "{{photo}}", "width": "20mm", "height": "20mm" },
          { "kind": "label", "text": "{{name}}", "style": "name",
            "fit": { "shrink": { "to": 12, "lines": 2 } } },
          { "kind": "label", "text": "{{company | upper}}", "style": "h3.brand" },
          { "kind": "label", "text": "Speaker", "style": "strong.white", "fill": "brand",
            "padding": "2mm", "when": { "field": "role", "equals": "speaker" } },
          { "kind": "table", "columns": ["fitting", "flexible"], "columnSpacing": "3mm",
            "rows": [
              { "title": "{{titles.track}}", "value": "{{tags | join: \", \"}}" },
              { "title": "{{titles.birthday}}", "value": "{{born | date: long}}" },
              { "title": "{{titles.height}}", "value": "{{height | unit: m}}" }
            ] },
          { "kind": "spacer" },
          { "kind": "barcode", "symbology": "qr", "content": "https://example.org/{{id}}",
            "width": "25mm", "height": "25mm" },
          { "kind": "component", "name": "footer", "height": "4mm" },
        ]
      }
    }
    """#

  static let templateFaults: [PlantedFault] = [
    // The text of the file.
    .init("\"format\": 1,", "\"format\": 1‸\"", "syntax"),
    .init("\"title\": \"Badge\"", "\"title\": ‸Badge", "syntax"),
    .init(
      "\"kind\": \"spacer\"", "\"kind\": \"spacer\", ‸\"kind\": \"spacer\"", "syntax",
      hint: "Remove one"),
    .init("// A badge", "‸/* A badge", "syntax", hint: "*/"),
    // Keys and values.
    .init("\"spacing\": \"4mm\"", "‸\"spacng\": \"4mm\"", "unknown-key", hint: "'spacing'"),
    .init("\"required\": true", "‸\"requird\": true", "unknown-key", hint: "'required'"),
    .init("\"lines\": 2", "‸\"line\": 2", "unknown-key", hint: "'lines'"),
    .init("\"shrink\": {", "‸\"shrnk\": {", "unknown-key", hint: "'shrink'"),
    .init("\"titles\": {", "‸\"tittles\": {", "unknown-key", hint: "'titles'"),
    .init("\"kind\": \"spacer\"", "\"kind\": ‸\"spaecr\"", "wrong-value", hint: "'spacer'"),
    .init("\"size\": \"a6\"", "\"size\": ‸\"a66\"", "wrong-value", hint: "'a6'"),
    .init(
      "\"alignment\": \"leading\"", "\"alignment\": ‸\"leadin\"", "wrong-value", hint: "'leading'"),
    .init("\"padding\": \"8mm\"", "\"padding\": ‸8", "wrong-type"),
    .init("\"padding\": \"2mm\"", "\"padding\": ‸\"2 cm\"", "wrong-value", hint: "3mm"),
    .init("\"#1A4FA0\"", "‸\"1A4FA0\"", "wrong-value", hint: "#"),
    .init("\"size\": 28", "\"size\": ‸2800", "wrong-value"),
    .init("\"symbology\": \"qr\"", "\"symbology\": ‸\"QR\"", "wrong-value", hint: "'qr'"),
    .init("{ \"kind\": \"spacer\" }", "‸{ \"minimum\": \"2mm\" }", "missing-key", hint: "spacer"),
    .init("\"type\": \"date\"", "\"type\": ‸\"dates\"", "wrong-value", hint: "'date'"),
    .init(
      "\"columns\": [\"fitting\", \"flexible\"]", "\"columns\": [‸\"fiting\", \"flexible\"]",
      "wrong-value", hint: "fitting"),
    .init(
      "{ \"field\": \"role\", \"equals\": \"speaker\" }",
      "‸{ \"field\": \"role\", \"is\": \"speaker\" }", "missing-key", hint: "equals"),
    // Names.
    .init("\"{{name}}\"", "‸\"{{nmae}}\"", "unknown-name", hint: "'name'"),
    .init("\"{{company | upper}}", "‸\"{{company | uper}}", "placeholder", hint: "'upper'"),
    .init("\"https://example.org/{{id}}", "‸\"https://example.org/{{id", "placeholder", hint: "}}"),
    .init("\"field\": \"role\"", "\"field\": ‸\"rolle\"", "unknown-name", hint: "'role'"),
    .init("\"h3.brand\"", "‸\"h4.brand\"", "unknown-name", hint: "'h1'"),
    .init("\"h3.brand\"", "‸\"h3.brnad\"", "unknown-name", hint: "'brand'"),
    .init("\"fill\": \"brand\"", "\"fill\": ‸\"bland\"", "unknown-name", hint: "'brand'"),
    .init("\"name\": \"footer\"", "\"name\": ‸\"foot\"", "unknown-name", hint: "'footer'"),
    .init("\"{{titles.track}}", "‸\"{{titles.trakc}}", "unknown-name", hint: "'track'"),
    .init(
      "\"footer\": { \"kind\": \"label\", \"text\": \"{{company}}\", \"style\": \"caption.grey1\" }",
      "‸\"footer\": { \"kind\": \"component\", \"name\": \"footer\" }", "loop"),
    // What shows only once it is laid out.
    .init("\"family\": \"Poppins\"", "\"family\": ‸\"Popins\"", "face", hint: "Poppins"),
    .init("\"sample\": \"1815-12-10\"", "\"sample\": ‸\"10.12.1815\"", "sample"),
    .init("\"default\": \"1.65\"", "\"default\": ‸\"tall\"", "default"),
    .init("\"source\": \"{{photo}}\"", "\"source\": ‸\"photo/../../x.jpg\"", "picture"),
    .init("\"source\": \"{{photo}}\"", "\"source\": ‸\"logo.png\"", "picture"),
    .init(
      "\"style\": \"h3.brand\"", "\"style\": ‸\"h3.pale\"", "contrast", "warning", hint: "darker"),
    .init(
      "\"strong.white\", \"fill\": \"brand\"", "‸\"strong.white\", \"fill\": \"pale\"", "contrast",
      "warning"),
    .init(
      "\"text\": \"Speaker\"", "\"text\": ‸\"Speaker\", \"fit\": \"fail\", \"width\": \"9mm\"",
      "text-does-not-fit", hint: "shrink"),
    .init(
      "\"{{company | upper}}\",", "‸\"{{company | upper}}\", \"width\": \"20mm\",", "text-cut",
      "warning", hint: "shrink"),
    .init(
      "{ \"kind\": \"barcode\",", "‸{ \"kind\": \"barcode\", \"padding\": \"8mm\",",
      "code-too-small", hint: "minimumModule"),
    .init(
      "\"width\": \"25mm\", \"height\": \"25mm\"",
      "\"minimumModule\": ‸\"0.1mm\", \"width\": \"5mm\", \"height\": \"5mm\"", "small-modules",
      "warning"),
    .init(
      "\"symbology\": \"qr\", \"content\": ", "\"symbology\": \"ean13\", \"content\": ‸",
      "code-content", hint: "128"),
    .init(
      "\"front\": {",
      "\"front\": { \"anchor\": \"topLeading\", \"background\": ‸{ \"kind\": \"label\", "
        + "\"text\": \"Staff\", \"padding\": \"1mm\" },",
      "outside-safe-area", "warning", hint: "padding"),
    .init(
      "\"front\": {",
      "\"front\": { \"anchor\": \"topLeading\", \"background\": ‸{ \"kind\": \"label\", "
        + "\"text\": \"Staff\", \"padding\": \"-2mm\" },",
      "outside-card", "warning", hint: "inside"),
    .init("\"source\": \"{{photo}}\"", "\"source\": ‸\"tiny.png\"", "coarse-picture", "warning"),
    .init(
      "\"front\": {", "\"front\": ‸{ \"minWidth\": \"4px\",", "pixels-without-dpi", hint: "dpi"),
    .init(
      "{ \"title\": \"{{titles.birthday}}\"",
      "{ \"cells\": [{ \"kind\": \"label\", \"text\": \"a\" }, { \"kind\": \"label\", \"text\": \"b\" }, ‸{ \"kind\": \"label\", \"text\": \"c\" }] }, { \"title\": \"{{titles.birthday}}\"",
      "too-many-cells", hint: "columns"),
    .init(
      "\"text\": \"Speaker\"", "\"text\": ‸\"Speaker \u{E123}\"", "glyph-missing", "warning",
      hint: "font"),
  ]

  private static let spacer = "{ \"kind\": \"spacer\" },"
  private static let when = "\"when\": { \"field\": \"role\", \"equals\": \"speaker\" }"
  private static let day = "\"{{born | date: long}}\""
  private static let code = "\"symbology\": \"qr\", \"content\": \"https://example.org/{{id}}\""

  /// A component after the spacer.
  private static func component(_ name: String, _ fields: String) -> String {
    "\(spacer) { \"kind\": \"component\", \"name\": \(name), \"height\": \"4mm\", \"fields\": { \(fields) } },"
  }

  /// Kinds that none of those above is.
  static let furtherFaults: [PlantedFault] = [
    // Wrong types, duplicates, the text of the file.
    .init("\"spacing\": \"4mm\"", "\"spacing\": ‸true", "wrong-type"),
    .init("\"required\": true", "\"required\": ‸\"yes\"", "wrong-type"),
    .init("\"text\": \"Speaker\"", "\"text\": ‸5", "wrong-type"),
    .init("\"text\": \"Speaker\"", "\"text\": ‸null", "wrong-type"),
    .init(
      "{ \"kind\": \"label\", \"text\": \"{{name}}\",",
      "{ \"kind\": \"label\", ‸\"txt\": \"{{name}}\",", "unknown-key", hint: "'text'"),
    .init("{ \"title\": \"{{titles.track}}\"", "{ ‸\"titel\": \"{{titles.track}}\"", "unknown-key"),
    .init(
      spacer,
      "{ \"kind\": \"spacer\" }, { \"kind\": \"label\", \"text\": \"a\", \"id\": \"a\" }, "
        + "{ \"kind\": \"label\", \"text\": \"b\", \"id\": ‸\"a\" },", "duplicate-name"),
    .init(
      "{ \"name\": \"role\",", "{ \"name\": ‸\"name\" }, { \"name\": \"role\",", "duplicate-name"),
    .init(
      "{ \"name\": \"role\",", "{ \"name\": ‸\"na.me\" }, { \"name\": \"role\",", "wrong-value"),
    .init("\"title\": \"Badge\",", "‸'title': 'Badge',", "syntax"),
    .init("\"title\": \"Badge\",", "\"title\": \"Ba‸\tdge\",", "syntax", hint: "\\n"),
    .init("\"size\": 28", "\"size\": ‸NaN", "syntax"),
    .init("\"format\": 1", "\"format\": ‸2", "wrong-value"),
    .init("\"safeArea\": \"3mm\"", "\"dpi\": ‸0", "wrong-value"),
    .init("\"front\": {", "\"back\": {", "missing-key"),
    // Lengths.
    .init("\"width\": \"20mm\"", "\"width\": ‸\"20\"", "wrong-value", hint: "3mm"),
    .init("\"width\": \"20mm\"", "\"width\": ‸\"-20mm\"", "wrong-value", hint: "minus"),
    .init(
      "\"size\": \"a6\"", "\"size\": { \"width\": ‸\"0mm\", \"height\": \"9mm\" }", "wrong-value"),
    .init("\"safeArea\": \"3mm\"", "\"bleed\": ‸\"-3mm\"", "wrong-value", hint: "minus"),
    .init("\"safeArea\": \"3mm\"", "\"safeArea\": ‸\"70mm\"", "outside-safe-area", "warning"),
    .init("\"columnSpacing\": \"3mm\"", "\"columnSpacing\": ‸\"-3mm\"", "wrong-value"),
    .init("[\"fitting\", \"flexible\"]", "[\"fitting\", ‸\"-20mm\"]", "wrong-value"),
    .init(
      "{ \"kind\": \"picture\",",
      "{ \"kind\": \"picture\", \"padding\": { \"top\": ‸\"9000mm\" },", "wrong-value", hint: "200"),
    .init("\"to\": 12", "\"to\": ‸40", "never-shrinks", "warning", hint: "smaller"),
    .init("\"to\": 12", "\"to\": ‸0", "wrong-value"),
    .init("\"lines\": 2", "\"lines\": ‸0", "wrong-value"),
    .init(
      "{ \"shrink\": { \"to\": 12, \"lines\": 2 } }", "{ \"wrap\": ‸{ \"lines\": 2 } }",
      "wrong-type",
      hint: "\"wrap\": 3"),
    // Filters and dates.
    .init("\"{{name}}\"", "‸\"{{name | date: long}}\"", "filter-type", "warning", hint: "date"),
    .init(day, "‸\"{{born | number: 2}}\"", "filter-type", "warning", hint: "number"),
    .init(day, "‸\"{{born | date: lnog}}\"", "placeholder", hint: "'long'"),
    .init(day, "‸\"{{born | date: HH:mm}}\"", "placeholder", hint: "no hours"),
    .init(day, "‸\"{{born | date: d 'de MMMM}}\"", "placeholder", hint: "quotes"),
    .init(
      "\"{{height | unit: m}}\"", "‸\"{{height | number: two}}\"", "placeholder", hint: "number: 2"),
    .init("\"{{height | unit: m}}\"", "‸\"{{height | unit}}\"", "placeholder", hint: "unit: m"),
    .init("\"{{company | upper}}\"", "‸\"{{company | upper: 3}}\"", "placeholder"),
    .init("\"{{company | upper}}\"", "‸\"{{company | default}}\"", "placeholder"),
    .init("\"type\": \"date\"", "\"type\": \"date\", \"format\": ‸\"dd.mm.yyyy\"", "wrong-value"),
    .init("\"type\": \"number\"", "\"type\": \"number\", \"format\": ‸\"d/M/yyyy\"", "wrong-value"),
    .init("\"1815-12-10\"", "‸\"1/6/2024\"", "sample", hint: "format"),
    .init("\"titles\": { \"en\"", "\"titles\": { ‸\"english\"", "wrong-value", hint: "'de'"),
    // Conditions, fields and parts.
    .init(
      when, "\"when\": ‸{ \"and\": [\"role\", { \"empty\": \"role\" }] }", "never-shown", "warning"),
    .init(
      when,
      "\"when\": ‸{ \"and\": [{ \"field\": \"role\", \"equals\": \"a\" }, "
        + "{ \"field\": \"role\", \"in\": [\"b\", \"c\"] }] }", "never-shown", "warning"),
    .init(
      when, "\"when\": ‸{ \"and\": [\"role\", { \"empty\": \"name\" }] }", "never-shown", "warning"),
    .init(when, "\"when\": ‸{ \"field\": \"role\", \"in\": [] }", "never-shown", "warning"),
    .init(
      "{ \"name\": \"role\",", "{ \"name\": ‸\"spare\" }, { \"name\": \"role\",", "unused-field",
      "note"),
    .init(
      "\"parts\": {", "\"parts\": { ‸\"spare\": { \"kind\": \"spacer\" },", "unused-part", "note"),
    .init(
      "\"parts\": {",
      "\"parts\": { ‸\"a\": { \"kind\": \"component\", \"name\": \"b\" }, "
        + "\"b\": { \"kind\": \"component\", \"name\": \"a\" },", "loop"),
    .init(
      spacer, "\(spacer) { \"kind\": \"label\", \"text\": \"x\", \"each\": ‸\"nmae\" },",
      "unknown-name"),
    // Components.
    .init(spacer, component("‸\"../Seat\"", ""), "wrong-value", hint: "'..'"),
    .init(spacer, component("‸\"Seats\"", ""), "unknown-name", hint: "'Seat'"),
    .init(spacer, component("‸\"Seat\"", ""), "missing-key", hint: "fields"),
    .init(
      spacer, component("\"Seat\"", "\"row\": \"B\", ‸\"numbr\": 3"), "unknown-name",
      hint: "'number'"),
    .init(spacer, component("\"Seat\"", "\"row\": \"B\", \"number\": ‸\"tall\""), "wrong-value"),
    .init(spacer, component("\"Seat\"", "\"row\": \"B\", \"number\": ‸[1, \"b\"]"), "wrong-value"),
    .init(
      spacer, component("\"Seat\"", "\"row\": \"B\", \"number\": ‸\"{{name}}\""), "component-field"),
    .init(spacer, component("\"Seat\"", "\"row\": ‸\"{{rwo}}\""), "unknown-name"),
    // Styles, pictures, codes, and what lies on what.
    .init("\"style\": \"Bold\"", "\"style\": ‸\"Ultra\"", "face", hint: "Poppins Bold"),
    .init("\"h3.brand\"", "‸\"h3 brand\"", "wrong-value"),
    .init("\"#E8EEF8\"", "‸\"lightblue\"", "wrong-value", hint: "#"),
    .init("\"sample\": \"photo.jpg\"", "\"sample\": ‸\"nobody.jpg\"", "picture"),
    .init(
      code, "\"symbology\": \"itf\", \"content\": ‸\"A{{id}}\"", "code-content", hint: "Code 128"),
    .init(code, "\"symbology\": \"ean13\", \"content\": ‸\"40063813339{{id}}\"", "code-content"),
    .init(
      "\"kind\": \"barcode\",", "\"kind\": \"barcode\", \"color\": ‸\"grey3\",", "code-contrast"),
    .init(
      "\"kind\": \"barcode\",", "\"kind\": \"barcode\", \"quietZone\": ‸false,", "quiet-zone",
      "warning"),
    .init(
      spacer,
      "{ \"kind\": \"overlay\", \"children\": [{ \"kind\": \"label\", \"text\": \"Ground floor\" }, "
        + "‸{ \"kind\": \"label\", \"text\": \"Second floor\" }] }, \(spacer)", "texts-overlap",
      "warning"),
    .init(
      spacer,
      "{ \"kind\": \"overlay\", \"children\": [‸{ \"kind\": \"barcode\", \"content\": \"x\", "
        + "\"width\": \"12mm\", \"height\": \"12mm\" }, { \"kind\": \"label\", \"text\": \"Second floor\" }] }, \(spacer)",
      "code-covered", "warning"),
    .init(
      "\"sample\": \"Ada Lovelace\"",
      "\"sample\": \"\(String(repeating: "Donaudampfschiff ", count: 9))\"",
      "text-cut", "warning", at: "\"{{name}}\""),
  ]

  static let data = """
    id,name,company,born,photo,role,height
    1,Ada Lovelace,Analytical Engines,1815-12-10,photo.jpg,guest,1.65
    2,Grace Hopper,US Navy,1906-12-09,,speaker,1.70
    3,Emmy Noether,Göttingen,1882-03-23,photo.jpg,guest,1.60

    """

  /// Faults of the data: the old and the new text, a word of the message, and line and column.
  static let dataFaults: [(old: String, new: String, word: String, place: String)] = [
    ("Grace Hopper", "", "has no 'name'", ":3"),
    ("1815-12-10", "10.12.1815", "two ways", ":2:4,"),
    ("1906-12-09", "1906-13-09", "day of the calendar", ":3:4,"),
    ("1.60", "tall", "a number", ":4:7,"),
    ("1882-03-23,photo.jpg", "1882-03-23,nobody.png", "no picture", ":4"),
    ("1882-03-23,photo.jpg", "1882-03-23,../photo.jpg", "outside", ":4"),
    ("3,Emmy", "3,\"Emmy", "quot", ":4"),
  ]

  fileprivate struct Found: Hashable {
    let code: String
    let severity: String
    let line: Int
    let column: Int
    let hint: String
    let message: String
  }

  /// A grey PNG of 40 × 40 pixels.
  private static let tiny =
    "iVBORw0KGgoAAAANSUhEUgAAACgAAAAoCAAAAACpleexAAAAHElEQVR42mM4"
    + "QSRgGFU4qnBU4ajCUYWjCklXCADZBOI9wYmyIgAAAABJRU5ErkJggg=="

  private static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A folder with a picture of 600 × 800 pixels and one that is much too small.
  private static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "faults-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: project.appending(path: "Fixtures/people/ada.jpg"),
      to: folder.appending(path: "photo.jpg"))
    let tiny = try #require(Data(base64Encoded: Self.tiny))
    try tiny.write(to: folder.appending(path: "tiny.png"))
    let seat = """
      { "format": 1, "fields": [{ "name": "row", "required": true }, { "name": "number", "type": "number" }],
        "front": { "kind": "label", "text": "{{row}} {{number}}" } }
      """
    try Data(seat.utf8).write(to: folder.appending(path: "Seat.card.json"))
    return folder
  }

  private static func run(_ arguments: [String]) -> (code: ExitCode, output: String, error: String)
  {
    let recorded = RecordedConsole()
    let code = CommandLineTool.run(
      arguments: arguments, environment: [:], console: recorded.console)
    return (code, recorded.output, recorded.error)
  }

  /// The problems that `check --json` tells of a template.
  private static func problems(
    of template: String, in folder: URL, _ more: [String] = []
  ) throws -> (code: ExitCode, report: JSONValue, found: [Found]) {
    let path = folder.appending(path: "badge.card.json").path
    try Data(template.utf8).write(to: URL(fileURLWithPath: path))
    let result = run(["check", path, "--json", "--no-system-fonts"] + more)
    let report = try JSONReader.read(Array(result.output.utf8))
    guard case .array(let entries)? = report["problems"]?.kind else {
      return (result.code, report, [])
    }
    return (result.code, report, entries.map(Found.init))
  }

  /// A text without its mark, and the line and column of the mark.
  private static func unmarked(_ text: String) throws -> (text: String, line: Int, column: Int) {
    // A fault of the whole file is told at its beginning.
    guard let mark = text.firstIndex(of: "‸") else { return (text, 1, 1) }
    let before = text[..<mark]
    let line = before.count(where: { $0 == "\n" }) + 1
    let column = before.unicodeScalars.reversed().prefix(while: { $0 != "\n" }).count + 1
    return (String(before) + text[text.index(after: mark)...], line, column)
  }

  @Test(arguments: 0..<3)
  func `each of the faults in a template is found at its line and column`(_ part: Int) throws {
    let faults = [Self.templateFaults, Self.furtherFaults, Self.familiarFaults][part]
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(
      Self.templateFaults.count + Self.furtherFaults.count + Self.familiarFaults.count
        + Self.dataFaults.count >= 180)
    var alarms = 0
    for fault in faults {
      #expect(Self.template.contains(fault.old), "\(fault)")
      var marked = Self.template.replacingOccurrences(of: fault.old, with: fault.new)
      if let told = fault.told {
        marked = marked.replacing(told, with: "‸" + told, maxReplacements: 1)
      }
      let (text, line, column) = try Self.unmarked(marked)
      let (code, _, found) = try Self.problems(of: text, in: folder)
      let match = found.first {
        $0.code == fault.code && $0.line == line && $0.column == column
      }
      #expect(match != nil, "\(fault) at \(line):\(column)\n\(found)")
      #expect(match?.severity == fault.severity, "\(fault)")
      #expect(
        fault.hint.isEmpty || match?.hint.contains(fault.hint) == true,
        "\(fault): \(match?.hint ?? "")")
      #expect(code == (found.contains { $0.severity == "error" } ? .failure : .success))
      // Advice is no alarm.
      let others = found.filter { $0 != match && $0.severity != "note" }
      if !others.isEmpty { print("beside \(fault): \(others)") }
      alarms += others.count
    }
    #expect(alarms <= 2)
  }

  /// What says nothing where another fault is nearby, and what is a fault of the whole text.
  private static let geometric = [
    "syntax", "loop", "code-content", "text-cut", "text-does-not-fit", "code-too-small",
    "small-modules", "outside-card", "outside-safe-area", "coarse-picture", "too-many-cells",
  ]

  @Test func `faults together are found together`() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // Each changes another place of the file, and none of them is a fault of the whole text.
    var text = Self.template
    var chosen: [PlantedFault] = []
    for fault in Self.templateFaults
    where !Self.geometric.contains(fault.code) {
      let alone = text.components(separatedBy: fault.old).count == 2
      guard alone, !chosen.contains(where: { $0.new.contains(fault.old) }) else { continue }
      text = text.replacingOccurrences(of: fault.old, with: fault.new)
      chosen.append(fault)
    }
    #expect(chosen.count >= 15)
    let (_, _, found) = try Self.problems(
      of: text.replacingOccurrences(of: "‸", with: ""), in: folder)
    for fault in chosen where fault.severity == "error" {
      #expect(found.contains { $0.code == fault.code }, "\(fault)")
    }
    let codes = found.map(\.code)
    for code in Set(chosen.map(\.code)) {
      #expect(
        codes.count { $0 == code } >= chosen.count { $0.code == code && $0.severity == "error" },
        "\(code)\n\(found)")
    }
  }

  @Test func `each of the faults in the data is listed with its place`() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let data = folder.appending(path: "people.csv").path
    for fault in Self.dataFaults {
      let text = Self.data.replacingOccurrences(of: fault.old, with: fault.new)
      #expect(text != Self.data)
      try Data(text.utf8).write(to: URL(fileURLWithPath: data))
      let (code, report, problems) = try Self.problems(of: Self.template, in: folder, [data])
      #expect(problems == [])
      #expect(code == .failure, "\(fault)")
      guard case .array(let failures)? = report["failures"]?.kind else {
        Issue.record("no failures")
        continue
      }
      #expect(failures.count == 1, "\(fault): \(failures.map { $0.text() })")
      let message = failures.first?["message"]?.text() ?? ""
      #expect(message.contains(fault.word), "\(fault): \(message)")
      let places = ["place", "at"].compactMap { failures.first?[$0]?.text() }.joined()
      #expect(places.contains("people.csv" + fault.place), "\(fault): \(places)")
    }
  }

  @Test func `a text that cannot be read is told with its place`() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for broken in Self.brokenTexts {
      let path = folder.appending(path: "badge.card.json")
      try Data(broken.bytes).write(to: path)
      let result = Self.run(["check", path.path, "--no-system-fonts"])
      #expect(result.code == .failure)
      #expect(
        result.output.contains("badge.card.json:\(broken.place): error: "),
        "\(broken.place): \(result.output)")
      #expect(result.output.contains(broken.words), "\(result.output)")
    }
  }

  @Test func `a fault of a style guide is told in its own file`() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let template =
      #"{ "format": 1, "styleGuide": "house.style.json", "front": { "kind": "spacer" } }"#
    for style in Self.styleFiles {
      try Data(style.text.utf8).write(to: folder.appending(path: "house.style.json"))
      let (code, report, found) = try Self.problems(of: template, in: folder)
      #expect(code == .failure)
      let match = found.first { "\($0.line):\($0.column)" == style.place }
      #expect(match != nil, "\(style.text): \(report.text())")
      #expect(
        (match?.message ?? "").contains(style.words) || match?.hint.contains(style.words) == true)
      #expect(report.text().contains("house.style.json"))
    }
  }

  @Test func `each fault of records is listed where it stands`() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for data in Self.brokenData {
      let file = folder.appending(path: "people.\(data.ending)")
      try Data(data.text.utf8).write(to: file)
      let (code, report, _) = try Self.problems(of: Self.template, in: folder, [file.path])
      #expect(code == .failure, "\(data)")
      guard case .array(let failures)? = report["failures"]?.kind, let first = failures.first else {
        Issue.record("\(data): no failure")
        continue
      }
      #expect(failures.count == 1, "\(data)")
      let message = first["message"]?.text() ?? ""
      #expect(message.contains(data.words), "\(data): \(message)")
      let places = ["place", "at"].compactMap { first[$0]?.text() }.joined(separator: " ")
      #expect(places.contains(data.place), "\(data): \(places)")
    }
    for data in Self.unreadableData {
      let file = folder.appending(path: "people.\(data.ending)")
      try Data(data.text.utf8).write(to: file)
      let path = folder.appending(path: "badge.card.json").path
      let result = Self.run(["check", path, file.path, "--no-system-fonts"])
      #expect(result.code == .someFailed, "\(data)")
      #expect(result.error.contains(data.words), "\(data): \(result.error)")
    }
  }

  @Test func `render and check name the same place, once for each cause`() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = Self.template.replacing(
      "\"{{name}}\", \"style\": \"name\",",
      with: "\"{{name}}\", \"style\": \"name\", \"width\": \"9mm\",")
    let (_, _, found) = try Self.problems(of: text, in: folder)
    let told = try #require(found.first)
    #expect(found.map(\.code) == ["text-cut"])
    let data = folder.appending(path: "people.csv").path
    try Data("name,born\nAda Lovelace,1815-12-10\n".utf8).write(to: URL(fileURLWithPath: data))
    let template = folder.appending(path: "badge.card.json").path
    let arguments = [data, "-t", template, "--no-system-fonts", "--progress", "none", "-o"]
    let output = folder.appending(path: "card.pdf").path
    let result = Self.run(["render"] + arguments + [output])
    let place = "\(template):\(told.line):\(told.column) (front.children[1].text)"
    #expect(
      result.error
        == "Warning: \(told.message)\n  at \(data):2, record 1, \(place)\n")
    let strict = Self.run(["render"] + arguments + [output, "--strict"])
    #expect(strict.error.contains("  at \(data):2, record 1, \(place)\n"), "\(strict.error)")
    let report = folder.appending(path: "report.json").path
    _ = Self.run(["render"] + arguments + [output, "--report", report])
    let json = try JSONReader.read([UInt8](Data(contentsOf: URL(fileURLWithPath: report)))).text()
    #expect(
      json.contains(
        "\"line\":\(told.line),\"column\":\(told.column),\"path\":\"front.children[1].text\""))
    #expect(json.contains("\"label\":\"front.children[1]\""), "\(json)")
  }

  @Test func `columns that may be fields under other names are told`() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "people.csv")
    try Data("name,compny,Foto\nAda,Engines,x\n".utf8).write(to: file)
    let (code, report, _) = try Self.problems(of: Self.template, in: folder, [file.path])
    #expect(code == .success)
    let notes = report["notes"]?.text() ?? ""
    #expect(notes.contains("'compny'") && notes.contains("--map company=compny"))
    #expect(notes.contains("'photo'") && notes.contains("'Foto'"))
  }

  @Test(arguments: Self.unusual.indices)
  func `a good template that is unusual raises no alarm`(_ index: Int) throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var text = Self.template
    for change in Self.unusual[index] {
      // The template stands without its indentation here.
      let old = change.old.hasPrefix("    {") ? String(change.old.dropFirst(4)) : change.old
      let plain = old.replacing("\n      ", with: "\n  ")
      #expect(text.contains(plain), "\(change)")
      text = text.replacing(plain, with: change.new, maxReplacements: plain == "\n" ? .max : 1)
    }
    let (code, report, found) = try Self.problems(of: text, in: folder)
    #expect(found == [], "\(report.text())")
    #expect(code == .success)
  }

  @Test func `good templates and good data raise no alarm`() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let data = folder.appending(path: "people.csv").path
    try Data(Self.data.utf8).write(to: URL(fileURLWithPath: data))
    let variants: [(String, String)] = [
      ("", ""), ("\"size\": \"a6\"", "\"size\": \"a6\", \"orientation\": \"portrait\""),
      ("\"to\": 12, \"lines\": 2", "\"to\": 26"), ("\"spacing\": \"4mm\"", "\"spacing\": \"5mm\""),
      ("\"sample\": \"guest\"", "\"sample\": \"speaker\""),
      ("\"strong.white\"", "\"strong.pale\""), ("\"qr\"", "\"dataMatrix\""),
      ("Ada Lovelace", "Маша Иванова"), ("Ada Lovelace", "Nguyễn Thị Minh Khai"),
    ]
    for (old, new) in variants {
      let text =
        old.isEmpty ? Self.template : Self.template.replacingOccurrences(of: old, with: new)
      let (code, report, found) = try Self.problems(of: text, in: folder, [data])
      #expect(found == [], "\(new)")
      #expect(code == .success, "\(report.text())")
      #expect(report["failed"] == .number(0))
    }
  }
}

extension PlantedFaultsTests.Found {
  init(_ json: JSONValue) {
    func text(_ key: String) -> String {
      if case .string(let text)? = json[key]?.kind { text } else { "" }
    }
    func number(_ key: String) -> Int {
      if case .number(let digits)? = json[key]?.kind { Int(digits) ?? 0 } else { 0 }
    }
    self.init(
      code: text("code"), severity: text("severity"), line: number("line"),
      column: number("column"), hint: text("hint"), message: text("message"))
  }
}
