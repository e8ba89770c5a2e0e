/// What a JSON reader accepts beyond RFC 8259, and where it stops.
public struct JSONOptions: Sendable, Hashable {
  /// Whether `//` and `/* */` comments and trailing commas are passed over, as editors write them.
  public var allowsComments: Bool
  /// The most arrays and objects within one another.
  public var depthLimit: Int
  /// The most values in one text.
  public var valueLimit: Int

  /// Makes options.
  public init(
    allowsComments: Bool = false, depthLimit: Int = 512, valueLimit: Int = 20_000_000
  ) {
    self.allowsComments = allowsComments
    self.depthLimit = depthLimit
    self.valueLimit = valueLimit
  }

  /// RFC 8259 and nothing else.
  public static let strict = JSONOptions()
  /// With comments and trailing commas.
  public static let relaxed = JSONOptions(allowsComments: true)
}

/// Why a text is not JSON.
public struct JSONSyntaxError: Diagnostic, Equatable {
  /// One sentence that says what was expected.
  public let message: String
  /// Where.
  public let position: JSONPosition
  /// What would help.
  public let hint: String?

  /// The line and the column.
  public var place: String? { "line \(position.line), column \(position.column)" }
}

/// Reads JSON (RFC 8259) from UTF-8 bytes and keeps for each value where it stands.
///
/// Duplicate names in an object, invalid UTF-8 and lone surrogates are errors.
public struct JSONReader {
  private let bytes: [UInt8]
  private let options: JSONOptions
  private var offset: Int
  private var depth = 0
  private var valueCount = 0
  // The position is counted forward from the last one asked for, so that reading stays linear.
  private var countedOffset: Int
  private var line: Int
  private var column: Int

  /// Makes a reader of a text, or of a part of one that begins at a line and a column.
  public init(
    _ bytes: [UInt8], options: JSONOptions = .strict, firstLine: Int = 1, firstColumn: Int = 1
  ) {
    self.bytes = bytes
    self.options = options
    self.offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    self.countedOffset = offset
    self.line = firstLine
    self.column = firstColumn
  }

  /// Reads a text that holds one value and nothing else.
  ///
  /// - Throws: ``JSONSyntaxError`` with line and column.
  public static func read(
    _ bytes: [UInt8], options: JSONOptions = .strict, firstLine: Int = 1, firstColumn: Int = 1
  ) throws(JSONSyntaxError) -> JSONValue {
    var reader = JSONReader(
      bytes, options: options, firstLine: firstLine, firstColumn: firstColumn)
    let value = try reader.value()
    try reader.end()
    return value
  }

  /// Reads the next value.
  ///
  /// - Throws: ``JSONSyntaxError`` with line and column.
  public mutating func value() throws(JSONSyntaxError) -> JSONValue {
    try skipBlanks()
    let start = position()
    valueCount += 1
    guard valueCount <= options.valueLimit else {
      throw error("The JSON holds more than \(options.valueLimit) values.")
    }
    guard let byte = peek() else { throw error("A value was expected, but the text ends.") }
    switch byte {
    case UInt8(ascii: "{"): return JSONValue(.object(try object()), at: start)
    case UInt8(ascii: "["): return JSONValue(.array(try array()), at: start)
    case UInt8(ascii: "\""): return JSONValue(.string(try string()), at: start)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return JSONValue(.number(try number()), at: start)
    case UInt8(ascii: "t"): return JSONValue(try word("true", .bool(true)), at: start)
    case UInt8(ascii: "f"): return JSONValue(try word("false", .bool(false)), at: start)
    case UInt8(ascii: "n"): return JSONValue(try word("null", .null), at: start)
    default:
      let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      throw error(
        "A value was expected, but \(shown(byte)) was found.",
        hint: isWide && offset == 0 ? "The text is UTF-16; save the file as UTF-8." : nil)
    }
  }

  /// Makes sure that nothing follows.
  ///
  /// - Throws: ``JSONSyntaxError`` where something does.
  public mutating func end() throws(JSONSyntaxError) {
    try skipBlanks()
    if let byte = peek() {
      throw error("The value has ended, but \(shown(byte)) follows.")
    }
  }

