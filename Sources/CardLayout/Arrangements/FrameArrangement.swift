internal import CardModel

/// How a frame decides its extent on one axis.
enum FrameRule: Equatable {
  /// The frame copies its child.
  case none
  /// Always this extent.
  case fixed(Double)
  /// Between bounds.
  case flexible(min: Double?, ideal: Double?, max: Double?)

  /// What the child is proposed.
  func offer(_ proposal: Double?) -> Double? {
    switch self {
    case .none: proposal
    case .fixed(let extent): extent
    case .flexible(let least, let ideal, let most):
      (proposal ?? ideal).map { clamped($0, least, most) }
    }
  }

  /// The frame's own extent, given what the child answered.
  func extent(_ proposal: Double?, child: Double) -> Double {
    switch self {
    case .none: return child
    case .fixed(let extent): return extent
    case .flexible(let least, let ideal, let most):
      guard let proposal else { return clamped(ideal ?? child, least, most) }
      switch (least, most) {
      case (nil, nil): return child
      case (.some, .some): return clamped(proposal, least, most)
      case (.some(let least), nil): return max(least, min(proposal, child))
      case (nil, .some(let most)): return min(most, max(proposal, child))
      }
    }
  }

  /// Whether the child is proposed the frame's final extent when it is placed.
  var isFlexible: Bool { if case .flexible = self { true } else { false } }
}

private func clamped(_ value: Double, _ least: Double?, _ most: Double?) -> Double {
  max(least ?? 0, min(most ?? .infinity, value))
}

/// A child in a frame of a fixed or a bounded size.
struct FrameArrangement: Arrangement {
  let width: FrameRule
  let height: FrameRule
  let anchor: Alignment
  let direction: LayoutDirection
  let child: LayoutItem

  func measure(_ proposal: Proposal) throws(LayoutError) -> Measure {
    let inner = try child.measure(offer(proposal))
    let size = size(proposal, inner)
    let y = child.origin(of: inner, in: size, anchor).y
    return y.isFinite ? inner.moved(down: y, in: size) : Measure(size)
  }

  func place(
    _ proposal: Proposal, at origin: Point, on canvas: inout Canvas
  ) throws(LayoutError) {
    var offer = offer(proposal)
    let size = size(proposal, try child.measure(offer))
    if width.isFlexible { offer.width = size.width }
    if height.isFlexible { offer.height = size.height }
    let measure = try child.measure(offer)
    var corner = child.origin(of: measure, in: size, anchor)
    corner.x = direction.left(corner.x, width: measure.size.width, in: size.width)
    let place = Rect(
      x: width == .none ? canvas.bounds.origin.x : origin.x,
      y: height == .none ? canvas.bounds.origin.y : origin.y,
      width: width == .none ? canvas.bounds.size.width : size.width,
      height: height == .none ? canvas.bounds.size.height : size.height)
    try canvas.within(place) { canvas throws(LayoutError) in
      try child.place(offer, at: origin + corner, on: &canvas)
    }
  }

  private func offer(_ proposal: Proposal) -> Proposal {
    Proposal(width: width.offer(proposal.width), height: height.offer(proposal.height))
  }

  private func size(_ proposal: Proposal, _ inner: Measure) -> Size {
    Size(
      width: width.extent(proposal.width, child: inner.size.width),
      height: height.extent(proposal.height, child: inner.size.height))
  }
}
