/// A place in a tree of nodes, such as `children[1].rows[3].cells[0]`.
public struct NodePath: Sendable, Hashable, CustomStringConvertible {
  /// One step down the tree.
  public enum Step: Sendable, Hashable {
    /// A named part, such as `child`.
    case key(String)
    /// An entry of a named list, counted from 0.
    case index(String, Int)
  }

  /// The steps from the root.
  public var steps: [Step]

  /// Makes a path; without steps it is the root.
  public init(_ steps: [Step] = []) {
    self.steps = steps
  }

  /// The root of the tree.
  public static let root = NodePath()

  /// The path one named part down.
  public func appending(_ key: String) -> NodePath { NodePath(steps + [.key(key)]) }

  /// The path one entry of a list down.
  public func appending(_ list: String, _ index: Int) -> NodePath {
    NodePath(steps + [.index(list, index)])
  }

  /// The path as it is written in messages; the root is `card`.
  public var description: String {
    guard !steps.isEmpty else { return "card" }
    return steps.map { step in
      switch step {
      case .key(let key): key
      case .index(let list, let index): "\(list)[\(index)]"
      }
    }.joined(separator: ".")
  }
}
