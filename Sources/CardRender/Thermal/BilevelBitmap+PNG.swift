internal import CDeflate

extension BilevelBitmap {
  /// A PNG file of one bit a pixel, which states the resolution.
  ///
  /// - Throws: ``RenderError`` where there is no memory.
  public func png() throws(RenderError) -> [UInt8] {
    // In greys of one bit, 1 is white. Bits past the last pixel are not set.
    var rows: [UInt8] = []
    rows.reserveCapacity((bytesPerRow + 1) * height)
    let last: UInt8 = width % 8 == 0 ? 0xff : ~(0xff >> UInt8(width % 8))
    for y in 0..<height {
      rows.append(0)
      let start = rows.count
      for byte in row(y) { rows.append(~byte) }
      rows[start + bytesPerRow - 1] &= last
    }
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    append("IHDR", bigEndian(width) + bigEndian(height) + [1, 0, 0, 0, 0], to: &file)
    let pixelsPerMetre = bigEndian(Int((dotsPerInch / 0.0254).rounded()))
    append("pHYs", pixelsPerMetre + pixelsPerMetre + [1], to: &file)
    append("IDAT", Array(try Deflater().compress(rows)), to: &file)
    append("IEND", [], to: &file)
    return file
  }

  private func append(_ name: String, _ content: [UInt8], to file: inout [UInt8]) {
    let chunk = Array(name.utf8) + content
    let check = unsafe chunk.withUnsafeBytes {
      unsafe libdeflate_crc32(0, $0.baseAddress, $0.count)
    }
    file += bigEndian(content.count) + chunk + bigEndian(Int(check))
  }

  private func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
