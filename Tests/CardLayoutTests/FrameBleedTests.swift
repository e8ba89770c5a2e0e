import CardLayout
import CardModel
import Foundation
import Testing

@Suite struct FrameBleedTests {
  /// The lines of the dump of a card of 100 × 50 pt with a bleed of 9 pt, without its background.
  private func dump(_ node: some NodeConvertible) throws -> [String] {
    var card = Card(size: CardSize(width: .pt(100), height: .pt(50)), front: node.node)
    card.bleed = .pt(9)
    return try LayoutEngine.fake().layout(card).dump.split(separator: "\n").dropFirst(2)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func `the background lies on the trim and bleeds on all sides`() throws {
    var card = Card(size: CardSize(width: .pt(100), height: .pt(50))) { Spacer() }
    card.bleed = .pt(9)
    let dump = try LayoutEngine.fake().layout(card).dump
    #expect(
      dump.contains("0,0 100 × 50 fill #FFFFFF bleeds left 9 top 9 right 9 bottom 9"), "\(dump)")
    card.bleed = .zero
    #expect(try !LayoutEngine.fake().layout(card).dump.contains("bleeds"))
  }

  @Test func `a band at the head is carried on at three edges`() throws {
    let band = Shape.rectangle(.black).frame(width: .pt(100), height: .pt(20))
    #expect(
      try dump(band) == ["rectangle 0,0 100 × 20 fill #111111 bleeds left 9 top 9 right 9"])
  }

  @Test func `what ends within the card, or at a round or lined edge, is not carried on`() throws {
    for node in [
      Shape.rectangle(.black).frame(width: .pt(80), height: .pt(20)).padding(.pt(5)).node,
      Shape.ellipse(.black).frame(width: .pt(100), height: .pt(50)).node,
    ] {
      #expect(try !dump(node).joined().contains("bleeds"))
    }
    let lined = Shape.rectangle(.black, stroke: Border(.pt(1), .grey1))
    #expect(try !dump(lined).joined().contains("bleeds"))
    #expect(try !dump(Label("Ada", style: .h3())).joined().contains("bleeds"))
  }

  @Test func `a rule from edge to edge is carried on along itself`() throws {
    let rule = Stack(.vertical, spacing: .zero) {
      Spacer()
      Shape.line(width: .pt(1), color: .black)
    }
    let lines = try dump(rule)
    #expect(lines.count == 1 && lines[0].hasSuffix("bleeds left 9 right 9"), "\(lines)")
  }

  @Test func `what reaches into the bleed is carried on by the rest`() throws {
    let wide = Shape.rectangle(.black).frame(width: .pt(104), height: .pt(20))
    #expect(
      try dump(wide) == ["rectangle 0,0 104 × 20 fill #111111 bleeds left 9 top 9 right 5"])
  }

  @Test func `a square clip at the trim lets its content into the bleed`() throws {
    let box = Picture("400x400", fit: .cover).frame(width: .pt(50), height: .pt(50))
      .clipped(to: .rectangle)
    let lines = try dump(box)
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasSuffix("bleeds left 9 top 9 bottom 9") })
  }

  @Test func `what stands upside down is carried on where it is seen`() throws {
    var box = Box(Shape.rectangle(.black).frame(width: .pt(100), height: .pt(20)).node)
    box.isUpsideDown = true
    box.width = .pt(100)
    box.height = .pt(50)
    box.anchor = .topLeading
    // Its own head lies at the foot of the card.
    let lines = try dump(box)
    #expect(lines.last?.hasSuffix("bleeds left 9 top 9 right 9") == true, "\(lines)")
  }
}
