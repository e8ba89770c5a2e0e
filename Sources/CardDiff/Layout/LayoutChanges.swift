public import CardModel

/// What became of a layout, node by node: the cause of a changed picture.
public struct LayoutChanges: Sendable, Equatable {
  /// What became of one node.
  public struct Change: Sendable, Equatable, CustomStringConvertible {
    /// The node's id, or its path.
    public let node: String
    /// What it is, such as `text`.
    public let kind: String
    /// Where it was, in points; nil where it is new.
    public let before: Rect?
    /// Where it is, in points; nil where it is gone.
    public let after: Rect?
    /// What happened to it, a phrase each, such as `wrapped to 2 lines (was 1)`.
    public let phrases: [String]
    /// Whether it only is in another place, as things are that another one pushed away.
    public let isMoveOnly: Bool

    /// One sentence without its full stop, such as `'name' wrapped to 2 lines (was 1)`.
    public var description: String { "'\(node)' " + phrases.joined(separator: "; ") }
  }

  /// The changes: those of nodes themselves first, then those that only moved.
  public let list: [Change]
  /// The size of the card before and after, where it is another one.
  public let sizes: (before: Size, after: Size)?

  private let before: LayoutOutline?
  private let after: LayoutOutline

  /// Whether two lists say the same.
  public static func == (left: LayoutChanges, right: LayoutChanges) -> Bool {
    left.list == right.list && left.before == right.before && left.after == right.after
  }

  /// Compares two outlines; without a `before` regions can be named, but no cause be told.
  public init(from before: LayoutOutline?, to after: LayoutOutline) {
    self.before = before
    self.after = after
    guard let before else {
      list = []
      sizes = nil
      return
    }
    sizes = before.size == after.size ? nil : (before.size, after.size)
    let old = Self.keyed(before)
    let new = Self.keyed(after)
    var changes: [Change] = []
    for (key, node) in new.pairs {
      guard let was = old.index[key] else {
        if node.isDrawn {
          changes.append(
            Change(
              node: node.name, kind: node.kind, before: nil, after: node.bounds,
              phrases: ["is new"], isMoveOnly: false))
        }
        continue
      }
      if let change = Self.change(from: was, to: node) { changes.append(change) }
    }
    for (key, node) in old.pairs where new.index[key] == nil && node.isDrawn {
      changes.append(
        Change(
          node: node.name, kind: node.kind, before: node.bounds, after: nil,
          phrases: ["is gone"], isMoveOnly: false))
    }
    list = changes.filter { !$0.isMoveOnly } + changes.filter(\.isMoveOnly)
  }

  /// The sentences of all changes; things that moved alike share one.
  public var sentences: [String] {
    var sentences: [String] = []
    if let sizes {
      sentences.append("the card is \(text(sizes.after)) pt, was \(text(sizes.before)) pt")
    }
    sentences += list.filter { !$0.isMoveOnly }.map(\.description)
    var moves: [(phrase: String, nodes: [String])] = []
    for change in list where change.isMoveOnly && !["group", "row", "cell"].contains(change.kind) {
      let phrase = change.phrases.joined(separator: "; ")
      if let place = moves.firstIndex(where: { $0.phrase == phrase }) {
        moves[place].nodes.append(change.node)
      } else {
        moves.append((phrase, [change.node]))
      }
    }
    sentences += moves.map { move in
      let names = move.nodes.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
      let more = move.nodes.count > 3 ? " and \(move.nodes.count - 3) more" : ""
      return "\(names)\(more) \(move.phrase)"
    }
    return sentences
  }

  /// What lies in a region of the picture, what changed of it first, what changed by itself before
  /// what only moved.
  ///
  /// - `region`: In pixels.
  /// - `dotsPerInch`: The resolution of the picture.
  public func nodes(in region: BitmapDiff.Region, dotsPerInch: Double) -> [String] {
    let scale = 72 / dotsPerInch
    // A pixel more on each side, as antialiasing reaches out of a node's bounds.
    let area = Rect(
      origin: Point(x: Double(region.x - 1) * scale, y: Double(region.y - 1) * scale),
      size: Size(
        width: Double(region.width + 2) * scale, height: Double(region.height + 2) * scale))
    var names: [String] = []
    func add(_ name: String) { if !names.contains(name) { names.append(name) } }
    func meets(_ bounds: Rect?) -> Bool { bounds.map { overlap($0, area) > 0 } ?? false }
    let isGroup = ["group", "table", "row", "cell", "headerCell"]
    for change in list
    where !isGroup.contains(change.kind) && (meets(change.before) || meets(change.after)) {
      add(change.node)
    }
    guard names.isEmpty else { return names }
    let drawn = (after.nodes + (before?.nodes ?? [])).filter { $0.isDrawn && meets($0.bounds) }
    // What covers the whole card says nothing unless it is all there is.
    let small = drawn.filter {
      $0.bounds.size.width * $0.bounds.size.height
        < 0.8 * after.size.width * after.size.height
    }
    for node in small.isEmpty ? drawn : small { add(node.name) }
    return names
  }

