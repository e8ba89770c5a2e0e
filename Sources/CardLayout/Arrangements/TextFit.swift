internal import CardModel

/// A text at one size, in lines, with its line boxes.
struct FittedText: Equatable {
  /// The lines in the text's full size.
  let shaped: ShapedText
  /// The size in shares of what the style says, at most 1.
  var scale: Double
  /// The extent of the text's box in points.
  var size: Size
  /// Whether the text is at its floor and still too long.
  var isAtFloor = false
}

/// How a text finds its size and its lines in a proposal.
struct TextFit {
  let lines: TextLines
  let fit: Fit
  /// The size in points that the style says.
  let styleSize: Double
  /// The height of a line in points at that size.
  let lineHeight: Double
  /// The size in points that the batch has in common, where it has one.
  var batchSize: Double?

  /// The text as a proposal has it.
  func fitted(_ proposal: Proposal) throws(LayoutError) -> FittedText {
    let width = proposal.width.flatMap { $0 == .infinity ? nil : max($0, 0) }
    let height = proposal.height.flatMap { $0 == .infinity ? nil : max($0, 0) }
    switch fit {
    case .fail: return try text(breaking: .never)
    case .wrap(let lines): return try wrapped(width, lines: lines.map { max($0, 1) })
    case .truncate(let lines): return try truncated(width, lines: max(lines, 1))
    case .shrink(let floor, let lines, _, let oneLineFloor):
      return try shrunk(
        width, height, floor: floor, lines: max(lines, 1), oneLineFloor: oneLineFloor)
    }
  }

  private func wrapped(_ width: Double?, lines: Int?) throws(LayoutError) -> FittedText {
    let whole = try text(lines: lines)
    guard let width, width < whole.size.width - tolerance else { return whole }
    return try text(
      width: width, breaking: width == 0 ? .words : .wordsThenLetters, lines: lines)
  }

  private func truncated(
    _ width: Double?, lines: Int, scale: Double = 1
  ) throws(LayoutError) -> FittedText {
    let whole = try text(lines: lines, scale: scale)
    guard let width, width < whole.size.width - tolerance else { return whole }
    var room = width
    if width == 0 { room = min(try ellipsisWidth(scale), whole.size.width) }
    var cut = try text(
      width: room, breaking: lines == 1 ? .never : .wordsThenLetters, lines: lines, scale: scale)
    if width == 0 { cut.size.width = room }
    return cut
  }

  private func shrunk(
    _ width: Double?, _ height: Double?, floor: Double, lines: Int, oneLineFloor: Double?
  ) throws(LayoutError) -> FittedText {
    if width != 0, let oneLineFloor, lines > 1,
      let text = try largest(width, height, floor: max(floor, oneLineFloor), lines: 1)
    {
      return text
    }
    if let text = try largest(width, height, floor: floor, lines: lines) { return text }
    // At its least a text is cut at its floor: a table or a stack may always ask for that.
    let scale = min(floor, styleSize) / styleSize
    var last = try truncated(width, lines: lines, scale: scale)
    last.isAtFloor = width != 0
    return last
  }

  /// The text at the largest size that fits, or nil where none down to the floor does.
  private func largest(
    _ width: Double?, _ height: Double?, floor: Double, lines: Int
  ) throws(LayoutError) -> FittedText? {
    // Sizes stand on a grid of a tenth of a point, so equal places give equal sizes.
    let steps = max(Int(((styleSize - min(floor, styleSize)) * 10).rounded(.up)), 0)
    func scale(_ step: Int) -> Double {
      max(styleSize - Double(step) / 10, min(floor, styleSize)) / styleSize
    }
    func attempt(_ step: Int) throws(LayoutError) -> FittedText? {
      let scale = scale(step)
      // Not even one line: stacks ask so for the least height, and shaping takes its time.
      if let height, lineHeight * scale > height + tolerance { return nil }
      let breaking: TextRequest.Breaking = lines == 1 ? .never : .words
      var text = try text(breaking: .never, scale: scale)
      if let width, text.size.width > width + tolerance {
        guard breaking == .words else { return nil }
        text = try self.text(width: width, breaking: .words, scale: scale)
        guard text.size.width <= width + tolerance else { return nil }
      }
      guard text.shaped.lines.count <= lines else { return nil }
      if let height, text.size.height > height + tolerance { return nil }
      return text
    }
    // A batch's common size is where the search begins.
    let start = batchSize.map { size in
      min(max(Int(((styleSize - size) * 10 - tolerance).rounded(.up)), 0), steps)
    }
    let first = start ?? 0
    if let whole = try attempt(first) { return whole }
    if width == 0 { return nil }
    // Steps below `low` are known to fail, `high` is not known to.
    var (low, high) = (first + 1, steps)
    var best: FittedText?
    func narrow(_ step: Int) throws(LayoutError) {
      guard low <= step, step <= high else { return }
      if let text = try attempt(step) {
        (best, high) = (text, step - 1)
      } else {
        low = step + 1
      }
    }
    guard low <= high else { return nil }
    if let width {
      // The guess is nearly always the answer, and then the step before it fails; where nothing
      // should fit, the last step does not.
      let guess = try guess(width, height, lines: lines, in: low...high, scale)
      try narrow(guess ?? high)
      if let guess { try narrow(guess - 1) } else if best == nil { return nil }
    }
    while low <= high { try narrow((low + high) / 2) }
    return best
  }

  /// The first step that should fit by the widths of the words, which is not to be relied on, or
  /// one in the middle where they are not known; nil where none should.
  private func guess(
    _ width: Double, _ height: Double?, lines limit: Int, in steps: ClosedRange<Int>,
    _ scale: (Int) -> Double
  ) throws(LayoutError) -> Int? {
    let whole = try lines.whole()
    let (wholeWidth, wholeCount) = (whole.width, whole.lines.count)
    if limit > 1, lines.words == nil { return (steps.lowerBound + steps.upperBound) / 2 }
    func fits(_ step: Int) -> Bool {
      let scale = scale(step)
      let isWhole = wholeWidth * scale <= width + tolerance
      guard isWhole || limit > 1 else { return false }
      let count = isWhole ? wholeCount : lines.count(at: (width + tolerance) / scale)
      return count <= limit
        && height.map { lineHeight * scale * Double(max(count, 1)) <= $0 + tolerance } ?? true
    }
    // A smaller text takes neither more lines nor more height.
    var (low, high) = (steps.lowerBound, steps.upperBound)
    guard fits(high) else { return nil }
    while low < high {
      let middle = (low + high) / 2
      if fits(middle) { high = middle } else { low = middle + 1 }
    }
    return high
  }

  private func ellipsisWidth(_ scale: Double) throws(LayoutError) -> Double {
    try lines.ellipsis().width * scale
  }

  /// The text at a scale.
  ///
  /// It is shaped in its full size and made smaller, since unhinted glyphs follow their size: one
  /// shaping serves all sizes that are tried.
  private func text(
    width: Double? = nil, breaking: TextRequest.Breaking = .never, lines limit: Int? = nil,
    scale: Double = 1
  ) throws(LayoutError) -> FittedText {
    let shaped = try lines.shaped(
      width: width.map { ($0 + tolerance) / scale }, breaking: breaking, limit: limit)
    return FittedText(
      shaped: shaped, scale: scale,
      size: Size(
        width: shaped.width * scale,
        height: lineHeight * scale * Double(max(shaped.lines.count, 1))))
  }
}
