import Testing

@testable import CardModel

struct PlaceholderFiltersTests {
  /// The text of a placeholder for some values.
  private func shown(
    _ text: String, _ values: [String: FieldValue], locale: String = "en",
    fields: [TemplateField]? = nil
  ) throws -> String? {
    let template = Template(
      fields: fields ?? values.keys.sorted().map { TemplateField($0) },
      front: Label(.template(text), id: "x").node)
    let record = Record(values.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
    let card = try Binder(template).bind(record, locale: locale).card
    guard case .label(let label) = card.front else { return nil }
    return label.text
  }

  static let dates: [(locale: String, short: String, medium: String, long: String, full: String)] =
    [
      ("en", "12/10/15", "Dec 10, 1815", "December 10, 1815", "Sunday, December 10, 1815"),
      ("en-GB", "10/12/1815", "10 Dec 1815", "10 December 1815", "Sunday, 10 December 1815"),
      ("de", "10.12.15", "10.12.1815", "10. Dezember 1815", "Sonntag, 10. Dezember 1815"),
      ("fr", "10/12/1815", "10 déc. 1815", "10 décembre 1815", "dimanche 10 décembre 1815"),
      (
        "es", "10/12/15", "10 dic 1815", "10 de diciembre de 1815",
        "domingo, 10 de diciembre de 1815"
      ),
      ("it", "10/12/15", "10 dic 1815", "10 dicembre 1815", "domenica 10 dicembre 1815"),
      ("nl", "10-12-1815", "10 dec 1815", "10 december 1815", "zondag 10 december 1815"),
      ("pl", "10.12.1815", "10 gru 1815", "10 grudnia 1815", "niedziela, 10 grudnia 1815"),
      ("tr", "10.12.1815", "10 Ara 1815", "10 Aralık 1815", "10 Aralık 1815 Pazar"),
      ("ja", "1815/12/10", "1815/12/10", "1815年12月10日", "1815年12月10日 日曜日"),
      ("zh", "1815/12/10", "1815年12月10日", "1815年12月10日", "1815年12月10日 星期日"),
    ]

  @Test(arguments: dates)
  func `a day is written as the language writes it`(
    locale: String, short: String, medium: String, long: String, full: String
  ) throws {
    let values: [String: FieldValue] = ["day": .text("1815-12-10")]
    #expect(try shown("{{day | date: short}}", values, locale: locale) == short)
    #expect(try shown("{{day | date: medium}}", values, locale: locale) == medium)
    #expect(try shown("{{day | date}}", values, locale: locale) == medium)
    #expect(try shown("{{day | date: long}}", values, locale: locale) == long)
    #expect(try shown("{{day | date: full}}", values, locale: locale) == full)
    #expect(try shown("{{day | date: yyyy-MM-dd}}", values, locale: locale) == "1815-12-10")
  }

  @Test(arguments: [("ar", "١٨١٥"), ("he", "1815"), ("hi", "1815"), ("pt", "1815")])
  func `the year stands in every language's day`(locale: String, year: String) throws {
    let text = try #require(
      try shown("{{day | date: long}}", ["day": .text("1815-12-10")], locale: locale))
    #expect(text.contains(year) || text.contains("1815"))
  }

  @Test(arguments: [
    ("en", "1,234.50", "1,235", "1.65\u{A0}m"), ("de", "1.234,50", "1.234", "1,65\u{A0}m"),
    ("fr", "1\u{202F}234,50", "1\u{202F}234", "1,65\u{A0}m"),
    ("tr", "1.234,50", "1.234", "1,65\u{A0}m"), ("ja", "1,234.50", "1,234", "1.65\u{A0}m"),
  ])
  func `a number is written as the language writes it, digit for digit`(
    locale: String, own: String, whole: String, unit: String
  ) throws {
    #expect(try shown("{{n | number}}", ["n": .number("1234.50")], locale: locale) == own)
    let rounded = locale == "en" ? "1234.51" : "1234.49"
    #expect(try shown("{{n | number: 0}}", ["n": .number(rounded)], locale: locale) == whole)
    #expect(try shown("{{n | unit: m}}", ["n": .number("1.65")], locale: locale) == unit)
    #expect(try shown("{{n | number}}", ["n": .text("00x")], locale: locale) == "00x")
  }

