import CardModel
import Testing

@testable import CardLayout

@Suite struct LayoutTraceTests {
  private func traced(_ node: some NodeConvertible) throws -> (trace: LayoutTrace, frame: Frame) {
    let trace = LayoutTrace()
    let engine = LayoutEngine(
      measuring: FakeMeasurer(), pictures: FakePictures(), codes: FakeCodes(), trace: trace)
    return (trace, try engine.layout(node.node, in: Proposal(width: 200, height: 100)))
  }

  private static let tree = Stack(.vertical, alignment: .leading, spacing: .pt(2), id: "column") {
    Label("Ada", style: .h3(), id: "name")
    Shape.rectangle(.black).frame(width: .pt(43), height: .pt(5)).padding(.pt(1))
    Picture("600x800", fit: .contain, id: "photo").frame(height: .pt(40)).opacity(0.5)
    Spacer()
  }

  @Test func `a trace changes nothing of the layout`() throws {
    let (_, frame) = try traced(Self.tree)
    let plain = try LayoutEngine(
      measuring: FakeMeasurer(), pictures: FakePictures(), codes: FakeCodes()
    ).layout(Self.tree.node, in: Proposal(width: 200, height: 100))
    #expect(frame == plain)
  }

  @Test func `each place has the answer that it was given for`() throws {
    let (trace, _) = try traced(Self.tree)
    #expect(!trace.placements.isEmpty)
    for placement in trace.placements {
      let answer = trace.answer(
        of: placement.path, kind: placement.kind, to: placement.proposal)
      #expect(answer?.size == placement.bounds.size, "\(placement)")
      #expect(answer?.rule.hasSuffix(".") == true)
    }
  }

  @Test func `places are those on the side, also inside of groups`() throws {
    let (trace, _) = try traced(Self.tree)
    let photo = trace.placements.first { $0.id == "photo" }
    #expect(photo?.bounds == Rect(x: 0, y: 25.4, width: 30, height: 40))
  }

  @Test(arguments: [
    ("frame", "Width: fixed at 43. Height: fixed at 5."),
    ("padding", "The child's 43 × 5 and the padding: 1 + 1 across, 1 + 1 down."),
    ("vertical", "Down, 100 is offered: #name takes 14.4"),
    ("label", "At 12 pt it takes one line, as large as it is"),
    ("spacer", "It takes what its siblings leave along the stack."),
    ("picture", "It is as large as what is offered holds without changing its proportions."),
  ])
  func `the rule that decided is told`(kind: String, rule: String) throws {
    let (trace, _) = try traced(Self.tree)
    let rules = trace.placements.filter { $0.kind == kind }.compactMap {
      trace.answer(of: $0.path, kind: $0.kind, to: $0.proposal)?.rule
    }
    #expect(rules.contains { $0.hasPrefix(rule) }, "\(rules)")
  }

  @Test func `a place in a group that is upside down is the one where it is seen`() throws {
    var half = Box(
      Stack(.vertical, alignment: .leading) {
        Box(Shape.rectangle(.black).frame(width: .pt(10), height: .pt(10)), id: "mark")
        Spacer()
      }.node)
    half.isUpsideDown = true
    half.width = .pt(100)
    half.height = .pt(50)
    let (trace, _) = try traced(half.node)
    let mark = try #require(trace.placements.first { $0.id == "mark" })
    #expect(mark.bounds == Rect(x: 45, y: 40, width: 10, height: 10))
    #expect(trace.answers.contains { $0.kind == "upsideDown" && $0.rule.contains("half a turn") })
  }
}
