import CardModel
import Foundation
import Testing

struct NodeFormTests {
  static let built: Node =
    Stack(.horizontal, alignment: .firstBaseline, spacing: .mm(3), id: "body") {
      Picture("{{photo}}", focus: .center, placeholder: "{{name|initials}}")
        .clipped(to: .circle, border: Border(.pt(1), .grey3))
        .frame(width: .mm(24), height: .mm(24))
      Stack(.vertical, alignment: .leading) {
        Label("{{name}}", style: .h1(), fit: .shrink(to: 10, lines: 2), id: "name")
        Label("{{name}}", style: .h1(), fit: .shrink(to: 10, batch: 0.95), id: "shared")
        Label(runs: [Run("Dr. ", .caption(.grey2)), Run("{{name}}", .h2())])
        Label("{{ not a field }}" as String, style: .body(.named("accent")))
        Table(
          columns: [.fitting, .flexible, .fixed(.mm(20)), .percent(30)],
          cellPadding: .symmetric(horizontal: .pt(2)), rule: Border(.pt(0.5), .grey3)
        ) {
          Row("Phone", "{{phone}}")
          Row(
            cells: [Cell(Label("x"), columns: 2, alignment: .topTrailing)],
            when: .and([.present("a"), .not(.equals("b", "c")), .among("d", ["e", "f"])]),
            each: "list")
        }
        Repeat(
          each: "talks",
          Conditional(
            when: .empty("room"),
            then: Label("{{title}}").padding(.mm(1)).fill(.grey3, outline: .rounded(.mm(1)))))
        Conditional(when: .present("x"), then: Label("a"), otherwise: Label("b").node)
        Repeat(each: "a", Repeat(each: "b", Label("x")))
        Conditional(when: .present("x"), then: Repeat(each: "b", Label("x")))
        Conditional(when: .present("x"), then: Conditional(when: .present("y"), then: Spacer()))
        Box(Label("boxed"))
        Box(Label("boxed").padding(.pt(1)), id: "b").padding(.pt(2)).frame(maxWidth: .infinity)
        Shape.line(.vertical).frame(height: .pt(20)).priority(2)
        Shape.rectangle(.black, corner: .pt(2)).fill(.white).border(.pt(1), .black)
        Picture("logo.png").clipped(to: .ellipse).border(.pt(1), .white, outline: .capsule)
        Barcode(.code128, "{{id}}", minimumModule: .mm(0.4), quietZone: false, id: "code")
        Component("FancyBadge", fields: ["name": "{{name|upper}}"], id: "part")
        Spacer(minimum: .zero)
        Label("{{name}}", fit: .shrink(to: 8, lines: 2, oneLineTo: 12)).upsideDown()
        Stack(.overlay, alignment: .bottomTrailing) {
          Label("a", alignment: .right).opacity(0.5)
            .alignmentGuide(.firstBaseline, at: .pt(3))
            .background(
              Shape(.area(.rectangle), fill: .gradient(Gradient(from: .black, to: .white))))
        }
      }
    }.node

  @Test func `what is written is read as the same tree`() throws {
    let text = JSONForm<Node>.node.written(Self.built).text(pretty: true)
    let (decoded, problems) = JSONForm<Node>.node.read(try JSONReader.read(Array(text.utf8)))
    #expect(problems == [])
    #expect(decoded == Self.built)
  }

  @Test func `the coders of Foundation give the same tree`() throws {
    let data = try JSONEncoder().encode(Self.built)
    #expect(try JSONDecoder().decode(Node.self, from: data) == Self.built)
  }

  @Test func `a frame stands in the node's own object`() {
    let node = Label("Ann", style: .h1()).padding(.mm(2)).node
    #expect(
      JSONForm<Node>.node.written(node).text()
        == #"{"kind":"label","text":"Ann","style":"h1.black","padding":"2mm"}"#)
  }

  @Test func `a tree written by hand is the tree built in Swift`() throws {
    let text = """
      { // a comment
        "kind": "vertical", "alignment": "leading", "spacing": "1mm",
        "children": [
          { "kind": "label", "text": "{{name}}", "style": "h1", "when": "name" },
          { "kind": "table", "columns": ["fitting", "flexible"],
            "rows": [ { "title": "Phone", "value": "{{phone}}" }, ] },
        ],
      }
      """
    let built = Stack(.vertical, alignment: .leading, spacing: .mm(1)) {
      Conditional(when: .present("name"), then: Label("{{name}}", style: .h1()))
      Table(columns: [.fitting, .flexible]) { Row("Phone", "{{phone}}") }
    }.node
    let json = try JSONReader.read(Array(text.utf8), options: .relaxed)
    #expect(JSONForm<Node>.node.read(json).value == built)
  }

  @Test func `every problem is listed with its place and the name that was meant`() throws {
    let text = """
      { "kind": "vertical", "children": [
        { "kind": "lable", "text": "a" },
        { "kind": "label", "text": 3, "stile": "h1" },
        { "kind": "picture", "fit": "covr", "width": "3 inches" },
        { "text": "b" }
      ] }
      """
    let (value, problems) = JSONForm<Node>.node.read(try JSONReader.read(Array(text.utf8)))
    #expect(value == nil)
    #expect(
      problems.map { "\($0.position) \($0.path): \($0.message) \($0.hint?.prefix(21) ?? "")" }
        == [
          "2:13 children[0]: The kind 'lable' is unknown. Did you mean 'label'?",
          "3:30 children[1].text: A text was expected, but this is a number. Write it in double qu",
          "3:33 children[1]: The label has no part 'stile'. Did you mean 'style'?",
          "4:31 children[2].fit: The fit 'covr' is unknown. Did you mean 'cover'?",
          "4:48 children[2].width: '3 inches' is not a length. Write it like '3mm': ",
          "5:3 children[3]: The node has no 'kind'. There are 'label', 'p",
        ].map { $0 })
  }

  @Test func `a colour by its digits and a border in parts are told how they are written`() throws {
    let text = """
      { "kind": "picture", "source": "a.jpg", "border": { "width": "1mm", "color": "grey1" } }
      """
    let border = JSONForm<Node>.node.read(try JSONReader.read(Array(text.utf8))).problems
    #expect(border.map(\.hint) == ["Write it like '0.5pt grey3'."])
    let fill = "{ \"kind\": \"shape\", \"fill\": \"#AB1234\" }"
    let color = JSONForm<Node>.node.read(try JSONReader.read(Array(fill.utf8))).problems
    #expect(color.map(\.message) == ["'#AB1234' is not a colour's name."])
    #expect(
      color.map(\.hint)
        == ["Give '#AB1234' a name in the style guide's \"colors\", and write that here."])
  }

  @Test func `depth and count meet their limits`() {
    var deep = JSONValue.object([("kind", .string("spacer"))])
    for _ in 0..<NodeLimits.depth {
      deep = .object([("kind", .string("vertical")), ("children", .array([deep]))])
    }
    #expect(
      JSONForm<Node>.node.read(deep).problems.first?.message
        == "The nodes are nested deeper than 200 levels.")
    let spacer = JSONValue.object([("kind", .string("spacer"))])
    let wide = JSONValue.object([
      ("kind", .string("vertical")),
      ("children", .array(Array(repeating: spacer, count: NodeLimits.count))),
    ])
    #expect(
      JSONForm<Node>.node.read(wide).problems.map(\.message) == [
        "There are more than 100000 nodes."
      ])
  }
}
