internal import Foundation

/// The labels of a file in ZPL, one after another.
final class ZPLStream {
  private let file: FileHandle
  private var rest = Data()
  private static let end = Data("^XZ".utf8)

  init(path: String) throws {
    file = try FileHandle(forReadingFrom: URL(filePath: path))
  }

  deinit { try? file.close() }

  /// The next label's commands, up to its end; nil where there is no more.
  func next() throws -> String? {
    var searched = rest.startIndex
    while true {
      if let found = rest.range(of: Self.end, in: searched..<rest.endIndex) {
        let label = String(decoding: rest[..<found.lowerBound], as: UTF8.self)
        rest = Data(rest[found.upperBound...])
        return label
      }
      // The end may lie across two pieces.
      searched = max(rest.startIndex, rest.endIndex - 2)
      guard let piece = try file.read(upToCount: 1 << 18), !piece.isEmpty else {
        let text = String(decoding: rest, as: UTF8.self)
        rest = Data()
        return text.contains { !$0.isWhitespace } ? text : nil
      }
      rest += piece
    }
  }
}

/// The picture of a label, read as a printer reads it: by the language's manual, not by what wrote
/// it.
struct ZPLPicture {
  /// Why a label cannot be read.
  struct Failure: Error {
    let reason: String
  }

  let width: Int
  let height: Int
  private let bytes: [UInt8]
  private let bytesPerRow: Int

  /// Reads a label's commands.
  ///
  /// - Parameter inflate: Takes apart what is deflated; nil where no program does that.
  /// - Throws: ``Failure``, and what `inflate` throws.
  init(_ label: String, inflate: ([UInt8]) throws -> [UInt8]?) throws {
    guard label.contains("^XA") else { throw Failure(reason: "It does not begin with ^XA.") }
    func number(after command: String) -> Int? {
      label.range(of: command).flatMap { Int(label[$0.upperBound...].prefix { $0.isNumber }) }
    }
    guard let width = number(after: "^PW"), let height = number(after: "^LL"), width > 0,
      height > 0, width <= 32_000, height <= 32_000
    else { throw Failure(reason: "It does not say its width and length (^PW, ^LL).") }
    guard let start = label.range(of: "^GFA,")?.upperBound else {
      throw Failure(reason: "It has no picture (^GFA).")
    }
    let parts = label[start...].prefix { $0 != "^" }
      .split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, let total = Int(parts[1]), let perRow = Int(parts[2]), perRow > 0,
      total == perRow * height, perRow * 8 >= width, perRow * 8 < width + 8
    else { throw Failure(reason: "Its picture is not as large as the label.") }
    (self.width, self.height) = (width, height)
    bytesPerRow = perRow
    bytes =
      parts[3].hasPrefix(":Z64:")
      ? try Self.inflated(parts[3], inflate) : try Self.digits(parts[3].utf8, perRow: perRow)
    guard bytes.count == total else {
      throw Failure(reason: "Its picture has \(bytes.count) bytes in place of \(total).")
    }
  }

  private static func inflated(
    _ data: Substring, _ inflate: ([UInt8]) throws -> [UInt8]?
  ) throws -> [UInt8] {
    let fields = data.split(separator: ":")
    guard fields.count == 3, let packed = Data(base64Encoded: String(fields[1])) else {
      throw Failure(reason: "Its picture is not in Base64.")
    }
    guard
      Int(fields[2].trimmingCharacters(in: .whitespacesAndNewlines), radix: 16)
        == checkSum(fields[1].utf8)
    else { throw Failure(reason: "The check sum of its picture is wrong.") }
    guard let bytes = try inflate([UInt8](packed)) else {
      throw Failure(reason: "Its picture cannot be taken apart.")
    }
    return bytes
  }

  /// CRC-16 of CCITT over the text, from zero.
  private static func checkSum(_ text: some Sequence<UInt8>) -> Int {
    text.reduce(0) { sum, byte in
      var sum = sum ^ Int(byte) << 8
      for _ in 0..<8 { sum = sum & 0x8000 == 0 ? sum << 1 : (sum << 1) ^ 0x1_1021 }
      return sum
    }
  }

  /// Hexadecimal digits whose runs are counted.
  private static func digits(_ text: some Sequence<UInt8>, perRow: Int) throws -> [UInt8] {
    var rows: [[UInt8]] = []
    var row: [UInt8] = []
    var count = 0
    func add(_ digit: UInt8, _ times: Int) throws {
      guard row.count + times <= perRow * 2 else {
        throw Failure(reason: "A row of its picture is too long.")
      }
      row += Array(repeating: digit, count: times)
    }
    for character in text {
      switch character {
      case 0x09, 0x0A, 0x0D, 0x20: continue
      case UInt8(ascii: "G")...UInt8(ascii: "Y"): count += Int(character) - 0x46
      case UInt8(ascii: "g")...UInt8(ascii: "z"): count += (Int(character) - 0x66) * 20
      case UInt8(ascii: ","): try add(0, perRow * 2 - row.count)
      case UInt8(ascii: "!"): try add(15, perRow * 2 - row.count)
      case UInt8(ascii: ":"):
        guard row.isEmpty, let last = rows.last else {
          throw Failure(reason: "Its picture repeats a row that is not there.")
        }
        rows.append(last)
      default:
        guard let digit = Character(Unicode.Scalar(character)).hexDigitValue else {
          throw Failure(reason: "Its picture is not in hexadecimal digits.")
        }
        try add(UInt8(digit), max(count, 1))
        count = 0
      }
      if row.count == perRow * 2 {
        rows.append(row)
        row = []
      }
    }
    guard row.isEmpty else { throw Failure(reason: "The last row of its picture is cut off.") }
    return rows.flatMap { row in
      stride(from: 0, to: row.count, by: 2).map { row[$0] << 4 | row[$0 + 1] }
    }
  }

  /// Whether nothing is printed.
  var isBlank: Bool { bytes.allSatisfy { $0 == 0 } }

  /// The picture in greys.
  func greys(scale: Double) -> GreyPicture {
    var greys: [UInt8] = []
    greys.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let isBlack = bytes[y * bytesPerRow + x / 8] & (0x80 >> UInt8(x % 8)) != 0
        greys.append(isBlack ? 0 : 255)
      }
    }
    return GreyPicture(width: width, height: height, greys: greys, scale: scale)
  }
}
