internal import CardModel

/// A cell made ready, in its place of the table's grid.
struct TableCell {
  let item: LayoutItem
  /// The row and the column that it begins in, from 0; a header row counts.
  let row: Int
  let column: Int
  /// How many of them it covers.
  let rows: Int
  let columns: Int
  let horizontal: HorizontalAlignment
  let vertical: VerticalAlignment
}

/// A row made ready.
struct TableRow {
  let path: NodePath
  let id: String?
  let fill: FramePaint?
  let isHeader: Bool
}

/// Rows of cells in columns.
struct TableArrangement: Arrangement {
  /// Lengths and lines in final measures.
  struct Style {
    var columnSpacing = 0.0
    var rowSpacing = 0.0
    var padding = (top: 0.0, leading: 0.0, bottom: 0.0, trailing: 0.0)
    var rule: FrameStroke?
    var grid: FrameStroke?
    var zebra: FramePaint?
  }

  let rules: [ColumnRule]
  let excess: Table.Excess
  let rows: [TableRow]
  let cells: [TableCell]
  let style: Style
  let direction: LayoutDirection
  let path: NodePath
  let id: String?
  private let known = Known()

  /// What was worked out: it depends on the cells alone, and on the last width.
  private final class Known {
    var columns: TableColumns?
    var grid: (proposed: Double?, grid: Grid)?
  }

  init(
    rules: [ColumnRule], excess: Table.Excess, rows: [TableRow], cells: [TableCell], style: Style,
    direction: LayoutDirection, path: NodePath, id: String?
  ) {
    self.rules = rules
    self.excess = excess
    self.rows = rows
    self.cells = cells
    self.style = style
    self.direction = direction
    self.path = path
    self.id = id
  }

  func measure(_ proposal: Proposal) throws(LayoutError) -> Measure {
    var grid = try solve(proposal.width)
    // A table that takes what is left says so where it is asked for the most.
    if proposal.width == .infinity, isElastic { grid.size.width = .infinity }
    var placed: [(y: Double, measure: Measure)] = []
    placed.reserveCapacity(cells.count)
    for cell in cells {
      let stand = try stand(cell, grid)
      placed.append((grid.tops[cell.row] + stand.origin.y, stand.measure))
    }
    let lines = baselines(placed)
    return Measure(grid.size, firstBaseline: lines.first, lastBaseline: lines.last)
  }

  private var isElastic: Bool {
    excess != .pack
      || rules.contains {
        switch $0 {
        case .flexible(let share), .percent(let share): share > 0
        case .fixed, .fitting: false
        }
      }
  }

  // MARK: Columns

  private var gaps: Double { style.columnSpacing * Double(max(rules.count - 1, 0)) }
  private var padding: Double { style.padding.leading + style.padding.trailing }

  private func columns() throws(LayoutError) -> TableColumns {
    if let columns = known.columns { return columns }
    var columns = TableColumns(rules: rules, excess: excess)
    var spanning: [(content: ColumnContent, columns: Range<Int>)] = []
    for cell in cells {
      let content = try content(of: cell)
      if cell.columns == 1 {
        columns.include(content, in: cell.column)
      } else {
        spanning.append((content, cell.column..<(cell.column + cell.columns)))
      }
    }
    columns.include(spanning: spanning, spacing: style.columnSpacing)
    known.columns = columns
    return columns
  }

  private func content(of cell: TableCell) throws(LayoutError) -> ColumnContent {
    let hard = try cell.item.measure(Proposal(width: 0, height: nil)).size.width + padding
    let most = try cell.item.measure(.unspecified).size.width + padding
    return ColumnContent(hard: hard, soft: cell.item.isSingleLine ? most : hard, most: most)
  }

  // MARK: The grid

  /// Widths and heights, and where each column and row begins.
  private struct Grid {
    var widths: [Double] = []
    var lefts: [Double] = []
    var heights: [Double] = []
    var tops: [Double] = []
    var baselines: [Double?] = []
    var size = Size.zero
    var overflow = 0.0
  }

  private func solve(_ proposed: Double?) throws(LayoutError) -> Grid {
    if let (last, grid) = known.grid, last == proposed { return grid }
    let columns = try columns()
    var grid = Grid()
    if let proposed, proposed.isFinite {
      let available = max(proposed - gaps, 0)
      grid.widths = columns.widths(in: available)
    } else {
      grid.widths = columns.ideal
    }
    var x = 0.0
    grid.lefts.reserveCapacity(grid.widths.count)
    for width in grid.widths {
      grid.lefts.append(x)
      x += width + style.columnSpacing
    }
    grid.size.width = max(x - style.columnSpacing, 0)
    if let proposed { grid.overflow = max(grid.size.width - max(proposed, 0), 0) }
    try solveRows(&grid)
    known.grid = (proposed, grid)
    return grid
  }

