/// The share of changed pixels in squares of 16 × 16.
enum DensityWindow {
  static let side = 16

  /// The largest share and its square, over every place of the window that meets a box.
  static func densest(
    _ marks: [BitmapDiff.Mark], width: Int, height: Int, within box: BitmapDiff.Region
  ) -> (density: Double, square: BitmapDiff.Region?) {
    let across = min(side, width)
    let down = min(side, height)
    let left = max(box.x - across + 1, 0)
    let right = min(box.x + box.width + across - 1, width)
    let top = max(box.y - down + 1, 0)
    let bottom = min(box.y + box.height + down - 1, height)
    // Counts per column over the rows of the window, moved down row by row.
    var columns = [Int](repeating: 0, count: right - left)
    var best = (count: 0, x: 0, y: 0)
    for y in top..<bottom {
      for x in left..<right {
        if marks[y * width + x] == .changed { columns[x - left] += 1 }
        if y - top >= down, marks[(y - down) * width + x] == .changed { columns[x - left] -= 1 }
      }
      if y - top < down - 1 { continue }
      var count = columns[0..<across].reduce(0, +)
      if count > best.count { best = (count, left, y - down + 1) }
      for x in stride(from: 1, through: columns.count - across, by: 1) {
        count += columns[x + across - 1] - columns[x - 1]
        if count > best.count { best = (count, left + x, y - down + 1) }
      }
    }
    return (
      Double(best.count) / Double(across * down),
      BitmapDiff.Region(x: best.x, y: best.y, width: across, height: down)
    )
  }
}

/// The boxes around changes that touch or lie within a few pixels of one another.
enum ChangedRegions {
  /// Changes closer than this belong together: letters of one word, lines of one text.
  private static let reach = 8

  static func find(
    _ marks: [BitmapDiff.Mark], width: Int, height: Int, within area: BitmapDiff.Region
  ) -> [BitmapDiff.Region] {
    // Cells of the reach's size are joined where they touch; then each group gets its exact box.
    let columns = (width + reach - 1) / reach
    let rows = (height + reach - 1) / reach
    var boxes = [BitmapDiff.Region?](repeating: nil, count: columns * rows)
    for y in area.y..<(area.y + area.height) {
      for x in area.x..<(area.x + area.width) where marks[y * width + x] == .changed {
        let cell = y / reach * columns + x / reach
        let pixel = BitmapDiff.Region(x: x, y: y, width: 1, height: 1)
        boxes[cell] = boxes[cell].map { union($0, pixel) } ?? pixel
      }
    }
    var regions: [BitmapDiff.Region] = []
    var seen = [Bool](repeating: false, count: boxes.count)
    for start in boxes.indices where boxes[start] != nil && !seen[start] {
      var open = [start]
      var region: BitmapDiff.Region?
      seen[start] = true
      while let cell = open.popLast() {
        guard let box = boxes[cell] else { continue }
        region = region.map { union($0, box) } ?? box
        let (column, row) = (cell % columns, cell / columns)
        for ny in max(row - 1, 0)...min(row + 1, rows - 1) {
          for nx in max(column - 1, 0)...min(column + 1, columns - 1) {
            let next = ny * columns + nx
            if boxes[next] != nil, !seen[next] {
              seen[next] = true
              open.append(next)
            }
          }
        }
      }
      if let region { regions.append(region) }
    }
    return regions.sorted {
      ($1.width * $1.height, $0.y, $0.x) < ($0.width * $0.height, $1.y, $1.x)
    }
  }

  static func union(
    _ left: BitmapDiff.Region, _ right: BitmapDiff.Region
  ) -> BitmapDiff.Region {
    let x = min(left.x, right.x)
    let y = min(left.y, right.y)
    return BitmapDiff.Region(
      x: x, y: y, width: max(left.x + left.width, right.x + right.width) - x,
      height: max(left.y + left.height, right.y + right.height) - y)
  }
}
