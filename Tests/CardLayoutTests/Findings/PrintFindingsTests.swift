import CardModel
import Testing

@testable import CardLayout

@Suite struct PrintFindingsTests {
  private func findings(
    _ node: some NodeConvertible, safeArea: Double = 8
  ) throws -> [Finding] {
    let card = Card(size: CardSize(width: .pt(200), height: .pt(100)), front: node.node)
    let engine = LayoutEngine(
      measuring: FakeMeasurer(), pictures: FakePictures(), codes: FakeCodes())
    return try engine.layout(card).printFindings(safeArea: safeArea)
  }

  @Test func `a text in the safe area is told with its distance from the trim`() throws {
    let near = try findings(Label("Ada", style: .h3(), id: "name").padding(.pt(4)))
    #expect(near.map(\.code) == [.outsideSafeArea])
    #expect(near.first?.id == "name")
    #expect(near.first?.message.contains("mm from the trim") == true)
    #expect(try findings(Label("Ada", style: .h3()).padding(.pt(8))) == [])
    #expect(try findings(Label("Ada", style: .h3()).padding(.pt(4)), safeArea: 3) == [])
  }

  @Test func `shapes and what sticks out of the card are told elsewhere`() throws {
    #expect(try findings(Shape.rectangle(.black)) == [])
    #expect(try findings(Label("Ada", style: .h3()).padding(.pt(-20))) == [])
  }

  @Test func `modules under the least of their symbology are told`() throws {
    var code = Barcode(.qr, .literal("x"))
    code.minimumModule = .pt(0.5)
    let small = code.frame(width: .pt(20), height: .pt(20)).padding(.pt(10))
    #expect(try findings(small).map(\.code) == [.smallModules])
    let large = code.frame(width: .pt(60), height: .pt(60)).padding(.pt(10))
    #expect(try findings(large) == [])
  }

  @Test func `a text on a code is told, one beside it is not`() throws {
    let code = Barcode(.qr, .literal("x")).frame(width: .pt(60), height: .pt(60))
    let pile = Stack(.overlay) {
      code
      Label("Ada", style: .h3())
    }.padding(.pt(10))
    #expect(try findings(pile).map(\.code) == [.codeCovered])
    let row = Stack(.horizontal) {
      code
      Label("Ada", style: .h3())
    }.padding(.pt(10))
    #expect(try findings(row) == [])
  }

  @Test func `what stands upside down is looked at where it is seen`() throws {
    // Its own top, which is far from the trim, is what is seen at the foot of the card.
    var box = Box(Label("Ada", style: .h3()).padding(EdgeLengths(top: .pt(1))))
    box.isUpsideDown = true
    box.width = .pt(200)
    box.height = .pt(100)
    box.anchor = .topLeading
    var pile = Box(box.node)
    pile.anchor = .topLeading
    let near = try findings(pile.node, safeArea: 20).map(\.code)
    #expect(near == [.outsideSafeArea])
  }
}
