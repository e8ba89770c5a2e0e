internal import CardModel

/// The one pass over two bitmaps that marks each pixel.
struct MarkingPass {
  let width: Int
  let height: Int
  private(set) var marks: [BitmapDiff.Mark]
  private(set) var largestDeltaE = 0.0
  private(set) var changed = 0
  private(set) var excused = 0
  /// The box around all changed pixels.
  private(set) var box: BitmapDiff.Region?

  private let reference: Bitmap
  private let candidate: Bitmap
  private let limit: Double
  private let excuses: Bool
  private let detector: AntialiasDetector
  private var differences = DifferenceCache()

  init(_ reference: Bitmap, _ candidate: Bitmap, tolerance: Tolerance) {
    self.reference = reference
    self.candidate = candidate
    width = max(reference.width, candidate.width)
    height = max(reference.height, candidate.height)
    marks = [BitmapDiff.Mark](repeating: .same, count: width * height)
    switch tolerance {
    case .exact: (limit, excuses) = (-1, false)
    case .perceptual(let deltaE, let antialiasing, _):
      (limit, excuses) = (deltaE, antialiasing == .ignore)
    }
    detector = AntialiasDetector(reference, candidate)
  }

  mutating func run(equalRows: [Bool]?) {
    let columns = min(reference.width, candidate.width)
    let rows = min(reference.height, candidate.height)
    for y in 0..<rows {
      let left = y * reference.width * 4
      let right = y * candidate.width * 4
      let isEqual =
        equalRows.map { $0.indices.contains(y) && $0[y] }
        ?? (reference.rgba[left..<(left + columns * 4)]
          == candidate.rgba[right..<(right + columns * 4)])
      if !isEqual {
        markRow(y, columns, left, right)
      }
      markOutside(y, from: columns)
    }
    for y in rows..<height { markOutside(y, from: 0) }
  }

  private mutating func markRow(_ y: Int, _ columns: Int, _ left: Int, _ right: Int) {
    let before = reference.rgba
    let after = candidate.rgba
    var first = -1
    var last = -1
    var (one, other) = (left, right)
    for x in 0..<columns {
      defer {
        one += 4
        other += 4
      }
      if before[one] == after[other], before[one + 1] == after[other + 1],
        before[one + 2] == after[other + 2], before[one + 3] == after[other + 3]
      {
        continue
      }
      let difference = differences.of(
        Color(
          red: before[one], green: before[one + 1], blue: before[one + 2], alpha: before[one + 3]),
        Color(
          red: after[other], green: after[other + 1], blue: after[other + 2],
          alpha: after[other + 3]))
      if difference > largestDeltaE { largestDeltaE = difference }
      if difference <= limit { continue }
      if excuses, detector.isAntialiased(x: x, y: y) {
        marks[y * width + x] = .excused
        excused += 1
      } else {
        marks[y * width + x] = .changed
        changed += 1
        if first < 0 { first = x }
        last = x
      }
    }
    if first >= 0 { widen(to: y, first, last) }
  }

  private mutating func markOutside(_ y: Int, from x: Int) {
    guard x < width else { return }
    for x in x..<width { marks[y * width + x] = .changed }
    changed += width - x
    widen(to: y, x, width - 1)
  }

  private mutating func widen(to y: Int, _ first: Int, _ last: Int) {
    let row = BitmapDiff.Region(x: first, y: y, width: last - first + 1, height: 1)
    box = box.map { ChangedRegions.union($0, row) } ?? row
  }
}

/// Differences of pairs of colours, of which most pictures have few.
struct DifferenceCache {
  private static let bits = 14
  private var keys = [UInt64](repeating: 0, count: 1 << bits)
  private var values = [Double](repeating: 0, count: 1 << bits)

  mutating func of(_ before: Color, _ after: Color) -> Double {
    let key =
      UInt64(before.red) << 56 | UInt64(before.green) << 48 | UInt64(before.blue) << 40
      | UInt64(before.alpha) << 32 | UInt64(after.red) << 24 | UInt64(after.green) << 16
      | UInt64(after.blue) << 8 | UInt64(after.alpha)
    let slot = Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> UInt64(64 - Self.bits))
    // The key 0 stands for two equal pixels, which nobody asks for.
    if keys[slot] == key { return values[slot] }
    let value = BitmapDiff.difference(before, after)
    keys[slot] = key
    values[slot] = value
    return value
  }
}
