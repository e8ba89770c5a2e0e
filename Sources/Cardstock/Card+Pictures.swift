public import CardModel

extension Card {
  /// The sources of all pictures of both sides, in their order.
  public var pictureSources: [String] {
    var sources: [String] = []
    func collect(_ node: Node) {
      switch node {
      case .picture(let picture): if let source = picture.source { sources.append(source.text) }
      case .stack(let stack): stack.children.forEach(collect)
      case .table(let table):
        for row in (table.header.map { [$0] } ?? []) + table.rows {
          row.cells.forEach { collect($0.content) }
        }
      case .box(let box):
        [box.background, box.child, box.overlay].compactMap { $0 }.forEach(collect)
      case .label, .barcode, .shape, .spacer, .component, .conditional, .repeated: break
      }
    }
    collect(front)
    back.map(collect)
    return sources
  }
}
