/// A machine-readable code.
public struct Barcode: Sendable, Equatable {
  /// The name under which a loaded card finds the code.
  public var id: String?
  /// The kind of code.
  public var symbology: Symbology
  /// What the code says.
  public var content: TextContent
  /// How much of a QR code may be damaged and still be read.
  public var errorCorrection: ErrorCorrection
  /// The smallest side of a module; the symbology's own minimum unless lowered.
  public var minimumModule: Length?
  /// Whether the quiet zone that the symbology demands is kept.
  public var quietZone: Bool
  /// The colour of the dark modules.
  public var color: ColorStyle
  /// The colour of the light modules and of the quiet zone.
  public var background: ColorStyle

  /// Makes a code; a string literal with `{{field}}` in it is a template.
  public init(
    _ symbology: Symbology, _ content: TextContent, errorCorrection: ErrorCorrection = .medium,
    minimumModule: Length? = nil, quietZone: Bool = true, color: ColorStyle = .black,
    background: ColorStyle = .white, id: String? = nil
  ) {
    self.symbology = symbology
    self.content = content
    self.errorCorrection = errorCorrection
    self.minimumModule = minimumModule
    self.quietZone = quietZone
    self.color = color
    self.background = background
    self.id = id
  }
}

/// The kinds of codes.
public enum Symbology: String, Sendable, Hashable, CaseIterable {
  /// QR code, ISO/IEC 18004.
  case qr
  /// Micro QR code, ISO/IEC 18004.
  case microQR
  /// Data Matrix ECC 200, ISO/IEC 16022.
  case dataMatrix
  /// Aztec code, ISO/IEC 24778.
  case aztec
  /// PDF417, ISO/IEC 15438.
  case pdf417
  /// Code 128, ISO/IEC 15417.
  case code128
  /// Code 39, ISO/IEC 16388.
  case code39
  /// EAN-13, ISO/IEC 15420.
  case ean13
  /// Interleaved 2 of 5, ISO/IEC 16390.
  case itf
}

/// The share of a QR code that may be damaged: 7, 15, 25 or 30 %.
public enum ErrorCorrection: String, Sendable, Hashable, CaseIterable {
  /// Level L, 7 %.
  case low
  /// Level M, 15 %.
  case medium
  /// Level Q, 25 %.
  case quartile
  /// Level H, 30 %.
  case high
}

extension Barcode: NodeConvertible {
  /// The code as a node.
  public var node: Node { .barcode(self) }
}
