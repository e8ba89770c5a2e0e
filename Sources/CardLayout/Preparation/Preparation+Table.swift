internal import CardModel

extension Preparation {
  /// The item of a table: each cell finds the next free place of the grid.
  mutating func table(
    _ table: Table, _ path: NodePath, _ depth: Int
  ) throws(LayoutError) -> LayoutItem {
    var rows: [TableRow] = []
    var cells: [TableCell] = []
    // Up to which row each column is taken by what spans it.
    var taken = Array(repeating: 0, count: table.columns.count)
    let all = (table.header.map { [$0] } ?? []) + table.rows
    let headers = all.count - table.rows.count
    for (index, row) in all.enumerated() {
      let isHeader = index < headers
      let rowPath =
        isHeader ? path.appending("header") : path.appending("rows", index - headers)
      if row.when != nil { throw .templateOnly("when", path: rowPath) }
      if row.each != nil { throw .templateOnly("each", path: rowPath) }
      rows.append(
        TableRow(
          path: rowPath, id: row.id, fill: try paint(row.fill, rowPath), isHeader: isHeader))
      var column = 0
      for (number, cell) in row.cells.enumerated() {
        let cellPath = rowPath.appending("cells", number)
        while column < taken.count, taken[column] > index { column += 1 }
        guard column + cell.columns <= taken.count else {
          throw .tooManyCells(columns: table.columns.count, path: cellPath)
        }
        let last = min(index + cell.rows, isHeader ? headers : all.count)
        cells.append(
          TableCell(
            item: try item(cell.content, path: cellPath, depth: depth + 1), row: index,
            column: column, rows: last - index, columns: cell.columns,
            horizontal: cell.alignment?.horizontal ?? table.columns[column].alignment,
            vertical: cell.alignment?.vertical ?? table.rowAlignment))
        for covered in column..<(column + cell.columns) { taken[covered] = last }
        column += cell.columns
      }
    }
    let arrangement = TableArrangement(
      rules: try table.columns.enumerated().map { index, column throws(LayoutError) in
        try rule(column.width, path.appending("columns", index))
      }, excess: table.excess, rows: rows, cells: cells, style: try style(of: table, path),
      direction: direction, path: path, id: table.id)
    return LayoutItem(arrangement, path: path, id: table.id)
  }

  private func rule(_ width: Column.Width, _ path: NodePath) throws(LayoutError) -> ColumnRule {
    switch width {
    case .fixed(let length): return .fixed(max(try resolution.points(length, path), 0))
    case .percent(let share): return .percent(min(max(share, 0), 100) / 100)
    case .flexible(let weight): return .flexible(weight: max(weight, 0))
    case .fitting(let minimum, let maximum):
      let least = try minimum.map { length throws(LayoutError) in
        max(try resolution.points(length, path), 0)
      }
      let most = try maximum.map { length throws(LayoutError) in
        max(try resolution.bound(length, path), 0)
      }
      return .fitting(minimum: least, maximum: most)
    }
  }

  private func style(
    of table: Table, _ path: NodePath
  ) throws(LayoutError) -> TableArrangement.Style {
    func points(_ length: Length) throws(LayoutError) -> Double {
      max(try resolution.points(length, path), 0)
    }
    return TableArrangement.Style(
      columnSpacing: try points(table.columnSpacing), rowSpacing: try points(table.rowSpacing),
      padding: (
        try points(table.cellPadding.top), try points(table.cellPadding.leading),
        try points(table.cellPadding.bottom), try points(table.cellPadding.trailing)
      ), rule: try stroke(table.rule, path), grid: try stroke(table.grid, path),
      zebra: try paint(table.zebra, path))
  }
}
