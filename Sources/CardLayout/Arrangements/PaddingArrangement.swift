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
