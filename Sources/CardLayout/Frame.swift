public import CardModel

/// A finished layout: a size, baselines, and items at fixed places.
public struct Frame: Sendable, Equatable {
  /// The size in points.
  public var size: Size
  /// The first text baseline from the top, where there is text.
  public var firstBaseline: Double?
  /// The last text baseline from the top, where there is text.
  public var lastBaseline: Double?
  /// The items from back to front.
  public var items: [PlacedItem]
  /// What happened while it was laid out.
  public var findings: [Finding]
  /// Whether it is the back of a card.
  public var isBack = false
  /// The trims of the cards that lie on it, in points; none where it is a card itself.
  public var trims: [Rect] = []
  /// How far cards reach beyond their trims, in points.
  public var bleed = 0.0

  /// Makes a frame.
  public init(
    size: Size, firstBaseline: Double? = nil, lastBaseline: Double? = nil,
    items: [PlacedItem] = [], findings: [Finding] = []
  ) {
    self.size = size
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
    self.items = items
    self.findings = findings
  }
}

/// An item and its place in the coordinates of its group.
public struct PlacedItem: Sendable, Equatable {
  /// The upper left corner in points.
  public var origin: Point
  /// The extent in points.
  public var size: Size
  /// The node that it comes from.
  public var path: NodePath
  /// That node's id.
  public var id: String?
  /// What is drawn.
  public var item: FrameItem

  /// Makes a placed item.
  public init(
    origin: Point, size: Size, path: NodePath = .root, id: String? = nil, item: FrameItem
  ) {
    self.origin = origin
    self.size = size
    self.path = path
    self.id = id
    self.item = item
  }

  /// Where it is.
  public var bounds: Rect { Rect(origin: origin, size: size) }
}

/// What can be drawn: the closed list.
///
/// An exporter is a function over it.
public indirect enum FrameItem: Sendable, Equatable {
  /// Items that move, clip and fade together.
  case group(FrameGroup)
  /// Lines of text.
  case text(FrameText)
  /// An area or a line.
  case shape(FrameShape)
  /// A picture.
  case picture(FramePicture)
  /// A code.
  case barcode(FrameBarcode)
}

/// Items that move, clip and fade together.
public struct FrameGroup: Sendable, Equatable {
  /// What a group is to a reader.
  public enum Role: Sendable, Hashable {
    /// Nothing in particular.
    case none
    /// A card on a sheet.
    case card
    /// The back of a card on a sheet.
    case cardBack
    /// A table.
    case table
    /// A row of a table.
    case row
    /// A heading of a row or a column.
    case headerCell
    /// A cell of a table.
    case cell
    /// A picture that is drawn of other items, and what it shows; nothing where that is empty.
    case figure(String)
  }

  /// The items from back to front.
  public var items: [PlacedItem]
  /// The edge at which they are cut, over the whole size of the group.
  public var clip: FrameOutline?
  /// How far beyond its size that edge lies in the card's bleed.
  public var bleed = FrameBleed.none
  /// 0 is unseen, 1 opaque.
  public var opacity: Double
  /// What it is to a reader.
  public var role: Role
  /// How the items lie where they are laid down as one, and do not know of it.
  ///
  /// What is mounted is drawn as it would be alone, from the device's nearest pixel on, so that
  /// its pixels are the same wherever it lies.
  public var mount: FrameMount?

  /// Makes a group.
  public init(
    items: [PlacedItem], clip: FrameOutline? = nil, opacity: Double = 1, role: Role = .none,
    mount: FrameMount? = nil
  ) {
    self.items = items
    self.clip = clip
    self.opacity = opacity
    self.role = role
    self.mount = mount
  }

  /// Whether the items are turned by half a turn.
  public var isUpsideDown: Bool { mount?.turn == .half }

  /// The items at the places where they are seen in a group of this size.
  ///
  /// Those of an upside-down group are moved across its middle, and their own groups turned.
  public func seenItems(in size: Size) -> [PlacedItem] {
    guard isUpsideDown else { return items }
    return items.map { placed in
      var turned = placed
      turned.origin = Point(
        x: size.width - placed.bounds.maxX, y: size.height - placed.bounds.maxY)
      if case .group(var group) = placed.item {
        var mount = group.mount ?? FrameMount()
        mount.turn = mount.turn.then(.half)
        group.mount = mount == FrameMount() ? nil : mount
        turned.item = .group(group)
      }
      return turned
    }
  }
}

/// How a whole frame lies on another.
public struct FrameMount: Sendable, Hashable {
  /// The turn clockwise; the size of the placed group is that after the turn.
  public var turn: QuarterTurn
  /// The scale across, applied after the turn and about the group's upper left corner.
  public var scaleX: Double
  /// The scale down.
  public var scaleY: Double

  /// Makes a mount; upright and in its own size unless said.
  public init(turn: QuarterTurn = .none, scaleX: Double = 1, scaleY: Double = 1) {
    self.turn = turn
    self.scaleX = scaleX
    self.scaleY = scaleY
  }
}

/// A turn clockwise, in degrees.
public enum QuarterTurn: Int, Sendable, Hashable, CaseIterable {
  /// Upright.
  case none = 0
  /// The head lies at the right.
  case quarter = 90
  /// Upside down.
  case half = 180
  /// The head lies at the left.
  case threeQuarters = 270

  /// One turn after another.
  public func then(_ next: QuarterTurn) -> QuarterTurn {
    QuarterTurn(rawValue: (rawValue + next.rawValue) % 360) ?? .none
  }

