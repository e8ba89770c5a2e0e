/// Fills a template's tree with the values of a scope and takes out what stays empty.
struct TreeBinding {
  let binder: Binder

  /// A node, or nil where nothing is left of it.
  func one(_ node: Node, _ scope: BindingScope) -> Node? {
    let nodes = all(node, scope)
    return nodes.count < 2
      ? nodes.first : Stack(.vertical, alignment: .leading, children: nodes).node
  }

  /// A node as often as it is there.
  private func all(_ node: Node, _ scope: BindingScope) -> [Node] {
    switch node {
    case .label(let label): bound(label, scope).map { [.label($0)] } ?? []
    case .picture(let picture): bound(picture, scope).map { [.picture($0)] } ?? []
    case .barcode(let barcode): bound(barcode, scope).map { [.barcode($0)] } ?? []
    case .shape, .spacer: [node]
    case .stack(let stack): bound(stack, scope).map { [.stack($0)] } ?? []
    case .table(let table): bound(table, scope).map { [.table($0)] } ?? []
    case .box(let box): bound(box, scope).map { [.box($0)] } ?? []
    case .component(let component): bound(component, scope).map { [$0] } ?? []
    case .conditional(let conditional):
      if scope.holds(conditional.when) {
        all(conditional.then, scope)
      } else {
        conditional.otherwise.map { all($0, scope) } ?? []
      }
    case .repeated(let repetition):
      entries(repetition.each, scope).flatMap { all(repetition.child, $0) }
    }
  }

  /// A text, or nil where it asks for fields and all of them are empty.
  ///
  /// What comes out is always literal: braces in somebody's data are just braces.
  private func content(_ content: TextContent, _ scope: BindingScope) -> TextContent? {
    guard case .template(let text) = content else { return content }
    let filled = scope.fill(binder.texts[text] ?? PlaceholderText(text))
    return filled.isAsking && !filled.isFilled ? nil : .literal(filled.text)
  }

  private func bound(_ label: Label, _ scope: BindingScope) -> Label? {
    var runs: [Run] = []
    var (asks, isAnswered) = (false, false)
    for run in label.runs {
      let text = content(run.text, scope)
      if isAsking(run.text) {
        asks = true
        isAnswered = isAnswered || text != nil
      }
      if let text { runs.append(Run(text, run.style)) }
    }
    if runs.isEmpty || (asks && !isAnswered) { return nil }
    return Label(
      runs: runs, style: label.style, fit: label.fit, alignment: label.alignment, id: label.id)
  }

  private func isAsking(_ content: TextContent) -> Bool {
    guard case .template(let text) = content else { return false }
    return (binder.texts[text] ?? PlaceholderText(text)).fieldNames.contains { $0 != "titles" }
  }

  private func bound(_ picture: Picture, _ scope: BindingScope) -> Picture? {
    var result = picture
    result.source = picture.source.flatMap { content($0, scope) }
    result.placeholder = picture.placeholder.flatMap { content($0, scope) }
    result.alternative = picture.alternative.flatMap { content($0, scope) }
    return result.source == nil && result.placeholder == nil ? nil : result
  }

  private func bound(_ barcode: Barcode, _ scope: BindingScope) -> Barcode? {
    guard let content = content(barcode.content, scope) else { return nil }
    var result = barcode
    result.content = content
    return result
  }

  private func bound(_ stack: Stack, _ scope: BindingScope) -> Stack? {
    var result = stack
    result.children = stack.children.flatMap { all($0, scope) }
    let isEmptied = result.children.allSatisfy { if case .spacer = $0 { true } else { false } }
    let wasEmpty = stack.children.allSatisfy { if case .spacer = $0 { true } else { false } }
    return isEmptied && !wasEmpty ? nil : result
  }

  private func bound(_ box: Box, _ scope: BindingScope) -> Box? {
    guard let child = one(box.child, scope) else { return nil }
    var result = box
    result.child = child
    result.background = box.background.flatMap { one($0, scope) }
    result.overlay = box.overlay.flatMap { one($0, scope) }
    return result
  }

  /// A part, or the front of a template from elsewhere, in the place of its component, as large
  /// as it is proposed.
  private func bound(_ component: Component, _ scope: BindingScope) -> Node? {
    let inner: BindingScope
    let tree: Node
    var anchor = Alignment.center
    if let part = scope.unit.template.parts[component.name] {
      tree = part
      inner = scope.within(component) {
        content($0, scope)
      } asked: {
        path($0)
      }
    } else if let unit = binder.components[component.name] {
      tree = unit.template.front
      // As the front of a card stands on it.
      anchor = .topLeading
      inner = scope.entering(unit, given: component.fields) {
        content($0, scope)
      } asked: {
        path($0)
      }
      scope.troubles.add(unit.problem(with: inner.record))
    } else {
      return nil
    }
    guard let node = one(tree, inner) else { return nil }
    var box = Box(node, id: component.id)
    box.maxWidth = .infinity
    box.maxHeight = .infinity
    box.anchor = anchor
    return box.node
  }

  /// The field of a text that is one placeholder without filters, and nothing else.
  private func path(_ content: TextContent) -> [String]? {
    guard case .template(let text) = content else { return nil }
    let pieces = (binder.texts[text] ?? PlaceholderText(text)).pieces
    guard pieces.count == 1, case .field(let path, let filters) = pieces[0], filters.isEmpty else {
      return nil
    }
    return path
  }

  private func bound(_ table: Table, _ scope: BindingScope) -> Table? {
    var result = table
    result.header = table.header.flatMap { rows($0, scope).first }
    result.rows = table.rows.flatMap { rows($0, scope) }
    return result.rows.isEmpty && !table.rows.isEmpty ? nil : result
  }

  private func rows(_ row: Row, _ scope: BindingScope) -> [Row] {
    if let each = row.each {
      var single = row
      single.each = nil
      return entries(each, scope).flatMap { rows(single, $0) }
    }
    if let when = row.when, !scope.holds(when) { return [] }
    let nodes = row.cells.map { one($0.content, scope) }
    // The first of several cells is a title: it does not keep a row without a value.
    let values = nodes.count > 1 ? nodes.dropFirst() : nodes[...]
    if !values.isEmpty, values.allSatisfy({ $0 == nil }) { return [] }
    var result = row
    result.when = nil
    for (index, node) in nodes.enumerated() {
      result.cells[index].content = node ?? Stack(.overlay, children: []).node
    }
    return [result]
  }

  /// A scope for each entry of a list; an entry that is a single value is `{{value}}`.
  private func entries(_ field: String, _ scope: BindingScope) -> [BindingScope] {
    let list: [FieldValue] =
      switch scope.value(scope.steps(field)) {
      case .list(let entries): entries
      case let value?: [value]
      case nil: []
      }
    return list.filter { !BindingScope.isEmpty($0) }.map { entry in
      var inner = scope
      if case .group(let record) = entry {
        inner.layers.append(record)
      } else {
        inner.layers.append(Record([Record.Field("value", entry)]))
        inner.listName = scope.fieldName(field)
      }
      return inner
    }
  }
}
