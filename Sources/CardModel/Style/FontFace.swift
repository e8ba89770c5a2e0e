/// A font face by its family and its style, such as Poppins and Bold.
public struct FontFace: Sendable, Hashable, CustomStringConvertible {
  /// The family's name.
  public let family: String
  /// The face's name within the family, such as `SemiBold`.
  public let style: String

  /// Makes a name of a face; whether there is such a face is the font library's to say.
  public init(family: String, style: String = "Regular") {
    self.family = family
    self.style = style
  }

  /// The family and the style with a space between.
  public var description: String { "\(family) \(style)" }
}
