internal import CardModel

extension Preparation {
  /// The item of a table, its cells made ready first.
  mutating func table(
    _ table: Table, _ path: NodePath, _ depth: Int
  ) throws(LayoutError) -> LayoutItem {
    throw .templateOnly("table", path: path)
  }
}
