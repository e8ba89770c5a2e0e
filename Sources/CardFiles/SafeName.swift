import Foundation

/// Makes a file name that every common file system takes out of any text.
public enum SafeName {
  /// The longest name, in bytes of UTF-8.
  public static let limit = 255

  /// A file name for a text; characters that a file system refuses become `_`.
  ///
  /// The name is never empty, hidden, or a way out of its folder. Where it is too long, letters
  /// before the extension go. Nothing is left out silently elsewhere, so that `A/B` and `AB` stay
  /// two names; texts that still meet are found by their ``CollisionKey``.
  public static func make(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
      scalars.append(isRefused(scalar) ? "_" : scalar)
    }
    var name = String(scalars)
    let rest = name.trimmingTrailing { $0 == "." || $0 == " " }
    name = rest + String(repeating: "_", count: name.count - rest.count)
    if name.isEmpty { return "_" }
    if name.hasPrefix(".") { name = "_" + name }
    if isReserved(name) {
      let end = name.firstIndex(of: ".") ?? name.endIndex
      name.insert("_", at: end)
    }
    return shortened(name)
  }

  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": return true
    // Marks that turn the reading direction can make a name look like another one.
    case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}": return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: return true
    default: return scalar.value & 0xFFFE == 0xFFFE
    }
  }

  /// Whether Windows keeps the name for a device, whatever its extension.
  private static func isReserved(_ name: String) -> Bool {
    let stem = name.prefix { $0 != "." }.uppercased().trimmingTrailing { $0 == " " }
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(stem) { return true }
    return stem.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT"))
      && "0123456789¹²³".contains(stem.suffix(1))
  }

  private static func shortened(_ name: String) -> String {
    guard name.utf8.count > limit else { return name }
    var ending = ""
    if let dot = name.lastIndex(of: "."), name[dot...].utf8.count <= 16 {
      ending = String(name[dot...])
    }
    var stem = Substring(name.dropLast(ending.count))
    while stem.utf8.count + ending.utf8.count > limit, stem.count > 1 { stem.removeLast() }
    if stem.utf8.count + ending.utf8.count > limit {
      // One letter of hundreds of marks.
      var scalars = stem.unicodeScalars
      while String(scalars).utf8.count + ending.utf8.count > limit { scalars.removeLast() }
      stem = Substring(scalars)
    }
    let kept = String(stem).trimmingTrailing { $0 == "." || $0 == " " }
    return kept + String(repeating: "_", count: stem.count - kept.count) + ending
  }
}

/// What two file names have in common where a file system may take them for one.
///
/// Letter case is left out, and how accents are written.
public struct CollisionKey: Sendable, Hashable {
  private let text: String

  /// The key of a name or a path.
  public init(_ name: String) {
    guard !name.utf8.allSatisfy({ $0 < 0x80 }) else {
      text = name.lowercased()
      return
    }
    text =
      name.precomposedStringWithCanonicalMapping.lowercased()
      .replacingOccurrences(of: "ς", with: "σ").precomposedStringWithCanonicalMapping
  }

  /// The key in 16 bytes, for comparing within one run: two keys have the same by no chance that
  /// counts.
  public var digest: UInt128 {
    func half(_ number: UInt8) -> UInt128 {
      var hasher = Hasher()
      hasher.combine(number)
      hasher.combine(text)
      return UInt128(UInt(bitPattern: hasher.finalize()))
    }
    return half(0) << 64 | half(1)
  }
}

extension String {
  fileprivate func trimmingTrailing(_ isDropped: (Character) -> Bool) -> String {
    var rest = Substring(self)
    while let last = rest.last, isDropped(last) { rest.removeLast() }
    return String(rest)
  }
}
