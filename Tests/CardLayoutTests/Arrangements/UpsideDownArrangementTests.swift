import CardLayout
import CardModel
import Testing

struct UpsideDownArrangementTests {
  private func frame(_ padding: EdgeLengths) throws -> Frame {
    let label = Label("ab", style: .ten).padding(padding)
    var box = Box(label)
    box.isUpsideDown = true
    box.width = .pt(100)
    box.height = .pt(40)
    box.anchor = .topLeading
    return try LayoutEngine.fake().layout(box.node, in: Proposal(width: 100, height: 40))
  }

  @Test func `what is upside down is a group that items do not know of`() throws {
    let frame = try frame(EdgeLengths())
    #expect(
      frame.dump == """
        frame 100 × 40
          group 0,0 100 × 40 mounted, turned by 180°
            text 0,0 10 × 12 ten.black 10 pt
              0,9 10 'ab'

        """)
    guard case .group(let group) = frame.items[0].item else {
      Issue.record("no group")
      return
    }
    #expect(group.seenItems(in: frame.items[0].size)[0].bounds.maxX == 100)
    #expect(group.seenItems(in: frame.items[0].size)[0].bounds.maxY == 40)
  }

  @Test(arguments: [false, true])
  func `what sticks out is found on the side where it is seen`(isUpsideDown: Bool) throws {
    var box = Box(Label("ab", style: .ten).padding(EdgeLengths(leading: .pt(-5))))
    box.isUpsideDown = isUpsideDown
    box.width = .pt(50)
    box.anchor = .leading
    let card = Card(
      size: CardSize(width: .pt(100), height: .pt(40)),
      styleGuide: LayoutEngine.fake().styleGuide, front: box.node)
    // Upright it leaves the card at the left; upside down it reaches into the other half.
    let frame = try LayoutEngine.fake().layout(card)
    #expect(frame.codes.contains(.outsideCard) == !isUpsideDown)
  }
}
