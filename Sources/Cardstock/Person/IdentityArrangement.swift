internal import CardModel

/// How an identity card places icon, name and details in given bounds.
///
/// Four arrangements by the proportions: a strip (wide and low), a landscape card, a portrait
/// card, and a column (too narrow for a title beside its value).
struct IdentityArrangement {
  let person: PersonDetails
  let rows: [PersonRow]
  let bounds: Size
  /// What the label types mean, and so how large each line is.
  let styleGuide: StyleGuide

  private enum Kind {
    case strip
    case landscape
    case portrait
    case column
  }

  private var kind: Kind {
    if bounds.width < 120 { return .column }
    if bounds.height < 110 { return .strip }
    return bounds.width >= bounds.height ? .landscape : .portrait
  }

  /// Cards of A6 and more set the table in the original bold 12; smaller ones in 8.
  private var isLarge: Bool { min(bounds.width, bounds.height) >= Length.mm(104).points() ?? 0 }

  /// The space between the trim and all ink: a little more than the safe area of 3 mm.
  private var margin: Double { min(max(min(bounds.width, bounds.height) * 0.075, 9), 24) }

  private var inner: Size {
    Size(
      width: max(bounds.width - 2 * margin, 1), height: max(bounds.height - 2 * margin, 1))
  }

  private var titleStyle: LabelStyle { isLarge ? .h3(.grey1) : .strong(.grey1) }
  private var valueStyle: LabelStyle { isLarge ? .h3() : .body() }
  private var valueSize: Double { size(of: valueStyle) }
  private var titleSize: Double { size(of: titleStyle) }
  /// The height of a line of the table.
  private var line: Double { max(height(of: valueStyle), height(of: titleStyle)) }
  /// The height of a line of the name at its full size.
  private var nameLine: Double { height(of: .h1()) }

  private func size(of style: LabelStyle) -> Double { type(of: style)?.size ?? 8 }

  private func height(of style: LabelStyle) -> Double {
    type(of: style).map { $0.size * $0.lineHeight } ?? 9.6
  }

  private func type(of style: LabelStyle) -> TypeStyle? {
    styleGuide.types[style.type] ?? StyleGuide.standard.types[style.type]
  }

  private var gap: Double { isLarge ? 16 : 10 }

  /// The tree of the card's front.
  var front: Node {
    content
      .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
      .padding(.pt(margin)).node
  }

  private var content: Node {
    switch kind {
    case .landscape: landscape
    case .portrait: portrait
    case .strip: strip
    case .column: column
    }
  }

  private var landscape: Node {
    // A heading leaves room for a line of each detail, down to half of its own.
    let details = Double(rows.count) * line + gap * 0.6
    let nameHeight = min(nameLine, max(inner.height - details, nameLine * 0.5))
    let height = inner.height - nameHeight - gap * 0.6
    let iconWidth = min(height * 0.75, inner.width * 0.34)
    return Stack(.vertical, alignment: .leading, spacing: .pt(gap * 0.6)) {
      name(lines: 2, height: nameHeight)
      Stack(.horizontal, alignment: .top, spacing: .pt(gap)) {
        icon(width: iconWidth, height: iconWidth / 0.75)
        table(width: inner.width - iconWidth - gap, height: height)
      }
    }.node
  }

  private var portrait: Node {
    let iconWidth = inner.width * (isLarge ? 0.42 : 0.48)
    let iconHeight = min(iconWidth / 0.75, inner.height * 0.36)
    let space = gap * 0.8
    return Stack(.vertical, alignment: .leading, spacing: .pt(space)) {
      icon(width: iconWidth, height: iconHeight)
      Label(person.name, style: .h1(), fit: .shrink(to: 8, lines: 3), id: "name")
      table(
        width: inner.width, height: inner.height - iconHeight - nameLine - 2 * space)
    }.node
  }

  private var strip: Node {
    let nameWidth = inner.width * 0.22
    let rest = inner.width - inner.height - nameWidth - 2 * gap
    return Stack(.horizontal, alignment: .center, spacing: .pt(gap)) {
      icon(width: inner.height, height: inner.height)
      name(lines: 2, height: inner.height)
        .frame(width: .pt(nameWidth), alignment: .leading)
      pairs(width: rest, height: inner.height)
    }.node
  }

  private var column: Node {
    let iconWidth = min(inner.width, inner.height * 0.3)
    return Stack(.vertical, alignment: .leading, spacing: .pt(6)) {
      icon(width: iconWidth, height: iconWidth)
      Label(person.name, style: .h1(), fit: .shrink(to: 9, lines: 3), id: "name")
      for row in rows {
        Stack(.vertical, alignment: .leading) {
          Label(row.title, style: .caption(.grey1), fit: .shrink(to: 6))
          Label(
            row.value, style: valueStyle, fit: .shrink(to: 6, lines: 2), id: row.kind.rawValue)
        }
      }
    }.node
  }

