public import CardModel

extension LayoutOutline {
  /// The outline as JSON, an object for each node.
  public var json: JSONValue {
    .object([
      ("size", .array([.number(size.width), .number(size.height)])),
      ("nodes", .array(nodes.map(\.json))),
    ])
  }

  /// Reads an outline; nil where the value is none.
  public init?(_ json: JSONValue) {
    guard let size = json["size"]?.doubles, size.count == 2, let list = json["nodes"],
      case .array(let values) = list.kind
    else { return nil }
    var nodes: [Node] = []
    for value in values {
      guard let node = Node(value) else { return nil }
      nodes.append(node)
    }
    self.init(size: Size(width: size[0], height: size[1]), nodes: nodes)
  }
}

extension LayoutOutline.Node {
  fileprivate var json: JSONValue {
    var members: [(String, JSONValue)] = [("path", .string(path))]
    if let id { members.append(("id", .string(id))) }
    members.append(("kind", .string(kind)))
    members.append(
      (
        "bounds",
        .array(
          [bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height].map {
            JSONValue.number($0)
          })
      ))
    members += facts.map { ($0.name, .string($0.value)) }
    return .object(members)
  }

  fileprivate init?(_ json: JSONValue) {
    guard case .object(let members) = json.kind, let path = json["path"]?.text,
      let kind = json["kind"]?.text, let place = json["bounds"]?.doubles, place.count == 4
    else { return nil }
    self.path = path
    self.kind = kind
    id = json["id"]?.text
    bounds = Rect(
      origin: Point(x: place[0], y: place[1]), size: Size(width: place[2], height: place[3]))
    facts = members.compactMap { member in
      guard !["path", "kind", "id", "bounds"].contains(member.key),
        let value = member.value.text
      else { return nil }
      return LayoutOutline.Fact(name: member.key, value: value)
    }
  }
}

extension JSONValue {
  /// The text, where this is one.
  fileprivate var text: String? {
    if case .string(let text) = kind { text } else { nil }
  }

  /// The numbers, where this is a list of them.
  fileprivate var doubles: [Double]? {
    guard case .array(let values) = kind else { return nil }
    var numbers: [Double] = []
    for value in values {
      guard case .number(let text) = value.kind, let number = Double(text) else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}
