/// Rows of cells in columns whose widths are found from what the cells hold.
public struct Table: Sendable, Equatable {
  /// What becomes of width that no column asks for.
  public enum Excess: String, Sendable, Hashable, CaseIterable {
    /// The table stays as narrow as its columns.
    case pack
    /// Fitting columns share it in proportion to their content, as CSS does.
    case stretchAuto
    /// The last column takes it.
    case stretchLast
  }

  /// The name under which a loaded card finds the table.
  public var id: String?
  /// The columns; a row may have fewer cells, never more.
  public var columns: [Column]
  /// A row of headings above the others.
  public var header: Row?
  /// The rows.
  public var rows: [Row]
  /// The gap between two columns.
  public var columnSpacing: Length
  /// The gap between two rows.
  public var rowSpacing: Length
  /// The space within each cell, around what it holds.
  public var cellPadding: EdgeLengths
  /// How cells of a row stand to one another.
  public var rowAlignment: VerticalAlignment
  /// A line between two rows.
  public var rule: Border?
  /// A line around every cell; neighbours share one line.
  public var grid: Border?
  /// What every second row is filled with, from the second on.
  public var zebra: Paint?
  /// What becomes of width that no column asks for.
  public var excess: Excess

  /// Makes a table of a list of rows.
  public init(
    columns: [Column], header: Row? = nil, rows: [Row], columnSpacing: Length = .zero,
    rowSpacing: Length = .zero, cellPadding: EdgeLengths = EdgeLengths(),
    rowAlignment: VerticalAlignment = .firstBaseline, rule: Border? = nil, grid: Border? = nil,
    zebra: Paint? = nil, excess: Excess = .pack, id: String? = nil
  ) {
    self.columns = columns
    self.header = header
    self.rows = rows
    self.columnSpacing = columnSpacing
    self.rowSpacing = rowSpacing
    self.cellPadding = cellPadding
    self.rowAlignment = rowAlignment
    self.rule = rule
    self.grid = grid
    self.zebra = zebra
    self.excess = excess
    self.id = id
  }

  /// Makes a table of the rows between the braces.
  public init(
    columns: [Column], header: Row? = nil, columnSpacing: Length = .zero,
    rowSpacing: Length = .zero, cellPadding: EdgeLengths = EdgeLengths(),
    rowAlignment: VerticalAlignment = .firstBaseline, rule: Border? = nil, grid: Border? = nil,
    zebra: Paint? = nil, excess: Excess = .pack, id: String? = nil,
    @RowBuilder _ rows: () -> [Row]
  ) {
    self.init(
      columns: columns, header: header, rows: rows(), columnSpacing: columnSpacing,
      rowSpacing: rowSpacing, cellPadding: cellPadding, rowAlignment: rowAlignment, rule: rule,
      grid: grid, zebra: zebra, excess: excess, id: id)
  }
}

/// A column of a table.
public struct Column: Sendable, Hashable {
  /// How a column finds its width.
  public enum Width: Sendable, Hashable {
    /// Always this wide.
    case fixed(Length)
    /// A share of the table's width, 0 to 100.
    case percent(Double)
    /// Between its longest unbreakable piece and its longest line, as CSS `auto` does.
    case fitting(minimum: Length? = nil, maximum: Length? = nil)
    /// A share of what is left by weight, never under its longest unbreakable piece.
    case flexible(weight: Double = 1)
  }

  /// How the column finds its width.
  public var width: Width
  /// Where cells of this column hold their content.
  public var alignment: HorizontalAlignment

  /// Makes a column.
  public init(_ width: Width, alignment: HorizontalAlignment = .leading) {
    self.width = width
    self.alignment = alignment
  }

  /// A column as wide as its content.
  public static let fitting = Column(.fitting())
  /// A column that shares what is left.
  public static let flexible = Column(.flexible())
  /// A column of one width.
  public static func fixed(_ width: Length) -> Column { Column(.fixed(width)) }
  /// A column of a share of the table, 0 to 100.
  public static func percent(_ share: Double) -> Column { Column(.percent(share)) }
}

/// A row of a table.
public struct Row: Sendable, Equatable {
  /// The name under which a loaded card finds the row.
  public var id: String?
  /// The cells from leading to trailing.
  public var cells: [Cell]
  /// What the row is filled with.
  public var fill: Paint?
  /// The condition under which the row is there; in templates only.
  public var when: Condition?
  /// The list for each of whose entries the row is there; in templates only.
  public var each: String?

  /// Makes a row of cells.
  public init(
    cells: [Cell], fill: Paint? = nil, when: Condition? = nil, each: String? = nil,
    id: String? = nil
  ) {
    self.cells = cells
    self.fill = fill
    self.when = when
    self.each = each
    self.id = id
  }

  /// Makes the usual row of a card: a title that keeps its width and a value that wraps.
  public init(
    _ title: TextContent, _ value: TextContent, titleStyle: LabelStyle = .strong(),
    valueStyle: LabelStyle = .body(), fit: Fit = .wrap(), id: String? = nil
  ) {
    self.init(
      cells: [
        Cell(Label(title, style: titleStyle)), Cell(Label(value, style: valueStyle, fit: fit)),
      ], id: id)
  }

  /// Makes the usual row of texts that are data: never read as templates.
  @_disfavoredOverload
  public init<Title: StringProtocol, Value: StringProtocol>(
    _ title: Title, _ value: Value, titleStyle: LabelStyle = .strong(),
    valueStyle: LabelStyle = .body(), fit: Fit = .wrap(), id: String? = nil
  ) {
    self.init(
      .literal(String(title)), .literal(String(value)), titleStyle: titleStyle,
      valueStyle: valueStyle, fit: fit,
      id: id)
  }
}

/// A cell of a table.
public struct Cell: Sendable, Equatable {
  /// What the cell holds.
  public var content: Node
  /// How many columns it spans; at least 1.
  public var columns: Int
  /// How many rows it spans; at least 1.
  public var rows: Int
  /// Where it holds its content, in place of its column's and its table's say.
  public var alignment: Alignment?

  /// Makes a cell.
  public init(
    _ content: some NodeConvertible, columns: Int = 1, rows: Int = 1, alignment: Alignment? = nil
  ) {
    self.content = content.node
    self.columns = max(columns, 1)
    self.rows = max(rows, 1)
    self.alignment = alignment
  }
}

extension Table: NodeConvertible {
  /// The table as a node.
  public var node: Node { .table(self) }
}
