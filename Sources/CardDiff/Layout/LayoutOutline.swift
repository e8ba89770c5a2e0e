public import CardLayout
public import CardModel

/// A finished layout as a flat list of named things, as it can be kept beside a picture.
public struct LayoutOutline: Sendable, Equatable {
  /// One thing that is drawn, or a group of them.
  public struct Node: Sendable, Equatable {
    /// The place in the tree of nodes.
    public let path: String
    /// The node's id.
    public let id: String?
    /// What it is, such as `text` or `picture`.
    public let kind: String
    /// Where it is on the card, in points.
    public let bounds: Rect
    /// What is drawn, by name.
    public let facts: [Fact]

    /// What it is called in messages: its id, else its path.
    public var name: String { id ?? path }
    /// Whether something is drawn for it itself.
    public var isDrawn: Bool { !Self.groups.contains(kind) }

    private static let groups: Set<String> = ["group", "table", "row", "headerCell", "cell"]

    /// A fact of that name.
    public subscript(name: String) -> String? { facts.first { $0.name == name }?.value }
  }

  /// One thing that is known of a node.
  public struct Fact: Sendable, Hashable {
    /// Such as `lines` or `fill`.
    public let name: String
    /// The value as text.
    public let value: String
  }

  /// The size of the card in points.
  public let size: Size
  /// The nodes from back to front.
  public let nodes: [Node]

  /// Takes the outline of a frame.
  public init(_ frame: Frame) {
    size = Size(width: hundredth(frame.size.width), height: hundredth(frame.size.height))
    var nodes: [Node] = []
    func walk(_ items: [PlacedItem], _ x: Double, _ y: Double) {
      for item in items {
        nodes.append(Node(item, x, y))
        if case .group(let group) = item.item {
          walk(group.seenItems(in: item.size), x + item.origin.x, y + item.origin.y)
        }
      }
    }
    walk(frame.items, 0, 0)
    self.nodes = nodes
  }

  init(size: Size, nodes: [Node]) {
    self.size = size
    self.nodes = nodes
  }
}

extension LayoutOutline.Node {
  fileprivate init(_ item: PlacedItem, _ x: Double, _ y: Double) {
    path = item.path.description
    id = item.id
    bounds = Rect(
      origin: Point(x: hundredth(x + item.origin.x), y: hundredth(y + item.origin.y)),
      size: Size(width: hundredth(item.size.width), height: hundredth(item.size.height)))
    var facts: [LayoutOutline.Fact] = []
    func add(_ name: String, _ value: String?) {
      if let value { facts.append(LayoutOutline.Fact(name: name, value: value)) }
    }
    switch item.item {
    case .group(let group):
      kind = group.role.name
      add("clip", group.clip.map(described))
      add("opacity", group.opacity < 1 ? significant(group.opacity) : nil)
    case .text(let text):
      kind = "text"
      let lines = text.lines.map(\.shaped.text)
      if lines.joined() != text.text { add("text", text.text) }
      add("lines", lines.joined(separator: "\n"))
      add("style", text.style.description)
      add("size", significant(text.size))
      add("styleSize", text.size == text.styleSize ? nil : significant(text.styleSize))
      add("color", unique(text.colors.map(\.description)))
      add("face", unique(text.lines.flatMap(\.shaped.runs).map(\.face.name)))
      add(
        "fallback", text.fallbacks.isEmpty ? nil : unique(text.fallbacks.map(\.name)))
      add("cut", text.isTruncated ? "yes" : nil)
      add(
        "missing",
        text.missing.isEmpty
          ? nil
          : text.missing.map { "U+" + String($0.value, radix: 16) }
            .joined(separator: " "))
    case .shape(let shape):
      kind = "shape"
      let form =
        switch shape.kind {
        case .area(let outline): described(outline)
        case .line(let axis): "\(axis.rawValue) line"
        }
      add("form", form)
      add("fill", shape.fill.map(described))
      add("stroke", shape.stroke.map(described))
    case .picture(let picture):
      kind = "picture"
      let isInline = picture.source.utf8.starts(with: "data:".utf8)
      add("source", isInline ? "data:" : picture.source)
      add("pixels", "\(picture.pixels.width) × \(picture.pixels.height)")
      add("fit", picture.fit.rawValue)
      add("form", picture.outline == .rectangle(radius: 0) ? nil : described(picture.outline))
      add("stroke", picture.border.map(described))
    case .barcode(let code):
      kind = "code"
      add("content", code.content)
      add("modules", "\(code.symbol.columns) × \(code.symbol.rows)")
      add("module", significant(code.module))
      add("color", "\(code.color) on \(code.background)")
    }
    self.facts = facts
  }
}

private func hundredth(_ value: Double) -> Double { (value * 100).rounded() / 100 }

/// Each value once, in order.
private func unique(_ values: [String]) -> String {
  var seen: [String] = []
  for value in values where !seen.contains(value) { seen.append(value) }
  return seen.joined(separator: ", ")
}

private func described(_ outline: FrameOutline) -> String {
  switch outline {
  case .rectangle(0): "rectangle"
  case .rectangle(let radius): "rectangle of radius \(significant(radius))"
  case .ellipse: "ellipse"
  case .circle: "circle"
  }
}

private func described(_ paint: FramePaint) -> String {
  switch paint {
  case .color(let color): color.description
  case .gradient(let start, let end, let angle): "\(start) to \(end) at \(significant(angle))°"
  }
}

private func described(_ stroke: FrameStroke) -> String {
  "\(significant(stroke.width)) pt \(stroke.color)"
}
