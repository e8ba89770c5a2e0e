public import CardModel

/// Where the places of a sheet lie: columns and rows of one size, all measures in points.
///
/// A place is reckoned from the first one in one step, so no rounding adds up.
public struct SheetGrid: Sendable, Hashable {
  /// The sheet.
  public var sheet: Size
  /// The size of a place.
  public var place: Size
  /// The upper left corner of the first place.
  public var origin: Point
  /// From one column or row to the next.
  public var pitch: Size
  /// The number of columns.
  public var columns: Int
  /// The number of rows.
  public var rows: Int
  /// The radius of a place's corners.
  public var cornerRadius = 0.0

  /// What may be lacking for rounding's sake, in points: catalogues round to 0.01 mm.
  static let tolerance = 0.05

  /// Makes a grid of its numbers.
  public init(
    sheet: Size, place: Size, origin: Point, pitch: Size, columns: Int, rows: Int
  ) {
    self.sheet = sheet
    self.place = place
    self.origin = origin
    self.pitch = pitch
    self.columns = columns
    self.rows = rows
  }

  /// The number of places.
  public var capacity: Int { columns * rows }

  /// The place in a column and a row, both from 0.
  public func rect(column: Int, row: Int) -> Rect {
    Rect(
      x: origin.x + Double(column) * pitch.width, y: origin.y + Double(row) * pitch.height,
      width: place.width, height: place.height)
  }

  /// All places, row by row.
  public var rects: [Rect] {
    (0..<rows).flatMap { row in (0..<columns).map { rect(column: $0, row: row) } }
  }
}

extension SheetGrid {
  /// The grid of a sheet product.
  ///
  /// - Throws: ``SheetError`` where its places leave the sheet or lie on one another.
  public init(_ stock: Stock) throws(SheetError) {
    guard let sheet = stock.sheet.points, let width = stock.width.points(),
      let height = stock.height.points(), let left = stock.left.points(),
      let top = stock.top.points(), let columnPitch = stock.columnPitch.points(),
      let rowPitch = stock.rowPitch.points(), let radius = stock.radius.points()
    else { throw SheetError("The stock '\(stock.name)' has measures in pixels.") }
    self.init(
      sheet: sheet, place: Size(width: width, height: height), origin: Point(x: left, y: top),
      pitch: Size(width: columnPitch, height: rowPitch), columns: stock.columns, rows: stock.rows)
    cornerRadius = min(max(radius, 0), min(width, height) / 2)
    if let problem { throw SheetError("The stock '\(stock.name)' is not possible: \(problem).") }
  }

  /// A grid of cards on plain paper.
  ///
  /// With a count and a margin the first card stands exactly at the margin; otherwise the block of
  /// cards stands in the middle. Gaps lie between cards only.
  ///
  /// - Parameters:
  ///   - sheet: The paper.
  ///   - place: The size of a card.
  ///   - count: Columns and rows; as many as fit unless given.
  ///   - gap: The distance between columns and between rows.
  ///   - margin: What stays free left and right, and above and below.
  /// - Throws: ``SheetError`` where so many, or even one, do not fit.
  public init(
    sheet: Size, place: Size, count: GridCount? = nil, gap: Size = .zero, margin: Size? = nil
  ) throws(SheetError) {
    let free = margin ?? .zero
    func most(_ axis: Axis) -> Int {
      // A counted grid begins at the margin, and may end anywhere on the sheet.
      let free = (count == nil ? 2 : 1) * free[axis]
      let room = sheet[axis] - free + gap[axis] + Self.tolerance
      return min(max(Int((room / (place[axis] + gap[axis])).rounded(.down)), 0), GridCount.limit)
    }
    guard place.width > 0, place.height > 0, gap.width >= 0, gap.height >= 0 else {
      throw SheetError("A card of \(millimetres(place)) cannot be put on a sheet.")
    }
    let (columns, rows) = (most(.horizontal), most(.vertical))
    guard columns > 0, rows > 0 else {
      throw SheetError(
        "A card of \(millimetres(place)) does not fit on a sheet of \(millimetres(sheet)) with"
          + " margins of \(millimetres(free)).",
        hint: "Give another sheet, a smaller '--margin', or turn the card with '--orientation'.")
    }
    if let count, count.columns > columns || count.rows > rows {
      throw SheetError(
        "A grid of \(count) cards of \(millimetres(place)) does not fit on a sheet of"
          + " \(millimetres(sheet)): there is room for \(columns)x\(rows).",
        hint: "Give a smaller '--grid', '--gap' or '--margin', or leave out '--grid'.")
    }
    let used = count.map { ($0.columns, $0.rows) } ?? (columns, rows)
    let block = Size(
      width: Double(used.0) * place.width + Double(used.0 - 1) * gap.width,
      height: Double(used.1) * place.height + Double(used.1 - 1) * gap.height)
    var origin = Point(
      x: (sheet.width - block.width) / 2, y: (sheet.height - block.height) / 2)
    if count != nil, let margin { origin = Point(x: margin.width, y: margin.height) }
    self.init(
      sheet: sheet, place: place, origin: origin,
      pitch: Size(width: place.width + gap.width, height: place.height + gap.height),
      columns: used.0, rows: used.1)
  }

  /// Why the grid is not possible, as part of a sentence; nil where it is.
  var problem: String? {
    guard columns > 0, rows > 0, place.width > 0, place.height > 0 else {
      return "it has no places"
    }
    let last = rect(column: columns - 1, row: rows - 1)
    guard origin.x >= -Self.tolerance, origin.y >= -Self.tolerance,
      last.maxX <= sheet.width + Self.tolerance, last.maxY <= sheet.height + Self.tolerance
    else {
      return "its places reach to \(millimetres(last.maxX))×\(millimetres(last.maxY)) mm on a"
        + " sheet of \(millimetres(sheet))"
    }
    guard columns == 1 || pitch.width >= place.width - Self.tolerance,
      rows == 1 || pitch.height >= place.height - Self.tolerance
    else { return "its places lie on one another" }
    return nil
  }
}
