/// A filled area or a line; it takes the size that it is proposed.
public struct Shape: Sendable, Equatable {
  /// The kinds of shapes.
  public enum Kind: Sendable, Hashable {
    /// An area with an outline.
    case area(Outline)
    /// A straight line along an axis, as thick as its stroke.
    case line(Axis)
  }

  /// The name under which a loaded card finds the shape.
  public var id: String?
  /// What it is.
  public var kind: Kind
  /// What it is filled with; a line has no fill.
  public var fill: Paint?
  /// The line along its edge, or the line itself.
  public var stroke: Border?

  /// Makes a shape.
  public init(_ kind: Kind, fill: Paint? = nil, stroke: Border? = nil, id: String? = nil) {
    self.kind = kind
    self.fill = fill
    self.stroke = stroke
    self.id = id
  }

  /// A rectangle, its corners rounded where a radius is given.
  public static func rectangle(
    _ fill: ColorStyle, corner: Length? = nil, stroke: Border? = nil
  ) -> Shape {
    Shape(.area(corner.map(Outline.rounded) ?? .rectangle), fill: .color(fill), stroke: stroke)
  }

  /// An ellipse.
  public static func ellipse(_ fill: ColorStyle, stroke: Border? = nil) -> Shape {
    Shape(.area(.ellipse), fill: .color(fill), stroke: stroke)
  }

  /// A line along an axis.
  public static func line(
    _ axis: Axis = .horizontal, width: Length = .pt(0.5), color: ColorStyle = .grey3
  ) -> Shape {
    Shape(.line(axis), stroke: Border(width, color))
  }
}

extension Shape: NodeConvertible {
  /// The shape as a node.
  public var node: Node { .shape(self) }
}
