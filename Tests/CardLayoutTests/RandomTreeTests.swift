import CardLayout
import CardModel
import Testing

/// A small generator of the same numbers everywhere.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

private func tree(_ depth: Int, _ random: inout Seeded) -> Node {
  let words = ["a", "word", "longer words", "one two three four", "", "x\ny"]
  let fits: [Fit] = [.wrap(), .wrap(lines: 2), .truncate(), .shrink(to: 4, lines: 2)]
  switch Int.random(in: 0..<(depth > 0 ? 9 : 4), using: &random) {
  case 0, 1:
    let fit = fits.randomElement(using: &random) ?? .wrap()
    return Label(words.randomElement(using: &random) ?? "", style: .ten, fit: fit).node
  case 2: return Shape.rectangle(.grey3).node
  case 3: return Picture("600x800", fit: .contain).node
  case 4:
    return tree(depth - 1, &random).padding(.pt(Double.random(in: 0...9, using: &random))).node
  case 5: return tree(depth - 1, &random).frame(minWidth: .pt(5), maxWidth: .pt(80)).node
  case 6:
    let cells = (0..<3).map { _ in Cell(tree(depth - 1, &random)) }
    return Table(
      columns: [.fitting, .flexible, .percent(20)], rows: [Row(cells: cells)],
      cellPadding: .all(.pt(1))
    ).node
  default:
    let kind = Stack.Arrangement.allCases.randomElement(using: &random) ?? .vertical
    let children = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      Int.random(in: 0..<5, using: &random) == 0 ? Spacer().node : tree(depth - 1, &random)
    }
    return Stack(kind, spacing: .pt(2), children: children).node
  }
}

struct RandomTreeTests {
  @Test(arguments: 0..<300)
  func `no measure is negative, endless or no number, and layout repeats`(_ seed: Int) throws {
    var random = Seeded(state: UInt64(seed))
    let node = tree(5, &random)
    for width in [nil, 0, 0.001, 40, 1e6] as [Double?] {
      for height in [nil, 0, 30] as [Double?] {
        let offer = Proposal(width: width, height: height)
        let frame = try LayoutEngine.fake().layout(node, in: offer)
        for size in [frame.size] + frame.leaves.map(\.rect.size) {
          #expect(size.width >= 0 && size.width.isFinite)
          #expect(size.height >= 0 && size.height.isFinite)
        }
        #expect(frame.leaves.allSatisfy { $0.rect.origin.x.isFinite && $0.rect.origin.y.isFinite })
        #expect(try LayoutEngine.fake().layout(node, in: offer) == frame)
      }
    }
  }
}
