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
