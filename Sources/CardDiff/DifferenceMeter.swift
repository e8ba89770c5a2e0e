internal import CardModel

/// Measures how far pixels are apart, as seldom and as cheaply as the answer allows.
///
/// Two questions are asked of each pixel: is it beyond the limit, and is it the farthest so far. The
/// CIEDE2000 formula answers both and takes longer than decoding the pixel did. So a bound on the
/// channels of many pixels comes first, then an estimate; the formula has the word where these
/// cannot tell.
struct DifferenceMeter {
  /// The largest difference so far.
  private(set) var largest = 0.0
  private let limit: Double
  private var known = KnownDifferences()
  private let estimate = DifferenceEstimate()
  /// The pixels of a block that are to be estimated.
  private var waiting: [DifferenceEstimate.Pair] = []
  /// The pair that was asked for last, as flat areas have the same ones over and over.
  private var last = (before: UInt32(0), after: UInt32(0), isBeyond: false)

  /// - `limit`: The difference that is allowed; -1 where none is.
  init(limit: Double) {
    self.limit = limit
    waiting.reserveCapacity(64)
  }

  /// The pixels of a block that differ by more than the limit.
  mutating func beyondLimit(
    _ block: PixelBlock, _ before: Span<UInt8>, _ after: Span<UInt8>
  ) -> UInt64 {
    // Nothing of what is nearer has to be measured.
    let near = limit < 0 ? largest : min(limit, largest)
    let reach = PixelBlock.reach(before, after)
    if DifferenceEstimate.bound(reach: reach, isOpaque: block.isOpaque) <= near {
      return limit < 0 ? block.differing : 0
    }
    if PixelBlock.isFlat(before), PixelBlock.isFlat(after) {
      let isBeyond = isBeyondLimit(PixelBlock.pixel(before, 0), PixelBlock.pixel(after, 0))
      return isBeyond ? block.differing : 0
    }
    var beyond: UInt64 = 0
    var rest = block.differing
    waiting.removeAll(keepingCapacity: true)
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      let one = PixelBlock.pixel(before, index)
      let other = PixelBlock.pixel(after, index)
      if one == last.before, other == last.after {
        if last.isBeyond { beyond |= 1 &<< UInt64(truncatingIfNeeded: index) }
      } else if block.isOpaque {
        waiting.append(DifferenceEstimate.Pair(before: one, after: other, index: index))
      } else if isBeyondLimit(one, other) {
        beyond |= 1 &<< UInt64(truncatingIfNeeded: index)
      }
    }
    if !waiting.isEmpty { beyond |= beyondLimitOfWaiting() }
    return limit < 0 ? block.differing : beyond
  }

  private mutating func beyondLimitOfWaiting() -> UInt64 {
    let error = DifferenceEstimate.error
    let limit = Float(limit)
    var beyond: UInt64 = 0
    for start in stride(from: 0, to: waiting.count, by: 4) {
      let about = estimate.differences(waiting.span, from: start)
      for lane in 0..<min(4, waiting.count - start) {
        let pair = waiting[start + lane]
        let isFar = about[lane] - error > limit
        let isBeyond: Bool
        if about[lane] + error <= Float(largest), isFar || about[lane] + error <= limit {
          isBeyond = isFar
        } else {
          isBeyond = isBeyondLimit(pair.before, pair.after)
        }
        if isBeyond { beyond |= 1 &<< UInt64(truncatingIfNeeded: pair.index) }
        last = (pair.before, pair.after, isBeyond)
      }
    }
    return beyond
  }

  private mutating func isBeyondLimit(_ before: UInt32, _ after: UInt32) -> Bool {
    let value = known.value(before, after) {
      BitmapDiff.difference(Color(packed: before), Color(packed: after))
    }
    if value > largest { largest = value }
    return value > limit
  }
}

/// Differences of pairs of colours, of which most pictures have few.
private struct KnownDifferences {
  private static let bits: UInt64 = 14
  // The key 0 stands for two equal pixels, which nobody asks for.
  private var keys = [UInt64](repeating: 0, count: 1 << bits)
  private var values = [Double](repeating: 0, count: 1 << bits)

  mutating func value(_ before: UInt32, _ after: UInt32, _ measure: () -> Double) -> Double {
    let key = UInt64(before) << 32 | UInt64(after)
    let slot = Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) &>> (64 - Self.bits))
    if keys[slot] == key { return values[slot] }
    let value = measure()
    keys[slot] = key
    values[slot] = value
    return value
  }
}

extension Color {
  fileprivate init(packed: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: packed >> 24), green: UInt8(truncatingIfNeeded: packed >> 16),
      blue: UInt8(truncatingIfNeeded: packed >> 8), alpha: UInt8(truncatingIfNeeded: packed))
  }
}
