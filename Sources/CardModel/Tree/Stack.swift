/// Children beside one another, below one another, or on top of one another.
public struct Stack: Sendable, Equatable {
  /// How the children stand to one another.
  public enum Arrangement: String, Sendable, Hashable, CaseIterable {
    /// Beside one another, from leading to trailing.
    case horizontal
    /// Below one another.
    case vertical
    /// On top of one another, the first at the back.
    case overlay
  }

  /// The name under which a loaded card finds the stack.
  public var id: String?
  /// How the children stand to one another.
  public var arrangement: Arrangement
  /// How the children stand across the stack; both axes for an overlay.
  public var alignment: Alignment
  /// The gap between two children; an overlay has none.
  public var spacing: Length
  /// The children.
  public var children: [Node]

  /// Makes a stack of a list of children.
  public init(
    _ arrangement: Arrangement, alignment: Alignment = .center, spacing: Length = .zero,
    id: String? = nil, children: [Node]
  ) {
    self.arrangement = arrangement
    self.alignment = alignment
    self.spacing = spacing
    self.id = id
    self.children = children
  }

  /// Makes a stack of what stands between the braces.
  public init(
    _ arrangement: Arrangement, alignment: Alignment = .center, spacing: Length = .zero,
    id: String? = nil, @NodeBuilder _ children: () -> [Node]
  ) {
    self.init(
      arrangement, alignment: alignment, spacing: spacing, id: id, children: children())
  }
}

extension Stack: NodeConvertible {
  /// The stack as a node.
  public var node: Node { .stack(self) }
}

/// Space that takes what its siblings leave along a stack, and none across.
public struct Spacer: Sendable, Hashable {
  /// The least that it takes; 8 points unless given.
  public var minimum: Length?

  /// Makes a spacer.
  public init(minimum: Length? = nil) {
    self.minimum = minimum
  }
}

extension Spacer: NodeConvertible {
  /// The spacer as a node.
  public var node: Node { .spacer(self) }
}
