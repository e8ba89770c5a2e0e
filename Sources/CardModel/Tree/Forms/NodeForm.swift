/// The limits of a tree of nodes.
public enum NodeLimits {
  /// The most nodes within one another.
  public static let depth = 200
  /// The most nodes in one tree.
  public static let count = 100_000
}

/// A kind of node in a file: its parts, and how it becomes a node and back.
private struct NodeKind: Sendable {
  let name: String
  let summary: String
  let keys: [String]
  let schemaFields: [JSONSchema.Field]
  let read:
    @Sendable ([JSONValue.Member], JSONPosition, inout JSONProblems) -> (
      node: Node?, rest: [JSONValue.Member]
    )

  init<Payload: SendableMetatype>(
    _ form: JSONObjectForm<Payload>,
    _ make:
      @escaping @Sendable (
        Payload, JSONPosition, [JSONValue.Member], inout JSONProblems
      ) -> Node?
  ) {
    name = form.name
    summary = form.summary
    keys = form.fields.map(\.key)
    schemaFields = form.schemaFields
    read = { members, position, problems in
      let (payload, rest) = form.read(members, at: position, into: &problems)
      return (payload.flatMap { make($0, position, rest, &problems) }, rest)
    }
  }

  init<Payload: NodeConvertible & SendableMetatype>(_ form: JSONObjectForm<Payload>) {
    self.init(form) {
      (payload: Payload, _: JSONPosition, _: [JSONValue.Member], _: inout JSONProblems) -> Node? in
      payload.node
    }
  }

  static let all: [NodeKind] = [
    NodeKind(JSONObjectForm<LabelParts>.label) {
      (
        parts: LabelParts, position: JSONPosition, rest: [JSONValue.Member],
        problems: inout JSONProblems
      ) -> Node? in
      parts.label(at: position, beside: rest, &problems).map { Node.label($0) }
    },
    NodeKind(JSONObjectForm<Picture>.picture), NodeKind(JSONObjectForm<Barcode>.barcode),
    NodeKind(JSONObjectForm<Shape>.area), NodeKind(JSONObjectForm<Shape>.line),
    NodeKind(horizontal), NodeKind(vertical), NodeKind(overlay),
    NodeKind(JSONObjectForm<Table>.table), NodeKind(JSONObjectForm<Box>.box),
    NodeKind(JSONObjectForm<Spacer>.spacer), NodeKind(JSONObjectForm<Component>.component),
    NodeKind(JSONObjectForm<Conditional>.conditional), NodeKind(JSONObjectForm<Repeat>.repeated),
  ]

  static let horizontal = JSONObjectForm<Stack>.stack(.horizontal, "Children beside one another.")
  static let vertical = JSONObjectForm<Stack>.stack(.vertical, "Children below one another.")
  static let overlay = JSONObjectForm<Stack>.stack(.overlay, "Children on top of one another.")

  static func named(_ name: String) -> NodeKind? { all.first { $0.name == name } }

  /// The file's kind and parts of a node, boxes not merged.
  static func members(of node: Node) -> (kind: String, members: [(String, JSONValue)]) {
    switch node {
    case .label(let label):
      ("label", JSONObjectForm<LabelParts>.label.members(of: LabelParts(label)))
    case .picture(let picture): ("picture", JSONObjectForm<Picture>.picture.members(of: picture))
    case .barcode(let barcode): ("barcode", JSONObjectForm<Barcode>.barcode.members(of: barcode))
    case .shape(let shape):
      if case .line = shape.kind {
        ("line", JSONObjectForm<Shape>.line.members(of: shape))
      } else {
        ("shape", JSONObjectForm<Shape>.area.members(of: shape))
      }
    case .stack(let stack): (stack.arrangement.rawValue, horizontal.members(of: stack))
    case .table(let table): ("table", JSONObjectForm<Table>.table.members(of: table))
    case .box(let box): ("box", JSONObjectForm<Box>.box.members(of: box))
    case .spacer(let spacer): ("spacer", JSONObjectForm<Spacer>.spacer.members(of: spacer))
    case .component(let component):
      ("component", JSONObjectForm<Component>.component.members(of: component))
    case .conditional(let conditional):
      ("conditional", JSONObjectForm<Conditional>.conditional.members(of: conditional))
    case .repeated(let repetition):
      ("repeat", JSONObjectForm<Repeat>.repeated.members(of: repetition))
    }
  }
}

/// A node in a file is an object with a `kind`.
///
/// A frame, a padding, a fill … may stand in the node's own object, in place of a box around it;
/// so may `when` and `each`. Where a name is a part of the kind itself, it means that part. From
/// the outside in it is `each`, `when`, the box, the node.
extension JSONForm where Value == Node {
  /// A node of any kind.
  public static let node = JSONForm(schema: .reference("node"), read: read, write: write)

  private static let boxForm = JSONObjectForm<Box>(
    "box", "", prototype: { Box(Spacer()) }, JSONObjectForm<Box>.settings)

