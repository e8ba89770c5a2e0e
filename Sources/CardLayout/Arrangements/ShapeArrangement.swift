internal import CardModel

/// A filled area or a line; it takes what it is proposed, 10 points where nothing is.
struct ShapeArrangement: Arrangement {
  enum Kind { case area(OutlineMeasure), line(Axis) }

  let kind: Kind
  let fill: FramePaint?
  let stroke: FrameStroke?
  let path: NodePath
  let id: String?

  func measure(_ proposal: Proposal) -> Measure {
    var size = Size(width: proposal.width ?? 10, height: proposal.height ?? 10)
    if case .line(let axis) = kind { size[axis.other] = stroke?.width ?? 0 }
    return Measure(size)
  }

  func place(_ proposal: Proposal, at origin: Point, on canvas: inout Canvas) {
    let size = measure(proposal).size
    let shape =
      switch kind {
      case .area(let outline): FrameShape(.area(outline.frame(size)), fill: fill, stroke: stroke)
      case .line(let axis): FrameShape(.line(axis), stroke: stroke)
      }
    canvas.items.append(
      PlacedItem(origin: origin, size: size, path: path, id: id, item: .shape(shape)))
  }
}
