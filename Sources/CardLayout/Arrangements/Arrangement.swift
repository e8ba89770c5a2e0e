internal import CardModel

/// What a node answers to a proposal.
struct Measure: Equatable {
  /// The size in points.
  var size: Size
  /// The first text baseline from the top, where there is text.
  var firstBaseline: Double?
  /// The last text baseline from the top, where there is text.
  var lastBaseline: Double?

  init(_ size: Size, firstBaseline: Double? = nil, lastBaseline: Double? = nil) {
    self.size = size
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
  }

  /// The same baselines, moved down, in another size.
  func moved(down distance: Double, in size: Size) -> Measure {
    Measure(
      size, firstBaseline: firstBaseline.map { $0 + distance },
      lastBaseline: lastBaseline.map { $0 + distance })
  }
}

/// One way to answer proposals and to place what there is to draw.
///
/// Both are functions of the proposal: asked twice, they answer the same.
protocol Arrangement {
  /// The answer to a proposal.
  func measure(_ proposal: Proposal) throws(LayoutError) -> Measure
  /// Draws what answered `proposal` onto the canvas.
  func place(_ proposal: Proposal, at origin: Point, on canvas: inout Canvas) throws(LayoutError)
  /// The word for it in a trace.
  var traceKind: String { get }
  /// Why it answered `measure` to a proposal, in one sentence; asked for only by a trace.
  func reason(_ proposal: Proposal, _ measure: Measure) throws(LayoutError) -> String
}

/// A node made ready: its arrangement, its say among siblings, and its answers so far.
final class LayoutItem {
  /// The node's place in the tree.
  let path: NodePath
  /// The node's id.
  let id: String?
  /// Who gets space first.
  let priority: Double
  /// Alignment lines in place of its own, in points from its top or leading edge.
  let guides: [AlignmentGuide: Double]
  /// Whether it is one line of text, which a table keeps whole before others.
  let isSingleLine: Bool

  /// Where answers and places are written down, if anywhere.
  var trace: LayoutTrace?

  private let arrangement: any Arrangement
  // Nearly every item is asked for few proposals, so a list is faster than a dictionary.
  private var answers: [(proposal: Proposal, measure: Measure)] = []
  private var index: [Proposal: Measure] = [:]

  init(
    _ arrangement: any Arrangement, path: NodePath, id: String? = nil, priority: Double = 0,
    guides: [AlignmentGuide: Double] = [:], isSingleLine: Bool = false
  ) {
    self.arrangement = arrangement
    self.path = path
    self.id = id
    self.priority = priority
    self.guides = guides
    self.isSingleLine = isSingleLine
  }

  /// The answer to a proposal, worked out once.
  func measure(_ proposal: Proposal) throws(LayoutError) -> Measure {
    for known in answers where known.proposal == proposal { return known.measure }
    if let known = index[proposal] { return known }
    let measure = try arrangement.measure(proposal)
    if answers.isEmpty { answers.reserveCapacity(6) }
    if answers.count < 12 {
      answers.append((proposal, measure))
    } else {
      index[proposal] = measure
    }
    if let trace {
      trace.add(
        LayoutTrace.Answer(
          path: path, id: id, kind: arrangement.traceKind, proposal: proposal, size: measure.size,
          rule: try arrangement.reason(proposal, measure)))
    }
    return measure
  }

  /// Draws what answered `proposal` onto the canvas.
  func place(
    _ proposal: Proposal, at origin: Point, on canvas: inout Canvas
  ) throws(LayoutError) {
    if let trace {
      let size = try measure(proposal).size
      trace.add(
        LayoutTrace.Placement(
          path: path, id: id, kind: arrangement.traceKind, proposal: proposal,
          bounds: canvas.onSide(Rect(origin: origin, size: size))))
    }
    try arrangement.place(proposal, at: origin, on: &canvas)
  }
}