  /// The width of each column where a width is proposed.
  func columnWidths(_ proposed: Double?) throws(LayoutError) -> [Double] {
    try solve(proposed).widths
  }

  private func width(of cell: TableCell, _ grid: Grid) -> Double {
    grid.widths[cell.column..<(cell.column + cell.columns)].reduce(0, +)
      + style.columnSpacing * Double(cell.columns - 1)
  }

  private func offer(_ cell: TableCell, _ grid: Grid) -> Proposal {
    Proposal(width: max(width(of: cell, grid) - padding, 0), height: nil)
  }

  private func solveRows(_ grid: inout Grid) throws(LayoutError) {
    // Each row's extent above its baseline, and below it.
    var above = Array(repeating: 0.0, count: rows.count)
    var below = above
    var heights = above
    var hasBaseline = Array(repeating: false, count: rows.count)
    for cell in cells {
      let measure = try cell.item.measure(offer(cell, grid))
      let height = measure.size.height + style.padding.top + style.padding.bottom
      if let baseline = baseline(cell, measure) {
        let top = baseline + style.padding.top
        above[cell.row] = max(above[cell.row], top)
        hasBaseline[cell.row] = true
        if cell.rows == 1 { below[cell.row] = max(below[cell.row], height - top) }
      } else if cell.rows == 1 {
        heights[cell.row] = max(heights[cell.row], height)
      }
    }
    for index in rows.indices { heights[index] = max(heights[index], above[index] + below[index]) }
    // What spans several rows and needs more than they have gives the excess to the last.
    for cell in cells where cell.rows > 1 {
      let measure = try cell.item.measure(offer(cell, grid))
      var needed = measure.size.height + style.padding.top + style.padding.bottom
      if let baseline = baseline(cell, measure) {
        needed += above[cell.row] - baseline - style.padding.top
      }
      let covered = cell.row..<(cell.row + cell.rows)
      let there =
        heights[covered].reduce(0, +) + style.rowSpacing * Double(cell.rows - 1)
      if needed > there { heights[cell.row + cell.rows - 1] += needed - there }
    }
    var y = 0.0
    grid.heights = heights
    grid.tops.reserveCapacity(rows.count)
    grid.baselines.reserveCapacity(rows.count)
    for index in rows.indices {
      grid.tops.append(y)
      grid.baselines.append(hasBaseline[index] ? y + above[index] : nil)
      y += heights[index] + style.rowSpacing
    }
    grid.size.height = max(y - style.rowSpacing, 0)
  }

  /// The baseline by which a cell stands in its row, from the top of what it holds.
  private func baseline(_ cell: TableCell, _ measure: Measure) -> Double? {
    switch cell.vertical {
    case .firstBaseline: measure.firstBaseline
    case .lastBaseline: measure.lastBaseline
    case .top, .center, .bottom: nil
    }
  }

  // MARK: Placing

  func place(
    _ proposal: Proposal, at origin: Point, on canvas: inout Canvas
  ) throws(LayoutError) {
    let width = proposal.width.flatMap { $0.isFinite ? $0 : nil }
    let grid = try solve(width)
    if grid.overflow > 0.01 { canvas.findings.append(try overflowFinding(grid)) }
    try canvas.group(
      Rect(origin: origin, size: grid.size), path: path, id: id, role: .table
    ) { canvas throws(LayoutError) in
      fill(grid, on: &canvas)
      var cells = Array(repeating: [TableCell](), count: rows.count)
      for cell in self.cells { cells[cell.row].append(cell) }
      for index in rows.indices { try placeRow(index, cells[index], grid, on: &canvas) }
      canvas.items += lines(grid)
    }
  }

  private func placeRow(
    _ index: Int, _ cells: [TableCell], _ grid: Grid, on canvas: inout Canvas
  ) throws(LayoutError) {
    let row = rows[index]
    let rect = Rect(
      x: 0, y: grid.tops[index], width: grid.size.width, height: grid.heights[index])
    try canvas.group(rect, path: row.path, id: row.id, role: .row) { canvas throws(LayoutError) in
      for cell in cells {
        let box = rectangle(of: cell, grid)
        let role: FrameGroup.Role = row.isHeader ? .headerCell : .cell
        try canvas.group(
          Rect(
            x: box.origin.x, y: box.origin.y - rect.origin.y, width: box.size.width,
            height: box.size.height), path: cell.item.path, role: role
        ) { canvas throws(LayoutError) in
          try place(cell, grid, on: &canvas)
        }
      }
    }
  }

