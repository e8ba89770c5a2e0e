import Cardstock
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

  @Test func `a name is data and never a template`() {
    let card = IdentityCard(PersonDetails(name: "{{name}}")).card
    #expect(card == IdentityCard(PersonDetails(name: "{{name}}")).card)
    guard case .box(let box) = card.front else { return }
    #expect(String(describing: box.child).contains("literal"))
    #expect(!String(describing: box.child).contains("template"))
  }
}
