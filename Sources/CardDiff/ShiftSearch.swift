internal import CardModel

/// Finds out whether what changed is the same thing in another place.
enum ShiftSearch {
  /// The farthest move that is looked for, in pixels.
  private static let reach = 8
  /// How many changed pixels are tried before a whole area is.
  private static let sampleCount = 64

  /// The smallest move under which the overlap is the same, or nil.
  ///
  /// What does not move, such as a flat border, says nothing: a quarter of the pixels that differ
  /// in place must lie in the overlap, so that two edges that are alike by chance are no move.
  static func find(
    _ reference: Bitmap, _ candidate: Bitmap, changed: PixelMask, within box: BitmapDiff.Region
  ) -> BitmapDiff.Shift? {
    guard reference.width == candidate.width, reference.height == candidate.height else {
      return nil
    }
    let samples = samples(of: changed, in: box)
    for distance in 1...(2 * reach) {
      for y in -min(distance, reach)...min(distance, reach) {
        let x = distance - abs(y)
        guard x <= reach else { continue }
        for move in x == 0 ? [0] : [-x, x] {
          let shift = BitmapDiff.Shift(x: move, y: y)
          guard let overlap = overlap(box, shift) else { continue }
          if samples.allSatisfy({ isSame(reference, candidate, at: $0, overlap, shift) }),
            isSame(reference, candidate, in: overlap, under: shift),
            isTelling(changed, box, overlap)
          {
            return shift
          }
        }
      }
    }
    return nil
  }

  /// Changed pixels from all over the box: they tell most moves from the right one at once.
  private static func samples(
    of changed: PixelMask, in box: BitmapDiff.Region
  ) -> [(x: Int, y: Int)] {
    let step = max(box.height / sampleCount, 1)
    var samples: [(x: Int, y: Int)] = []
    for (number, y) in stride(from: box.y, to: box.y + box.height, by: step).enumerated() {
      // Another start in each row, so that not all lie at the left edge.
      let start = number * 37 % box.width
      for offset in 0..<box.width {
        let x = box.x + (start + offset) % box.width
        if changed[x, y] {
          samples.append((x, y))
          break
        }
      }
    }
    return samples
  }

  /// The part of the box in the reference that is in the box after the move too.
  private static func overlap(
    _ box: BitmapDiff.Region, _ shift: BitmapDiff.Shift
  ) -> BitmapDiff.Region? {
    guard box.width > abs(shift.x), box.height > abs(shift.y) else { return nil }
    return BitmapDiff.Region(
      x: box.x + max(0, -shift.x), y: box.y + max(0, -shift.y),
      width: box.width - abs(shift.x), height: box.height - abs(shift.y))
  }

  private static func isSame(
    _ reference: Bitmap, _ candidate: Bitmap, at place: (x: Int, y: Int),
    _ overlap: BitmapDiff.Region, _ shift: BitmapDiff.Shift
  ) -> Bool {
    guard overlap.x..<(overlap.x + overlap.width) ~= place.x,
      overlap.y..<(overlap.y + overlap.height) ~= place.y
    else { return true }
    return reference[place.x, place.y] == candidate[place.x + shift.x, place.y + shift.y]
  }

  private static func isSame(
    _ reference: Bitmap, _ candidate: Bitmap, in area: BitmapDiff.Region,
    under shift: BitmapDiff.Shift
  ) -> Bool {
    let before = reference.rgba.span
    let after = candidate.rgba.span
    let count = area.width * 4
    for y in area.y..<(area.y + area.height) {
      let from = (y * reference.width + area.x) * 4
      let to = ((y + shift.y) * reference.width + area.x + shift.x) * 4
      if !hasSameBytes(
        before.extracting(from..<(from + count)), after.extracting(to..<(to + count)))
      {
        return false
      }
    }
    return true
  }

  private static func hasSameBytes(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
    let count = one.count
    guard other.count == count else { return false }
    var bits: UInt8 = 0
    for index in 0..<count { bits |= one[index] ^ other[index] }
    return bits == 0
  }

  private static func isTelling(
    _ changed: PixelMask, _ box: BitmapDiff.Region, _ overlap: BitmapDiff.Region
  ) -> Bool {
    let inside = changed.count(in: overlap)
    return inside > 0 && inside * 4 >= changed.count(in: box)
  }
}
