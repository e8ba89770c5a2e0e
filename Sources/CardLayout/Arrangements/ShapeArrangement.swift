internal import CardModel

/// An outline whose lengths are in points.
enum OutlineMeasure: Equatable {
  case rectangle
  case rounded(Double)
  case ellipse
  case circle
  case capsule

  /// The outline over an area; a radius is never more than half the shorter side.
  func frame(_ size: Size) -> FrameOutline {
    let half = min(size.width, size.height) / 2
    return switch self {
    case .rectangle: .rectangle(radius: 0)
    case .rounded(let radius): .rectangle(radius: max(0, min(radius, half)))
    case .ellipse: .ellipse
    case .circle: .circle
    case .capsule: .rectangle(radius: half)
    }
  }
}

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

/// Space along a stack, none across; outside of a stack it takes both axes.
struct SpacerArrangement: Arrangement {
  let axis: Axis?
  let minimum: Double

  func measure(_ proposal: Proposal) -> Measure {
    func extent(_ along: Axis) -> Double {
      axis == nil || axis == along ? max(proposal[along] ?? minimum, minimum) : 0
    }
    return Measure(Size(width: extent(.horizontal), height: extent(.vertical)))
  }

  func place(_ proposal: Proposal, at origin: Point, on canvas: inout Canvas) {}
}

/// A container with an id: a group of its own, so that it can be found.
struct NamedArrangement: Arrangement {
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
    try canvas.group(Rect(origin: origin, size: size), path: path, id: id) {
      canvas throws(LayoutError) in
      try child.place(proposal, at: .zero, on: &canvas)
    }
  }
}