  /// The heading: as large as its style says, smaller and in several lines where it must, and
  /// never higher than the room that is kept for it.
  private func name(lines: Int, height: Double) -> Node {
    Label(person.name, style: .h1(), fit: .shrink(to: 8, lines: lines), id: "name")
      .frame(height: .pt(height), alignment: .leading).node
  }

  private func icon(width: Double, height: Double) -> Node {
    Picture(
      person.icon.map { .literal($0) }, placeholder: .literal(person.name),
      alternative: .literal(person.name), id: "icon"
    )
    .clipped(to: .rounded(.pt(min(width, height) * 0.06)))
    .frame(width: .pt(width), height: .pt(height)).node
  }

  /// The details in one table that stays within a height: what is left after a line for each row
  /// goes to values that need a second one, then between the rows.
  private func table(width: Double, height: Double) -> Node {
    let titles = rows.map { Double($0.title.count) }.max() ?? 0
    let titleWidth = titles * titleSize * 0.62 + valueSize * 1.24
    let letters = (width - titleWidth) / (valueSize * 0.56)
    var spare = max(Int(height / line) - rows.count, 0)
    var lineCounts: [PersonRow.Kind: Int] = [:]
    for row in rows.sorted(by: { $0.value.count > $1.value.count }) {
      let wanted = max(ownLines(row).count, Double(row.value.count) > letters ? 2 : 1)
      let given = min(wanted - 1, spare)
      lineCounts[row.kind] = 1 + given
      spare -= given
    }
    let lines = Double(lineCounts.values.reduce(0, +))
    let gaps = Double(max(rows.count - 1, 1))
    let spacing = min(max(height - line * lines, 0) / gaps, line * 0.3)
    return Table(
      columns: [.fitting, .flexible],
      rows: rows.map { row($0, lines: lineCounts[$0.kind] ?? 1) },
      columnSpacing: .pt(valueSize), rowSpacing: .pt(spacing), id: "details"
    ).frame(width: .pt(max(width, 1)), alignment: .topLeading).node
  }

  /// A row; a value of more lines than there is room for is set in a row, so that none is lost.
  private func row(_ row: PersonRow, lines: Int) -> Row {
    let own = ownLines(row)
    let value = own.count > lines ? own.joined(separator: ", ") : row.value
    return Row(cells: [
      Cell(Label(row.title, style: titleStyle)),
      Cell(
        Label(value, style: valueStyle, fit: .shrink(to: 6, lines: lines), id: row.kind.rawValue)),
    ])
  }

  /// The lines that a value is written in.
  private func ownLines(_ row: PersonRow) -> [Substring] {
    row.value.split(whereSeparator: \.isNewline)
  }

  /// The details in as many pairs of columns beside one another as a low strip needs.
  private func pairs(width: Double, height: Double) -> Node {
    let fitting = max(Int(height / line), 1)
    let count = max((rows.count + fitting - 1) / fitting, 1)
    let share = max((rows.count + count - 1) / count, 1)
    // The longest values get the lines that are left.
    var spare = max(fitting - share, 0)
    var doubled: Set<Int> = []
    let order = rows.indices.sorted { rows[$0].value.count > rows[$1].value.count }
    for index in order where rows[index].value.count > 14 && spare > 0 {
      if doubled.insert(index % share).inserted { spare -= 1 }
    }
    let lines = Double(share + doubled.count)
    let spacing = min(max(height - line * lines, 0) / Double(max(share - 1, 1)), line * 0.25)
    let columns = (0..<count).flatMap { pair -> [Column] in
      // Titles keep their width; values share the rest by their length.
      let values = rows.dropFirst(pair * share).prefix(share).map { Double($0.value.count) }
      return [.fitting, Column(.flexible(weight: min(max(values.max() ?? 1, 10), 18)))]
    }
    let table = (0..<share).map { number -> Row in
      let members = stride(from: number, to: rows.count, by: share).map { rows[$0] }
      return Row(
        cells: members.flatMap { row($0, lines: doubled.contains(number) ? 2 : 1).cells })
    }
    return Table(
      columns: columns, rows: table, columnSpacing: .pt(valueSize), rowSpacing: .pt(spacing),
      id: "details"
    ).frame(width: .pt(max(width, 1)), alignment: .leading).node
  }
}