  @Sendable private static func read(_ json: JSONValue, _ problems: inout JSONProblems) -> Node? {
    guard case .object(let members) = json.kind else {
      mismatch("a node", json, &problems)
      return nil
    }
    problems.nodeDepth += 1
    problems.nodeCount += 1
    defer { problems.nodeDepth -= 1 }
    guard problems.nodeDepth <= NodeLimits.depth else {
      problems.add(
        "The nodes are nested deeper than \(NodeLimits.depth) levels.", at: json, code: .limit)
      return nil
    }
    guard problems.nodeCount <= NodeLimits.count else {
      if problems.nodeCount == NodeLimits.count + 1 {
        problems.add("There are more than \(NodeLimits.count) nodes.", at: json, code: .limit)
      }
      return nil
    }
    guard let kindValue = json["kind"] else {
      problems.add(
        "The node has no 'kind'.", at: json, hint: "There are \(kindNames).",
        code: .missingKey)
      return nil
    }
    guard let name = problems.within("kind", { JSONForm<String>.string.read(kindValue, &$0) })
    else { return nil }
    guard let kind = NodeKind.named(name) else {
      let nearest = nearestName(to: name, among: NodeKind.all.map(\.name))
      problems.add(
        "The kind '\(name)' is unknown.", at: kindValue.position,
        hint: (FamiliarName.question(for: name, among: NodeKind.all.map(\.name)).map { $0 + " " }
          ?? "") + "There are \(kindNames).",
        code: .wrongValue, suggestion: nearest)
      return nil
    }
    let (payload, rest) = kind.read(
      members.filter { $0.key != "kind" }, json.position, &problems)
    var node = payload
    var isWhole = true

    let (box, afterBox) = boxForm.read(rest, at: json.position, into: &problems)
    if afterBox.count < rest.count {
      isWhole = isWhole && box != nil
      if var box, let inner = node {
        box.child = inner
        node = .box(box)
      }
    }
    var unknown: [JSONValue.Member] = []
    var each: String?
    for member in afterBox {
      switch member.key {
      case "when":
        let condition = problems.within("when") {
          JSONForm<Condition>.condition.read(member.value, &$0)
        }
        isWhole = isWhole && condition != nil
        if let condition, let inner = node {
          node = .conditional(Conditional(when: condition, then: inner))
        }
      case "each":
        each = problems.within("each") { JSONForm<String>.string.read(member.value, &$0) }
        isWhole = isWhole && each != nil
      default: unknown.append(member)
      }
    }
    if let each, let inner = node { node = .repeated(Repeat(each: each, inner)) }
    refuse(
      unknown, known: kind.keys + boxForm.fields.map(\.key) + ["when", "each"], of: name,
      &problems)
    return isWhole && unknown.isEmpty ? node : nil
  }

  private static var kindNames: String {
    NodeKind.all.map { "'\($0.name)'" }.joined(separator: ", ")
  }

  @Sendable private static func write(_ node: Node) -> JSONValue { .object(members(of: node)) }

  /// The parts of a node; what can stand in the inner node's object does.
  private static func members(of node: Node) -> [(String, JSONValue)] {
    switch node {
    case .box(let box) where box.id == nil:
      let settings = boxForm.members(of: box)
      if !settings.isEmpty, accepts(settings.map(\.0), in: box.child) {
        return members(of: box.child) + settings
      }
    case .conditional(let conditional) where conditional.otherwise == nil:
      if accepts(["when"], in: conditional.then) {
        return members(of: conditional.then)
          + [("when", JSONForm<Condition>.condition.write(conditional.when))]
      }
    case .repeated(let repetition):
      if accepts(["each"], in: repetition.child) {
        return members(of: repetition.child) + [("each", .string(repetition.each))]
      }
    default: break
    }
    let (kind, members) = NodeKind.members(of: node)
    return [("kind", .string(kind))] + members
  }

  /// Whether a node's object can hold these names with the meaning that they have outside it.
  private static func accepts(_ keys: [String], in node: Node) -> Bool {
    let written = members(of: node)
    guard let first = written.first, case .string(let name) = first.1.kind,
      let kind = NodeKind.named(name)
    else { return false }
    let settings = Set(boxForm.fields.map(\.key))
    // What already stands around the payload must stay inside of what is added.
    let around = written.map(\.0).filter { $0 != "kind" && !kind.keys.contains($0) }
    let rank = { (key: String) in key == "each" ? 3 : key == "when" ? 2 : 1 }
    let innermost = around.map(rank).max() ?? 0
    return keys.allSatisfy { !kind.keys.contains($0) && rank($0) > innermost }
      && (settings.isDisjoint(with: keys) || kind.name != "box")
  }

  /// What the references of the schema stand for.
  static var definitions: [(String, JSONSchema)] {
    let around =
      boxForm.schemaFields + [
        .init(
          key: "when", schema: .reference("condition"), isRequired: false,
          summary: "The condition under which the node is there."),
        .init(
          key: "each", schema: .string(), isRequired: false,
          summary: "The list for each of whose entries the node is there."),
      ]
    let kinds = NodeKind.all.map { kind -> (String, JSONSchema) in
      let tag = JSONSchema.Field(
        key: "kind", schema: .constant(kind.name), isRequired: true, summary: kind.summary)
      let fields =
        [tag] + kind.schemaFields + around.filter { !kind.keys.contains($0.key) }
      return (kind.name, .object(name: kind.name, summary: kind.summary, fields: fields))
    }
    return [
      ("node", .any(kinds.map { .reference($0.0) })), ("condition", JSONForm<Condition>.definition),
    ]
      + kinds
  }
}

extension Node: Codable {
  /// Reads a node in the form of template files.
  ///
  /// - Throws: `DecodingError.dataCorrupted` with the first problem; use `JSONForm.node` for all.
  public init(from decoder: any Decoder) throws {
    let (node, problems) = JSONForm<Node>.node.read(try JSONValue(from: decoder))
    guard let node, problems.isEmpty else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: problems.first?.description ?? "This is not a node."))
    }
    self = node
  }

  /// Writes the node in the form of template files.
  public func encode(to encoder: any Encoder) throws {
    try JSONForm<Node>.node.written(self).encode(to: encoder)
  }
}
