internal import CardModel

/// A property of a vCard: its name, its parameters, and its value as bytes.
struct ContentLine {
  /// The group before the name, such as `item1`, in lower case.
  var group: String?
  /// The name in capital letters.
  var name: String
  /// The parameters, names in capital letters; those without a name are under `TYPE`.
  var parameters: [(name: String, value: String)]
  /// The value, unfolded, still encoded.
  var value: [UInt8]
  /// The line on which it begins.
  var line: Int

  /// Splits an unfolded line; nil where it is no property.
  init?(_ bytes: [UInt8], line: Int) {
    var isQuoted = false
    let colon =
      bytes.firstIndex { byte in
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        return byte == UInt8(ascii: ":") && !isQuoted
      } ?? bytes.firstIndex(of: UInt8(ascii: ":"))
    guard let colon, colon > 0 else { return nil }
    self.line = line
    value = Array(bytes[(colon + 1)...])
    var parts: [String] = []
    var part: [UInt8] = []
    isQuoted = false
    for byte in bytes[..<colon] {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ";"), !isQuoted {
        parts.append(String(decoding: part, as: UTF8.self))
        part = []
      } else {
        part.append(byte)
      }
    }
    parts.append(String(decoding: part, as: UTF8.self))
    let head = parts[0].uppercased().split(separator: ".", omittingEmptySubsequences: false)
    name = trimmed(String(head.last ?? ""))
    group = head.count > 1 ? head[0].lowercased() : nil
    guard !name.isEmpty,
      name.utf8.allSatisfy({ (0x30...0x5A).contains($0) || $0 == 0x2D || $0 == 0x5F })
    else { return nil }
    let encodings: Set = ["QUOTED-PRINTABLE", "BASE64", "B", "8BIT", "7BIT"]
    parameters = parts.dropFirst().flatMap { part in
      guard let equals = part.firstIndex(of: "=") else {
        let word = trimmed(part).uppercased()
        return [(encodings.contains(word) ? "ENCODING" : "TYPE", trimmed(part))]
      }
      let name = trimmed(part[..<equals].uppercased())
      let text = String(part[part.index(after: equals)...])
      let values = name == "TYPE" ? text.split(separator: ",").map(String.init) : [text]
      return values.map { (name, Self.plain($0)) }
    }
  }

  /// A parameter's value without quotes and with the escapes of RFC 6868 undone.
  private static func plain(_ text: String) -> String {
    var result = ""
    var isEscaped = false
    for character in text where isEscaped || character != "\"" {
      if isEscaped {
        switch character {
        case "n": result += "\n"
        case "'": result += "\""
        case "^": result += "^"
        default: result += "^\(character)"
        }
        isEscaped = false
      } else if character == "^" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return trimmed(isEscaped ? result + "^" : result)
  }

  /// The first value of a parameter.
  func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// The types in lower case.
  var types: [String] {
    parameters.filter { $0.name == "TYPE" }.map { $0.value.lowercased() }
  }

  /// The encoding in capital letters.
  private var encoding: String { parameter("ENCODING")?.uppercased() ?? "" }
  /// Whether the value is quoted-printable.
  var isQuotedPrintable: Bool { encoding == "QUOTED-PRINTABLE" }
  /// Whether the value is base64.
  var isBase64: Bool { encoding == "B" || encoding == "BASE64" }

  /// The place among those of its name, 1 for the first choice; without one 101.
  var preference: Int {
    if let text = parameter("PREF") { return Int(text) ?? 1 }
    return types.contains("pref") ? 1 : 101
  }

  /// The value as text, its quoted-printable and its character set undone.
  ///
  /// - Throws: ``RecordError`` where it is not text of its character set.
  func text(isConverted: Bool, place: DataPlace) throws(RecordError) -> String {
    var here = place
    here.line = line
    let bytes = isQuotedPrintable ? Self.quotedPrintable(value) : value
    let charset = parameter("CHARSET").map { $0.uppercased() } ?? "UTF-8"
    let text: String?
    if charset == "UTF-8" || charset == "UTF8" || (isConverted && !isQuotedPrintable) {
      text = String(validating: bytes, as: UTF8.self)
    } else if let ascii = String(validating: bytes, as: UTF8.self), bytes.allSatisfy({ $0 < 0x80 }),
      !charset.hasPrefix("ISO-2022"), !charset.hasPrefix("UTF-7"), !charset.hasPrefix("UTF-16")
    {
      text = ascii
    } else {
      text = CharacterConverter.convert(bytes, from: charset)
    }
    guard let text else {
      throw RecordError(
        "The value of '\(name)' is not valid \(charset).", at: here,
        hint: "Name the file's encoding with --encoding.")
    }
    guard !text.utf8.contains(0) else {
      throw RecordError(
        "The value of '\(name)' holds a NUL character.", at: here, hint: "Remove it.")
    }
    return text
  }

  /// Undoes quoted-printable; an escape that is cut off stays as it is.
  private static func quotedPrintable(_ bytes: [UInt8]) -> [UInt8] {
    func digit(_ byte: UInt8) -> UInt8? {
      switch byte {
      case 0x30...0x39: byte - 0x30
      case 0x41...0x46: byte - 0x37
      case 0x61...0x66: byte - 0x57
      default: nil
      }
    }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "="), index + 2 < bytes.count,
        let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  /// Splits a text at a separator that is not escaped and undoes the escapes.
  static func components(
    _ text: String, separator: Character?, knowsLineBreaks: Bool
  ) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in text {
      if isEscaped {
        switch character {
        case ",", ";", ":", "\\": parts[parts.count - 1].append(character)
        case "n" where knowsLineBreaks, "N" where knowsLineBreaks:
          parts[parts.count - 1].append("\n")
        default: parts[parts.count - 1] += "\\\(character)"
        }
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == separator {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    if isEscaped { parts[parts.count - 1].append("\\") }
    return parts
  }
}
