import CardFixtures
import Cardstock
import Foundation
import Testing

struct IdentityCardTests {
  private func texts(_ node: Node) -> [String] {
    switch node {
    case .label(let label): [label.text]
    case .picture(let picture): [picture.source?.text, picture.placeholder?.text].compactMap { $0 }
    case .stack(let stack): stack.children.flatMap(texts)
    case .box(let box): texts(box.child)
    case .table(let table): table.rows.flatMap { $0.cells.flatMap { texts($0.content) } }
    default: []
    }
  }

  @Test func `another person leaves nothing of the one before`() {
    var card = IdentityCard(PersonDetailsTests.ada)
    let grace = PersonDetails(name: "Grace Hopper", company: "US Navy")
    card.load(grace)
    #expect(card.person == grace)
    #expect(card.card == IdentityCard(grace).card)
    #expect(
      texts(card.card.front) == ["Grace Hopper", "Grace Hopper", "Company", "US Navy"])
  }

  @Test(arguments: [
    CardSize.cr80, CardSize.cr80.turned, .a6, CardSize(width: .mm(150), height: .mm(25)),
    CardSize(width: .mm(30), height: .mm(150)),
  ])
  func `every detail is on the card in any bounds`(size: CardSize) {
    let found = texts(IdentityCard(PersonDetailsTests.ada, size: size).card.front)
    for row in PersonDetailsTests.ada.rows() {
      #expect(found.contains(row.title))
      #expect(found.contains(row.value))
    }
  }

  private func guide(_ scale: Double) -> StyleGuide {
    var guide = StyleGuide.standard
    guide.types = guide.types.mapValues { type in
      TypeStyle(
        type.face, size: type.size * scale, lineHeight: type.lineHeight,
        letterSpacing: type.letterSpacing)
    }
    return guide
  }

  /// Another guide's lines are budgeted by its own sizes: what has room is not cut, and what has
  /// none is told.
  @Test(
    arguments: [0.7, 1, 1.25],
    [
      CardSize.cr80, CardSize.cr80.turned, .a6, .a6.turned,
      CardSize(width: .mm(150), height: .mm(25)),
    ])
  func `the sizes are those of the style guide in use`(scale: Double, size: CardSize) throws {
    var options = CardRenderer.Options()
    options.assetsFolder = CardFixtures.url("people").path
    let renderer = try CardRenderer(options: options)
    let card = IdentityCard(PersonDetailsTests.ada, size: size, styleGuide: guide(scale)).card
    let frame = try renderer.layout(card)
    let told = frame.findings.filter { $0.severity > .note && $0.code != .coarsePicture }
    let isRoomy = scale <= 1 || size.width.value >= 105 && size.height.value >= 105
    if isRoomy { #expect(told == [], "\(told.map(\.message))") }
    for text in frame.texts where text.text.contains("@") {
      #expect(text.size <= 12 * scale + 0.01)
    }
    let outside = frame.printFindings(safeArea: 8)
    #expect(outside == [], "\(outside.map(\.message))")
  }

  /// The lines that a table's values may take, by the row's value.
  private func lines(_ node: Node) -> [Int] {
    switch node {
    case .stack(let stack): stack.children.flatMap(lines)
    case .box(let box): lines(box.child)
    case .table(let table):
      table.rows.compactMap { row in
        guard case .label(let label)? = row.cells.last?.content,
          case .shrink(_, let lines, _, _) = label.fit
        else { return nil }
        return lines
      }
    default: []
    }
  }

  @Test func `a smaller type leaves room for second lines, and a larger one takes it`() {
    let person = PersonDetails(
      name: "Ada", address: "1\n2\n3", phone: "1",
      email: String(repeating: "long.", count: 12) + "@example.org",
      company: String(repeating: "Engines ", count: 9))
    func total(_ scale: Double) -> Int {
      lines(IdentityCard(person, styleGuide: guide(scale)).card.front).reduce(0, +)
    }
    #expect(total(0.7) >= total(1))
    #expect(total(1) > total(2.2))
    #expect(total(4) == 4)
  }

  @Test func `a name is data and never a template`() {
    let card = IdentityCard(PersonDetails(name: "{{name}}")).card
    #expect(card == IdentityCard(PersonDetails(name: "{{name}}")).card)
    guard case .box(let box) = card.front else { return }
    #expect(String(describing: box.child).contains("literal"))
    #expect(!String(describing: box.child).contains("template"))
  }
}
