/// One bit for each pixel of a picture, row by row.
struct PixelMask: Sendable, Hashable {
  let width: Int
  let height: Int
  /// The number of words of a row; bits behind the last pixel are 0.
  let stride: Int
  private(set) var words: [UInt64]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    stride = (width + 63) / 64
    words = [UInt64](repeating: 0, count: stride * height)
  }

  /// Whether the bit of a pixel is set.
  subscript(x: Int, y: Int) -> Bool {
    words[y * stride + x / 64] &>> UInt64(truncatingIfNeeded: x & 63) & 1 == 1
  }

  /// The number of bits that are set.
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Sets more bits of a word of a row.
  mutating func insert(_ bits: UInt64, word: Int, y: Int) {
    words[y * stride + word] |= bits
  }

  /// Sets the bits of a row from a column on.
  mutating func fill(from x: Int, y: Int) {
    for word in (x / 64)..<max(stride, x / 64) {
      words[y * stride + word] |= bits(word, x..<width)
    }
  }

  /// The number of bits in a region.
  func count(in region: BitmapDiff.Region) -> Int {
    guard region.width > 0, region.height > 0 else { return 0 }
    let columns = region.x..<(region.x + region.width)
    var count = 0
    for y in region.y..<(region.y + region.height) {
      for word in (columns.lowerBound / 64)...((columns.upperBound - 1) / 64) {
        count += (words[y * stride + word] & bits(word, columns)).nonzeroBitCount
      }
    }
    return count
  }

  /// Whether a row has any.
  func hasAny(inRow y: Int) -> Bool {
    words[(y * stride)..<((y + 1) * stride)].contains { $0 != 0 }
  }

  /// The bits of a word that lie within columns.
  private func bits(_ word: Int, _ columns: Range<Int>) -> UInt64 {
    let first = max(columns.lowerBound - word * 64, 0)
    let end = min(columns.upperBound - word * 64, 64)
    guard first < end else { return 0 }
    return (~0 >> UInt64(64 - (end - first))) << UInt64(first)
  }
}
