#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Turns text of a named encoding into UTF-8, piece by piece.
@safe final class CharacterConverter {
  private let state: iconv_t
  /// The bytes of a character whose end has not come yet.
  private var rest: [UInt8] = []
  /// The number of bytes converted so far.
  private(set) var convertedCount = 0

  /// Makes a converter; nil where the encoding is unknown.
  init?(from encoding: String) {
    let known = ["ansi": "CP1252", "mac-roman": "MACINTOSH", "macroman": "MACINTOSH"]
    let name = known[encoding.lowercased()] ?? encoding
    // Slashes would switch on replacement characters.
    guard !name.isEmpty, !name.contains("/"), let opened = unsafe iconv_open("UTF-8", name),
      Int(bitPattern: opened) != -1
    else { return nil }
    unsafe state = opened
  }

  deinit { unsafe iconv_close(state) }

  /// Converts a piece; nil where it is not text of the encoding.
  func convert(_ piece: [UInt8]) -> [UInt8]? {
    var input = rest + piece
    rest = []
    var output: [UInt8] = []
    output.reserveCapacity(input.count + input.count / 2 + 16)
    var consumed = 0
    let isValid = unsafe input.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return true }
      var next: UnsafeMutablePointer<CChar>? = unsafe base.assumingMemoryBound(to: CChar.self)
      var left = bytes.count
      while left > 0 {
        var failure: Int32 = 0
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
          let room = buffer.count
          var free = room
          unsafe buffer.withMemoryRebound(to: CChar.self) { chars in
            var end = chars.baseAddress
            if unsafe iconv(state, &next, &left, &end, &free) == Int(bitPattern: UInt.max) {
              failure = errno
            }
          }
          count = room - free
        }
        output += piece
        consumed = bytes.count - left
        if failure == EINVAL { return true }
        if failure != 0, failure != E2BIG { return false }
      }
      return true
    }
    convertedCount += consumed
    rest = Array(input[consumed...])
    return isValid ? output : nil
  }

  /// Whether no character is left half read.
  var isComplete: Bool { rest.isEmpty }

  /// Converts a whole text; nil where the encoding is unknown or the text is not in it.
  static func convert(_ bytes: [UInt8], from encoding: String) -> String? {
    guard let converter = CharacterConverter(from: encoding),
      let text = converter.convert(bytes), converter.isComplete
    else { return nil }
    return String(validating: text, as: UTF8.self)
  }
}
