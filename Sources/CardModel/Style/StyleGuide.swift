/// What the label types and colours mean on a card; a project replaces it as a whole.
public struct StyleGuide: Sendable, Equatable {
  /// The font and size of each label type.
  public var types: [LabelType: TypeStyle]
  /// The value of each colour.
  public var colors: [ColorStyle: Color]

  /// Makes a guide.
  ///
  /// Types and colours that it lacks are errors where a card uses them.
  public init(types: [LabelType: TypeStyle], colors: [ColorStyle: Color]) {
    self.types = types
    self.colors = colors
  }

  /// The house style: Poppins Bold 24, 16, 12 and smaller types, and five greys.
  public static let standard = StyleGuide(
    types: [
      .h1: TypeStyle(FontFace(family: "Poppins", style: "Bold"), size: 24),
      .h2: TypeStyle(FontFace(family: "Poppins", style: "Bold"), size: 16),
      .h3: TypeStyle(FontFace(family: "Poppins", style: "Bold"), size: 12),
      .body: TypeStyle(FontFace(family: "Poppins", style: "Medium"), size: 8),
      .strong: TypeStyle(FontFace(family: "Poppins", style: "Bold"), size: 8),
      .caption: TypeStyle(FontFace(family: "Poppins", style: "Regular"), size: 6.5),
    ],
    colors: [
      .black: Color(red: 0x11, green: 0x11, blue: 0x11),
      .grey1: Color(red: 0x4A, green: 0x4A, blue: 0x4A),
      .grey2: Color(red: 0x76, green: 0x76, blue: 0x76),
      .grey3: Color(red: 0xBD, green: 0xBD, blue: 0xBD),
      .white: Color(red: 0xFF, green: 0xFF, blue: 0xFF),
    ])

  /// This guide with the other's types and colours added or put in place of its own.
  public func merging(_ other: StyleGuide) -> StyleGuide {
    StyleGuide(
      types: types.merging(other.types) { $1 }, colors: colors.merging(other.colors) { $1 })
  }
}
