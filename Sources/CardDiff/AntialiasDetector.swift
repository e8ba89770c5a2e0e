internal import CardModel

/// Tells pixels that are smoothed edges, by their neighbours.
///
/// After V. Vyšniauskas, "Anti-aliased Pixel and Intensity Slope Detector" (2009).
struct AntialiasDetector {
  /// A row of pixels, and how bright they are on white.
  private struct Row {
    var y = -1
    var pixels: [UInt32] = []
    var brightness: [Int32] = []
  }

  /// The rows of a picture that were looked at last: a pixel's neighbours and theirs are in five.
  private struct Rows {
    let width: Int
    let height: Int
    private var rows: [Row]

    init(_ bitmap: Bitmap) {
      width = bitmap.width
      height = bitmap.height
      rows = Array(repeating: Row(), count: 8)
    }

    func pixel(_ x: Int, _ y: Int) -> UInt32 { rows[y & 7].pixels[x] }
    func brightness(inRow y: Int) -> [Int32] { rows[y & 7].brightness }

    mutating func load(around y: Int, of bitmap: Bitmap) {
      for y in max(y - 2, 0)...min(y + 2, height - 1) where rows[y & 7].y != y {
        var row = rows[y & 7]
        rows[y & 7] = Row()
        row.y = y
        row.pixels.removeAll(keepingCapacity: true)
        row.brightness.removeAll(keepingCapacity: true)
        let bytes = bitmap.rgba.span.extracting((y * width * 4)..<((y + 1) * width * 4))
        for x in 0..<width {
          let pixel = PixelBlock.pixel(bytes, x)
          row.pixels.append(pixel)
          row.brightness.append(Self.brightness(pixel))
        }
        rows[y & 7] = row
      }
    }

    private static func brightness(_ pixel: UInt32) -> Int32 {
      let alpha = Int32(pixel & 255)
      func onWhite(_ channel: UInt32) -> Int32 {
        let value = Int32(channel & 255)
        return alpha == 255 ? value : (value * alpha + 255 * (255 - alpha) + 127) / 255
      }
      return 299 * onWhite(pixel >> 24) + 587 * onWhite(pixel >> 16) + 114 * onWhite(pixel >> 8)
    }
  }

  private var before: Rows
  private var after: Rows

  init(_ reference: Bitmap, _ candidate: Bitmap) {
    before = Rows(reference)
    after = Rows(candidate)
  }

  /// Those of some pixels that are a smoothed edge in either picture.
  ///
  /// - `bits`: The pixels, one bit each, in the row `y` from `x` on.
  mutating func antialiased(
    of bits: UInt64, x: Int, y: Int, _ reference: Bitmap, _ candidate: Bitmap
  ) -> UInt64 {
    before.load(around: y, of: reference)
    after.load(around: y, of: candidate)
    return Self.smoothed(bits, x, y, in: before, and: after)
      | Self.smoothed(bits, x, y, in: after, and: before)
  }

  private static func smoothed(
    _ bits: UInt64, _ x: Int, _ y: Int, in rows: Rows, and other: Rows
  ) -> UInt64 {
    let lines = [y - 1, y, y + 1].filter { 0..<rows.height ~= $0 }
    let neighbours = lines.map { rows.brightness(inRow: $0) }
    let center = rows.brightness(inRow: y)
    var found: UInt64 = 0
    var rest = bits
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      if isSmoothed(x + index, y, center[x + index], lines, neighbours, in: rows, and: other) {
        found |= 1 &<< UInt64(truncatingIfNeeded: index)
      }
    }
    return found
  }

  private static func isSmoothed(
    _ x: Int, _ y: Int, _ center: Int32, _ lines: [Int], _ neighbours: [[Int32]],
    in rows: Rows, and other: Rows
  ) -> Bool {
    // The pixel itself is equal too.
    var equal = isAtBorder(x, y, rows) ? 0 : -1
    var darkest = (delta: Int32(0), x: 0, y: 0)
    var brightest = (delta: Int32(0), x: 0, y: 0)
    for line in lines.indices {
      for nx in max(x - 1, 0)...min(x + 1, rows.width - 1) {
        let delta = neighbours[line][nx] - center
        if delta == 0 {
          equal += 1
          // More than two equal neighbours: a flat area, not an edge.
          if equal > 2 { return false }
        } else if delta < darkest.delta {
          darkest = (delta, nx, lines[line])
        } else if delta > brightest.delta {
          brightest = (delta, nx, lines[line])
        }
      }
    }
    if darkest.delta == 0 || brightest.delta == 0 { return false }
    return (isFlat(darkest.x, darkest.y, rows) && isFlat(darkest.x, darkest.y, other))
      || (isFlat(brightest.x, brightest.y, rows) && isFlat(brightest.x, brightest.y, other))
  }

  /// Whether at least three neighbours have the same colour.
  private static func isFlat(_ x: Int, _ y: Int, _ rows: Rows) -> Bool {
    guard x < rows.width, y < rows.height else { return false }
    let color = rows.pixel(x, y)
    var equal = isAtBorder(x, y, rows) ? 1 : 0
    for ny in max(y - 1, 0)...min(y + 1, rows.height - 1) {
      for nx in max(x - 1, 0)...min(x + 1, rows.width - 1) where nx != x || ny != y {
        if rows.pixel(nx, ny) == color { equal += 1 }
      }
    }
    return equal > 2
  }

  /// An edge of the picture counts as an equal neighbour.
  private static func isAtBorder(_ x: Int, _ y: Int, _ rows: Rows) -> Bool {
    x == 0 || y == 0 || x == rows.width - 1 || y == rows.height - 1
  }
}
