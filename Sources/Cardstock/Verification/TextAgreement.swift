internal import Foundation

/// Whether words that were read from a page are the lines that it has to show.
///
/// What readers do differently is no difference: spaces, composed letters, ligatures, marks of
/// direction, and the order of words in lines that run from right to left.
struct TextAgreement {
  /// What is wrong, in a sentence; nil where nothing is.
  let difference: String?

  init(lines: [String], words: [String]) {
    let found = words.map(Self.plain).joined()
    var loose = Self.count(found)
    let expected = Self.count(lines.map(Self.plain).joined())
    for line in lines where !Self.holds(line, in: found, words: words) {
      difference = "The text '\(line)' cannot be read on it."
      return
    }
    for (scalar, count) in expected { loose[scalar, default: 0] -= count }
    let missing = loose.contains { Self.matters($0.key) && $0.value < 0 }
    let surplus = loose.contains { Self.matters($0.key) && $0.value > 0 }
    guard missing || surplus else {
      difference = nil
      return
    }
    let all = lines.map(Self.plain).joined(separator: "\n")
    let stranger = words.first { !all.contains(Self.plain($0)) }
    difference =
      missing && !surplus
      ? "A text stands on it less often than it should."
      : stranger.map { "The text '\($0)' can be read on it, which is not its own." }
        ?? "A text stands on it more often than it should."
  }

  private static func holds(_ line: String, in found: String, words: [String]) -> Bool {
    if found.contains(plain(line)) { return true }
    // Readers give words from right to left in either order, and cut some at marks.
    let reversed = String(found.reversed())
    return line.split(whereSeparator: \.isWhitespace).allSatisfy { word in
      let word = plain(String(word))
      return found.contains(word) || reversed.contains(word)
        || count(found).isSuperset(of: count(word)) && isRightToLeft(line)
    }
  }

  /// Letters and digits as they are compared: without spaces and what has no shape of its own.
  static func plain(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.precomposedStringWithCompatibilityMapping.unicodeScalars
    where !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
      && scalar.properties.generalCategory != .control
      && scalar.properties.generalCategory != .format
    {
      scalars.append(scalar)
    }
    return String(scalars).precomposedStringWithCanonicalMapping
  }

  private static func count(_ text: String) -> [Unicode.Scalar: Int] {
    text.unicodeScalars.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  private static func matters(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  private static func isRightToLeft(_ word: String) -> Bool {
    word.unicodeScalars.contains {
      0x590...0x8ff ~= $0.value || 0xfb1d...0xfdff ~= $0.value || 0xfe70...0xfeff ~= $0.value
        || 0x10800...0x10fff ~= $0.value || 0x1e800...0x1efff ~= $0.value
    }
  }
}

extension [Unicode.Scalar: Int] {
  fileprivate func isSuperset(of other: Self) -> Bool {
    other.allSatisfy { self[$0.key, default: 0] >= $0.value }
  }
}
