/// What an area is filled with.
public enum Paint: Sendable, Hashable {
  /// One colour of the style guide.
  case color(ColorStyle)
  /// A straight blend between two colours of the style guide.
  case gradient(Gradient)
}

/// A straight blend between two colours.
public struct Gradient: Sendable, Hashable {
  /// The colour where it begins.
  public let start: ColorStyle
  /// The colour where it ends.
  public let end: ColorStyle
  /// The direction in degrees: 0 blends left to right, 90 top to bottom.
  public let angle: Double

  /// Makes a blend.
  public init(from start: ColorStyle, to end: ColorStyle, angle: Double = 90) {
    self.start = start
    self.end = end
    self.angle = angle
  }
}

/// A line drawn along an edge.
public struct Border: Sendable, Hashable {
  /// The line's thickness.
  public let width: Length
  /// The line's colour.
  public let color: ColorStyle

  /// Makes a border.
  public init(_ width: Length, _ color: ColorStyle) {
    self.width = width
    self.color = color
  }
}

extension Border: LosslessStringConvertible {
  /// Reads a width and a colour, such as `0.5pt grey3`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 2, let width = Length(String(parts[0])),
      let color = ColorStyle(String(parts[1]))
    else { return nil }
    self.init(width, color)
  }

  /// The border as it is written in files.
  public var description: String { "\(width) \(color)" }
}

/// The edge of an area: what is filled, bordered and clipped.
public enum Outline: Sendable, Hashable {
  /// Square corners.
  case rectangle
  /// Corners of a radius; never more than half the shorter side.
  case rounded(Length)
  /// The ellipse that fills the area.
  case ellipse
  /// The largest circle in the middle of the area.
  case circle
  /// Corners rounded by half the shorter side.
  case capsule
}
