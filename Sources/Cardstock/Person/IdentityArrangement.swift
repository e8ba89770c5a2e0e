internal import CardModel

/// How an identity card places icon, name and details in given bounds.
///
/// Four arrangements by the proportions: a strip (wide and low), a landscape card, a portrait
/// card, and a column (too narrow for a title beside its value).
struct IdentityArrangement {
  let person: PersonDetails
  let rows: [PersonRow]
  let bounds: Size

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
  private var valueSize: Double { isLarge ? 12 : 8 }
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
    let nameHeight = 24 * 1.2
    let height = inner.height - nameHeight - gap * 0.6
    let iconWidth = min(height * 0.75, inner.width * 0.34)
    return Stack(.vertical, alignment: .leading, spacing: .pt(gap * 0.6)) {
      name(lines: 1)
      Stack(.horizontal, alignment: .top, spacing: .pt(gap)) {
        icon(width: iconWidth, height: iconWidth / 0.75)
        table(width: inner.width - iconWidth - gap, height: height)
      }
    }.node
  }

  private var portrait: Node {
    let iconWidth = inner.width * (isLarge ? 0.42 : 0.48)
    let lines = 2
    return Stack(.vertical, alignment: .leading, spacing: .pt(gap * 0.8)) {
      icon(width: iconWidth, height: min(iconWidth / 0.75, inner.height * 0.36))
      name(lines: lines)
      table(
        width: inner.width,
        height: inner.height - min(iconWidth / 0.75, inner.height * 0.36) - 2 * 28.8 - gap * 1.6)
    }.node
  }

  private var strip: Node {
    let icon = icon(width: inner.height, height: inner.height)
    let nameWidth = inner.width * 0.3
    let rest = inner.width - inner.height - nameWidth - 2 * gap
    return Stack(.horizontal, alignment: .center, spacing: .pt(gap)) {
      icon
      name(lines: 2).frame(width: .pt(nameWidth), alignment: .leading)
      columns(width: rest, height: inner.height)
    }.node
  }

  private var column: Node {
    let iconWidth = min(inner.width, inner.height * 0.3)
    return Stack(.vertical, alignment: .leading, spacing: .pt(6)) {
      icon(width: iconWidth, height: iconWidth)
      name(lines: 3)
      for row in rows {
        Stack(.vertical, alignment: .leading) {
          Label(row.title, style: .caption(.grey1), fit: .shrink(to: 5))
          Label(row.value, style: valueStyle, fit: .shrink(to: 6, lines: 2))
        }
      }
    }.node
  }

  private func name(lines: Int) -> Node {
    Label(person.name, style: .h1(), fit: .shrink(to: 9, lines: lines), id: "name").node
  }

  private func icon(width: Double, height: Double) -> Node {
    Picture(
      person.icon.map { .literal($0) }, placeholder: .literal(person.name),
      alternative: .literal(person.name), id: "icon"
    )
    .clipped(to: .rounded(.pt(min(width, height) * 0.06)))
    .frame(width: .pt(width), height: .pt(height)).node
  }

  /// The details in one table, its lines counted so that it stays within a height.
  private func table(width: Double, height: Double) -> Node {
    table(rows, width: width, height: height, id: "details")
  }

  /// The details in as many tables beside one another as a low strip needs.
  private func columns(width: Double, height: Double) -> Node {
    let line = valueSize * 1.2
    let perColumn = max(Int(height / line), 1)
    let count = max((rows.count + perColumn - 1) / perColumn, 1)
    let share = (rows.count + count - 1) / count
    let columnWidth = (width - gap * Double(count - 1)) / Double(count)
    return Stack(.horizontal, alignment: .top, spacing: .pt(gap)) {
      for start in stride(from: 0, to: rows.count, by: max(share, 1)) {
        table(
          Array(rows[start..<min(start + share, rows.count)]), width: columnWidth, height: height,
          id: start == 0 ? "details" : nil)
      }
    }.node
  }

  private func table(
    _ rows: [PersonRow], width: Double, height: Double, id: String?
  ) -> Node {
    // An address may take a second line; the room for it is kept before rows are spaced.
    let line = valueSize * 1.2
    let lines = Double(rows.count + (rows.contains { $0.kind == .address } ? 1 : 0))
    let spare = max(height - line * lines, 0) / Double(max(rows.count - 1, 1))
    let spacing = min(spare, line * 0.3)
    return Table(
      columns: [.fitting, .flexible],
      rows: rows.map { row in
        Row(
          row.title, row.value, titleStyle: titleStyle, valueStyle: valueStyle,
          fit: .shrink(to: 6, lines: row.kind == .address ? 2 : 1), id: row.kind.rawValue)
      },
      columnSpacing: .pt(valueSize), rowSpacing: .pt(spacing), id: id
    ).frame(width: .pt(max(width, 1)), alignment: .topLeading).node
  }
}
