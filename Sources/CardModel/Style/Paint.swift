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
