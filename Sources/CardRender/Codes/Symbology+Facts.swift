import CardModel

/// What the standards say about a symbology, in one place.
struct SymbologyFacts: Sendable {
  /// The name in messages.
  let name: String
  /// The article in front of the name.
  let article: String
  /// The least side of a module in millimetres.
  let minimumModule: Double
  /// The modules of quiet zone at the left, the top, the right and the bottom.
  let quietZone: (left: Double, top: Double, right: Double, bottom: Double)
  /// Whether the code is a single row of bars.
  let isLinear: Bool
}

extension Symbology {
  /// The facts of the symbology and where they come from.
  ///
  /// Quiet zones are those of the ISO/IEC standard of each symbology: QR 18004 (4 modules; Micro
  /// QR 2), Data Matrix 16022 (1), Aztec 24778 (none), PDF417 15438 (2), Code 128 15417 and Code 39
  /// 16388 and Interleaved 2 of 5 16390 (10 at either end), EAN-13 15420 (11 and 7).
  ///
  /// Modules: 0.33 mm for QR is what telephones read at arm's length without macro focus; 0.264 mm
  /// for EAN-13 is the 80 % magnification of the GS1 General Specifications; 0.254 mm for Data
  /// Matrix (and so for Aztec) and 0.25 mm for bars are their least X-dimensions for regulated
  /// healthcare items, the closest that GS1 comes to a badge; 0.17 mm for PDF417 is that of the
  /// AAMVA card design standard for driving licences.
  var facts: SymbologyFacts {
    switch self {
    case .qr: matrix("QR code", 0.33, quiet: 4)
    case .microQR: matrix("Micro QR code", 0.33, quiet: 2)
    case .dataMatrix: matrix("Data Matrix code", 0.254, quiet: 1)
    case .aztec: matrix("Aztec code", 0.254, quiet: 0, article: "an")
    case .pdf417: matrix("PDF417 code", 0.17, quiet: 2)
    case .code128: bars("Code 128", 0.25, left: 10, right: 10)
    case .code39: bars("Code 39", 0.25, left: 10, right: 10)
    case .ean13: bars("EAN-13 code", 0.264, left: 11, right: 7, article: "an")
    case .itf: bars("ITF code", 0.25, left: 10, right: 10, article: "an")
    }
  }

  private func matrix(
    _ name: String, _ module: Double, quiet: Double, article: String = "a"
  ) -> SymbologyFacts {
    SymbologyFacts(
      name: name, article: article, minimumModule: module,
      quietZone: (left: quiet, top: quiet, right: quiet, bottom: quiet), isLinear: false)
  }

  private func bars(
    _ name: String, _ module: Double, left: Double, right: Double, article: String = "a"
  ) -> SymbologyFacts {
    SymbologyFacts(
      name: name, article: article, minimumModule: module,
      quietZone: (left: left, top: 0, right: right, bottom: 0), isLinear: true)
  }

  /// The height of a row in modules.
  ///
  /// Bars are at least 15 % of their width and 5 mm high, as ISO/IEC 15417, 16388 and 16390
  /// recommend; a card has no room for the 22.85 mm of a shop's EAN-13. A row of PDF417 is three
  /// modules high, as ISO/IEC 15438 asks.
  func rowHeight(columns: Int) -> Double {
    if self == .pdf417 { return 3 }
    let facts = facts
    guard facts.isLinear else { return 1 }
    return max(0.15 * Double(columns), 5 / facts.minimumModule).rounded(.up)
  }
}
