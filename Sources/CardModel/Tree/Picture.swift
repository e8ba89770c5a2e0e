/// A picture by the name of its source, cut to its place and never stretched unless asked.
public struct Picture: Sendable, Equatable {
  /// The name under which a loaded card finds the picture.
  public var id: String?
  /// A path inside the assets folder, a `data:` URI, or a template for one; nil for none.
  public var source: TextContent?
  /// How the picture fills its place.
  public var fit: PictureFit
  /// The point of the picture that stays in view, as shares of its width and height.
  public var focus: FocalPoint
  /// The edge that the picture is cut to.
  public var outline: Outline
  /// A line on that edge.
  public var border: Border?
  /// The text that stands in for a missing picture, such as a person's initials.
  public var placeholder: TextContent?
  /// What the picture shows, for those who hear the card read.
  public var alternative: TextContent?

  /// Makes a picture; a string literal with `{{field}}` in it is a template.
  public init(
    _ source: TextContent?, fit: PictureFit = .cover, focus: FocalPoint = .face,
    placeholder: TextContent? = nil, alternative: TextContent? = nil, id: String? = nil
  ) {
    self.source = source
    self.fit = fit
    self.focus = focus
    self.outline = .rectangle
    self.placeholder = placeholder
    self.alternative = alternative
    self.id = id
  }

  /// The picture cut to an outline, with a border on that edge where one is given.
  public func clipped(to outline: Outline, border: Border? = nil) -> Picture {
    var copy = self
    copy.outline = outline
    copy.border = border ?? copy.border
    return copy
  }
}

/// How a picture fills its place.
public enum PictureFit: String, Sendable, Hashable, CaseIterable {
  /// All of the picture is seen; it may leave room at two sides.
  case contain
  /// All of the place is filled; the picture may be cropped at two sides.
  case cover
  /// The picture takes the place's proportions, whatever its own.
  case stretch
}

/// A point of a picture in shares of its width and height, from the top left.
public struct FocalPoint: Sendable, Hashable {
  /// The share of the width, 0 to 1.
  public let x: Double
  /// The share of the height, 0 to 1.
  public let y: Double

  /// Makes a focal point; shares outside 0 to 1 are drawn in.
  public init(x: Double, y: Double) {
    self.x = min(max(x, 0), 1)
    self.y = min(max(y, 0), 1)
  }

  /// Where faces are in portraits: the middle, a little above half.
  public static let face = FocalPoint(x: 0.5, y: 0.35)
  /// The middle.
  public static let center = FocalPoint(x: 0.5, y: 0.5)
}

extension Picture: NodeConvertible {
  /// The picture as a node.
  public var node: Node { .picture(self) }
}