  /// Passes over a character if it comes next, blanks before it left out.
  ///
  /// With it a caller walks a long array entry by entry, without holding it as a whole.
  ///
  /// - Throws: ``JSONSyntaxError`` for a comment that does not end.
  public mutating func skip(_ character: Unicode.Scalar) throws(JSONSyntaxError) -> Bool {
    try skipBlanks()
    guard let byte = peek(), UInt32(byte) == character.value else { return false }
    offset += 1
    return true
  }

  /// Where the next value stands.
  public mutating func position() -> JSONPosition {
    while countedOffset < offset {
      let byte = bytes[countedOffset]
      if byte == 0x0A
        || (byte == 0x0D && !(countedOffset + 1 < bytes.count && bytes[countedOffset + 1] == 0x0A))
      {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      countedOffset += 1
    }
    return JSONPosition(line: line, column: column)
  }

  private mutating func error(_ message: String, hint: String? = nil) -> JSONSyntaxError {
    JSONSyntaxError(message: message, position: position(), hint: hint)
  }

  private func peek() -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func shown(_ byte: UInt8) -> String {
    switch byte {
    case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
    default: "byte 0x\(String(byte, radix: 16, uppercase: true))"
    }
  }

  private mutating func skipBlanks() throws(JSONSyntaxError) {
    while let byte = peek() {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      case UInt8(ascii: "/") where options.allowsComments: try skipComment()
      case UInt8(ascii: "/"):
        throw error("A comment is not allowed here.")
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSONSyntaxError) {
    let next = offset + 1 < bytes.count ? bytes[offset + 1] : 0
    if next == UInt8(ascii: "/") {
      while let byte = peek(), byte != 0x0A, byte != 0x0D { offset += 1 }
    } else if next == UInt8(ascii: "*") {
      let start = position()
      offset += 2
      while true {
        guard offset + 1 < bytes.count else {
          throw JSONSyntaxError(
            message: "The comment has no end.", position: start, hint: "Close it with '*/'.")
        }
        if bytes[offset] == UInt8(ascii: "*"), bytes[offset + 1] == UInt8(ascii: "/") { break }
        offset += 1
      }
      offset += 2
    } else {
      throw error("A comment begins with '//' or '/*'.")
    }
  }

  private mutating func enter() throws(JSONSyntaxError) {
    depth += 1
    guard depth <= options.depthLimit else {
      throw error("The JSON is nested deeper than \(options.depthLimit) levels.")
    }
    offset += 1
  }

  private mutating func array() throws(JSONSyntaxError) -> [JSONValue] {
    try enter()
    var values: [JSONValue] = []
    if try skip("]") { return leave(values) }
    while true {
      values.append(try value())
      if try skip(",") {
        try skipBlanks()
        if peek() == UInt8(ascii: "]") {
          guard options.allowsComments else { throw trailingComma() }
          offset += 1
          return leave(values)
        }
      } else if try skip("]") {
        return leave(values)
      } else {
        throw expected("',' or ']'")
      }
    }
  }

  private mutating func object() throws(JSONSyntaxError) -> [JSONValue.Member] {
    try enter()
    var members: [JSONValue.Member] = []
    var names: Set<String> = []
    if try skip("}") { return leave(members) }
    while true {
      try skipBlanks()
      let keyPosition = position()
      guard peek() == UInt8(ascii: "\"") else { throw expected("a name in double quotes") }
      let key = try string()
      guard names.insert(key).inserted else {
        throw JSONSyntaxError(
          message: "The name '\(key)' stands twice in one object.", position: keyPosition,
          hint: "Remove one of them.")
      }
      guard try skip(":") else { throw expected("':'") }
      members.append(JSONValue.Member(key, try value(), keyPosition: keyPosition))
      if try skip(",") {
        try skipBlanks()
        if peek() == UInt8(ascii: "}") {
          guard options.allowsComments else { throw trailingComma() }
          offset += 1
          return leave(members)
        }
      } else if try skip("}") {
        return leave(members)
      } else {
        throw expected("',' or '}'")
      }
    }
  }

  private mutating func leave<Values>(_ values: Values) -> Values {
    depth -= 1
    return values
  }

  private mutating func trailingComma() -> JSONSyntaxError {
    error("A comma before the end is not allowed here.", hint: "Remove the comma.")
  }

  private mutating func expected(_ what: String) -> JSONSyntaxError {
    guard let byte = peek() else {
      return error("\(sentence(what)) was expected, but the text ends.")
    }
    return error("\(sentence(what)) was expected, but \(shown(byte)) was found.")
  }

  private func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst()
  }

  private mutating func word(
    _ text: String, _ kind: JSONValue.Kind
  ) throws(JSONSyntaxError) -> JSONValue.Kind {
    guard bytes[offset...].starts(with: text.utf8) else {
      throw error(
        "A value was expected, but an unquoted word was found.",
        hint: "Write texts in double quotes.")
    }
    offset += text.utf8.count
    return kind
  }

  private mutating func number() throws(JSONSyntaxError) -> String {
    let start = offset
    if peek() == UInt8(ascii: "-") { offset += 1 }
    if peek() == UInt8(ascii: "0") {
      offset += 1
      if isDigit(peek()) {
        throw error(
          "A number does not begin with '0'.", hint: "Write an id with zeros in double quotes.")
      }
    } else {
      try digits()
    }
    if peek() == UInt8(ascii: ".") {
      offset += 1
      try digits()
    }
    if let byte = peek(), byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      offset += 1
      if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { offset += 1 }
      try digits()
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }

  private mutating func digits() throws(JSONSyntaxError) {
    guard isDigit(peek()) else { throw error("A number needs a digit here.") }
    while isDigit(peek()) { offset += 1 }
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    offset += 1
    let start = offset
    // Most texts hold no escape: they are taken as one piece.
    while let byte = peek(), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      offset += 1
    }
    if peek() == UInt8(ascii: "\"") {
      defer { offset += 1 }
      return try text(bytes[start..<offset], from: start)
    }
    var buffer = Array(bytes[start..<offset])
    while true {
      guard let byte = peek() else { throw error("The text has no closing quote.") }
      switch byte {
      case UInt8(ascii: "\""):
        defer { offset += 1 }
        return try text(buffer[...], from: start)
      case UInt8(ascii: "\\"): try escape(into: &buffer)
      case 0..<0x20:
        throw error(
          "A text may not hold the control character \(shown(byte)) as it is.",
          hint: "Write a line break as '\\n'.")
      default:
        buffer.append(byte)
        offset += 1
      }
    }
  }

