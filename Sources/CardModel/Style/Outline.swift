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
