/// How two texts differ, line by line.
public struct LineDiff: Sendable, Equatable {
  /// A line, and what became of it.
  public enum Change: Sendable, Equatable {
    /// It is in both.
    case same(String)
    /// It is in the reference only.
    case removed(String)
    /// It is in the candidate only.
    case added(String)
  }

  /// The lines of both, in order.
  public let changes: [Change]

  /// Compares two texts.
  public init(_ reference: String, _ candidate: String) {
    let before = reference.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let after = candidate.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let difference = after.difference(from: before)
    var removed = Set<Int>()
    var added = Set<Int>()
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var changes: [Change] = []
    var (old, new) = (0, 0)
    while old < before.count || new < after.count {
      if old < before.count, removed.contains(old) {
        changes.append(.removed(before[old]))
        old += 1
      } else if new < after.count, added.contains(new) {
        changes.append(.added(after[new]))
        new += 1
      } else {
        if new < after.count { changes.append(.same(after[new])) }
        old += 1
        new += 1
      }
    }
    self.changes = changes
  }

  /// Whether the texts are the same.
  public var isSame: Bool {
    changes.allSatisfy { if case .same = $0 { true } else { false } }
  }

  /// The number of lines that are in one text only.
  public var changedLines: Int {
    changes.count { if case .same = $0 { false } else { true } }
  }

  /// The changes with a few lines around them: `−` before what is gone, `+` before what came.
  ///
  /// A space at the end of a changed line is shown as `·`.
  public func hunks(context: Int = 3) -> String {
    let near = changes.indices.filter { index in
      let around =
        max(index - context, 0)...min(index + context, max(changes.count - 1, index))
      return around.contains { if case .same = changes[$0] { false } else { true } }
    }
    var lines: [String] = []
    var last = -1
    for index in near {
      if index != last + 1 { lines.append("  ⋯") }
      last = index
      switch changes[index] {
      case .same(let line): lines.append("  " + line)
      case .removed(let line): lines.append("− " + Self.visible(line))
      case .added(let line): lines.append("+ " + Self.visible(line))
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func visible(_ line: String) -> String {
    line.hasSuffix(" ") ? line.dropLast() + "·" : line
  }
}
