internal import CardModel

/// A label: lines of text whose boxes come from the style alone, whatever faces stand in.
struct TextArrangement: Arrangement {
  let label: Label
  /// The text without what was taken out of it.
  let text: String
  let removed: [Unicode.Scalar]
  let fit: TextFit
  let direction: LayoutDirection
  /// The metrics of the style's face at its full size, which decide where baselines lie.
  let metrics: FontMetrics
  let colors: [Color]
  let path: NodePath

  func measure(_ proposal: Proposal) throws(LayoutError) -> Measure {
    let text = try fit.fitted(proposal)
    let first = baseline(text.scale)
    return Measure(
      text.size, firstBaseline: first,
      lastBaseline: text.size.height - fit.lineHeight * text.scale + first)
  }

  func place(
    _ proposal: Proposal, at origin: Point, on canvas: inout Canvas
  ) throws(LayoutError) {
    let fitted = try fit.fitted(proposal)
    let rect = Rect(origin: origin, size: fitted.size)
    let overflow = canvas.overflow(of: rect)
    if fit.fit == .fail, overflow > 0.01 {
      throw .textDoesNotFit(
        text, needed: fitted.size, offered: canvas.bounds.size, path: path)
    }
    let height = fit.lineHeight * fitted.scale
    let first = baseline(fitted.scale)
    let shaped = fitted.shaped.scaled(by: fitted.scale)
    let lines = shaped.lines.enumerated().map { index, line in
      FrameText.Line(
        x: share * (fitted.size.width - line.width), baseline: first + Double(index) * height,
        shaped: line)
    }
    let item = FrameText(
      text: text, style: label.style, colors: colors, size: fit.styleSize * fitted.scale,
      styleSize: fit.styleSize, lines: lines, isTruncated: shaped.isTruncated,
      missing: shaped.missing, fallbacks: shaped.fallbacks,
      batchShare: label.fit.batchShare)
    canvas.items.append(
      PlacedItem(
        origin: origin, size: fitted.size, path: path, id: label.id, item: .text(item)))
    canvas.findings += textFindings(
      item, batchSize: fit.batchSize, isAtFloor: fitted.isAtFloor, overflow: overflow,
      removed: removed, path: path,
      id: label.id)
  }

  /// The share of a line's spare room that stands at its left.
  private var share: Double {
    switch label.alignment {
    case .left: 0
    case .right: 1
    case .center: 0.5
    case .leading: direction == .leftToRight ? 0 : 1
    case .trailing: direction == .leftToRight ? 1 : 0
    }
  }

  /// The first baseline: ascent and descent of the style's face in the middle of the line box.
  private func baseline(_ scale: Double) -> Double {
    (fit.lineHeight + metrics.ascent - metrics.descent) * scale / 2
  }
}
