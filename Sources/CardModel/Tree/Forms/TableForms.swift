extension JSONObjectForm where Object == Table {
  static let table = JSONObjectForm(
    "table", "Rows of cells in columns.", prototype: { Table(columns: [], rows: []) },
    [
      .optional("id", \.id, .string, "The name under which a loaded card finds the table."),
      .required("columns", \.columns, .list(.column), "The columns."),
      .optional("header", \.header, .row, "A row of headings above the others."),
      .required("rows", \.rows, .list(.row), "The rows."),
      .optional("columnSpacing", \.columnSpacing, .extent, .zero, "The gap between columns."),
      .optional("rowSpacing", \.rowSpacing, .extent, .zero, "The gap between rows."),
      .optional(
        "cellPadding", \.cellPadding, .edges, EdgeLengths(), "The space within each cell."),
      .optional(
        "rowAlignment", \.rowAlignment, .choice("alignment"), .firstBaseline,
        "How cells of a row stand to one another."),
      .optional("rule", \.rule, .border, "A line between two rows."),
      .optional("grid", \.grid, .border, "A line around every cell."),
      .optional("zebra", \.zebra, .paint, "What every second row is filled with."),
      .optional(
        "excess", \.excess, .choice("excess"), .pack, "What becomes of width that is left."),
    ])
}

extension JSONForm where Value == Row {
  /// A row of cells, or the usual row of a title and a value.
  static let row = JSONForm(
    schema: .any([cells.form.schema, titled.form.schema])
  ) { json, problems in
    if json["title"] != nil || json["value"] != nil {
      return titled.form.read(json, &problems)?.row
    }
    return cells.form.read(json, &problems)
  } write: {
    cells.form.write($0)
  }

  private static let cells = JSONObjectForm<Row>(
    "row", "A row of cells.", prototype: { Row(cells: []) },
    [
      .optional("id", \.id, .string, "The name under which a loaded card finds the row."),
      .required("cells", \.cells, .list(.cell), "The cells."),
      .optional("fill", \.fill, .paint, "What the row is filled with."),
      .optional("when", \.when, .condition, "The condition under which the row is there."),
      .optional("each", \.each, .string, "The list for each of whose entries it is there."),
    ])

  private struct TitledRow: Sendable {
    var id: String?
    var title: TextContent = .literal("")
    var value: TextContent = .literal("")
    var titleStyle: LabelStyle = .strong()
    var valueStyle: LabelStyle = .body()
    var fit: Fit = .wrap()
    var fill: Paint?
    var when: Condition?
    var each: String?

    var row: Row {
      var row = Row(
        title, value, titleStyle: titleStyle, valueStyle: valueStyle, fit: fit, id: id)
      row.fill = fill
      row.when = when
      row.each = each
      return row
    }
  }

  private static let titled = JSONObjectForm<TitledRow>(
    "row", "A row of a title and a value.", prototype: { TitledRow() },
    [
      .optional("id", \.id, .string, "The name under which a loaded card finds the row."),
      .required("title", \.title, .content, "The title."),
      .required("value", \.value, .content, "The value; without it the row is not there."),
      .optional("titleStyle", \.titleStyle, .style, .strong(), "The title's style."),
      .optional("valueStyle", \.valueStyle, .style, .body(), "The value's style."),
      .optional("fit", \.fit, .fit, .wrap(), "What happens where the value does not fit."),
      .optional("fill", \.fill, .paint, "What the row is filled with."),
      .optional("when", \.when, .condition, "The condition under which the row is there."),
      .optional("each", \.each, .string, "The list for each of whose entries it is there."),
    ])
}

extension JSONForm where Value == Cell {
  /// A node alone, or an object with spans and an alignment.
  static let cell = JSONForm(
    schema: .any([.reference("node"), object.form.schema])
  ) { json, problems in
    if json["content"] != nil, json["kind"] == nil { return object.form.read(json, &problems) }
    return JSONForm<Node>.node.read(json, &problems).map { Cell($0) }
  } write: { cell in
    cell.columns == 1 && cell.rows == 1 && cell.alignment == nil
      ? JSONForm<Node>.node.write(cell.content) : object.form.write(cell)
  }

  private static let object = JSONObjectForm<Cell>(
    "cell", "A cell with spans or an alignment.", prototype: { Cell(Spacer()) },
    [
      .required("content", \.content, .node, "What the cell holds."),
      .optional("columns", \.columns, .integer(1...1000), 1, "How many columns it spans."),
      .optional("rows", \.rows, .integer(1...1000), 1, "How many rows it spans."),
      .optional("alignment", \.alignment, .alignment, "Where it holds its content."),
    ])
}
