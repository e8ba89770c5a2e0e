internal import CardModel

/// Finds out whether what changed is the same thing in another place.
enum ShiftSearch {
  /// The farthest move that is looked for, in pixels.
  private static let reach = 8

  /// The smallest move under which the overlap is the same, or nil.
  ///
  /// What does not move, such as a flat border, says nothing; at least one pixel that differs in
  /// place must be the same once moved.
  static func find(
    _ reference: Bitmap, _ candidate: Bitmap, within regions: [BitmapDiff.Region]
  ) -> BitmapDiff.Shift? {
    guard reference.width == candidate.width, reference.height == candidate.height,
      let first = regions.first
    else { return nil }
    // All that changed lies in one box; what moved within it is what moved.
    let box = regions.reduce(first, ChangedRegions.union)
    var moves: [BitmapDiff.Shift] = []
    for y in -reach...reach {
      for x in -reach...reach where x != 0 || y != 0 {
        moves.append(BitmapDiff.Shift(x: x, y: y))
      }
    }
    moves.sort {
      (abs($0.x) + abs($0.y), $0.y, $0.x) < (abs($1.x) + abs($1.y), $1.y, $1.x)
    }
    return moves.first { isSame(reference, candidate, in: box, under: $0) }
  }

  private static func isSame(
    _ reference: Bitmap, _ candidate: Bitmap, in box: BitmapDiff.Region,
    under shift: BitmapDiff.Shift
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
    return true
  }
}