  @Test(arguments: [
    ("en", "i", "I"), ("tr", "i", "İ"), ("de", "straße", "STRASSE"), ("el", "άνθρωπος", "ΑΝΘΡΩΠΟΣ"),
    ("nl", "ijsland", "IJSLAND"), ("hi", "अदा", "अदा"),
  ])
  func `capitals follow the language`(locale: String, text: String, upper: String) throws {
    #expect(try shown("{{t | upper}}", ["t": .text(text)], locale: locale) == upper)
  }

  @Test(arguments: [
    ("{{t | lower}}", "en", "ADA Lovelace", "ada lovelace"),
    ("{{t | lower}}", "tr", "ISPARTA", "ısparta"),
    ("{{t | title}}", "en", "ada king-noel LOVELACE", "Ada King-noel LOVELACE"),
    ("{{t | title}}", "tr", "izmir", "İzmir"),
    ("{{t | initials}}", "en", "Ada King Lovelace", "AL"),
    ("{{t | initials}}", "tr", "ilber ortaylı", "İO"),
    ("{{t | initials}}", "en", "Ada", "A"),
    ("{{t | upper | initials}}", "en", "ada lovelace", "AL"),
    ("{{t | default: nobody}}", "en", "Ada", "Ada"),
  ])
  func `texts are changed letter by letter`(
    text: String, locale: String, value: String, wanted: String
  ) throws {
    #expect(try shown(text, ["t": .text(value)], locale: locale) == wanted)
  }

  @Test func `a default stands in for what is empty, and passes through later filters`() throws {
    #expect(try shown("{{t | default: none}}", ["t": .text(" ")]) == "none")
    #expect(try shown("{{t | default: \"a, b | c\"}}", ["t": .text("")]) == "a, b | c")
    #expect(try shown("{{t | default: none | upper}}", ["t": .text("")]) == "NONE")
    #expect(try shown("{{t}}", ["t": .text("")]) == nil)
  }

  @Test func `lists are joined`() throws {
    let list = FieldValue.list([.text("a"), .text(" "), .text("b")])
    #expect(try shown("{{t}}", ["t": list]) == "a, b")
    #expect(try shown("{{t | join: \" · \"}}", ["t": list]) == "a · b")
    #expect(try shown("{{t | upper | join: /}}", ["t": list]) == "A/B")
  }

  @Test func `the days of a list are read by their field's format`() throws {
    let fields = [TemplateField("days", .date, dateFormat: "d/M/yyyy")]
    let days = FieldValue.list([.text("1/6/2024"), .text("24/12/2024")])
    #expect(
      try shown("{{days | date: yyyy-MM-dd}}", ["days": days], fields: fields)
        == "2024-06-01, 2024-12-24")
    let template = Template(
      fields: fields,
      front: Stack(
        .vertical,
        children: [
          Repeat(each: "days", Label(.template("{{value | date: yyyy-MM-dd}}"))).node,
          Repeat(each: "days", Label(.template("{{value}}"))).node,
        ]
      ).node)
    let card = try Binder(template).bind(Record([.init("days", days)])).card
    guard case .stack(let stack) = card.front else {
      Issue.record("not a stack")
      return
    }
    let texts = stack.children.map { if case .label(let label) = $0 { label.text } else { "" } }
    #expect(texts == ["2024-06-01", "2024-12-24", "Jun 1, 2024", "Dec 24, 2024"])
    #expect(throws: BindingError.self) {
      try Binder(template).bind(Record([.init("days", .list([.text("2024-06-01")]))]))
    }
  }

  @Test(arguments: ["{{name}}", "<b>x</b>", "a | upper", "}}", "&amp;"])
  func `values are data, never read as placeholders or markup`(value: String) throws {
    #expect(try shown("{{t}}", ["t": .text(value), "name": .text("Ada")]) == value)
  }
}
