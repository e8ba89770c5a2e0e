/// A place in a tree of nodes, such as `children[1].rows[3].cells[0]`.
public struct NodePath: Sendable, Hashable, CustomStringConvertible {
  /// One step down the tree.
  public enum Step: Sendable, Hashable {
    /// A named part, such as `child`.
    case key(String)
    /// An entry of a named list, counted from 0.
    case index(String, Int)
  }

  // A tree has a path for each node, and a node's begins as its parent's does.
  private final class Link: Sendable {
    let step: Step
    let parent: Link?

    init(_ step: Step, _ parent: Link?) {
      self.step = step
      self.parent = parent
    }
  }

  private let last: Link?

  private init(_ last: Link?) { self.last = last }

  /// Makes a path; without steps it is the root.
  public init(_ steps: [Step] = []) {
    last = steps.reduce(nil) { Link($1, $0) }
  }

  /// The root of the tree.
  public static let root = NodePath()

  /// The steps from the root.
  public var steps: [Step] {
    var steps: [Step] = []
    var link = last
    while let here = link {
      steps.append(here.step)
      link = here.parent
    }
    return steps.reversed()
  }

  /// The path without its last step; nil for the root.
  public var parent: NodePath? { last.map { NodePath($0.parent) } }

  /// The path one named part down.
  public func appending(_ key: String) -> NodePath { NodePath(Link(.key(key), last)) }

  /// The path one entry of a list down.
  public func appending(_ list: String, _ index: Int) -> NodePath {
    NodePath(Link(.index(list, index), last))
  }

  /// Whether two paths have the same steps.
  public static func == (left: NodePath, right: NodePath) -> Bool {
    var (one, other) = (left.last, right.last)
    while one !== other {
      guard let a = one, let b = other, a.step == b.step else { return false }
      (one, other) = (a.parent, b.parent)
    }
    return true
  }

  /// Hashes the steps.
  public func hash(into hasher: inout Hasher) {
    var link = last
    while let here = link {
      hasher.combine(here.step)
      link = here.parent
    }
  }

  /// The path as it is written in messages; the root is `card`.
  public var description: String {
    guard last != nil else { return "card" }
    return steps.map { step in
      switch step {
      case .key(let key): key
      case .index(let list, let index): "\(list)[\(index)]"
      }
    }.joined(separator: ".")
  }
}
