internal import CardModel

/// Makes a tree ready for layout: names looked up, lengths in points, one item for each node.
struct Preparation {
  /// How deep a tree may be, in nodes.
  static let depthLimit = 200
  /// How many nodes a tree may have.
  static let nodeLimit = 100_000

  let resolution: Resolution
  let direction: LayoutDirection
  let language: String
  let shaper: TextShaper
  let pictures: any PictureSizing
  let codes: any CodeEncoding
  let batchSizes: [String: Double]
  let trace: LayoutTrace?
  private var count = 0

  init(_ engine: LayoutEngine) {
    resolution = Resolution(styleGuide: engine.styleGuide, dotsPerInch: engine.dotsPerInch)
    direction = engine.direction
    language = engine.language
    shaper = TextShaper(engine.measuring)
    pictures = engine.pictures
    codes = engine.codes
    batchSizes = engine.batchSizes
    trace = engine.trace
  }

  /// The item of a node; `axis` is that of the stack around it, which its spacers follow.
  mutating func item(
    _ node: Node, path: NodePath, axis: Axis? = nil, depth: Int = 1
  ) throws(LayoutError) -> LayoutItem {
    guard depth <= Self.depthLimit else { throw .tooDeep(limit: Self.depthLimit, path: path) }
    count += 1
    guard count <= Self.nodeLimit else { throw .tooManyNodes(limit: Self.nodeLimit) }
    let item = try untraced(node, path: path, axis: axis, depth: depth)
    item.trace = trace
    return item
  }

  private mutating func untraced(
    _ node: Node, path: NodePath, axis: Axis?, depth: Int
  ) throws(LayoutError) -> LayoutItem {
    switch node {
    case .label(let label): return try self.label(label, path)
    case .picture(let picture): return try self.picture(picture, path)
    case .barcode(let barcode): return try self.barcode(barcode, path)
    case .shape(let shape): return try self.shape(shape, path)
    case .stack(let stack): return try self.stack(stack, path, depth)
    case .table(let table): return try self.table(table, path, depth)
    case .box(let box): return try self.box(box, path, axis, depth)
    case .spacer(let spacer):
      let minimum = try spacer.minimum.map { length throws(LayoutError) in
        max(try resolution.points(length, path), 0)
      }
      return LayoutItem(
        SpacerArrangement(axis: axis, minimum: minimum ?? 8), path: path, priority: -.infinity)
    case .component: throw .templateOnly("component", path: path)
    case .conditional: throw .templateOnly("if", path: path)
    case .repeated: throw .templateOnly("each", path: path)
    }
  }

  /// A text without placeholders.
  func bound(_ text: TextContent, _ path: NodePath) throws(LayoutError) -> String {
    switch text {
    case .literal(let text): return text
    case .template(let text): throw .unboundText(text, path: path)
    }
  }

  func outline(_ outline: Outline, _ path: NodePath) throws(LayoutError) -> OutlineMeasure {
    switch outline {
    case .rectangle: .rectangle
    case .rounded(let radius): .rounded(try resolution.points(radius, path))
    case .ellipse: .ellipse
    case .circle: .circle
    case .capsule: .capsule
    }
  }

  func paint(_ paint: Paint?, _ path: NodePath) throws(LayoutError) -> FramePaint? {
    guard let paint else { return nil }
    return try resolution.paint(paint, path)
  }

  func stroke(_ border: Border?, _ path: NodePath) throws(LayoutError) -> FrameStroke? {
    guard let border else { return nil }
    return try resolution.stroke(border, path)
  }

  private func shape(_ shape: Shape, _ path: NodePath) throws(LayoutError) -> LayoutItem {
    let kind: ShapeArrangement.Kind =
      switch shape.kind {
      case .area(let outline): .area(try self.outline(outline, path))
      case .line(let axis): .line(axis)
      }
    return LayoutItem(
      ShapeArrangement(
        kind: kind, fill: try paint(shape.fill, path), stroke: try stroke(shape.stroke, path),
        path: path, id: shape.id),
      path: path, id: shape.id)
  }

  private mutating func stack(
    _ stack: Stack, _ path: NodePath, _ depth: Int
  ) throws(LayoutError) -> LayoutItem {
    let axis: Axis? =
      switch stack.arrangement {
      case .horizontal: .horizontal
      case .vertical: .vertical
      case .overlay: nil
      }
    var children: [LayoutItem] = []
    children.reserveCapacity(stack.children.count)
    for (index, child) in stack.children.enumerated() {
      children.append(
        try item(child, path: path.appending("children", index), axis: axis, depth: depth + 1))
    }
    let arrangement: any Arrangement =
      if let axis {
        StackArrangement(
          axis: axis, alignment: stack.alignment,
          spacing: max(try resolution.points(stack.spacing, path), 0), direction: direction,
          children: children)
      } else {
        OverlayArrangement(alignment: stack.alignment, direction: direction, children: children)
      }
    return named(LayoutItem(arrangement, path: path, id: stack.id))
  }

  /// A container with an id becomes a group, so that it can be found.
  private func named(_ item: LayoutItem) -> LayoutItem {
    guard item.id != nil else { return item }
    item.trace = trace
    return LayoutItem(
      NamedArrangement(child: item, path: item.path, id: item.id), path: item.path, id: item.id)
  }
}