  /// Whether width and height change places.
  public var exchangesSides: Bool { self == .quarter || self == .threeQuarters }
}

/// An edge in points, over the size of the item that has it.
public enum FrameOutline: Sendable, Hashable {
  /// Corners of a radius in points; 0 for square ones.
  case rectangle(radius: Double)
  /// The ellipse that fills the area.
  case ellipse
  /// The largest circle in the middle of the area.
  case circle
}

/// What an area is filled with, in final colours.
public enum FramePaint: Sendable, Hashable {
  /// One colour.
  case color(Color)
  /// A straight blend; the angle in degrees, 0 left to right, 90 top to bottom.
  case gradient(from: Color, to: Color, angle: Double)
}

/// A line in final measures.
public struct FrameStroke: Sendable, Hashable {
  /// The thickness in points.
  public var width: Double
  /// The colour.
  public var color: Color

  /// Makes a stroke.
  public init(width: Double, color: Color) {
    self.width = width
    self.color = color
  }
}

/// An area or a line.
public struct FrameShape: Sendable, Equatable {
  /// The kinds of shapes.
  public enum Kind: Sendable, Hashable {
    /// An area over the whole size; its stroke lies inside the edge.
    case area(FrameOutline)
    /// A line along the middle of the size.
    case line(Axis)
  }

  /// What it is.
  public var kind: Kind
  /// The fill.
  public var fill: FramePaint?
  /// The line along the edge, or the line itself.
  public var stroke: FrameStroke?
  /// How far it is drawn into the card's bleed; a blend runs over its bounds all the same.
  public var bleed = FrameBleed.none

  /// Makes a shape.
  public init(_ kind: Kind, fill: FramePaint? = nil, stroke: FrameStroke? = nil) {
    self.kind = kind
    self.fill = fill
    self.stroke = stroke
  }
}

/// A picture in its place.
public struct FramePicture: Sendable, Equatable {
  /// The source's name.
  public var source: String
  /// How it fills its place.
  public var fit: PictureFit
  /// The point that stays in view.
  public var focus: FocalPoint
  /// The edge that it is cut to.
  public var outline: FrameOutline
  /// A line on that edge.
  public var border: FrameStroke?
  /// Its upright extent in pixels.
  public var pixels: PixelSize
  /// What it shows, for those who hear the card read.
  public var alternative: String?
  /// How far it is drawn into the card's bleed: more of it where there is more, and its mirror
  /// image beyond its edge.
  public var bleed = FrameBleed.none

  /// Makes a picture.
  public init(
    source: String, fit: PictureFit, focus: FocalPoint, outline: FrameOutline,
    border: FrameStroke?, pixels: PixelSize, alternative: String?
  ) {
    self.source = source
    self.fit = fit
    self.focus = focus
    self.outline = outline
    self.border = border
    self.pixels = pixels
    self.alternative = alternative
  }
}

/// A code in its place: its quiet zone is part of its size.
public struct FrameBarcode: Sendable, Equatable {
  /// The modules.
  public var symbol: CodeSymbol
  /// Where the modules begin, after the quiet zone, in points.
  public var origin: Point
  /// The width of a module in points.
  public var module: Double
  /// The height of a row in points.
  public var rowHeight: Double
  /// The colour of the dark modules.
  public var color: Color
  /// The colour of the light ones and of the quiet zone.
  public var background: Color
  /// What the code says, for those who hear the card read.
  public var content: String

  /// Makes a code.
  public init(
    symbol: CodeSymbol, origin: Point, module: Double, rowHeight: Double, color: Color,
    background: Color, content: String
  ) {
    self.symbol = symbol
    self.origin = origin
    self.module = module
    self.rowHeight = rowHeight
    self.color = color
    self.background = background
    self.content = content
  }
}

/// Lines of text in their place.
public struct FrameText: Sendable, Equatable {
  /// A line and its place in the text's own coordinates.
  public struct Line: Sendable, Equatable {
    /// The left edge in points.
    public var x: Double
    /// The baseline in points from the top.
    public var baseline: Double
    /// The glyphs.
    public var shaped: ShapedLine

    /// Makes a line.
    public init(x: Double, baseline: Double, shaped: ShapedLine) {
      self.x = x
      self.baseline = baseline
      self.shaped = shaped
    }
  }

  /// The whole text as it was asked for.
  public var text: String
  /// The style that was asked for.
  public var style: LabelStyle
  /// The colour of each run of the label.
  public var colors: [Color]
  /// The size in points that the text got.
  public var size: Double
  /// The size in points that the style says.
  public var styleSize: Double
  /// The lines.
  public var lines: [Line]
  /// Whether text was left out.
  public var isTruncated: Bool
  /// The characters without a glyph.
  public var missing: [Unicode.Scalar]
  /// The faces used in place of those asked for.
  public var fallbacks: [FallbackFace]
  /// The share of a batch's cards on which the text's common size has to fit, where it has one.
  public var batchShare: Double?

  /// Makes a text.
  public init(
    text: String, style: LabelStyle, colors: [Color], size: Double, styleSize: Double,
    lines: [Line], isTruncated: Bool, missing: [Unicode.Scalar], fallbacks: [FallbackFace],
    batchShare: Double? = nil
  ) {
    self.text = text
    self.style = style
    self.colors = colors
    self.size = size
    self.styleSize = styleSize
    self.lines = lines
    self.isTruncated = isTruncated
    self.missing = missing
    self.fallbacks = fallbacks
    self.batchShare = batchShare
  }
}
