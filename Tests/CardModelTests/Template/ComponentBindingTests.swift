import Testing

@testable import CardModel

struct ComponentBindingTests {
  private func template(_ text: String) throws -> Template {
    let json = try JSONReader.read(Array(text.utf8), options: .relaxed)
    return try #require(JSONForm<Template>.template.read(json).value)
  }

  private func texts(_ node: Node) -> [String] {
    switch node {
    case .label(let label): [label.text]
    case .stack(let stack): stack.children.flatMap(texts)
    case .box(let box): texts(box.child)
    default: []
    }
  }

  private func bound(
    _ text: String, _ components: [String: String], _ fields: [Record.Field]
  ) throws -> Card {
    try Binder(TemplateSet(template(text), components: components.mapValues(template)))
      .bind(Record(fields)).card
  }

  private let badge = """
    { "format": 1, "fields": [{ "name": "name", "required": true },
      { "name": "since", "type": "date" }, { "name": "role", "default": "Guest" }],
      "front": { "kind": "vertical", "children": [
        { "kind": "label", "text": "{{name}} {{since | date: yyyy}} {{role}}" } ] } }
    """

  @Test func `a component sees its own fields and no others`() throws {
    let outer = """
      { "format": 1, "fields": [{ "name": "full" }, { "name": "company" }],
        "front": { "kind": "component", "name": "Badge", "fields": { "name": "{{full}}" } } }
      """
    let fields: [Record.Field] = [
      .init("full", .text("Ada")), .init("company", .text("Engines")),
    ]
    #expect(try texts(bound(outer, ["Badge": badge], fields).front) == ["Ada Guest"])
    let curious = badge.replacing("{{role}}", with: "{{company}}")
    let error = #expect(throws: TemplateError.self) {
      try bound(outer, ["Badge": curious], fields)
    }
    #expect(error?.message == "The field 'company' is unknown.")
  }

  @Test func `a component that lists no fields sees all around it`() throws {
    let card = try bound(
      """
      { "format": 1, "fields": [{ "name": "team" }], "front": { "kind": "vertical", "children": [
        { "kind": "component", "name": "Any", "each": "team", "fields": { "role": "x" } }] } }
      """,
      [
        "Any": """
        { "format": 1, "front": { "kind": "label", "text": "{{name}} {{role}} {{team}}" } }
        """
      ],
      [.init("team", .list([.group(Record([.init("name", .text("Ada"))]))]))])
    #expect(texts(card.front) == ["Ada x"])
  }

  @Test func `a field that is not given is the one of the same name`() throws {
    let card = try bound(
      """
      { "format": 1, "fields": [{ "name": "name" }, { "name": "role" },
        { "name": "since", "type": "date", "format": "d/M/yyyy" }],
        "front": { "kind": "component", "name": "Badge" } }
      """, ["Badge": badge],
      [
        .init("name", .text("Ada")), .init("role", .text("Speaker")),
        .init("since", .text("1/6/2024")),
      ])
    #expect(texts(card.front) == ["Ada 2024 Speaker"])
  }

  @Test func `a day goes in as the day it is, whatever the format outside`() throws {
    let card = try bound(
      """
      { "format": 1, "fields": [{ "name": "name" },
        { "name": "joined", "type": "date", "format": "d/M/yyyy" }],
        "front": { "kind": "component", "name": "Day", "fields": { "day": "{{joined}}" } } }
      """,
      [
        "Day": """
        { "format": 1, "fields": [{ "name": "day", "type": "date", "format": "yyyy/MM/dd" }],
          "front": { "kind": "label", "text": "{{day | date: long}}" } }
        """
      ],
      [.init("joined", .text("1/6/2024"))])
    #expect(texts(card.front) == ["June 1, 2024"])
  }

  @Test func `a list goes in as a list`() throws {
    let card = try bound(
      """
      { "format": 1, "fields": [{ "name": "tags" }],
        "front": { "kind": "component", "name": "List", "fields": { "entries": "{{tags}}" } } }
      """,
      [
        "List": """
        { "format": 1, "fields": [{ "name": "entries" }], "front": { "kind": "vertical",
          "children": [{ "kind": "label", "text": "{{value}}", "each": "entries" }] } }
        """
      ], [.init("tags", .list([.text("a"), .text("b")]))])
    #expect(texts(card.front) == ["a", "b"])
  }

  private let everything = """
    { "format": 1, "fields": [{ "name": "tags", "list": true }, { "name": "day", "type": "date" },
        { "name": "days", "type": "date", "list": true }, { "name": "height", "type": "number" },
        { "name": "vip", "type": "boolean" }, { "name": "seats", "list": true }],
      "front": { "kind": "vertical", "children": [
        { "kind": "label", "text": "{{value}}", "each": "tags" },
        { "kind": "label", "text": "{{day}} {{days | date: yyyy}}" },
        { "kind": "label", "text": "{{height | number: 2}}" },
        { "kind": "label", "text": "VIP", "when": "vip" },
        { "kind": "label", "text": "{{row}}{{seat}}", "each": "seats" } ] } }
    """

  @Test func `a file gives a component lists, days, numbers and objects as they are`() throws {
    let card = try bound(
      """
      { "format": 1, "fields": [{ "name": "role" }, { "name": "more", "list": true }],
        "front": { "kind": "component", "name": "All", "fields": {
          "tags": ["a", "{{role}}!", { "literal": "{{b}}" }, "{{more}}"], "day": "2024-06-01",
          "days": ["2024-06-01", "1815-12-10"], "height": 1.5, "vip": true,
          "seats": [{ "row": "B", "seat": 7 }, { "row": "{{role}}", "seat": 8 }] } } }
      """, ["All": everything],
      [.init("role", .text("Guest")), .init("more", .list([.text("x"), .text("y")]))])
    #expect(
      texts(card.front) == [
        "a", "Guest!", "{{b}}", "x", "y", "Jun 1, 2024 2024, 1815", "1.50", "VIP", "B7", "Guest8",
      ])
  }

  @Test func `what Swift gives is data, of every type`() throws {
    let values: [String: (any ComponentValueConvertible)?] = [
      "tags": ["a", "{{b}}"], "day": CalendarDay("2024-06-01"),
      "days": [CalendarDay("2024-06-01"), CalendarDay("1815-12-10")].compactMap(\.self),
      "height": 1.5, "vip": true, "missing": nil as String?,
      "seats": [Record([.init("row", .text("B")), .init("seat", .number("7"))])],
    ]
    let component = Component("All", fields: values.compactMapValues { $0?.componentValue })
    let template = Template(front: component.node)
    // The same once it is written in a file and read again.
    let json = JSONForm<Node>.node.written(component.node)
    #expect(JSONForm<Node>.node.read(json).value == component.node)
    let set = TemplateSet(template, components: ["All": try self.template(everything)])
    let card = try Binder(set).bind(Record()).card
    #expect(
      texts(card.front) == [
        "a", "{{b}}", "Jun 1, 2024 2024, 1815", "1.50", "VIP", "B7",
      ])
  }

  @Test(arguments: [
    (3.0, "3"), (1.65, "1.65"), (-0.5, "-0.5"), (1e20, "1e+20"), (.nan, "nan"), (.infinity, "inf"),
  ])
  func `a number of Swift is written in its shortest digits`(number: Double, text: String) {
    #expect(number.componentValue.fieldValue.text == text)
  }

  @Test func `an object that could be taken for a text is none`() {
    let values: [ComponentValue] = [
      ["a", 1, true, ["b"]], .text(.literal("{{a}}")), .group(["literal": "x"]),
      .group(["literal": .text(.literal("{{x}}"))]), .group(["literal": 3]), .group([:]), .list([]),
    ]
    for value in values {
      let json = JSONForm<ComponentValue>.componentValue.written(value)
      #expect(JSONForm<ComponentValue>.componentValue.read(json).value == value, "\(json.text())")
    }
  }

  @Test func `a part is given lists, days and truth as they are, too`() throws {
    let card = try bound(
      """
      { "format": 1, "fields": [{ "name": "tags", "list": true }, { "name": "vip", "type": "boolean" },
          { "name": "born", "type": "date", "format": "d/M/yyyy" }],
        "parts": { "part": { "kind": "vertical", "children": [
          { "kind": "label", "text": "{{value}}", "each": "entries" },
          { "kind": "label", "text": "{{day | date: yyyy}}, {{day}}" },
          { "kind": "label", "text": "VIP", "when": "isVip" },
          { "kind": "label", "text": "{{value}}", "each": "own" } ] } },
        "front": { "kind": "component", "name": "part", "fields": {
          "entries": "{{tags}}", "day": "{{born}}", "isVip": "{{vip}}", "own": ["x", 3] } } }
      """, [:],
      [
        .init("tags", .list([.text("a"), .text("b")])), .init("vip", .text("no")),
        .init("born", .text("1/6/2024")),
      ])
    #expect(texts(card.front) == ["a", "b", "2024, Jun 1, 2024", "x", "3"])
  }

  @Test func `a component takes the fields of a list's entry`() throws {
    let card = try bound(
      """
      { "format": 1, "fields": [{ "name": "team" }], "front": { "kind": "vertical", "children": [
        { "kind": "component", "name": "Badge", "each": "team" }] } }
      """, ["Badge": badge],
      [
        .init(
          "team",
          .list([
            .group(Record([.init("name", .text("Ada"))])),
            .group(Record([.init("name", .text("Grace")), .init("role", .text("Admiral"))])),
          ]))
      ])
    #expect(texts(card.front) == ["Ada Guest", "Grace Admiral"])
  }

  @Test func `a component without what it needs is an error that names both`() {
    let outer = """
      { "format": 1, "fields": [{ "name": "name" }],
        "front": { "kind": "component", "name": "Badge" } }
      """
    let error = #expect(throws: BindingError.self) { try bound(outer, ["Badge": badge], []) }
    #expect(error?.message == "The component 'Badge' needs 'name', and there is none.")
    let wrong = #expect(throws: BindingError.self) {
      try bound(
        outer, ["Badge": badge],
        [.init("name", .text("A")), .init("since", .text("yesterday"))])
    }
    #expect(
      wrong?.message == "The field 'since' of the component 'Badge' should be a day of the "
        + "calendar, but this is 'yesterday'.")
  }

  @Test func `a component's own style holds inside of it alone`() throws {
    let card = try bound(
      """
      { "format": 1, "front": { "kind": "vertical", "children": [
        { "kind": "label", "text": "out", "style": "h1.grey1" },
        { "kind": "component", "name": "Big" } ] } }
      """,
      [
        "Big": """
        { "format": 1, "styleGuide": { "types": { "h1": { "size": 40 }, "big": { "size": 50 } },
          "colors": { "grey1": "#FF0000" } },
          "front": { "kind": "vertical", "children": [
            { "kind": "label", "text": "in", "style": "h1.grey1", "id": "in" },
            { "kind": "label", "text": "own", "style": "big.black", "id": "own" } ] } }
        """
      ], [])
    let inner = try card.label("in").style
    #expect(card.styleGuide.types[.h1]?.size == 24)
    #expect(card.styleGuide.types[inner.type]?.size == 40)
    #expect(card.styleGuide.colors[inner.color] == Color(red: 255, green: 0, blue: 0))
    #expect(card.styleGuide.colors[.grey1] == Color(red: 0x4A, green: 0x4A, blue: 0x4A))
    #expect(try card.label("own").style == LabelStyle(.named("big")))
  }

  @Test func `a component without a style has that of the card`() throws {
    let card = try bound(
      """
      { "format": 1, "styleGuide": { "types": { "h1": { "size": 40 } } },
        "front": { "kind": "component", "name": "Plain" } }
      """,
      [
        "Plain": """
        { "format": 1, "front": { "kind": "label", "text": "in", "style": "h1", "id": "in" } }
        """
      ], [])
    #expect(try card.styleGuide.types[card.label("in").type]?.size == 40)
  }

  @Test func `a set made in code is held to the same rules`() throws {
    let a = Template(front: Component("B").node)
    let b = Template(front: Component("A").node)
    let loop = #expect(throws: TemplateError.self) {
      try Binder(TemplateSet(a, components: ["A": a, "B": b]))
    }
    #expect(loop?.message == "The component 'B' contains itself: 'B' → 'A' → 'B'.")
    #expect(throws: TemplateError.self) { try Binder(a) }
  }
}
