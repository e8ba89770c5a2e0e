/// The boxes around changes that touch or lie within a few pixels of one another.
enum ChangedRegions {
  /// Changes closer than this belong together: letters of one word, lines of one text.
  private static let reach = 8

  /// What changed in a square of the reach's size: a bit for each column and for each row.
  private struct Cell {
    var columns: UInt8 = 0
    var rows: UInt8 = 0
  }

  static func find(_ changed: PixelMask) -> [BitmapDiff.Region] {
    // Cells of the reach's size are joined where they touch; then each group gets its exact box.
    let across = (changed.width + reach - 1) / reach
    let down = (changed.height + reach - 1) / reach
    var cells = [Cell](repeating: Cell(), count: across * down)
    var filled: [Int] = []
    for y in 0..<changed.height {
      let row = UInt8(1) << UInt8(y % reach)
      for word in 0..<changed.stride {
        var rest = changed.words[y * changed.stride + word]
        while rest != 0 {
          let byte = rest.trailingZeroBitCount / 8
          let bits = UInt8(truncatingIfNeeded: rest >> UInt64(byte * 8))
          rest &= ~(0xFF << UInt64(byte * 8))
          let cell = y / reach * across + word * 8 + byte
          if cells[cell].columns == 0 { filled.append(cell) }
          cells[cell].columns |= bits
          cells[cell].rows |= row
        }
      }
    }
    var regions: [BitmapDiff.Region] = []
    var seen = [Bool](repeating: false, count: cells.count)
    for start in filled.sorted() where !seen[start] {
      var open = [start]
      var (left, right, top, bottom) = (Int.max, 0, Int.max, 0)
      seen[start] = true
      while let cell = open.popLast() {
        let (column, row) = (cell % across, cell / across)
        let bits = cells[cell]
        left = min(left, column * reach + bits.columns.trailingZeroBitCount)
        right = max(right, column * reach + reach - bits.columns.leadingZeroBitCount)
        top = min(top, row * reach + bits.rows.trailingZeroBitCount)
        bottom = max(bottom, row * reach + reach - bits.rows.leadingZeroBitCount)
        for ny in max(row - 1, 0)...min(row + 1, down - 1) {
          for nx in max(column - 1, 0)...min(column + 1, across - 1) {
            let next = ny * across + nx
            if !seen[next], cells[next].columns != 0 {
              seen[next] = true
              open.append(next)
            }
          }
        }
      }
      regions.append(
        BitmapDiff.Region(x: left, y: top, width: right - left, height: bottom - top))
    }
    return regions.sorted {
      ($1.width * $1.height, $0.y, $0.x) < ($0.width * $0.height, $1.y, $1.x)
    }
  }

  /// The box around some regions; nil where there are none.
  static func box(around regions: [BitmapDiff.Region]) -> BitmapDiff.Region? {
    guard let left = regions.map(\.x).min(), let top = regions.map(\.y).min(),
      let right = regions.map({ $0.x + $0.width }).max(),
      let bottom = regions.map({ $0.y + $0.height }).max()
    else { return nil }
    return BitmapDiff.Region(x: left, y: top, width: right - left, height: bottom - top)
  }
}
