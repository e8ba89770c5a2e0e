/// Where in a template's file the nodes of its cards come from.
///
/// Binding takes out what is empty and repeats lists, so a path in a card is not one in the
/// template. It therefore binds a second copy of the template, whose ids are ways in the file.
package struct TemplateOrigins: Sendable {
  private let binder: Binder

  /// Makes a table for a template that was read from a JSON value, and its components.
  ///
  /// The way to a node of a component is that of the component in the file, and then its own in the
  /// component's: `front.children[2] › FancyBadge: front.children[0]`.
  package init(
    _ template: Template, in json: JSONValue, components: [String: Template] = [:]
  ) {
    var tagged = template
    tagged.front = OriginTags.node(template.front, json["front"], "front")
    tagged.back = template.back.map { OriginTags.node($0, json["back"], "back") }
    for (name, part) in template.parts {
      guard let tree = json["parts"]?[name] else { continue }
      tagged.parts[name] = OriginTags.node(part, tree, "parts.\(name)")
    }
    for index in tagged.fields.indices { tagged.fields[index].isRequired = false }
    binder = Binder(
      unchecked: TemplateSet(
        tagged,
        components: Dictionary(
          uniqueKeysWithValues: components.map { name, component in
            (name, OriginTags.component(component, name))
          })))
  }

  /// The way in the file that a way into a component begins with.
  package static func base(of way: String) -> String {
    way.firstRange(of: OriginTags.join).map { String(way[..<$0.lowerBound]) } ?? way
  }

  /// The way in the file, such as `front.children[2]`, for each path of a record's card.
  package func paths(of record: Record, locale: String) -> [NodePath: String] {
    guard let card = try? binder.bind(record, locale: locale).card else { return [:] }
    var table: [NodePath: String] = [:]
    OriginTags.collect(card.front, NodePath.root.appending("front"), "front", into: &table)
    if let back = card.back {
      OriginTags.collect(back, NodePath.root.appending("back"), "back", into: &table)
    }
    return table
  }
}

private enum OriginTags {
  /// What stands between the ways in two files.
  static let join = " › "

  /// The component's template with ways in its own file, which begin with its name.
  static func component(_ template: Template, _ name: String) -> Template {
    let json = JSONForm<Template>.template.written(template)
    var tagged = template
    tagged.front = node(template.front, json["front"], "\(name): front")
    for (part, tree) in template.parts {
      tagged.parts[part] = node(tree, json["parts"]?[part], "\(name): parts.\(part)")
    }
    for index in tagged.fields.indices { tagged.fields[index].isRequired = false }
    return tagged
  }

  /// The whole way to a node with an id, in one with a way.
  private static func way(_ id: String?, in outer: String) -> String {
    guard let id else { return outer }
    guard let file = id.firstRange(of: ": ")?.upperBound else { return id }
    var steps = outer.split(separator: join).map(String.init)
    if let last = steps.last, last.hasPrefix(id[..<file]) { steps.removeLast() }
    return (steps + [id]).joined(separator: join)
  }

  /// The node with ways in the file for ids; the parts of boxes, `when` and `each` may stand in the
  /// object of the node that they are around.
  static func node(_ node: Node, _ json: JSONValue?, _ path: String) -> Node {
    let kind: String? = if case .string(let name)? = json?["kind"]?.kind { name } else { nil }
    func inner(_ node: Node, _ key: String, own: String) -> Node {
      kind == own
        ? self.node(node, json?[key], "\(path).\(key)") : self.node(node, json, path)
    }
    switch node {
    case .label(let label): return .label(self.label(label, path))
    case .picture(var picture):
      picture.id = path
      return .picture(picture)
    case .barcode(var barcode):
      barcode.id = path
      return .barcode(barcode)
    case .shape(var shape):
      shape.id = path
      return .shape(shape)
    case .stack(var stack):
      stack.id = path
      for index in stack.children.indices {
        stack.children[index] = self.node(
          stack.children[index], entry(json?["children"], index), "\(path).children[\(index)]")
      }
      return .stack(stack)
    case .table(var table):
      table.id = path
      table.header = table.header.map { row($0, json?["header"], "\(path).header") }
      for index in table.rows.indices {
        table.rows[index] = row(
          table.rows[index], entry(json?["rows"], index), "\(path).rows[\(index)]")
      }
      return .table(table)
    case .box(var box):
      box.id = path
      box.child = inner(box.child, "child", own: "box")
      box.background = box.background.map {
        self.node($0, json?["background"], "\(path).background")
      }
      box.overlay = box.overlay.map { self.node($0, json?["overlay"], "\(path).overlay") }
      return .box(box)
    case .spacer: return node
    case .component(var component):
      component.id = path
      return .component(component)
    case .conditional(var conditional):
      conditional.then = inner(conditional.then, "then", own: "conditional")
      conditional.otherwise = conditional.otherwise.map {
        self.node($0, json?["otherwise"], "\(path).otherwise")
      }
      return .conditional(conditional)
    case .repeated(var repetition):
      repetition.child = inner(repetition.child, "child", own: "repeat")
      return .repeated(repetition)
    }
  }

  private static func label(_ label: Label, _ path: String) -> Label {
    Label(
      runs: label.runs, style: label.style, fit: label.fit, alignment: label.alignment, id: path)
  }

  private static func row(_ row: Row, _ json: JSONValue?, _ path: String) -> Row {
    var row = row
    row.id = path
    let isTitled = json?["title"] != nil || json?["value"] != nil
    for index in row.cells.indices {
      let content = row.cells[index].content
      if isTitled, case .label(let label) = content {
        row.cells[index].content = .label(
          self.label(label, path + (index == 0 ? ".title" : ".value")))
        continue
      }
      let cell = entry(json?["cells"], index)
      let way = "\(path).cells[\(index)]"
      let isPlain = cell?["kind"] != nil || cell?["content"] == nil
      row.cells[index].content = node(
        content, isPlain ? cell : cell?["content"], isPlain ? way : way + ".content")
    }
    return row
  }

  private static func entry(_ json: JSONValue?, _ index: Int) -> JSONValue? {
    guard case .array(let entries)? = json?.kind, entries.indices.contains(index) else {
      return nil
    }
    return entries[index]
  }

  /// The ids of a bound tree by their paths; a node without one has that of the node around it.
  static func collect(
    _ node: Node, _ path: NodePath, _ outer: String, into table: inout [NodePath: String]
  ) {
    let way = way(node.id, in: outer)
    table[path] = way
    switch node {
    case .stack(let stack):
      for (index, child) in stack.children.enumerated() {
        collect(child, path.appending("children", index), way, into: &table)
      }
    case .table(let content):
      for index in content.columns.indices { table[path.appending("columns", index)] = way }
      if let header = content.header {
        collect(header, path.appending("header"), way, into: &table)
      }
      for (index, row) in content.rows.enumerated() {
        collect(row, path.appending("rows", index), way, into: &table)
      }
    case .box(let box):
      collect(box.child, path.appending("child"), way, into: &table)
      if let background = box.background {
        collect(background, path.appending("background"), way, into: &table)
      }
      if let overlay = box.overlay {
        collect(overlay, path.appending("overlay"), way, into: &table)
      }
    case .label, .picture, .barcode, .shape, .spacer, .component, .conditional, .repeated: break
    }
  }

  private static func collect(
    _ row: Row, _ path: NodePath, _ outer: String, into table: inout [NodePath: String]
  ) {
    let way = way(row.id, in: outer)
    table[path] = way
    for (index, cell) in row.cells.enumerated() {
      collect(cell.content, path.appending("cells", index), way, into: &table)
    }
  }
}
