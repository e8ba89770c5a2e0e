internal import CardLayout
internal import CardModel

/// Lays out a side of a card and goes on after each error, with what was wrong taken out.
struct LayoutProbe {
  /// The errors in the order in which they were met.
  private(set) var errors: [LayoutError] = []
  /// The frame of what is left.
  private(set) var frame: Frame?
  /// The places where something stands in for what was wrong.
  private(set) var mended: Set<NodePath> = []

  /// So many errors of one side are looked for.
  private static let limit = 200

  init(_ card: Card, side: CardSide, renderer: CardRenderer) {
    var card = card
    for _ in 0..<Self.limit {
      do throws(LayoutError) {
        frame = try renderer.layout(card, side: side)
        return
      } catch {
        errors.append(error)
        guard mend(&card, side, error) else { return }
      }
    }
  }

  private mutating func mend(_ card: inout Card, _ side: CardSide, _ error: LayoutError) -> Bool {
    switch error {
    case .unknownType(let name, _, _):
      guard let type = LabelType(name) else { return false }
      card.styleGuide.types[type] =
        card.styleGuide.types[.body] ?? StyleGuide.standard.types[.body]
      return card.styleGuide.types[type] != nil
    case .unknownColor(let name, let nearest, _):
      guard let color = ColorStyle(name) else { return false }
      let stand = nearest.flatMap { ColorStyle($0) }.flatMap { card.styleGuide.colors[$0] }
      card.styleGuide.colors[color] = stand ?? Color(red: 0x76, green: 0x76, blue: 0x76)
      return true
    case .pixelsWithoutResolution:
      guard card.dotsPerInch == nil else { return false }
      card.dotsPerInch = 300
      return true
    case .tooDeep, .tooManyNodes: return false
    default: break
    }
    guard let path = error.path, path.steps.first == .key(side.rawValue) else { return false }
    let isAgain = !mended.insert(path).inserted
    let steps = path.steps.dropFirst()
    func changed(_ node: Node) -> Node {
      if case .tooManyCells = error {
        return node.changed(steps.dropLast(2)) { $0.cut(at: steps.suffix(2)) }
      }
      return node.changed(steps) { isAgain ? Self.nothing : Self.stand(for: $0, error) }
    }
    let old = side == .front ? card.front : card.back
    guard let old else { return false }
    let new = changed(old)
    guard new != old else { return false }
    if side == .front { card.front = new } else { card.back = new }
    return true
  }

  private static let nothing = Stack(.overlay, children: []).node

  private static func stand(for node: Node, _ error: LayoutError) -> Node {
    switch (error, node) {
    case (.textDoesNotFit, .label(let label)):
      return .label(
        Label(
          runs: label.runs, style: label.style, fit: .truncate(), alignment: label.alignment,
          id: label.id))
    case (.picture, .picture(var picture)):
      picture.source = nil
      picture.placeholder = picture.placeholder ?? .literal("?")
      return .picture(picture)
    case (.codeTooSmall, .barcode(var code)):
      code.minimumModule = .pt(0.01)
      return .barcode(code)
    case (.codeContrast, .barcode(var code)):
      code.color = .black
      code.background = .white
      return .barcode(code)
    case (_, .box(let box)): return box.child
    default: return nothing
    }
  }
}

extension Node {
  /// The tree with the node at the end of a way changed; the nearest one where it leads nowhere.
  fileprivate func changed(
    _ steps: ArraySlice<NodePath.Step>, _ change: (Node) -> Node
  ) -> Node {
    guard let step = steps.first else { return change(self) }
    let rest = steps.dropFirst()
    switch (self, step) {
    case (.stack(var stack), .index("children", let index))
    where stack.children.indices.contains(index):
      stack.children[index] = stack.children[index].changed(rest, change)
      return .stack(stack)
    case (.box(var box), .key("child")):
      box.child = box.child.changed(rest, change)
      return .box(box)
    case (.box(var box), .key("background")):
      box.background = box.background?.changed(rest, change)
      return .box(box)
    case (.box(var box), .key("overlay")):
      box.overlay = box.overlay?.changed(rest, change)
      return .box(box)
    case (.table(var table), .key("header")):
      guard let row = table.header?.changed(rest, change) else { return change(self) }
      table.header = row
      return .table(table)
    case (.table(var table), .index("rows", let index)) where table.rows.indices.contains(index):
      guard let row = table.rows[index].changed(rest, change) else { return change(self) }
      table.rows[index] = row
      return .table(table)
    default: return change(self)
    }
  }

  /// A table without the cells of a row from one on.
  fileprivate func cut(at steps: ArraySlice<NodePath.Step>) -> Node {
    guard case .table(var table) = self, case .index(_, let cell)? = steps.last else { return self }
    if case .index("rows", let row)? = steps.first, table.rows.indices.contains(row) {
      table.rows[row].cells = Array(table.rows[row].cells.prefix(cell))
    } else {
      let cells = table.header?.cells.prefix(cell) ?? []
      table.header?.cells = Array(cells)
    }
    return .table(table)
  }
}

extension Row {
  fileprivate func changed(
    _ steps: ArraySlice<NodePath.Step>, _ change: (Node) -> Node
  ) -> Row? {
    guard case .index("cells", let index)? = steps.first, cells.indices.contains(index) else {
      return nil
    }
    var row = self
    row.cells[index].content = cells[index].content.changed(steps.dropFirst(), change)
    return row
  }
}
