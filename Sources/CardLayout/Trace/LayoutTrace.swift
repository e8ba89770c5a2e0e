public import CardModel

/// What each node was proposed, what it answered and why: a record of one layout.
///
/// It is handed to a ``LayoutEngine``, which costs nothing where there is none.
public final class LayoutTrace {
  /// A question to a node and its answer.
  public struct Answer: Sendable, Equatable {
    /// The node's place in the tree.
    public let path: NodePath
    /// The node's id, where it has one.
    public let id: String?
    /// What answered: a kind of node, or a layer of a box such as `padding`.
    public let kind: String
    /// What was proposed.
    public let proposal: Proposal
    /// The size of the answer in points.
    public let size: Size
    /// The rule that decided, in one sentence.
    public let rule: String
  }

  /// Where a node ended up.
  public struct Placement: Sendable, Equatable {
    /// The node's place in the tree.
    public let path: NodePath
    /// The node's id, where it has one.
    public let id: String?
    /// What was placed: a kind of node, or a layer of a box such as `padding`.
    public let kind: String
    /// What was proposed in the end.
    public let proposal: Proposal
    /// Where it stands on the side, in points from the upper left corner.
    public let bounds: Rect
  }

  /// The answers in the order in which they were given; each question is asked once.
  public private(set) var answers: [Answer] = []
  /// The places from back to front, a box before what it holds.
  public private(set) var placements: [Placement] = []

  /// So many answers are kept, so that a huge tree does not fill the memory.
  private static let limit = 200_000

  /// Makes an empty trace.
  public init() {}

  /// The answer to a proposal that a layer of a node gave, where it was asked.
  public func answer(
    of path: NodePath, kind: String, to proposal: Proposal
  ) -> Answer? {
    answers.first { $0.path == path && $0.kind == kind && $0.proposal == proposal }
  }

  func add(_ answer: Answer) {
    if answers.count < Self.limit { answers.append(answer) }
  }

  func add(_ placement: Placement) {
    if placements.count < Self.limit { placements.append(placement) }
  }
}
