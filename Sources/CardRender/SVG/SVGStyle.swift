/// As much of CSS as the gate needs to find what it refers to.
enum SVGStyle {
  /// A style in lower case, without comments, with its escapes undone.
  static func plain(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var at = 0
    while at < scalars.count {
      let scalar = scalars[at]
      at += 1
      if scalar == "/", at < scalars.count, scalars[at] == "*" {
        at += 1
        while at < scalars.count, !(scalars[at - 1] == "*" && scalars[at] == "/") { at += 1 }
        at += 1
      } else if scalar == "\\" {
        var digits = ""
        while at < scalars.count, digits.count < 6, scalars[at].properties.isASCIIHexDigit {
          digits.unicodeScalars.append(scalars[at])
          at += 1
        }
        if let number = UInt32(digits, radix: 16), let escaped = Unicode.Scalar(number) {
          result.append(escaped)
          if at < scalars.count, scalars[at].properties.isWhitespace { at += 1 }
        }
      } else {
        result.append(scalar)
      }
    }
    return String(result).lowercased()
  }

  /// Where a text begins in bytes, from a place on.
  static func find(_ text: String, in bytes: [UInt8], from: Int) -> Int? {
    let wanted = Array(text.utf8)
    guard let first = wanted.first, from + wanted.count <= bytes.count else { return nil }
    for at in from...(bytes.count - wanted.count)
    where bytes[at] == first && bytes[at..<(at + wanted.count)].elementsEqual(wanted) {
      return at
    }
    return nil
  }
}

/// The bytes of a `data:` URI.
enum SVGDataURI {
  /// The bytes, or nil where they cannot be told.
  static func bytes(of uri: String) -> [UInt8]? {
    let all = Array(uri.utf8)
    guard let comma = all.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    let head = String(decoding: all[..<comma], as: UTF8.self).lowercased()
    let body = unescaped(all[(comma + 1)...])
    return head.contains("base64") ? base64(body) : body
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = bytes.startIndex
    while at < bytes.endIndex {
      if bytes[at] == UInt8(ascii: "%"), at + 2 < bytes.endIndex,
        let value = UInt8(String(decoding: bytes[(at + 1)...(at + 2)], as: UTF8.self), radix: 16)
      {
        result.append(value)
        at += 3
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return result
  }

  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 3 / 4)
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      let value: UInt8
      switch byte {
      case 65...90: value = byte - 65
      case 97...122: value = byte - 71
      case 48...57: value = byte + 4
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
      default: continue
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return result
  }
}
