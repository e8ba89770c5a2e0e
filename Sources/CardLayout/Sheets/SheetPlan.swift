/// The order in which cards fill sheets.
public enum SheetOrder: String, Sendable, Hashable, CaseIterable {
  /// Left to right, row after row.
  case rows
  /// Top to bottom, column after column.
  case columns
  /// So that the cut piles, laid on one another in the order of the places, are in the data's
  /// order.
  case cutStack = "cut-stack"
}

/// Where a card goes.
public struct SheetSlot: Sendable, Hashable, Comparable {
  /// The sheet, from 0.
  public let sheet: Int
  /// The place on it, row by row from 0.
  public let place: Int

  /// Makes a slot.
  public init(sheet: Int, place: Int) {
    self.sheet = sheet
    self.place = place
  }

  /// Sheets before places.
  public static func < (left: SheetSlot, right: SheetSlot) -> Bool {
    (left.sheet, left.place) < (right.sheet, right.place)
  }
}

/// Which card goes where, for a sheet that may have been started.
///
/// All orders fill the same places on the same number of sheets; none is left blank.
public struct SheetPlan: Sendable, Hashable {
  /// The number of columns.
  public let columns: Int
  /// The number of rows.
  public let rows: Int
  /// The places of the first sheet that are used up.
  public let skip: Int
  /// The order.
  public let order: SheetOrder
  /// The number of cards, which only cutting stacks needs.
  public let count: Int

  /// Makes a plan; `skip` is from 0 to less than all places.
  ///
  /// - Throws: ``SheetError`` where no place of the first sheet is left.
  public init(
    columns: Int, rows: Int, skip: Int = 0, order: SheetOrder = .rows, count: Int = 0
  ) throws(SheetError) {
    guard 0..<(columns * rows) ~= skip else {
      throw SheetError(
        "The sheet has \(columns * rows) places, so \(skip) of them cannot be skipped.",
        hint: "Give a smaller '--skip'.")
    }
    self.columns = columns
    self.rows = rows
    self.skip = skip
    self.order = order
    self.count = count
  }

  private init(_ plan: SheetPlan, count: Int) {
    columns = plan.columns
    rows = plan.rows
    skip = plan.skip
    order = plan.order
    self.count = count
  }

  /// The same plan for a number of cards.
  public func forCards(_ count: Int) -> SheetPlan { SheetPlan(self, count: max(count, 0)) }

  /// The number of places on a sheet.
  public var capacity: Int { columns * rows }

  /// The number of sheets for so many cards.
  public func sheetCount(cards: Int) -> Int {
    cards == 0 ? 0 : (skip + cards - 1) / capacity + 1
  }

  /// Where a card goes, by its number from 0.
  public func slot(ofCard index: Int) -> SheetSlot {
    guard order == .cutStack else { return slot(step: index) }
    // The same steps as in the order of rows, walked pile by pile.
    let sheets = sheetCount(cards: count)
    var rest = index
    for place in 0..<capacity {
      let height = pileHeight(at: place, sheets: sheets)
      guard rest >= height else {
        return SheetSlot(sheet: rest + (place < skip ? 1 : 0), place: place)
      }
      rest -= height
    }
    return slot(step: index)
  }

  /// The cards in the order in which sheets are filled: sheet by sheet, place by place.
  public func cardsBySheet() -> [(card: Int, slot: SheetSlot)] {
    (0..<count).map { ($0, slot(ofCard: $0)) }.sorted { $0.1 < $1.1 }
  }

  private func slot(step index: Int) -> SheetSlot {
    let step = skip + index
    let position = step % capacity
    let place = order == .columns ? position % rows * columns + position / rows : position
    return SheetSlot(sheet: step / capacity, place: place)
  }

  /// How many sheets use a place.
  private func pileHeight(at place: Int, sheets: Int) -> Int {
    guard sheets > 0 else { return 0 }
    let onLast = skip + count - (sheets - 1) * capacity
    let height = place < onLast ? sheets : sheets - 1
    return max(place < skip ? height - 1 : height, 0)
  }
}
