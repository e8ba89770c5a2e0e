import CardModel
import Testing

@testable import CardDiff

struct DifferenceEstimateTests {
  /// Numbers that are the same in every run.
  private struct Numbers {
    var state: UInt64
    mutating func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
  }

  private func packed(_ color: Color) -> UInt32 {
    UInt32(color.red) << 24 | UInt32(color.green) << 16 | UInt32(color.blue) << 8 | 255
  }

  // Near and far pairs, greys, and the blues that the formula turns.
  @Test(arguments: [(3, 0), (12, 0), (60, 0), (256, 0), (256, 120)])
  func `an estimate is near the formula, and a bound above it`(reach: Int, blue: Int) {
    var numbers = Numbers(state: UInt64(reach + blue))
    let estimate = DifferenceEstimate()
    var worst = 0.0
    for _ in 0..<10_000 {
      func channel(_ base: Int) -> UInt8 {
        UInt8(min(max(base + numbers.next(2 * reach + 1) - reach, 0), 255))
      }
      let base = (
        numbers.next(256 - blue), numbers.next(256 - blue), blue + numbers.next(256 - blue)
      )
      let before = Color(red: UInt8(base.0), green: UInt8(base.1), blue: UInt8(base.2))
      let after = Color(red: channel(base.0), green: channel(base.1), blue: channel(base.2))
      let pair = DifferenceEstimate.Pair(before: packed(before), after: packed(after), index: 0)
      let exact = LabColor(before).difference(to: LabColor(after))
      let about = Double(estimate.differences([pair].span, from: 0)[0])
      if about.isFinite { worst = max(worst, abs(about - exact)) }
      let distance =
        [
          abs(Int(before.red) - Int(after.red)), abs(Int(before.green) - Int(after.green)),
          abs(Int(before.blue) - Int(after.blue)),
        ].max() ?? 0
      #expect(exact <= DifferenceEstimate.bound(reach: distance, isOpaque: true))
    }
    #expect(worst < Double(DifferenceEstimate.error) / 2, "\(worst)")
  }
}
