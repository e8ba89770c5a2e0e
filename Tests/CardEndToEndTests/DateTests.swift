import Foundation
import Testing

/// Days as cards show them, in every language and wherever the computer stands.
@Suite struct DateTests {
  private static let template = """
    { "format": 1, "size": "a6", "fields": [
        { "name": "day", "type": "date" }, { "name": "own", "type": "date", "format": "d/M/yyyy" },
        { "name": "days", "type": "date", "list": true }],
      "front": { "kind": "vertical", "children": [
        { "kind": "label", "text": "{{day | date: short}}" },
        { "kind": "label", "text": "{{day | date: medium}}" },
        { "kind": "label", "text": "{{day | date: long}}" },
        { "kind": "label", "text": "{{day | date: full}}" },
        { "kind": "label", "text": "{{own | date: long}}" },
        { "kind": "label", "text": "{{days | date: yyyy-MM-dd}}" } ] } }
    """

  /// The last day of February, and days on which clocks were turned at midnight or that were left
  /// out altogether somewhere.
  private static let people = """
    [{ "day": "2024-02-29", "own": "1/6/2024",
       "days": ["1815-12-10", "2011-12-30", "2018-11-04", "1900-01-01", "9999-12-31"] }]
    """
  private static let list = "1815-12-10, 2011-12-30, 2018-11-04, 1900-01-01, 9999-12-31"

  private static let zones = [
    "UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/St_Johns", "Pacific/Apia",
    "America/Sao_Paulo",
  ]

  /// The short, the long and the full form of February 29, and the long one of June 1.
  private static let languages: [(String, [String])] = [
    ("en", ["2/29/24", "February 29, 2024", "Thursday, February 29, 2024", "June 1, 2024"]),
    ("de", ["29.02.24", "29. Februar 2024", "Donnerstag, 29. Februar 2024", "1. Juni 2024"]),
    ("fr", ["29/02/2024", "29 février 2024", "jeudi 29 février 2024", "1 juin 2024"]),
    (
      "es",
      ["29/2/24", "29 de febrero de 2024", "jueves, 29 de febrero de 2024", "1 de junio de 2024"]
    ),
    (
      "pt",
      [
        "29/02/2024", "29 de fevereiro de 2024", "quinta-feira, 29 de fevereiro de 2024",
        "1 de junho de 2024",
      ]
    ),
    ("it", ["29/02/24", "29 febbraio 2024", "giovedì 29 febbraio 2024", "1 giugno 2024"]),
    ("nl", ["29-02-2024", "29 februari 2024", "donderdag 29 februari 2024", "1 juni 2024"]),
    ("pl", ["29.02.2024", "29 lutego 2024", "czwartek, 29 lutego 2024", "1 czerwca 2024"]),
    ("tr", ["29.02.2024", "29 Şubat 2024", "29 Şubat 2024 Perşembe", "1 Haziran 2024"]),
    (
      "ar",
      ["29\u{200F}/2\u{200F}/2024", "29 فبراير، 2024", "الخميس، 29 فبراير، 2024", "1 يونيو، 2024"]
    ),
    ("he", ["29.2.2024", "29 בפברואר 2024", "יום חמישי, 29 בפברואר 2024", "1 ביוני 2024"]),
    ("hi", ["29/2/24", "29 फ़रवरी 2024", "गुरुवार, 29 फ़रवरी 2024", "1 जून 2024"]),
    ("ja", ["2024/02/29", "2024年2月29日", "2024年2月29日 木曜日", "2024年6月1日"]),
    ("zh", ["2024/2/29", "2024年2月29日", "2024年2月29日 星期四", "2024年6月1日"]),
  ]

  /// The medium form of February 29, as the Unicode locale data has it.
  private static let mediums = [
    "en": "Feb 29, 2024", "de": "29.02.2024", "fr": "29 févr. 2024", "es": "29 feb 2024",
    "pt": "29 de fev. de 2024", "it": "29 feb 2024", "nl": "29 feb 2024", "pl": "29 lut 2024",
    "tr": "29 Şub 2024", "ar": "29\u{200F}/02\u{200F}/2024", "he": "29 בפבר׳ 2024",
    "hi": "29 फ़र॰ 2024", "ja": "2024/02/29", "zh": "2024年2月29日",
  ]

  @Test(arguments: languages)
  func `a day is the same day in every time zone`(language: String, texts: [String]) throws {
    let folder = try WorkFolder()
    try folder.write(Self.template, to: "days.card.json")
    try folder.write(Self.people, to: "people.json")
    for zone in Self.zones {
      let result = try folder.run(
        ["inspect", "days.card.json", "people.json", "--locale", language],
        environment: ["TZ": zone, "LC_ALL": "C", "LANG": "ja_JP.UTF-8"])
      #expect(result.exitCode == 0, "\(result.error)")
      let shown = result.text.split(separator: "\n").compactMap { line in
        line.split(separator: "label text=\"").last?.split(separator: "\"").first.map(String.init)
      }
      var wanted = texts + [Self.list]
      wanted.insert(try #require(Self.mediums[language]), at: 1)
      #expect(shown.suffix(6) == wanted[...], "\(zone)")
    }
  }

  @Test func `a card has the same bytes in every time zone`() throws {
    let folder = try WorkFolder()
    let people = """
      [{ "name": "Ada", "birthday": "1815-12-10" }, { "name": "Grace", "birthday": "2011-12-30" }]
      """
    try folder.write(people, to: "people.json")
    let documents = try Self.zones.map { zone in
      let result = try folder.run(
        ["render", "people.json", "-o", "-", "--format", "pdf"], environment: ["TZ": zone])
      #expect(result.exitCode == 0, "\(result.error)")
      return result.output
    }
    #expect(documents.allSatisfy { $0 == documents[0] && !$0.isEmpty })
  }

  @Test(arguments: ["1/6/2024", "2024-02-30", "2023-02-29", "tomorrow", "2024-6-1", "20240601"])
  func `a day that can be read in two ways, or is none, is an error with its place`(
    text: String
  ) throws {
    let folder = try WorkFolder()
    try folder.write(Self.template, to: "days.card.json")
    try folder.write("day\n2024-02-29\n\(text)\n", to: "people.csv")
    let result = try folder.run([
      "render", "people.csv", "-t", "days.card.json", "-o", "{{index}}.png", "--dpi", "72",
    ])
    #expect(result.exitCode == 2, "\(result.error)")
    #expect(result.error.contains("people.csv:3:1"), "\(result.error)")
    #expect(result.error.contains("'\(text)'"), "\(result.error)")
    #expect(result.error.contains("hint: Write it as year-month-day"), "\(result.error)")
  }
}
