internal import CardModel

/// What is drawn along the edge of a child, behind it and before it.
struct DecorationArrangement: Arrangement {
  let outline: OutlineMeasure
  let fill: FramePaint?
  let border: FrameStroke?
  let clips: Bool
  let opacity: Double
  let anchor: Alignment
  let direction: LayoutDirection
  let background: LayoutItem?
  let overlay: LayoutItem?
  let child: LayoutItem
  let path: NodePath
  let id: String?

  /// Whether it draws anything of its own, or makes a group of the child.
  var isSeen: Bool {
    fill != nil || border != nil || clips || opacity < 1 || background != nil || overlay != nil
      || id != nil
  }

  func measure(_ proposal: Proposal) throws(LayoutError) -> Measure {
    try child.measure(proposal)
  }

  func place(
    _ proposal: Proposal, at origin: Point, on canvas: inout Canvas
  ) throws(LayoutError) {
    let size = try child.measure(proposal).size
    guard id != nil || clips || opacity < 1 else {
      return try draw(proposal, size, at: origin, on: &canvas)
    }
    try canvas.group(
      Rect(origin: origin, size: size), path: path, id: id,
      clip: clips ? outline.frame(size) : nil, opacity: opacity
    ) { canvas throws(LayoutError) in
      if clips {
        try canvas.within(Rect(origin: .zero, size: size)) { canvas throws(LayoutError) in
          try draw(proposal, size, at: .zero, on: &canvas)
        }
      } else {
        try draw(proposal, size, at: .zero, on: &canvas)
      }
    }
  }

  private func draw(
    _ proposal: Proposal, _ size: Size, at origin: Point, on canvas: inout Canvas
  ) throws(LayoutError) {
    let area = FrameShape.Kind.area(outline.frame(size))
    func shape(_ shape: FrameShape) -> PlacedItem {
      PlacedItem(origin: origin, size: size, path: path, item: .shape(shape))
    }
    if let fill { canvas.items.append(shape(FrameShape(area, fill: fill))) }
    if let background { try place(background, size, at: origin, on: &canvas) }
    try child.place(proposal, at: origin, on: &canvas)
    if let border { canvas.items.append(shape(FrameShape(area, stroke: border))) }
    if let overlay { try place(overlay, size, at: origin, on: &canvas) }
  }

  /// A second node in the size of the first.
  private func place(
    _ item: LayoutItem, _ size: Size, at origin: Point, on canvas: inout Canvas
  ) throws(LayoutError) {
    let offer = Proposal(size)
    let measure = try item.measure(offer)
    var corner = item.origin(of: measure, in: size, anchor)
    corner.x = direction.left(corner.x, width: measure.size.width, in: size.width)
    try item.place(offer, at: origin + corner, on: &canvas)
  }
}
