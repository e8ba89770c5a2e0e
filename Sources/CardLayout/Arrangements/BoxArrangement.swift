internal import CardModel

/// Space around a child.
struct PaddingArrangement: Arrangement {
  let top: Double
  let leading: Double
  let bottom: Double
  let trailing: Double
  let direction: LayoutDirection
  let child: LayoutItem

  func measure(_ proposal: Proposal) throws(LayoutError) -> Measure {
    let inner = try child.measure(inset(proposal))
    let size = Size(
      width: max(inner.size.width + leading + trailing, 0),
      height: max(inner.size.height + top + bottom, 0))
    return inner.moved(down: top, in: size)
  }

  func place(
    _ proposal: Proposal, at origin: Point, on canvas: inout Canvas
  ) throws(LayoutError) {
    let left = direction == .leftToRight ? leading : trailing
    let right = direction == .leftToRight ? trailing : leading
    let outer = canvas.bounds
    let x = outer.origin.x + max(left, 0)
    let y = outer.origin.y + max(top, 0)
    let place = Rect(
      x: x, y: y, width: max(outer.maxX - max(right, 0) - x, 0),
      height: max(outer.maxY - max(bottom, 0) - y, 0))
    let offer = inset(proposal)
    try canvas.within(place) { canvas throws(LayoutError) in
      try child.place(offer, at: origin + Point(x: left, y: top), on: &canvas)
    }
  }

  private func inset(_ proposal: Proposal) -> Proposal {
    Proposal(
      width: proposal.width.map { max($0 - leading - trailing, 0) },
      height: proposal.height.map { max($0 - top - bottom, 0) })
  }
}

/// A child that keeps its ideal size on some axes.
struct FixedSizeArrangement: Arrangement {
  let width: Bool
  let height: Bool
  let child: LayoutItem

  func measure(_ proposal: Proposal) throws(LayoutError) -> Measure {
    try child.measure(open(proposal))
  }

  func place(
    _ proposal: Proposal, at origin: Point, on canvas: inout Canvas
  ) throws(LayoutError) {
    try child.place(open(proposal), at: origin, on: &canvas)
  }

  private func open(_ proposal: Proposal) -> Proposal {
    Proposal(width: width ? nil : proposal.width, height: height ? nil : proposal.height)
  }
}

/// A child that is proposed a size of a ratio.
struct AspectRatioArrangement: Arrangement {
  let ratio: Double
  let fit: PictureFit
  let child: LayoutItem

  func measure(_ proposal: Proposal) throws(LayoutError) -> Measure {
    try child.measure(shaped(proposal))
  }

  func place(
    _ proposal: Proposal, at origin: Point, on canvas: inout Canvas
  ) throws(LayoutError) {
    try child.place(shaped(proposal), at: origin, on: &canvas)
  }

  private func shaped(_ proposal: Proposal) -> Proposal {
    let ideal = Size(width: ratio, height: 1)
    guard fit != .stretch, let size = scaled(ideal, to: proposal, fit: fit) else { return proposal }
    return Proposal(size)
  }
}

/// A size scaled into a proposal, or over it; nil where the proposal constrains neither axis.
func scaled(_ size: Size, to proposal: Proposal, fit: PictureFit) -> Size? {
  guard size.width > 0, size.height > 0 else { return size }
  let scales = [
    proposal.width.map { $0 / size.width }, proposal.height.map { $0 / size.height },
  ].compactMap { $0 }
  guard let scale = fit == .contain ? scales.min() : scales.max() else { return nil }
  return Size(width: size.width * scale, height: size.height * scale)
}

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
