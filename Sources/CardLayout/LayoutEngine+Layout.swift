public import CardModel

/// A side of a card.
public enum CardSide: String, Sendable, Hashable, CaseIterable {
  /// The side with the person.
  case front
  /// The other side.
  case back
}

extension LayoutEngine {
  /// Lays out a node in a proposal.
  ///
  /// The node stands in the upper leading corner of the proposal. What sticks out of it is a
  /// finding; an axis without a number has no bounds.
  ///
  /// - Throws: ``LayoutError`` where the tree cannot be laid out.
  public func layout(
    _ node: Node, in proposal: Proposal, path: NodePath = .root
  ) throws(LayoutError) -> Frame {
    var preparation = Preparation(self)
    let item = try preparation.item(node, path: path)
    let measure = try item.measure(proposal)
    var bounds = Canvas.unbounded
    // In a tree that reads from the right, room is left over at the left.
    var left = 0.0
    if let width = proposal.width, width.isFinite {
      bounds.origin.x = 0
      bounds.size.width = max(width, 0)
      left = direction.left(0, width: measure.size.width, in: max(width, 0))
    }
    if let height = proposal.height, height.isFinite {
      bounds.origin.y = 0
      bounds.size.height = max(height, 0)
    }
    // The frame begins where the node does.
    bounds.origin.x -= left
    var canvas = Canvas(bounds: bounds)
    try item.place(proposal, at: .zero, on: &canvas)
    return Frame(
      size: measure.size, firstBaseline: measure.firstBaseline,
      lastBaseline: measure.lastBaseline, items: canvas.items,
      findings: canvas.findings + ContrastWalk(canvas.items).findings)
  }

  /// Lays out a side of a card by the card's own style guide, direction, language and resolution.
  ///
  /// The frame has the card's trim size; its background reaches into the bleed, and so does what
  /// ends at the trim. The side's node is proposed the trim size and stands in the upper leading
  /// corner. A card without a back has an empty one.
  ///
  /// - Throws: ``LayoutError`` where the card cannot be laid out.
  public func layout(
    _ card: Card, side: CardSide = .front
  ) throws(LayoutError) -> Frame {
    let engine = LayoutEngine(
      styleGuide: card.styleGuide, direction: card.direction, language: card.language,
      dotsPerInch: card.dotsPerInch ?? dotsPerInch, batchSizes: batchSizes, measuring: measuring,
      pictures: pictures, codes: codes, trace: trace)
    var frame = try engine.frame(card, side)
    frame.isBack = side == .back
    return frame
  }

  private func frame(_ card: Card, _ side: CardSide) throws(LayoutError) -> Frame {
    let resolution = Resolution(styleGuide: styleGuide, dotsPerInch: dotsPerInch)
    let size = Size(
      width: max(try resolution.points(card.size.width, .root), 0),
      height: max(try resolution.points(card.size.height, .root), 0))
    let bleed = max(try resolution.points(card.bleed, .root), 0)
    var canvas = Canvas(bounds: Rect(origin: .zero, size: size))
    if let background = card.background {
      let path = NodePath.root.appending("background")
      let fill = try resolution.paint(background, path)
      canvas.items.append(
        PlacedItem(
          origin: .zero, size: size, path: path,
          item: .shape(FrameShape(.area(.rectangle(radius: 0)), fill: fill))))
    }
    let extending = BleedExtension(trim: size, bleed: bleed)
    guard let node = side == .front ? card.front : card.back else {
      return Frame(size: size, items: extending.extended(canvas.items))
    }
    var preparation = Preparation(self)
    let item = try preparation.item(node, path: NodePath.root.appending(side.rawValue))
    let proposal = Proposal(size)
    let measure = try item.measure(proposal)
    let left = direction.left(0, width: measure.size.width, in: size.width)
    try item.place(proposal, at: Point(x: left, y: 0), on: &canvas)
    return Frame(
      size: size, firstBaseline: measure.firstBaseline, lastBaseline: measure.lastBaseline,
      items: extending.extended(canvas.items),
      findings: (canvas.findings + ContrastWalk(canvas.items).findings
        + outsideFindings(canvas.items, trim: size, bleed: bleed)).worstOfEachCause)
  }
}
