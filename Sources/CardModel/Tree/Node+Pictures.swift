extension Card {
  /// The sources of the pictures on both sides, in the order of the tree.
  public var pictureSources: [String] {
    front.pictureSources + (back?.pictureSources ?? [])
  }
}

extension Node {
  /// The sources of the pictures in the node and within it.
  var pictureSources: [String] {
    switch self {
    case .picture(let picture): return picture.source.map { [$0.text] } ?? []
    case .stack(let stack): return stack.children.flatMap(\.pictureSources)
    case .table(let table):
      return ((table.header.map { [$0] } ?? []) + table.rows)
        .flatMap { $0.cells.flatMap(\.content.pictureSources) }
    case .box(let box):
      return [box.background, box.child, box.overlay].compactMap { $0 }
        .flatMap(\.pictureSources)
    case .label, .barcode, .shape, .spacer, .component, .conditional, .repeated: return []
    }
  }
}