  /// The box of a cell in the table's coordinates.
  private func rectangle(of cell: TableCell, _ grid: Grid) -> Rect {
    let width = width(of: cell, grid)
    let last = cell.row + cell.rows - 1
    return Rect(
      x: direction.left(grid.lefts[cell.column], width: width, in: grid.size.width),
      y: grid.tops[cell.row], width: width,
      height: grid.tops[last] + grid.heights[last] - grid.tops[cell.row])
  }

  private func place(
    _ cell: TableCell, _ grid: Grid, on canvas: inout Canvas
  ) throws(LayoutError) {
    let stand = try stand(cell, grid)
    let known = canvas.findings.count
    try canvas.within(stand.place) { canvas throws(LayoutError) in
      try cell.item.place(stand.offer, at: stand.origin, on: &canvas)
    }
    let overflow = stand.measure.size.width - stand.place.size.width
    // A text says so itself.
    let isSaid = canvas.findings.dropFirst(known).contains { $0.code == .textOverflows }
    if overflow > 0.01, !isSaid {
      canvas.findings.append(
        Finding(
          .tableOverflows, .warning,
          "The cell in column \(cell.column + 1) of row \(cell.row + 1) holds something "
            + "\(decimals(overflow)) pt wider than its place.",
          path: cell.item.path, id: cell.item.id))
    }
  }

  /// How a cell's content stands in its box.
  private struct Stand {
    /// The box without its padding.
    let place: Rect
    let offer: Proposal
    let measure: Measure
    let origin: Point
  }

  private func stand(_ cell: TableCell, _ grid: Grid) throws(LayoutError) -> Stand {
    let box = rectangle(of: cell, grid).size
    let inner = Rect(
      x: direction == .leftToRight ? style.padding.leading : style.padding.trailing,
      y: style.padding.top, width: max(box.width - padding, 0),
      height: max(box.height - style.padding.top - style.padding.bottom, 0))
    var offer = offer(cell, grid)
    var measure = try cell.item.measure(offer)
    let baseline = baseline(cell, measure)
    if baseline == nil, measure.size.height < inner.size.height - tolerance {
      // What can grow, such as an area or a spacer, fills the height that its row got.
      let whole = Proposal(width: offer.width, height: inner.size.height)
      let grown = try cell.item.measure(whole)
      if grown.size.width <= max(measure.size.width, inner.size.width) + tolerance,
        grown.size.height <= inner.size.height + tolerance
      {
        (offer, measure) = (whole, grown)
      }
    }
    var corner = cell.item.origin(
      of: measure, in: inner.size, Alignment(cell.horizontal, boxed(cell.vertical)))
    corner.x = direction.left(corner.x, width: measure.size.width, in: inner.size.width)
    if let baseline, let row = grid.baselines[cell.row] {
      corner.y = row - grid.tops[cell.row] - inner.origin.y - baseline
    }
    return Stand(place: inner, offer: offer, measure: measure, origin: inner.origin + corner)
  }

  /// Where a cell stands whose row decides by baselines and that has none.
  private func boxed(_ alignment: VerticalAlignment) -> VerticalAlignment {
    switch alignment {
    case .firstBaseline: .top
    case .lastBaseline: .bottom
    case .top, .center, .bottom: alignment
    }
  }

  /// Names the cell whose piece is the widest of those that the columns must hold whole.
  private func overflowFinding(_ grid: Grid) throws(LayoutError) -> Finding {
    let least = Proposal(width: 0, height: nil)
    var widest: (cell: TableCell, width: Double)?
    for cell in cells {
      if cell.columns == 1, case .fixed = rules[cell.column] { continue }
      let width = try cell.item.measure(least).size.width
      if width > widest?.width ?? 0 { widest = (cell, width) }
    }
    let message = "The table is \(decimals(grid.overflow)) pt wider than its place"
    guard let (cell, width) = widest else {
      return Finding(.tableOverflows, .warning, "\(message).", path: path, id: id)
    }
    var scratch = Canvas(bounds: Canvas.unbounded)
    try cell.item.place(least, at: .zero, on: &scratch)
    let piece = widestLine(scratch.items).map { "'\($0.text)'" } ?? "the widest piece"
    return Finding(
      .tableOverflows, .warning,
      "\(message); \(piece) in column \(cell.column + 1) of row \(cell.row + 1) needs "
        + "\(decimals(width)) pt.",
      path: cell.item.path, id: cell.item.id)
  }

  private func widestLine(_ items: [PlacedItem]) -> ShapedLine? {
    items.compactMap { placed in
      switch placed.item {
      case .text(let text): text.lines.map(\.shaped).max { $0.width < $1.width }
      case .group(let group): widestLine(group.items)
      case .shape, .picture, .barcode: nil
      }
    }.max { $0.width < $1.width }
  }

