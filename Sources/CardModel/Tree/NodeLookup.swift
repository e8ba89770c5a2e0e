/// Why a card has no node under a name.
public struct NodeLookupError: Diagnostic, Hashable {
  /// The name that was asked for.
  public let id: String
  /// One sentence.
  public let message: String
  /// The names there are.
  public let hint: String?
}

/// The nodes of a card by their ids.
///
/// An id is searched in the front, then in the back. What lies in another node may be named with
/// it, `badge.name`, and must be where two of them have one id.
extension Card {
  /// The node of an id, of whatever kind.
  ///
  /// - Throws: ``NodeLookupError`` with the ids there are.
  public func node(_ id: String) throws(NodeLookupError) -> Node {
    try lookup.one(id, "node") { $0 }
  }

  /// The label of an id.
  ///
  /// - Throws: ``NodeLookupError`` with the ids of labels there are.
  public func label(_ id: String) throws(NodeLookupError) -> Label {
    try lookup.one(id, "label") { if case .label(let label) = $0 { label } else { nil } }
  }

  /// The picture of an id.
  ///
  /// - Throws: ``NodeLookupError`` with the ids of pictures there are.
  public func picture(_ id: String) throws(NodeLookupError) -> Picture {
    try lookup.one(id, "picture") { if case .picture(let picture) = $0 { picture } else { nil } }
  }

  /// The code of an id.
  ///
  /// - Throws: ``NodeLookupError`` with the ids of codes there are.
  public func barcode(_ id: String) throws(NodeLookupError) -> Barcode {
    try lookup.one(id, "barcode") { if case .barcode(let code) = $0 { code } else { nil } }
  }

  /// The table of an id.
  ///
  /// - Throws: ``NodeLookupError`` with the ids of tables there are.
  public func table(_ id: String) throws(NodeLookupError) -> Table {
    try lookup.one(id, "table") { if case .table(let table) = $0 { table } else { nil } }
  }

  /// The shape or line of an id.
  ///
  /// - Throws: ``NodeLookupError`` with the ids of shapes there are.
  public func shape(_ id: String) throws(NodeLookupError) -> Shape {
    try lookup.one(id, "shape") { if case .shape(let shape) = $0 { shape } else { nil } }
  }

  /// The stack of an id.
  ///
  /// - Throws: ``NodeLookupError`` with the ids of stacks there are.
  public func stack(_ id: String) throws(NodeLookupError) -> Stack {
    try lookup.one(id, "stack") { if case .stack(let stack) = $0 { stack } else { nil } }
  }

  /// The ids there are, in the order of the trees; `badge.name` for one within another.
  public var ids: [String] { lookup.all.map(\.way) }

  private var lookup: NodeLookup { NodeLookup([front] + (back.map { [$0] } ?? [])) }
}

/// The nodes with ids in some trees.
private struct NodeLookup {
  struct Entry {
    /// The ids from the outermost node to this one.
    let steps: [String]
    let node: Node
    var way: String { steps.joined(separator: ".") }
  }

  private(set) var all: [Entry] = []

  init(_ trees: [Node]) {
    for tree in trees { collect(tree, []) }
  }

  private mutating func collect(_ node: Node, _ outer: [String]) {
    var steps = outer
    if let id = node.id {
      steps.append(id)
      all.append(Entry(steps: steps, node: node))
    }
    for child in node.children { collect(child, steps) }
  }

  /// The only node of an id, of a kind.
  func one<Part>(
    _ id: String, _ kind: String, _ part: (Node) -> Part?
  ) throws(NodeLookupError) -> Part {
    let wanted = id.split(separator: ".").map(String.init)
    let found = all.filter { entry in
      guard entry.steps.last == wanted.last else { return false }
      var rest = entry.steps[...]
      for step in wanted {
        guard let index = rest.firstIndex(of: step) else { return false }
        rest = rest[(index + 1)...]
      }
      return true
    }
    let parts = found.compactMap { part($0.node) }
    if parts.count == 1 { return parts[0] }
    if parts.count > 1 {
      throw NodeLookupError(
        id: id, message: "The card has \(parts.count) parts with the id '\(id)'.",
        hint: "Name one by what it lies in: "
          + NodeLookup.listed(found.filter { part($0.node) != nil }.map(\.way)) + ".")
    }
    let known = all.filter { part($0.node) != nil }
    // The short name, where it says enough.
    let names = known.map { entry in
      all.count { $0.steps.last == entry.steps.last } == 1
        ? entry.steps.last ?? entry.way : entry.way
    }
    let listed =
      names.isEmpty
      ? "The card has no \(kind) with an id." : "There are \(NodeLookup.listed(names))."
    if let other = found.first {
      throw NodeLookupError(
        id: id, message: "The part '\(id)' is a \(other.node.kindName), not a \(kind).",
        hint: listed)
    }
    let nearest = nearestName(to: id, among: names).map { "Did you mean '\($0)'? " } ?? ""
    throw NodeLookupError(
      id: id, message: "The card has no \(kind) with the id '\(id)'.", hint: nearest + listed)
  }

  private static func listed(_ names: [String]) -> String {
    let shown = names.prefix(20).map { "'\($0)'" }.joined(separator: ", ")
    return names.count > 20 ? shown + " and \(names.count - 20) more" : shown
  }
}

extension Node {
  /// The nodes that stand directly in this one, in the order of reading.
  fileprivate var children: [Node] {
    switch self {
    case .stack(let stack): stack.children
    case .table(let table):
      ((table.header.map { [$0] } ?? []) + table.rows).flatMap { $0.cells.map(\.content) }
    case .box(let box): [box.background, box.child, box.overlay].compactMap(\.self)
    case .conditional(let conditional):
      [conditional.then] + (conditional.otherwise.map { [$0] } ?? [])
    case .repeated(let repetition): [repetition.child]
    case .label, .picture, .barcode, .shape, .spacer, .component: []
    }
  }

  /// What kind of node it is, in a word.
  fileprivate var kindName: String {
    switch self {
    case .label: "label"
    case .picture: "picture"
    case .barcode: "barcode"
    case .shape: "shape"
    case .stack: "stack"
    case .table: "table"
    case .box: "box"
    case .spacer: "spacer"
    case .component: "component"
    case .conditional: "conditional"
    case .repeated: "repeat"
    }
  }
}
