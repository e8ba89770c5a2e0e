internal import Foundation

/// A label in ZPL, the language of Zebra's printers: one picture of the whole card.
public struct ZPLLabel: Sendable, Hashable {
  /// How the picture is written.
  public enum Encoding: String, Sendable, Hashable, CaseIterable {
    /// Hexadecimal digits, runs of them counted: what every such printer reads.
    case hex
    /// Deflated, in Base64 with a check sum: the smallest, for newer printers.
    case z64
  }

  /// The most labels that a printer makes of one picture.
  public static let copiesLimit = 99_999_999

  /// The picture.
  public var bitmap: BilevelBitmap
  /// How often the label is printed, from 1.
  public var copies: Int
  /// How the picture is written.
  public var encoding: Encoding

  /// Makes a label.
  public init(_ bitmap: BilevelBitmap, copies: Int = 1, encoding: Encoding = .hex) {
    self.bitmap = bitmap
    self.copies = copies
    self.encoding = encoding
  }

  /// The label's commands, in ASCII; labels follow one another in a stream.
  ///
  /// - Throws: ``RenderError`` where there is no memory.
  public func text() throws(RenderError) -> String {
    let total = bitmap.bytes.count
    let data =
      switch encoding {
      case .hex: hexadecimal()
      case .z64: try deflated()
      }
    return """
      ^XA
      ^PW\(bitmap.width)
      ^LL\(bitmap.height)
      ^LH0,0
      ^FO0,0^GFA,\(total),\(total),\(bitmap.bytesPerRow),\(data)^FS
      ^PQ\(min(max(copies, 1), Self.copiesLimit))
      ^XZ

      """
  }

  // MARK: Hexadecimal

  /// Rows of digits: `,` fills a row with white and `!` with black, `:` repeats the row before.
  private func hexadecimal() -> String {
    var text: [UInt8] = []
    var before: ArraySlice<UInt8> = []
    for y in 0..<bitmap.height {
      let row = bitmap.row(y)
      if y > 0, row.elementsEqual(before) {
        text.append(UInt8(ascii: ":"))
      } else {
        append(row, to: &text)
      }
      before = row
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func append(_ row: ArraySlice<UInt8>, to text: inout [UInt8]) {
    let digits = row.flatMap { [$0 >> 4, $0 & 15] }
    var end = digits.count
    if let last = digits.last, last == 0 || last == 15 {
      while end > 0, digits[end - 1] == last { end -= 1 }
    }
    var position = 0
    while position < end {
      let digit = digits[position]
      var next = position + 1
      while next < end, digits[next] == digit { next += 1 }
      append(digit, count: next - position, to: &text)
      position = next
    }
    if end < digits.count { text.append(UInt8(ascii: digits[end] == 0 ? "," : "!")) }
  }

  /// A run: `g` to `z` stand for 20 to 400, `G` to `Y` for 1 to 19, and both add up.
  private func append(_ digit: UInt8, count: Int, to text: inout [UInt8]) {
    var rest = count
    while rest > 419 {
      text += [UInt8(ascii: "z"), hexadecimalDigit(digit)]
      rest -= 400
    }
    if rest > 1 {
      if rest >= 20 { text.append(UInt8(ascii: "f") + UInt8(rest / 20)) }
      if rest % 20 > 0 { text.append(UInt8(ascii: "F") + UInt8(rest % 20)) }
    }
    text.append(hexadecimalDigit(digit))
  }

  private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  // MARK: Deflated

  private func deflated() throws(RenderError) -> String {
    let packed = Data(try Deflater().compress(bitmap.bytes)).base64EncodedString()
    var check: UInt16 = 0
    for byte in packed.utf8 {
      check ^= UInt16(byte) << 8
      for _ in 0..<8 { check = check & 0x8000 != 0 ? check << 1 ^ 0x1021 : check << 1 }
    }
    let digits = String(check, radix: 16, uppercase: false)
    return ":Z64:\(packed):\(String(repeating: "0", count: 4 - digits.count))\(digits)"
  }
}