  // MARK: Fills and lines

  /// One rectangle per row, gaps and spans included, under everything else.
  private func fill(_ grid: Grid, on canvas: inout Canvas) {
    let headers = rows.count { $0.isHeader }
    for (index, row) in rows.enumerated() {
      let isStriped = !row.isHeader && (index - headers) % 2 == 1
      guard let paint = row.fill ?? (isStriped ? style.zebra : nil) else { continue }
      let half = style.rowSpacing / 2
      let top = grid.tops[index] - (index == 0 ? 0 : half)
      let bottom =
        grid.tops[index] + grid.heights[index] + (index == rows.count - 1 ? 0 : half)
      canvas.items.append(
        PlacedItem(
          origin: Point(x: 0, y: top), size: Size(width: grid.size.width, height: bottom - top),
          path: row.path, item: .shape(FrameShape(.area(.rectangle(radius: 0)), fill: paint))))
    }
  }

  /// Each line once, whole where its pieces meet, and none through a span.
  private func lines(_ grid: Grid) -> [PlacedItem] {
    guard !rows.isEmpty, !rules.isEmpty, style.grid != nil || style.rule != nil else { return [] }
    var items: [PlacedItem] = []
    let owners = owners()
    func isOpen(_ row: Int, _ column: Int, _ otherRow: Int, _ otherColumn: Int) -> Bool {
      guard row >= 0, column >= 0, otherRow < rows.count, otherColumn < rules.count else {
        return true
      }
      let owner = owners[row][column]
      return owner == nil || owner != owners[otherRow][otherColumn]
    }
    let xs = boundaries(grid.lefts, grid.widths, end: grid.size.width)
    let ys = boundaries(grid.tops, grid.heights, end: grid.size.height)
    if let stroke = style.grid ?? style.rule {
      let isGrid = style.grid != nil
      let levels = isGrid ? Array(0...rows.count) : Array(1..<max(rows.count, 1))
      for level in levels {
        for run in runs(count: rules.count, isOpen: { isOpen(level - 1, $0, level, $0) }) {
          items.append(
            line(
              .horizontal, from: xs[run.lowerBound], to: xs[run.upperBound], at: ys[level],
              within: grid.size, stroke, grid))
        }
      }
    }
    if let stroke = style.grid {
      for level in 0...rules.count {
        for run in runs(count: rows.count, isOpen: { isOpen($0, level - 1, $0, level) }) {
          items.append(
            line(
              .vertical, from: ys[run.lowerBound], to: ys[run.upperBound], at: xs[level],
              within: grid.size, stroke, grid))
        }
      }
    }
    return items
  }

  /// Which cell covers each place of the grid.
  private func owners() -> [[Int?]] {
    var owners = Array(
      repeating: [Int?](repeating: nil, count: rules.count), count: rows.count)
    for (index, cell) in cells.enumerated() {
      for row in cell.row..<(cell.row + cell.rows) {
        for column in cell.column..<(cell.column + cell.columns) { owners[row][column] = index }
      }
    }
    return owners
  }

  /// The middles of the gaps, and both ends.
  private func boundaries(_ starts: [Double], _ extents: [Double], end: Double) -> [Double] {
    var middles = [0.0]
    for index in starts.indices.dropFirst() {
      middles.append((starts[index - 1] + extents[index - 1] + starts[index]) / 2)
    }
    return middles + [end]
  }

  /// The stretches of neighbours that are open, as ranges of boundaries.
  private func runs(count: Int, isOpen: (Int) -> Bool) -> [(lowerBound: Int, upperBound: Int)] {
    var runs: [(lowerBound: Int, upperBound: Int)] = []
    for index in 0..<count where isOpen(index) {
      if let last = runs.indices.last, runs[last].upperBound == index {
        runs[last].upperBound = index + 1
      } else {
        runs.append((index, index + 1))
      }
    }
    return runs
  }

  private func line(
    _ axis: Axis, from start: Double, to end: Double, at middle: Double, within size: Size,
    _ stroke: FrameStroke, _ grid: Grid
  ) -> PlacedItem {
    // Outer lines lie inside the table, inner ones on the boundary.
    let limit = max(size[axis.other] - stroke.width, 0)
    let across = min(max(middle - stroke.width / 2, 0), limit)
    var origin = Point.zero
    var extent = Size.zero
    origin[axis] = start
    origin[axis.other] = across
    extent[axis] = end - start
    extent[axis.other] = stroke.width
    origin.x = direction.left(origin.x, width: extent.width, in: grid.size.width)
    return PlacedItem(
      origin: origin, size: extent, path: path,
      item: .shape(FrameShape(.line(axis), stroke: stroke)))
  }
}
