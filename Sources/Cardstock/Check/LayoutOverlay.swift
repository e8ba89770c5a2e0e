public import CardLayout
internal import CardModel

/// A laid out side with the box and the name of each node drawn on it, for whoever designs it.
///
/// Leaves are filled a little, containers are lines; the colour tells the kind, and the legend
/// below the card the colours.
public struct LayoutOverlay {
  /// The drawing: the card with a margin around it and the legend below.
  public private(set) var frame: Frame

  private let renderer: CardRenderer
  private var taken: [Rect] = []
  private static let margin = 12.0
  private static let size = 3.6

  private struct Box {
    let bounds: Rect
    let name: String
    let kind: String
    var isLeaf: Bool { LayoutOverlay.leaves.contains(kind) }
  }

  private static let leaves: Set = ["label", "picture", "barcode", "shape", "spacer"]
  private static let kinds: [(kind: String, color: Color)] = [
    ("label", Color(red: 0x0B, green: 0x5F, blue: 0xC4)),
    ("picture", Color(red: 0x0B, green: 0x80, blue: 0x43)),
    ("barcode", Color(red: 0x7A, green: 0x1F, blue: 0xA2)),
    ("shape", Color(red: 0x79, green: 0x55, blue: 0x48)),
    ("table", Color(red: 0xB3, green: 0x5C, blue: 0x00)),
    ("stack", Color(red: 0xC6, green: 0x28, blue: 0x28)),
    ("box", Color(red: 0x45, green: 0x5A, blue: 0x64)),
    ("spacer", Color(red: 0x9A, green: 0x8A, blue: 0x00)),
  ]

  /// Draws the boxes of a trace over the frame that it was recorded with.
  public init(_ frame: Frame, _ trace: LayoutTrace, renderer: CardRenderer) {
    self.renderer = renderer
    let margin = Self.margin
    let card = Size(
      width: frame.size.width + 2 * margin, height: frame.size.height + 2 * margin + 10)
    self.frame = Frame(size: Size(width: max(card.width, 150), height: card.height))
    add(Rect(origin: .zero, size: self.frame.size), fill: .white)
    let corner = Point(x: margin, y: margin)
    self.frame.items.append(
      PlacedItem(origin: corner, size: frame.size, item: .group(FrameGroup(items: frame.items))))
    add(Rect(origin: corner, size: frame.size), stroke: Color(red: 0, green: 0, blue: 0), 0.25)
    let boxes = boxes(trace, at: corner)
    for box in boxes where box.bounds.size.width > 0 || box.bounds.size.height > 0 { draw(box) }
    // Names come last, above all boxes; the small boxes choose their place first.
    for box in boxes.sorted(by: { Self.area($0) < Self.area($1) }) { name(box, boxes) }
    legend()
  }

  private static func area(_ box: Box) -> Double {
    box.bounds.size.width * box.bounds.size.height
  }

  /// A box for each node: its outermost layer.
  private func boxes(_ trace: LayoutTrace, at corner: Point) -> [Box] {
    var seen: Set<NodePath> = []
    return trace.placements.compactMap { placement in
      guard seen.insert(placement.path).inserted else { return nil }
      let kind =
        ["horizontal", "vertical", "overlay", "group"].contains(placement.kind)
        ? "stack" : Self.kinds.contains { $0.kind == placement.kind } ? placement.kind : "box"
      let last = placement.path.steps.last.map { NodePath([$0]).description } ?? ""
      return Box(
        bounds: Rect(origin: corner + placement.bounds.origin, size: placement.bounds.size),
        name: placement.id.map { "#\($0)" } ?? (kind == "box" ? "" : "\(placement.kind) \(last)"),
        kind: kind)
    }
  }

  private static func color(_ kind: String) -> Color {
    kinds.first { $0.kind == kind }?.color ?? .black
  }

  private mutating func draw(_ box: Box) {
    let color = Self.color(box.kind)
    if box.isLeaf {
      add(
        box.bounds,
        fill: Color(red: color.red, green: color.green, blue: color.blue, alpha: 0x1C))
    }
    add(box.bounds, stroke: color, box.isLeaf ? 0.4 : 0.6)
  }

