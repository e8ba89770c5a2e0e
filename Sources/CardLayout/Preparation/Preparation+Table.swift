internal import CardModel

extension Preparation {
  /// The item of a table: each cell in its place of the grid, spans taken into account.
  mutating func table(
    _ table: Table, _ path: NodePath, _ depth: Int
  ) throws(LayoutError) -> LayoutItem {
    var rules: [ColumnRule] = []
    for (index, column) in table.columns.enumerated() {
      rules.append(try rule(column.width, path.appending("columns", index)))
    }
    var grid = TableGrid(columns: rules.count)
    if let header = table.header {
      // A heading belongs to the header alone, so it never covers rows of the body.
      try row(
        header, path.appending("header"), of: table, isHeader: true, rowsLeft: 1, depth, &grid)
    }
    for (index, row) in table.rows.enumerated() {
      try self.row(
        row, path.appending("rows", index), of: table, isHeader: false,
        rowsLeft: table.rows.count - index, depth, &grid)
    }
    let padding = table.cellPadding
    let style = TableArrangement.Style(
      columnSpacing: max(try resolution.points(table.columnSpacing, path), 0),
      rowSpacing: max(try resolution.points(table.rowSpacing, path), 0),
      padding: (
        top: max(try resolution.points(padding.top, path), 0),
        leading: max(try resolution.points(padding.leading, path), 0),
        bottom: max(try resolution.points(padding.bottom, path), 0),
        trailing: max(try resolution.points(padding.trailing, path), 0)
      ), rule: try stroke(table.rule, path), grid: try stroke(table.grid, path),
      zebra: try paint(table.zebra, path))
    return LayoutItem(
      TableArrangement(
        rules: rules, excess: table.excess, rows: grid.rows, cells: grid.cells, style: style,
        direction: direction, path: path, id: table.id),
      path: path, id: table.id)
  }

  private func rule(_ width: Column.Width, _ path: NodePath) throws(LayoutError) -> ColumnRule {
    switch width {
    case .fixed(let length): return .fixed(max(try resolution.points(length, path), 0))
    // Comparisons in this order make 0 of what is not a number.
    case .percent(let share): return .percent(share > 0 ? min(share, 100) / 100 : 0)
    case .flexible(let weight): return .flexible(weight: weight > 0 ? min(weight, 1e6) : 0)
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

  private mutating func row(
    _ row: Row, _ path: NodePath, of table: Table, isHeader: Bool, rowsLeft: Int, _ depth: Int,
    _ grid: inout TableGrid
  ) throws(LayoutError) {
    if row.when != nil { throw .templateOnly("if", path: path) }
    if row.each != nil { throw .templateOnly("each", path: path) }
    grid.begin(
      TableRow(path: path, id: row.id, fill: try paint(row.fill, path), isHeader: isHeader))
    for (index, cell) in row.cells.enumerated() {
      let path = path.appending("cells", index)
      guard let column = grid.place(columns: cell.columns, rows: min(cell.rows, rowsLeft)) else {
        throw .tooManyCells(columns: table.columns.count, path: path)
      }
      let item = try item(cell.content, path: path, depth: depth + 1)
      grid.cells.append(
        TableCell(
          item: item, row: grid.rows.count - 1, column: column, rows: min(cell.rows, rowsLeft),
          columns: cell.columns,
          horizontal: cell.alignment?.horizontal ?? table.columns[column].alignment,
          vertical: cell.alignment?.vertical ?? table.rowAlignment))
    }
  }
}

/// The places of a table's grid that are taken, row by row.
private struct TableGrid {
  var rows: [TableRow] = []
  var cells: [TableCell] = []
  /// For how many rows from the present one each column is taken.
  private var taken: [Int]
  private var next = 0

  init(columns: Int) {
    taken = Array(repeating: 0, count: columns)
  }

  mutating func begin(_ row: TableRow) {
    if !rows.isEmpty { for index in taken.indices { taken[index] = max(taken[index] - 1, 0) } }
    rows.append(row)
    next = 0
  }

  /// Takes the next free columns; nil where there are not so many side by side.
  mutating func place(columns: Int, rows: Int) -> Int? {
    while next < taken.count, taken[next] > 0 { next += 1 }
    guard columns <= taken.count - next else { return nil }
    let place = next..<(next + columns)
    guard place.allSatisfy({ taken[$0] == 0 }) else { return nil }
    for column in place { taken[column] = rows }
    next = place.upperBound
    return place.lowerBound
  }
}
