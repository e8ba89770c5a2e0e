/// What a text is, and so in which font and size the style guide sets it.
public enum LabelType: Sendable, Hashable {
  /// The first thing to read, such as a name; Poppins Bold 24 by default.
  case h1
  /// A second heading; Poppins Bold 16 by default.
  case h2
  /// A third heading; Poppins Bold 12 by default.
  case h3
  /// Running text and values; Poppins Medium 8 by default.
  case body
  /// Emphasised text and titles of rows; Poppins Bold 8 by default.
  case strong
  /// The smallest text; Poppins Regular 6.5 by default.
  case caption
  /// A type that a style guide adds under a name of its own.
  case named(String)

  /// The standard types, in their order of importance.
  public static let standard: [LabelType] = [.h1, .h2, .h3, .body, .strong, .caption]
}

/// The colour of a text, a line or an area, as the style guide defines it.
public enum ColorStyle: Sendable, Hashable {
  /// The darkest; #111111 by default.
  case black
  /// A dark grey; #4A4A4A by default.
  case grey1
  /// A middle grey; #767676 by default.
  case grey2
  /// A light grey, for lines and areas; #BDBDBD by default.
  case grey3
  /// #FFFFFF by default.
  case white
  /// A colour that a style guide adds under a name of its own.
  case named(String)

  /// The standard colours, from dark to light.
  public static let standard: [ColorStyle] = [.black, .grey1, .grey2, .grey3, .white]
}

/// A label's type and colour; in files `h1.black`.
public struct LabelStyle: Sendable, Hashable {
  /// Which font and size.
  public let type: LabelType
  /// Which colour.
  public let color: ColorStyle

  /// Makes a style of a type and a colour.
  public init(_ type: LabelType, _ color: ColorStyle = .black) {
    self.type = type
    self.color = color
  }

  /// The style `h1` in a colour.
  public static func h1(_ color: ColorStyle = .black) -> LabelStyle { LabelStyle(.h1, color) }
  /// The style `h2` in a colour.
  public static func h2(_ color: ColorStyle = .black) -> LabelStyle { LabelStyle(.h2, color) }
  /// The style `h3` in a colour.
  public static func h3(_ color: ColorStyle = .black) -> LabelStyle { LabelStyle(.h3, color) }
  /// The style `body` in a colour.
  public static func body(_ color: ColorStyle = .black) -> LabelStyle { LabelStyle(.body, color) }
  /// The style `strong` in a colour.
  public static func strong(_ color: ColorStyle = .black) -> LabelStyle {
    LabelStyle(.strong, color)
  }
  /// The style `caption` in a colour.
  public static func caption(_ color: ColorStyle = .black) -> LabelStyle {
    LabelStyle(.caption, color)
  }
}

extension LabelType: LosslessStringConvertible {
  /// Reads a name: letters, digits, `-` and `_`; nil for anything else.
  public init?(_ text: String) {
    guard isStyleName(text) else { return nil }
    self = LabelType.standard.first { $0.description == text } ?? .named(text)
  }

  /// The name as it is written in files.
  public var description: String {
    switch self {
    case .h1: "h1"
    case .h2: "h2"
    case .h3: "h3"
    case .body: "body"
    case .strong: "strong"
    case .caption: "caption"
    case .named(let name): name
    }
  }
}

extension ColorStyle: LosslessStringConvertible {
  /// Reads a name: letters, digits, `-` and `_`; nil for anything else.
  public init?(_ text: String) {
    guard isStyleName(text) else { return nil }
    self = ColorStyle.standard.first { $0.description == text } ?? .named(text)
  }

  /// The name as it is written in files.
  public var description: String {
    switch self {
    case .black: "black"
    case .grey1: "grey1"
    case .grey2: "grey2"
    case .grey3: "grey3"
    case .white: "white"
    case .named(let name): name
    }
  }
}

extension LabelStyle: LosslessStringConvertible {
  /// Reads `h1.grey1`, or `h1` for its black; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let type = LabelType(parts[0]) else { return nil }
    if parts.count == 1 {
      self.init(type)
      return
    }
    guard parts.count == 2, let color = ColorStyle(parts[1]) else { return nil }
    self.init(type, color)
  }

  /// The style as it is written in files.
  public var description: String { "\(type).\(color)" }
}

private func isStyleName(_ text: String) -> Bool {
  guard let first = text.unicodeScalars.first, first.properties.isAlphabetic else { return false }
  return text.unicodeScalars.allSatisfy {
    $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-" || $0 == "_"
  }
}
