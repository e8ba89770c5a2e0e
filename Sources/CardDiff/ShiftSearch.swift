internal import CardModel

/// Finds out whether what changed is the same thing in another place.
enum ShiftSearch {
  /// The farthest move that is looked for, in pixels.
  private static let reach = 8

  /// The smallest move under which the overlap is the same, or nil.
  ///
  /// What does not move, such as a flat border, says nothing: a quarter of the pixels that differ
  /// in place must lie in the overlap, so that two edges that are alike by chance are no move.
  static func find(
    _ reference: Bitmap, _ candidate: Bitmap, marks: [BitmapDiff.Mark],
    within box: BitmapDiff.Region
  ) -> BitmapDiff.Shift? {
    guard reference.width == candidate.width, reference.height == candidate.height else {
      return nil
    }
    for distance in 1...(2 * reach) {
      for y in -min(distance, reach)...min(distance, reach) {
        let x = distance - abs(y)
        guard x <= reach else { continue }
        for move in x == 0 ? [0] : [-x, x] {
          let shift = BitmapDiff.Shift(x: move, y: y)
          if isSame(reference, candidate, marks, in: box, under: shift) { return shift }
        }
      }
    }
    return nil
  }

  private static func isSame(
    _ reference: Bitmap, _ candidate: Bitmap, _ marks: [BitmapDiff.Mark],
    in box: BitmapDiff.Region, under shift: BitmapDiff.Shift
  ) -> Bool {
    let width = reference.width
    guard box.width > abs(shift.x), box.height > abs(shift.y) else { return false }
    let columns = (box.x + max(0, -shift.x))..<(box.x + box.width - max(0, shift.x))
    let rows = (box.y + max(0, -shift.y))..<(box.y + box.height - max(0, shift.y))
    for y in rows {
      let from = (y * width + columns.lowerBound) * 4
      let to = ((y + shift.y) * width + columns.lowerBound + shift.x) * 4
      let count = columns.count * 4
      if reference.rgba[from..<(from + count)] != candidate.rgba[to..<(to + count)] {
        return false
      }
    }
    var inside = 0
    var all = 0
    for y in box.y..<(box.y + box.height) {
      for x in box.x..<(box.x + box.width) where marks[y * width + x] == .changed {
        all += 1
        if rows.contains(y), columns.contains(x) { inside += 1 }
      }
    }
    return inside > 0 && inside * 4 >= all
  }
}
