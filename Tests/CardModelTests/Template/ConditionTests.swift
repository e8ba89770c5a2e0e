import Testing

@testable import CardModel

struct ConditionTests {
  private let record = Record([
    .init("role", .text("speaker")), .init("blank", .text("  ")), .init("vip", .text("no")),
    .init("tags", .list([.text("a"), .text("b")])), .init("empty", .list([])),
    .init("address", .group(Record([.init("city", .text("London"))]))),
    .init("flag", .boolean(true)), .init("zero", .number("0")),
  ])

  private func holds(_ condition: Condition) throws -> Bool {
    let template = Template(
      fields: ["role", "blank", "tags", "empty", "address", "none", "zero"]
        .map { TemplateField($0) }
        + [TemplateField("vip", .boolean), TemplateField("flag", .boolean)],
      front: Conditional(when: condition, then: Label("yes"), otherwise: Label("no").node).node)
    guard case .label(let label) = try Binder(template).bind(record).card.front else {
      return false
    }
    return label.text == "yes"
  }

  @Test(arguments: [
    (Condition.present("role"), true), (.present("blank"), false), (.present("none"), false),
    (.present("empty"), false), (.present("tags"), true), (.present("vip"), false),
    (.present("flag"), true), (.present("zero"), true), (.present("address.city"), true),
    (.present("address.street"), false),
    (.empty("role"), false), (.empty("blank"), true), (.empty("none"), true),
    (.equals("role", "speaker"), true), (.equals("role", "Speaker"), false),
    (.equals("none", ""), true), (.equals("tags", "b"), true), (.equals("tags", "c"), false),
    (.equals("flag", "true"), true), (.equals("address.city", "London"), true),
    (.among("role", ["guest", "speaker"]), true), (.among("role", []), false),
    (.among("none", ["", "x"]), true),
    (.and([.present("role"), .present("none")]), false), (.and([.present("role")]), true),
    (.and([]), true),
    (.or([.present("role"), .present("none")]), true), (.or([.present("none")]), false),
    (.or([]), false),
    (.not(.present("none")), true), (.not(.not(.present("none"))), false),
    (.and([.or([.empty("none"), .present("none")]), .not(.equals("role", "guest"))]), true),
  ])
  func `a condition holds where it says so`(condition: Condition, isHeld: Bool) throws {
    #expect(try holds(condition) == isHeld)
  }

  @Test func `a condition of a file is the one of code`() throws {
    let text = """
      { "and": ["role", { "field": "role", "in": ["a", "b"] }, { "not": { "empty": "x" } },
        { "or": [{ "field": "y", "equals": "1" }, { "present": "z" }] }] }
      """
    let json = try JSONReader.read(Array(text.utf8))
    #expect(
      JSONForm<Condition>.condition.read(json).value
        == .and([
          .present("role"), .among("role", ["a", "b"]), .not(.empty("x")),
          .or([.equals("y", "1"), .present("z")]),
        ]))
  }
}
