/// The share of changed pixels in squares of 16 × 16.
enum DensityWindow {
  static let side = 16

  /// The largest share and its square, over every place of the square.
  static func densest(_ changed: PixelMask) -> (density: Double, square: BitmapDiff.Region?) {
    let across = min(side, changed.width)
    let down = min(side, changed.height)
    // How many changed in each column over the rows of the square, eight columns together; it moves
    // down row by row. Two more of them stand for what lies behind the picture.
    var columns = [SIMD8<UInt8>](repeating: SIMD8(), count: changed.stride * 8 + 2)
    var totals = [Int](repeating: 0, count: changed.stride * 8 + 2)
    // A lane for each bit of a byte.
    let spread = (0...255).map { byte in
      let places = SIMD8<UInt8>(0, 1, 2, 3, 4, 5, 6, 7)
      return SIMD8(repeating: UInt8(byte)) &>> places & 1
    }
    var rowsWithAny = 0
    var best = (count: 0, x: 0, y: 0)
    for y in 0..<changed.height {
      if add(row: y, of: changed, 1, spread, to: &columns, &totals) { rowsWithAny += 1 }
      if y >= down, add(row: y - down, of: changed, -1, spread, to: &columns, &totals) {
        rowsWithAny -= 1
      }
      if y < down - 1 || rowsWithAny == 0 { continue }
      for eight in 0..<(totals.count - 2) {
        // No square that begins here can have more than all columns it may touch.
        if totals[eight] + totals[eight + 1] + totals[eight + 2] <= best.count { continue }
        let found = densest(columns[eight], columns[eight + 1], columns[eight + 2])
        let x = eight * 8 + found.lane
        if found.count > best.count, x + across <= changed.width {
          best = (found.count, x, y - down + 1)
        } else if found.count > best.count {
          // At the right edge the square lies wholly within the picture.
          best = (found.count, max(changed.width - across, 0), y - down + 1)
        }
      }
      if best.count == across * down { break }
    }
    guard best.count > 0 else { return (0, nil) }
    return (
      Double(best.count) / Double(across * down),
      BitmapDiff.Region(x: best.x, y: best.y, width: across, height: down)
    )
  }

  /// Adds a row to the columns, or takes it away; false where nothing changed in it.
  private static func add(
    row y: Int, of changed: PixelMask, _ sign: Int, _ spread: [SIMD8<UInt8>],
    to columns: inout [SIMD8<UInt8>],
    _ totals: inout [Int]
  ) -> Bool {
    var hasAny = false
    for word in 0..<changed.stride {
      var rest = changed.words[y * changed.stride + word]
      var eight = word * 8
      while rest != 0 {
        let bits = UInt8(truncatingIfNeeded: rest)
        if bits != 0 {
          hasAny = true
          let lanes = spread[Int(bits)]
          columns[eight] = sign > 0 ? columns[eight] &+ lanes : columns[eight] &- lanes
          totals[eight] += sign * bits.nonzeroBitCount
        }
        rest >>= 8
        eight += 1
      }
    }
    return hasAny
  }

  /// The most of the squares that begin in the first eight columns, and where.
  private static func densest(
    _ first: SIMD8<UInt8>, _ second: SIMD8<UInt8>, _ third: SIMD8<UInt8>
  ) -> (count: Int, lane: Int) {
    var count = 0
    for lane in 0..<8 { count += Int(first[lane]) + Int(second[lane]) }
    var best = (count: count, lane: 0)
    for lane in 0..<7 {
      count += Int(third[lane]) - Int(first[lane])
      if count > best.count { best = (count, lane + 1) }
    }
    return best
  }
}