  private mutating func text(
    _ slice: ArraySlice<UInt8>, from start: Int
  ) throws(JSONSyntaxError) -> String {
    if let text = String(validating: slice, as: UTF8.self) { return text }
    offset = start + validPrefix(bytes[start...])
    throw error(
      "The text is not valid UTF-8: \(peek().map(shown) ?? "the end") was found.",
      hint: "Save the file as UTF-8.")
  }

  /// The number of bytes before the first one that is not UTF-8.
  private func validPrefix(_ slice: ArraySlice<UInt8>) -> Int {
    var count = 0
    var iterator = slice.makeIterator()
    var decoder = UTF8()
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      count += UTF8.width(scalar)
    }
    return count
  }

  private mutating func escape(into buffer: inout [UInt8]) throws(JSONSyntaxError) {
    offset += 1
    guard let byte = peek() else { throw error("The text has no closing quote.") }
    let simple: [UInt8: UInt8] = [
      UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "/"): 0x2F,
      UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A,
      UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]
    if let plain = simple[byte] {
      buffer.append(plain)
      offset += 1
      return
    }
    guard byte == UInt8(ascii: "u") else {
      throw error(
        "The escape '\\' followed by \(shown(byte)) is unknown.",
        hint: "A backslash is written as '\\\\'.")
    }
    let first = try unicodeEscape()
    var value = first
    if (0xD800..<0xDC00).contains(first) {
      guard peek() == UInt8(ascii: "\\"), offset + 1 < bytes.count,
        bytes[offset + 1] == UInt8(ascii: "u")
      else { throw error("Half of a surrogate pair stands alone.") }
      offset += 1
      let second = try unicodeEscape()
      guard (0xDC00..<0xE000).contains(second) else {
        throw error("Half of a surrogate pair stands alone.")
      }
      value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw error("Half of a surrogate pair stands alone.")
    }
    buffer.append(contentsOf: Character(scalar).utf8)
  }

  /// Reads `uXXXX` after a backslash.
  private mutating func unicodeEscape() throws(JSONSyntaxError) -> UInt32 {
    offset += 1
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue,
        byte < 0x80
      else { throw error("The escape '\\u' needs four hexadecimal digits.") }
      value = value << 4 | UInt32(digit)
      offset += 1
    }
    return value
  }
}
