internal import CardModel

/// Texts in which lines of numbers read from the left among letters that read from the right.
///
/// A telephone number has no letter that says how it is read, so among Arabic or Hebrew its groups
/// of digits would change places: `+44 20 7946` would be seen as `7946 20 44+`. Where nothing reads
/// from the right, the texts stay as they are.
func isolatingNumbers(_ texts: [String], in direction: LayoutDirection) -> [String] {
  guard direction == .rightToLeft || texts.contains(where: readsFromTheRight) else { return texts }
  return texts.map { text in
    guard text.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { isNumber($0) ? "\u{2066}\($0)\u{2069}" : String($0) }.joined(separator: "\n")
  }
}

/// Whether a line has digits of this script, no letters at all, and nothing that says how it is
/// read, as the marks in an Arabic date do.
private func isNumber(_ line: Substring) -> Bool {
  var hasDigit = false
  for scalar in line.unicodeScalars {
    if scalar.properties.isAlphabetic || scalar.properties.isBidiControl { return false }
    hasDigit = hasDigit || ("0"..."9").contains(scalar)
  }
  return hasDigit
}

private func readsFromTheRight(_ text: String) -> Bool {
  text.unicodeScalars.contains { scalar in
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }
}
