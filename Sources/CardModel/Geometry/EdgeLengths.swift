/// A length for each of the four edges, such as a padding.
public struct EdgeLengths: Sendable, Hashable {
  /// The upper edge.
  public var top: Length
  /// The edge where reading begins.
  public var leading: Length
  /// The lower edge.
  public var bottom: Length
  /// The edge where reading ends.
  public var trailing: Length

  /// Makes edges; what is not given is zero.
  public init(
    top: Length = .zero, leading: Length = .zero, bottom: Length = .zero, trailing: Length = .zero
  ) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// The same length on every edge.
  public static func all(_ length: Length) -> EdgeLengths {
    EdgeLengths(top: length, leading: length, bottom: length, trailing: length)
  }

  /// One length left and right, another above and below.
  public static func symmetric(horizontal: Length = .zero, vertical: Length = .zero) -> EdgeLengths
  {
    EdgeLengths(top: vertical, leading: horizontal, bottom: vertical, trailing: horizontal)
  }
}
