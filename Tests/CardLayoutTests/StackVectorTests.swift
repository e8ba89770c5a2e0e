import CardLayout
import CardModel
import Testing

/// A stack, what it is proposed along its axis, and what its children shall get.
struct StackVector: Sendable, CustomTestStringConvertible {
  let name: String
  let spacing: Double
  let proposal: Double?
  let children: [Node]
  let sizes: [Double]
  let total: Double
  var testDescription: String { name }

  init(
    _ name: String, spacing: Double = 0, _ proposal: Double?, _ children: [Node],
    _ sizes: [Double], _ total: Double
  ) {
    self.name = name
    self.spacing = spacing
    self.proposal = proposal
    self.children = children
    self.sizes = sizes
    self.total = total
  }

  /// Something that takes from `least` to `most`, and `ideal` where nothing is proposed.
  static func flexible(
    _ least: Double, _ ideal: Double, _ most: Double, priority: Double? = nil
  ) -> Node {
    var box = Shape.rectangle(.black).frame(
      minWidth: .pt(least), idealWidth: .pt(ideal), maxWidth: .pt(most), maxHeight: .pt(10))
    box.priority = priority
    return box.node
  }

  static func fixed(_ width: Double) -> Node {
    Shape.rectangle(.black).frame(width: .pt(width), height: .pt(10)).node
  }

  /// One line of 80 points, or words of 40 and 36.
  static func text(priority: Double? = nil) -> Node {
    // A letter is 4 points wide: eight letters of 40 would leave no room for the space.
    var box = Box(Label("aaaaaaaaaa bbbbbbbbb", style: LabelStyle(.named("eight")), fit: .wrap()))
    box.priority = priority
    return box.node
  }

  static let all: [StackVector] = [
    StackVector(
      "V1", 300, Array(repeating: flexible(0, 10, .infinity), count: 3), [100, 100, 100], 300),
    StackVector(
      "V2", 150, [flexible(0, 10, 100), flexible(100, 100, .infinity)], [75, 100], 175),
    StackVector(
      "V3", 150, [flexible(0, 10, .infinity), text(), flexible(0, 10, .infinity)], [55, 40, 55],
      150),
    StackVector(
      "V3b", 150, [flexible(0, 10, .infinity), text(priority: 1), flexible(0, 10, .infinity)],
      [35, 80, 35], 150),
    StackVector("V4", 200, [fixed(50), Spacer().node, fixed(50)], [50, 50], 200),
    StackVector("V5", 90, [fixed(50), Spacer().node, fixed(50)], [50, 50], 108),
    StackVector("V6", 120, [text(), Spacer().node, text()], [40, 40], 120),
    StackVector(
      "V7", 100, [flexible(20, 50, .infinity), flexible(30, 60, 100, priority: 1)], [20, 80],
      100),
    StackVector(
      "V8", spacing: 10, 200,
      [fixed(40), flexible(0, 10, .infinity), flexible(0, 10, .infinity)], [40, 70, 70], 200),
    StackVector(
      "V9", spacing: 10, nil, [fixed(40), flexible(5, 25, .infinity), text()], [40, 25, 80], 165),
    StackVector(
      "V10", spacing: 10, 0, [fixed(40), flexible(5, 25, .infinity), text()], [40, 5, 40], 105),
    StackVector(
      "V12", 100, [flexible(10, 10, .infinity), flexible(60, 60, .infinity)], [40, 60], 100),
  ]
}

struct StackVectorTests {
  private var engine: LayoutEngine {
    var guide = StyleGuide.standard
    guide.types[.named("eight")] = TypeStyle(FontFace(family: "Fake"), size: 8)
    return LayoutEngine(
      styleGuide: guide, measuring: FakeMeasurer(), pictures: FakePictures(), codes: FakeCodes())
  }

  @Test(arguments: StackVector.all)
  func `a row shares out its width`(_ vector: StackVector) throws {
    let stack = Stack(
      .horizontal, spacing: .pt(vector.spacing), children: vector.children)
    let frame = try engine.layout(stack.node, in: Proposal(width: vector.proposal, height: 100))
    #expect(frame.leaves.map { rounded($0.rect.size.width) } == vector.sizes)
    #expect(rounded(frame.size.width) == vector.total)
  }

  @Test func `V11: a row asked for the most gives the sum of the most`() throws {
    let stack = Stack(
      .horizontal, spacing: .pt(10),
      children: [
        StackVector.fixed(40), StackVector.flexible(5, 25, 90), StackVector.text(),
      ])
    let frame = try engine.layout(stack.node, in: Proposal(width: .infinity, height: 100))
    #expect(frame.leaves.map { rounded($0.rect.size.width) } == [40, 90, 80])
    #expect(rounded(frame.size.width) == 230)
  }

  @Test(arguments: StackVector.all)
  func `children never overlap`(_ vector: StackVector) throws {
    let stack = Stack(.horizontal, spacing: .pt(vector.spacing), children: vector.children)
    let frame = try engine.layout(stack.node, in: Proposal(width: vector.proposal, height: 100))
    for (left, right) in zip(frame.leaves, frame.leaves.dropFirst()) {
      #expect(right.rect.origin.x >= left.rect.maxX + vector.spacing - 1e-9)
    }
  }

  private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