  /// What happened to a node.
  public func change(of node: String) -> Change? { list.first { $0.node == node } }

  // MARK: One node

  private static func change(
    from was: LayoutOutline.Node, to node: LayoutOutline.Node
  ) -> Change? {
    var phrases = factPhrases(was, node)
    let isMoveOnly = phrases.isEmpty
    let (before, after) = (was.bounds, node.bounds)
    let dx = after.origin.x - before.origin.x
    let dy = after.origin.y - before.origin.y
    if abs(dx) > 0.005 || abs(dy) > 0.005 {
      phrases.append("moved by (\(significant(dx)), \(significant(dy))) pt")
    }
    if abs(after.size.width - before.size.width) > 0.005
      || abs(after.size.height - before.size.height) > 0.005
    {
      phrases.append("is \(text(after.size)) pt, was \(text(before.size)) pt")
    }
    guard !phrases.isEmpty else { return nil }
    return Change(
      node: node.name, kind: node.kind, before: before, after: after, phrases: phrases,
      isMoveOnly: isMoveOnly)
  }

  private static func factPhrases(
    _ was: LayoutOutline.Node, _ node: LayoutOutline.Node
  ) -> [String] {
    var phrases: [String] = []
    var told: Set<String> = ["styleSize", "text"]
    if node.kind == "text" {
      let before = was["text"] ?? was["lines"] ?? ""
      let after = node["text"] ?? node["lines"] ?? ""
      let isSameText = joined(before) == joined(after)
      if !isSameText { phrases.append("says '\(oneLine(after))', was '\(oneLine(before))'") }
      told.insert("lines")
      let lines = (lineCount(was), lineCount(node))
      if lines.0 != lines.1 {
        phrases.append(
          lines.1 > lines.0
            ? "wrapped to \(lines.1) lines (was \(lines.0))"
            : "has \(lines.1) \(lines.1 == 1 ? "line" : "lines") (was \(lines.0))")
      } else if isSameText, was["lines"] != node["lines"], was["cut"] == node["cut"] {
        phrases.append("breaks its lines elsewhere")
      }
      told.insert("size")
      if let old = was["size"], let new = node["size"], old != new {
        let verb = (Double(new) ?? 0) < (Double(old) ?? 0) ? "shrank" : "grew"
        phrases.append("\(verb) to \(new) pt (was \(old) pt)")
      }
      told.insert("cut")
      if was["cut"] != node["cut"] {
        phrases.append(node["cut"] == nil ? "is no longer cut" : "is cut now")
      }
      told.insert("fallback")
      switch (was["fallback"], node["fallback"]) {
      case (let old, let new) where old == new: break
      case (nil, let new?): phrases.append("the fallback face \(new) came in")
      case (let old?, nil): phrases.append("the fallback face \(old) is no longer used")
      case (let old, let new):
        phrases.append("the fallback face changed from \(old ?? "") to \(new ?? "")")
      }
      told.insert("face")
      if was["fallback"] == node["fallback"], let old = was["face"], let new = node["face"],
        old != new
      {
        phrases.append("the face changed from \(old) to \(new)")
      }
    }
    let names = node.facts.map(\.name) + was.facts.map(\.name)
    for name in names where told.insert(name).inserted && was[name] != node[name] {
      phrases.append(
        "its \(name == "color" ? "colour" : name) is \(node[name] ?? "none"),"
          + " was \(was[name] ?? "none")")
    }
    return phrases
  }

  private static func lineCount(_ node: LayoutOutline.Node) -> Int {
    node["lines"].map { $0.split(separator: "\n", omittingEmptySubsequences: false).count } ?? 0
  }

  /// A text without its spaces, which line breaks swallow.
  private static func joined(_ text: String) -> String { text.filter { !$0.isWhitespace } }

  private static func oneLine(_ text: String) -> String {
    let line = String(text.map { $0.isNewline ? " " : $0 })
    return line.count > 60 ? line.prefix(59) + "…" : line
  }

  /// The nodes by their ids or paths, and their number among those alike.
  private static func keyed(
    _ outline: LayoutOutline
  ) -> (pairs: [(String, LayoutOutline.Node)], index: [String: LayoutOutline.Node]) {
    var counts: [String: Int] = [:]
    var pairs: [(String, LayoutOutline.Node)] = []
    var index: [String: LayoutOutline.Node] = [:]
    for node in outline.nodes {
      let key = "\(node.kind) \(node.id ?? node.path)"
      let number = counts[key, default: 0]
      counts[key] = number + 1
      pairs.append(("\(key) \(number)", node))
      index["\(key) \(number)"] = node
    }
    return (pairs, index)
  }
}

private func text(_ size: Size) -> String {
  "\(significant(size.width)) × \(significant(size.height))"
}

private func overlap(_ left: Rect, _ right: Rect) -> Double {
  let width = min(left.maxX, right.maxX) - max(left.origin.x, right.origin.x)
  let height = min(left.maxY, right.maxY) - max(left.origin.y, right.origin.y)
  return width >= 0 && height >= 0 ? max(width * height, 1e-9) : 0
}
