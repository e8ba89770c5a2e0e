internal import CardModel

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
