internal import CardModel

/// Children in a line along an axis; one code for horizontal and vertical stacks.
struct StackArrangement: Arrangement {
  let axis: Axis
  let alignment: Alignment
  let spacing: Double
  let direction: LayoutDirection
  let children: [LayoutItem]

  private var gaps: Double { spacing * Double(max(children.count - 1, 0)) }

  func measure(_ proposal: Proposal) throws(LayoutError) -> Measure {
    try line(offers(proposal)).measure
  }

  func place(
    _ proposal: Proposal, at origin: Point, on canvas: inout Canvas
  ) throws(LayoutError) {
    var offers = try offers(proposal)
    let size = try line(offers).measure.size
    if proposal[axis.other] == nil {
      // The second pass: everybody keeps their share along the stack and may now stretch across
      // to the widest sibling. Sharing out anew would cut texts that had fitted.
      for (index, child) in children.enumerated() {
        offers[index][axis] = try child.measure(offers[index]).size[axis]
        offers[index][axis.other] = size[axis.other]
      }
    }
    let line = try line(offers)
    for (index, child) in children.enumerated() {
      var corner = line.origins[index]
      corner.x = direction.left(
        corner.x, width: line.measures[index].size.width, in: size.width)
      try child.place(offers[index], at: origin + corner, on: &canvas)
    }
  }

  /// What each child is proposed, in source order.
  func offers(_ proposal: Proposal) throws(LayoutError) -> [Proposal] {
    var offers = Array(repeating: proposal, count: children.count)
    guard let length = proposal[axis] else { return offers }

    // Nobody to share with: what the child can take makes no difference.
    if children.count == 1 {
      offers[0][axis] = max(length, 0)
      return offers
    }
    var ranges: [ClosedExtent] = []
    ranges.reserveCapacity(children.count)
    for child in children { ranges.append(try extent(of: child, in: proposal)) }
    let order = children.indices.sorted { left, right in
      let (a, b) = (children[left].priority, children[right].priority)
      if a != b { return a > b }
      if ranges[left].flexibility != ranges[right].flexibility {
        return ranges[left].flexibility < ranges[right].flexibility
      }
      if ranges[left].flexibility == .infinity, ranges[left].least != ranges[right].least {
        return ranges[left].least > ranges[right].least
      }
      return left < right
    }
    guard let first = order.first else { return offers }

    let top = children[first].priority
    var available = length - gaps
    for index in children.indices where children[index].priority != top {
      available -= ranges[index].least
    }
    var start = order.startIndex
    while start < order.endIndex {
      let priority = children[order[start]].priority
      let end = order[start...].firstIndex { children[$0].priority != priority } ?? order.endIndex
      let group = order[start..<end]
      if priority != top { for index in group { available += ranges[index].least } }
      var left = Double(group.count)
      for index in group {
        offers[index][axis] = max(available / left, 0)
        let rest = available - (try children[index].measure(offers[index]).size[axis])
        if !rest.isNaN { available = rest }
        left -= 1
      }
      start = end
    }
    return offers
  }

  private func extent(
    of child: LayoutItem, in proposal: Proposal
  ) throws(LayoutError) -> ClosedExtent {
    var question = proposal
    question[axis] = 0
    let least = try child.measure(question).size[axis]
    question[axis] = .infinity
    return ClosedExtent(least: least, most: try child.measure(question).size[axis])
  }

  /// The children at their offers, in a line from the leading or the upper end.
  private func line(_ offers: [Proposal]) throws(LayoutError) -> Line {
    var measures: [Measure] = []
    var origins: [Point] = []
    measures.reserveCapacity(children.count)
    origins.reserveCapacity(children.count)
    var position = 0.0
    var (least, most) = (Double.infinity, -Double.infinity)
    for (child, offer) in zip(children, offers) {
      let measure = try child.measure(offer)
      let across = -child.guide(alignment, across: axis, of: measure)
      var origin = Point.zero
      origin[axis] = position
      origin[axis.other] = across
      measures.append(measure)
      origins.append(origin)
      position += measure.size[axis] + spacing
      least = min(least, across)
      most = max(most, across + measure.size[axis.other])
    }
    guard !children.isEmpty else { return Line(measure: Measure(.zero), measures: [], origins: []) }
    // Something endless across is only ever asked for its size, never placed.
    if !least.isFinite || !most.isFinite { (least, most) = (0, .infinity) }
    for index in origins.indices { origins[index][axis.other] -= least }
    var size = Size.zero
    size[axis] = max(position - spacing, 0)
    size[axis.other] = most - least
    let lines = baselines(zip(origins, measures).map { ($0.y, $1) })
    return Line(
      measure: Measure(size, firstBaseline: lines.first, lastBaseline: lines.last),
      measures: measures, origins: origins)
  }
}

/// The least and the most that a child takes along a stack.
private struct ClosedExtent {
  let least: Double
  let most: Double
  var flexibility: Double { most - least }

  init(least: Double, most: Double) {
    self.least = least
    self.most = max(least, most)
  }
}

private struct Line {
  var measure: Measure
  var measures: [Measure]
  var origins: [Point]
}
