/// The font, size and line box of a label type.
public struct TypeStyle: Sendable, Hashable {
  /// The face.
  public let face: FontFace
  /// The size in points; above 0, at most 1000.
  public let size: Double
  /// The height of a line box in sizes; 1.2 unless said.
  public let lineHeight: Double
  /// Space added between letters, in points at this size.
  public let letterSpacing: Double

  /// Makes a type style.
  public init(
    _ face: FontFace, size: Double, lineHeight: Double = 1.2, letterSpacing: Double = 0
  ) {
    self.face = face
    self.size = size
    self.lineHeight = lineHeight
    self.letterSpacing = letterSpacing
  }
}
