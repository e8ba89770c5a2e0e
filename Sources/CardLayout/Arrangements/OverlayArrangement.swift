internal import CardModel

/// Children on top of one another, the first at the back.
struct OverlayArrangement: Arrangement {
  let alignment: Alignment
  let direction: LayoutDirection
  let children: [LayoutItem]

  func measure(_ proposal: Proposal) throws(LayoutError) -> Measure {
    try pile(proposal).measure
  }

  func place(
    _ proposal: Proposal, at origin: Point, on canvas: inout Canvas
  ) throws(LayoutError) {
    let size = try pile(proposal).measure.size
    let final = Proposal(size)
    let pile = try pile(final)
    for (index, child) in children.enumerated() {
      var corner = pile.origins[index]
      corner.x = direction.left(
        corner.x, width: pile.measures[index].size.width, in: pile.measure.size.width)
      try child.place(final, at: origin + corner, on: &canvas)
    }
  }

  /// The children at one offer; only those of the highest priority decide the size.
  private func pile(
    _ offer: Proposal
  ) throws(LayoutError) -> (measure: Measure, measures: [Measure], origins: [Point]) {
    guard let top = children.map(\.priority).max() else { return (Measure(.zero), [], []) }
    var measures: [Measure] = []
    var origins: [Point] = []
    var corner = Point(x: .infinity, y: .infinity)
    var end = Point(x: -.infinity, y: -.infinity)
    for child in children {
      let measure = try child.measure(offer)
      let origin = Point(
        x: -child.guide(alignment.horizontal, of: measure),
        y: -child.guide(alignment.vertical, of: measure))
      measures.append(measure)
      origins.append(origin)
      guard child.priority == top else { continue }
      for axis in Axis.allCases {
        corner[axis] = min(corner[axis], origin[axis])
        end[axis] = max(end[axis], origin[axis] + measure.size[axis])
      }
    }
    var size = Size.zero
    for axis in Axis.allCases {
      let extent = end[axis] - corner[axis]
      size[axis] = extent.isNaN ? .infinity : extent
      if corner[axis].isFinite {
        for index in origins.indices { origins[index][axis] -= corner[axis] }
      }
    }
    let lines = baselines(zip(origins, measures).map { ($0.y, $1) })
    return (
      Measure(size, firstBaseline: lines.first, lastBaseline: lines.last), measures, origins
    )
  }
}
