/// Pixels that are black or white, as thermal printers burn them.
public struct BilevelBitmap: Sendable, Hashable {
  /// The number of pixels across.
  public let width: Int
  /// The number of pixels down.
  public let height: Int
  /// The rows from the top, each of whole bytes.
  ///
  /// The leftmost pixel is the highest bit, and a bit that is set is black. Bits past the last pixel are not set.
  public private(set) var bytes: [UInt8]
  /// The resolution in dots per inch.
  public let dotsPerInch: Double

  /// The number of bytes of a row.
  public var bytesPerRow: Int { (width + 7) / 8 }

  /// Makes a white bitmap of at least one pixel on each side.
  public init(width: Int, height: Int, dotsPerInch: Double) {
    self.width = max(width, 1)
    self.height = max(height, 1)
    self.dotsPerInch = dotsPerInch
    bytes = Array(repeating: 0, count: (self.width + 7) / 8 * self.height)
  }

  /// Whether a pixel within the bitmap is black.
  public subscript(x: Int, y: Int) -> Bool {
    get { bytes[y * bytesPerRow + x / 8] & (0x80 >> UInt8(x % 8)) != 0 }
    set {
      let bit: UInt8 = 0x80 >> UInt8(x % 8)
      if newValue {
        bytes[y * bytesPerRow + x / 8] |= bit
      } else {
        bytes[y * bytesPerRow + x / 8] &= ~bit
      }
    }
  }

  /// The bytes of a row, from 0 at the top.
  public func row(_ y: Int) -> ArraySlice<UInt8> {
    bytes[(y * bytesPerRow)..<((y + 1) * bytesPerRow)]
  }
}
