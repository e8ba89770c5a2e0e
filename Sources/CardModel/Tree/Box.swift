/// One child with a frame, a padding, a fill, a border and the like.
///
/// What is set applies from the outside in: priority, half a turn, opacity, guides; fill, border, clip,
/// background and overlay, all along the outline; the frame; the padding; the aspect ratio; the
/// fixed size; the child. Each modifier in Swift wraps a new box, so there their order is the
/// order in which they are written.
public struct Box: Sendable, Equatable {
  /// The name under which a loaded card finds the box.
  public var id: String?
  /// What the box holds.
  public var child: Node

  /// Who gets space first in a stack; 0 unless given, higher first.
  public var priority: Double?
  /// 0 is unseen, 1 opaque.
  public var opacity: Double?
  /// Whether the box is turned by half a turn, such as for the far side of a folded card.
  public var isUpsideDown = false
  /// Alignment lines in place of the box's own, from its top or leading edge.
  public var guides: [AlignmentGuide: Length] = [:]

  /// The edge that fill, border and clip follow.
  public var outline: Outline = .rectangle
  /// What the box is filled with.
  public var fill: Paint?
  /// A line inside the box's edge.
  public var border: Border?
  /// Whether what sticks out of the outline is cut.
  public var clips: Bool = false
  /// A node behind the box, of the box's size.
  public var background: Node?
  /// A node in front of the box, of the box's size.
  public var overlay: Node?

  /// A fixed width.
  public var width: Length?
  /// A fixed height.
  public var height: Length?
  /// The least width.
  public var minWidth: Length?
  /// The width where none is proposed.
  public var idealWidth: Length?
  /// The most width; `.infinity` fills the proposal.
  public var maxWidth: Length?
  /// The least height.
  public var minHeight: Length?
  /// The height where none is proposed.
  public var idealHeight: Length?
  /// The most height; `.infinity` fills the proposal.
  public var maxHeight: Length?
  /// Where the child, the background and the overlay stand in the box.
  public var anchor: Alignment = .center

  /// The space around the child.
  public var padding: EdgeLengths?
  /// Width divided by height; the child is proposed such a size.
  public var aspectRatio: Double?
  /// Whether that size lies in the proposal (`contain`) or covers it (`cover`).
  public var aspectFit: PictureFit = .contain
  /// Whether the child keeps its ideal width whatever is proposed.
  public var fixedWidth: Bool = false
  /// Whether the child keeps its ideal height whatever is proposed.
  public var fixedHeight: Bool = false

  /// Makes a box that does nothing yet.
  public init(_ child: some NodeConvertible, id: String? = nil) {
    self.child = child.node
    self.id = id
  }
}

extension Box: NodeConvertible {
  /// The box as a node.
  public var node: Node { .box(self) }
}