  /// Writes a name where no other one stands: in a corner of its box, or beside it.
  private mutating func name(_ box: Box, _ boxes: [Box]) {
    guard !box.name.isEmpty, let text = text(box.name, .white) else { return }
    let size = Size(width: text.size.width + 1.2, height: text.size.height)
    let bounds = box.bounds
    let (right, bottom) = (bounds.maxX - size.width, bounds.maxY - size.height)
    let corners = [
      bounds.origin, Point(x: right, y: bounds.origin.y), Point(x: bounds.origin.x, y: bottom),
      Point(x: right, y: bottom),
    ]
    let beside = [
      Point(x: bounds.maxX + 0.6, y: bounds.origin.y),
      Point(x: bounds.origin.x, y: bounds.origin.y - size.height - 0.3),
      Point(x: bounds.origin.x, y: bounds.maxY + 0.3),
      Point(x: bounds.origin.x - size.width - 0.6, y: bounds.origin.y),
    ]
    let below = (1...6).map {
      Point(x: bounds.origin.x, y: bounds.origin.y + Double($0) * size.height)
    }
    // On its own text a name hides what one wants to see.
    let places = box.kind == "label" ? beside + corners + below : corners + beside + below
    let sheet = Rect(origin: .zero, size: frame.size)
    let leaves = boxes.filter { $0.isLeaf && $0.kind != "spacer" && $0.bounds != bounds }
    func isFree(_ place: Point, _ others: [Box]) -> Bool {
      let rect = Rect(origin: place, size: size)
      let isInside =
        rect.origin.x >= 0 && rect.origin.y >= 0 && rect.maxX <= sheet.maxX
        && rect.maxY <= sheet.maxY - 10
      return isInside && !taken.contains { Self.overlap($0, rect) }
        && !others.contains { Self.overlap($0.bounds, rect) }
    }
    let free = places.first { isFree($0, leaves) } ?? places.first { isFree($0, []) }
    guard let free else { return }
    let rect = Rect(origin: free, size: size)
    taken.append(rect)
    add(rect, fill: Self.color(box.kind))
    add(text, at: Point(x: free.x + 0.6, y: free.y))
  }

  private static func overlap(_ left: Rect, _ right: Rect) -> Bool {
    left.origin.x < right.maxX && right.origin.x < left.maxX && left.origin.y < right.maxY
      && right.origin.y < left.maxY
  }

  private mutating func legend() {
    var x = Self.margin
    let y = frame.size.height - 12
    for (kind, color) in Self.kinds {
      guard let text = text(kind, .black) else { continue }
      add(Rect(x: x, y: y + 0.6, width: 3.4, height: 3.4), fill: color)
      add(text, at: Point(x: x + 4.4, y: y))
      x += text.size.width + 9
    }
  }

  // MARK: Drawing

  private func text(_ text: String, _ color: Color) -> Frame? {
    var guide = StyleGuide.standard
    guide.types[.caption] = TypeStyle(
      FontFace(family: "Poppins", style: "Medium"), size: Self.size)
    guide.colors[.black] = color
    let card = Card(
      size: CardSize(width: .pt(400), height: .pt(Self.size * 1.2)), background: nil,
      styleGuide: guide, front: Label(text, style: .caption()).node)
    guard let frame = try? renderer.layout(card), let item = frame.items.first else { return nil }
    return Frame(size: item.size, items: [item])
  }

  private mutating func add(_ text: Frame, at place: Point) {
    for item in text.items {
      var moved = item
      moved.origin = place
      frame.items.append(moved)
    }
  }

  private mutating func add(_ rect: Rect, fill: Color) {
    frame.items.append(
      PlacedItem(
        origin: rect.origin, size: rect.size,
        item: .shape(FrameShape(.area(.rectangle(radius: 0)), fill: .color(fill)))))
  }

  private mutating func add(_ rect: Rect, stroke: Color, _ width: Double) {
    frame.items.append(
      PlacedItem(
        origin: rect.origin, size: rect.size,
        item: .shape(
          FrameShape(
            .area(.rectangle(radius: 0)), stroke: FrameStroke(width: width, color: stroke)))))
  }
}
