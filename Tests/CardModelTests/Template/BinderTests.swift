import Testing

@testable import CardModel

struct BinderTests {
  private func template(_ text: String) throws -> Template {
    try TemplateFile.read(Array(text.utf8))
  }

  private func texts(_ node: Node) -> [String] {
    switch node {
    case .label(let label): [label.text]
    case .stack(let stack): stack.children.flatMap(texts)
    case .table(let table): table.rows.flatMap { $0.cells.flatMap { texts($0.content) } }
    case .box(let box): texts(box.child)
    default: []
    }
  }

  private let badge = """
    { // A badge.
      "format": 1,
      "fields": [{ "name": "name", "required": true }, { "name": "day", "type": "date" },
        { "name": "company" }],
      "front": { "kind": "vertical", "children": [
        { "kind": "label", "text": "{{name | upper}}" },
        { "kind": "label", "text": "at {{company}}" },
        { "kind": "table", "columns": ["fitting", "flexible"], "rows": [
          { "title": "Day", "value": "{{day | date: yyyy}}" },
          { "title": "{{title}}", "value": "{{value}}", "each": "person.rows" } ] },
      ] },
    }
    """

  @Test func `what is empty leaves no hole`() throws {
    let record = Record([Record.Field("name", .text("Ada {{day}}"))])
    let card = try Binder(template(badge)).bind(record).card
    #expect(texts(card.front) == ["ADA {{DAY}}"])
  }

  @Test func `an empty placeholder takes one of the spaces around it with it`() throws {
    let text = """
      { "format": 1, "fields": [{ "name": "a" }, { "name": "b" }, { "name": "c" }],
        "front": { "kind": "label", "text": "{{a}} {{b}} {{c}}" } }
      """
    let binder = try Binder(template(text))
    func bound(_ fields: [(String, String)]) throws -> [String] {
      let record = Record(fields.map { Record.Field($0.0, .text($0.1)) })
      return texts(try binder.bind(record).card.front)
    }
    #expect(try bound([("a", "1"), ("b", "2"), ("c", "3")]) == ["1 2 3"])
    #expect(try bound([("a", "1"), ("c", "3")]) == ["1 3"])
    #expect(try bound([("b", "2")]) == ["2"])
    #expect(try bound([("a", "1")]) == ["1"])
    #expect(try bound([("c", "3 ")]) == ["3 "])
  }

  @Test func `a code of a person tells only what the template asks for`() throws {
    let text = """
      { "format": 1, "fields": [{ "name": "name" }, { "name": "phone" }],
        "front": { "kind": "label", "text": "{{person.vCard}}" } }
      """
    let record = Record([
      Record.Field("name", .text("Ada, L.")), Record.Field("phone", .text("1")),
      Record.Field("birthday", .text("1815-12-10")),
    ])
    #expect(
      texts(try Binder(template(text)).bind(record).card.front) == [
        "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Ada\\, L.;;;;\r\nFN:Ada\\, L.\r\nTEL:1\r\nEND:VCARD\r\n"
      ])
    let nobody = Record([Record.Field("phone", .text("1"))])
    #expect(texts(try Binder(template(text)).bind(nobody).card.front) == [])
  }

  @Test func `rows and dates are filled`() throws {
    let record = Record([
      Record.Field("name", .text("Ada")), Record.Field("day", .text("1815-12-10")),
      Record.Field("company", .text("Engines")),
    ])
    let card = try Binder(template(badge)).bind(record).card
    #expect(texts(card.front) == ["ADA", "at Engines", "Day", "1815", "Company", "Engines"])
  }

  @Test func `an ambiguous date and a missing field are errors`() throws {
    let binder = try Binder(template(badge))
    #expect(throws: BindingError.self) { try binder.bind(Record()) }
    #expect(throws: BindingError.self) {
      try binder.bind(
        Record([Record.Field("name", .text("A")), Record.Field("day", .text("1/6/2024"))]))
    }
  }

  @Test(arguments: [
    ("{{x}}", "x"), ("{{x | upper}}", "x"), ("{{x.y}}", "x"), ("{{x | default: none}}", "x"),
    ("{{person.vCard}}", "phone"), ("{{name}}", nil), ("{{other}}", nil),
  ])
  func `what is no value is an error with its place where it is shown, and only there`(
    text: String, field: String?
  ) throws {
    let binder = try Binder(
      template(#"{ "format": 1, "front": { "kind": "label", "text": "\#(text)" } }"#))
    let place = DataPlace(file: "a.xlsx", line: 2, column: 3)
    let record = Record([
      Record.Field("name", .text("Ada")),
      Record.Field("x", .fault("It is wrong."), place: place),
      Record.Field("phone", .fault("It is wrong."), place: place),
    ])
    func error() -> BindingError? {
      do throws(BindingError) {
        _ = try binder.bind(record)
        return nil
      } catch { return error }
    }
    #expect(error()?.field == field)
    #expect(error()?.message == field.map { _ in "It is wrong." })
    #expect(error()?.location == field.map { _ in place })
  }

  @Test
  func `a condition and a row on what is no value are errors, and so is a field that is asked for`()
    throws
  {
    let fronts = [
      #""front": { "kind": "label", "text": "a", "when": { "present": "x" } }"#,
      #""front": { "kind": "table", "columns": ["fitting", "flexible"], "rows": [{"#
        + #""title": "{{title}}", "value": "{{value}}", "each": "person.rows" }] }"#,
      #""fields": [{ "name": "x", "type": "date" }], "front": { "kind": "label", "text": "a" }"#,
    ]
    let record = Record([
      Record.Field("x", .fault("It is wrong.")), Record.Field("email", .fault("It is wrong.")),
    ])
    for front in fronts {
      let binder = try Binder(template("{ \"format\": 1, \(front) }"))
      #expect(throws: BindingError.self, "\(front)") { try binder.bind(record) }
    }
  }

  @Test func `an unknown field has its line and the nearest name`() {
    let text = badge.replacing("at {{company}}", with: "at {{compani}}")
    let problems = TemplateFile.check(Array(text.utf8)).problems
    #expect(problems.map(\.position.line) == [7])
    #expect(problems.first?.path == "front.children[1].text")
    #expect(problems.first?.hint?.hasPrefix("Did you mean 'company'?") == true)
  }

  @Test func `parts that contain one another are an error that shows the loop`() {
    let text = """
      { "format": 1, "parts": { "A": { "kind": "component", "name": "B" },
        "B": { "kind": "component", "name": "A" } },
        "front": { "kind": "component", "name": "A" } }
      """
    let problems = TemplateFile.check(Array(text.utf8)).problems
    #expect(problems.first?.message == "The part 'A' contains itself: 'A' → 'B' → 'A'.")
  }
}
