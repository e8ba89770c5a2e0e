import CardLayout
import CardModel

/// How much a symbology holds at most, for the sentence that refuses more.
enum CodeCapacity {
  /// The kinds of content that take different room.
  enum Kind: Int {
    /// Digits.
    case numeric = 0
    /// Digits, capitals and a few marks.
    case alphanumeric = 1
    /// Anything else, in UTF-8.
    case bytes = 2
  }

  /// The kind of a content.
  static func kind(of content: String) -> Kind {
    var kind = Kind.numeric
    for scalar in content.unicodeScalars {
      switch scalar {
      case "0"..."9": continue
      case "A"..."Z", " ", "$", "%", "*", "+", "-", ".", "/", ":": kind = .alphanumeric
      default: return .bytes
      }
    }
    return kind
  }

  /// The most of a kind that a code holds, from the tables of the symbology's standard.
  static func limit(of kind: Kind, in barcode: Barcode) -> Int {
    let row: [Int]
    switch (barcode.symbology, barcode.errorCorrection) {
    case (.qr, .low): row = [7089, 4296, 2953]
    case (.qr, .medium): row = [5596, 3391, 2331]
    case (.qr, .quartile): row = [3993, 2420, 1663]
    case (.qr, .high): row = [3057, 1852, 1273]
    case (.microQR, .low): row = [35, 21, 15]
    case (.microQR, .medium): row = [30, 18, 13]
    case (.microQR, _): row = [21, 13, 9]
    case (.dataMatrix, _): row = [3116, 2335, 1555]
    case (.aztec, _): row = [3832, 3067, 1914]
    case (.pdf417, _): row = [2710, 1850, 1108]
    case (.code128, _): row = [120, 60, 60]
    case (.code39, _): row = [85, 85, 85]
    case (.ean13, _): row = [13, 13, 13]
    case (.itf, _): row = [90, 90, 90]
    }
    return row[kind.rawValue]
  }

  /// The sentence for a content that is too long.
  static func tooLong(_ content: String, for barcode: Barcode) -> CodeError {
    let kind = kind(of: content)
    let count = kind == .bytes ? content.utf8.count : content.unicodeScalars.count
    let unit =
      switch kind {
      case .numeric: "digits"
      case .alphanumeric: "characters"
      case .bytes: "bytes"
      }
    let facts = barcode.symbology.facts
    let levels = barcode.symbology == .qr || barcode.symbology == .microQR
    let level = levels ? " at error correction '\(barcode.errorCorrection.rawValue)'" : ""
    let hint =
      switch barcode.symbology {
      case .qr where barcode.errorCorrection != .low,
        .microQR where barcode.errorCorrection != .low:
        "Shorten it, or lower the error correction."
      case .microQR, .code128, .code39, .itf: "Shorten it, or use a QR code, which holds more."
      default: "Shorten it, or put a web address in its place."
      }
    return CodeError(
      "\(CodeChecks.capitalised(facts.article)) \(facts.name)\(level) holds at most "
        + "\(limit(of: kind, in: barcode)) \(unit), and \(CodeChecks.quoted(content)) has \(count).",
      hint: hint)
  }
}
