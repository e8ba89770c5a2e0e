internal import CardModel

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
