internal import CardModel

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
