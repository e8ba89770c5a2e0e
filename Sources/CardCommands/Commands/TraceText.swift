import CardModel
import Cardstock

/// A layout's trace for people: of every node in short, or of one node in full.
struct TraceText {
  let trace: LayoutTrace
  /// Where in the template's file the nodes stand.
  let names: [NodePath: String]

  init(_ trace: LayoutTrace, names: [NodePath: String]) {
    self.trace = trace
    self.names = names
  }

  /// The lines; of all nodes where no node is given.
  ///
  /// - Throws: `CommandFailure` where there is no such node.
  func text(of node: String?) throws(CommandFailure) -> [String] {
    guard let node else { return told(trace.placements).flatMap { summary($0) } }
    let paths = Set(
      trace.placements.filter { matches($0.path, $0.id, node) }.map(\.path)
        + trace.answers.filter { matches($0.path, $0.id, node) }.map(\.path))
    guard !paths.isEmpty else {
      var ids: [String] = []
      for case let id? in trace.placements.map(\.id) where !ids.contains(id) { ids.append(id) }
      let nearest = nearestName(to: node, among: ids).map { "Did you mean '\($0)'? " } ?? ""
      throw CommandFailure(
        "There is no node '\(node)' on this side of the card.",
        hint: nearest
          + (ids.isEmpty
            ? "No node has an id; '--trace' alone lists the paths."
            : "There are " + ids.map { "'\($0)'" }.joined(separator: ", ")
              + "; '--trace' alone lists the paths."))
    }
    let sorted = paths.sorted { $0.description < $1.description }
    return sorted.enumerated().flatMap { (index, path) in
      (index == 0 ? [] : [""]) + full(path)
    }
  }

  /// The places without those of boxes that only pass on what they hold.
  private func told(_ placements: [LayoutTrace.Placement]) -> [LayoutTrace.Placement] {
    placements.filter { placement in
      placement.kind != "box"
        || !placements.contains {
          $0.kind != "box"
            && ($0.path == placement.path || $0.path == placement.path.appending("child"))
            && $0.bounds == placement.bounds
        }
    }
  }

  /// Whether a node is meant by an id, a path in the card, or one in the template's file.
  private func matches(_ path: NodePath, _ id: String?, _ node: String) -> Bool {
    id == node || path.description == node || names[path] == node
      || path.description.split(separator: ".").dropFirst().joined(separator: ".") == node
  }

  private func summary(_ placement: LayoutTrace.Placement) -> [String] {
    let indent = String(repeating: "  ", count: max(placement.path.steps.count - 1, 0))
    var lines = [indent + title(placement)]
    if let answer = answer(placement) {
      lines.append("\(indent)  offered \(Self.text(answer.proposal)): \(answer.rule)")
    }
    return lines
  }

  private func title(_ placement: LayoutTrace.Placement) -> String {
    let id = placement.id.map { " #\($0)" } ?? ""
    let bounds = placement.bounds
    return "\(placement.path) \(placement.kind)\(id): \(Self.text(bounds.size)) "
      + "at \(decimals(bounds.origin.x)), \(decimals(bounds.origin.y))"
  }

  private func answer(_ placement: LayoutTrace.Placement) -> LayoutTrace.Answer? {
    trace.answer(of: placement.path, kind: placement.kind, to: placement.proposal)
  }

  private func full(_ path: NodePath) -> [String] {
    var lines: [String] = []
    let placements = trace.placements.filter { $0.path == path }
    for placement in placements {
      lines.append(title(placement))
      for answer in trace.answers where answer.path == path && answer.kind == placement.kind {
        let mark = answer.proposal == placement.proposal ? "*" : "-"
        lines.append(
          "  \(mark) offered \(Self.text(answer.proposal)), takes \(Self.text(answer.size)): "
            + answer.rule)
      }
    }
    let around = trace.placements.filter { $0.path.steps.count < path.steps.count }
      .filter { path.steps.starts(with: $0.path.steps) }.reversed()
    if !around.isEmpty { lines.append("Around it, from the inside out:") }
    for placement in told(Array(around)) {
      lines.append("  " + title(placement))
      if let answer = answer(placement) {
        lines.append("    offered \(Self.text(answer.proposal)): \(answer.rule)")
      }
    }
    if let way = names[path] { lines.append("In the file: \(way)") }
    return lines
  }

  private static func text(_ proposal: Proposal) -> String {
    "\(text(proposal.width)) × \(text(proposal.height))"
  }

  private static func text(_ extent: Double?) -> String {
    switch extent {
    case nil: "ideal"
    case .infinity?: "∞"
    case let value?: decimals(value)
    }
  }

  private static func text(_ size: Size) -> String {
    "\(text(size.width)) × \(text(size.height))"
  }
}
