internal import CardModel

/// The one pass over two bitmaps: which pixels changed, which are excused, and how far they are
/// apart at most.
struct MarkingPass {
  private(set) var changed: PixelMask
  private(set) var excused: PixelMask
  /// The largest CIEDE2000 difference of any pixel that both pictures have.
  private(set) var largestDeltaE: Double

  /// Goes through both bitmaps.
  ///
  /// - `equalRows`: Which rows are known to be equal, where somebody has compared them already.
  init(_ reference: Bitmap, _ candidate: Bitmap, tolerance: Tolerance, equalRows: [Bool]?) {
    let width = max(reference.width, candidate.width)
    let height = max(reference.height, candidate.height)
    var changed = PixelMask(width: width, height: height)
    var excused = PixelMask(width: width, height: height)
    var meter = DifferenceMeter(limit: -1)
    var detector: AntialiasDetector?
    if case .perceptual(let deltaE, let antialiasing, _) = tolerance {
      meter = DifferenceMeter(limit: deltaE)
      if antialiasing == .ignore { detector = AntialiasDetector(reference, candidate) }
    }
    let before = reference.rgba.span
    let after = candidate.rgba.span
    let columns = min(reference.width, candidate.width)
    let rows = min(reference.height, candidate.height)
    for y in 0..<rows {
      if columns < width { changed.fill(from: columns, y: y) }
      if let equalRows, equalRows.indices.contains(y), equalRows[y] { continue }
      for word in 0..<((columns + 63) / 64) {
        let x = word * 64
        let count = min(64, columns - x)
        let left = (y * reference.width + x) * 4
        let right = (y * candidate.width + x) * 4
        let old = before.extracting(left..<(left + count * 4))
        let new = after.extracting(right..<(right + count * 4))
        let block = PixelBlock(old, new)
        if block.differing == 0 { continue }
        var beyond = meter.beyondLimit(block, old, new)
        if var finder = detector, beyond != 0 {
          // Handed over and back, so that its rows are not copied.
          detector = nil
          let smooth = finder.antialiased(of: beyond, x: x, y: y, reference, candidate)
          detector = finder
          excused.insert(smooth, word: word, y: y)
          beyond &= ~smooth
        }
        changed.insert(beyond, word: word, y: y)
      }
    }
    for y in rows..<height { changed.fill(from: 0, y: y) }
    self.changed = changed
    self.excused = excused
    largestDeltaE = meter.largest
  }
}

/// What up to 64 pixels of a row of both pictures tell at first sight.
struct PixelBlock {
  /// A bit for each pixel that is not the same.
  let differing: UInt64
  /// Whether all pixels of both are opaque.
  let isOpaque: Bool

  /// Looks at red, green, blue and alpha of as many pixels of each picture.
  init(_ before: Span<UInt8>, _ after: Span<UInt8>) {
    var differing: UInt64 = 0
    var alpha: UInt8 = 255
    let count = before.count
    if after.count == count {
      var at = 0
      // In this form no index has to be checked, and the pass costs a fraction of decoding.
      while at &+ 4 <= count {
        let one = before[at &+ 3]
        let other = after[at &+ 3]
        let bits =
          (before[at] ^ after[at]) | (before[at &+ 1] ^ after[at &+ 1])
          | (before[at &+ 2] ^ after[at &+ 2]) | (one ^ other)
        differing |= (bits != 0 ? 1 : 0) &<< UInt64(truncatingIfNeeded: at &>> 2)
        alpha &= one & other
        at &+= 4
      }
    }
    self.differing = differing
    isOpaque = alpha == 255
  }

  /// No channel of any pixel is farther apart than this.
  static func reach(_ before: Span<UInt8>, _ after: Span<UInt8>) -> Int {
    var reach: UInt8 = 0
    let count = before.count
    guard after.count == count else { return 255 }
    for at in 0..<count {
      let (one, other) = (before[at], after[at])
      reach |= one > other ? one &- other : other &- one
    }
    return Int(reach)
  }

  /// Whether all pixels are of one colour.
  static func isFlat(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count > 4 else { return true }
    let first = bytes.extracting(0..<(bytes.count - 4))
    let next = bytes.extracting(4..<bytes.count)
    let count = first.count
    guard next.count == count else { return false }
    var bits: UInt8 = 0
    for at in 0..<count { bits |= first[at] ^ next[at] }
    return bits == 0
  }

  /// A pixel as four bytes in one number.
  static func pixel(_ bytes: Span<UInt8>, _ index: Int) -> UInt32 {
    let at = index * 4
    return UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 8
      | UInt32(bytes[at + 3])
  }
}
