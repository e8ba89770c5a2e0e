/// A card ready to be laid out: its trim size, its style guide and the tree of its front.
public struct Card: Sendable, Equatable {
  /// The title of the design, never of a person; it becomes the document's title.
  public var title: String?
  /// The trim size.
  public var size: CardSize
  /// The front.
  public var front: Node
  /// The back, where there is one.
  public var back: Node?
  /// What lies behind everything; it extends into the bleed.
  ///
  /// Nil leaves the card transparent.
  public var background: Paint?
  /// How far the background extends beyond the trim.
  public var bleed: Length
  /// How far text and faces keep away from the trim.
  public var safeArea: Length
  /// What label types and colours mean.
  public var styleGuide: StyleGuide
  /// The resolution for lengths in pixels.
  public var dotsPerInch: Double?
  /// The side on which reading begins.
  public var direction: LayoutDirection
  /// The language of the texts, as a BCP 47 tag.
  public var language: String

  /// Makes a card of a front, and a back where there is one.
  public init(
    title: String? = nil, size: CardSize = .cr80, background: Paint? = .color(.white),
    bleed: Length = .zero, safeArea: Length = .mm(3), styleGuide: StyleGuide = .standard,
    dotsPerInch: Double? = nil, direction: LayoutDirection = .leftToRight,
    language: String = "en", back: Node? = nil, front: Node
  ) {
    self.title = title
    self.size = size
    self.front = front
    self.back = back
    self.background = background
    self.bleed = bleed
    self.safeArea = safeArea
    self.styleGuide = styleGuide
    self.dotsPerInch = dotsPerInch
    self.direction = direction
    self.language = language
  }

  /// Makes a card of what stands between the braces; several nodes lie on top of one another.
  public init(
    title: String? = nil, size: CardSize = .cr80, background: Paint? = .color(.white),
    safeArea: Length = .mm(3), styleGuide: StyleGuide = .standard,
    @NodeBuilder _ front: () -> [Node]
  ) {
    let nodes = front()
    self.init(
      title: title, size: size, background: background, safeArea: safeArea,
      styleGuide: styleGuide,
      front: nodes.count == 1 ? nodes[0] : Stack(.overlay, children: nodes).node)
  }
}
