import CardModel
import Testing

@testable import CardLayout

/// Millimetres in points.
func mm(_ value: Double) -> Double { value * 72 / 25.4 }

/// A4 upright, in points.
let a4 = Size(width: mm(210), height: mm(297))
/// A bank card, in points.
let cr80 = Size(width: mm(85.6), height: mm(53.98))

@Suite struct SheetGridTests {
  @Test func `with a count and a margin the first card stands exactly at the margin`() throws {
    let grid = try SheetGrid(
      sheet: a4, place: cr80, count: GridCount("2x5"), gap: Size(width: mm(2.5), height: mm(2.5)),
      margin: Size(width: mm(10), height: mm(8)))
    #expect(grid.rect(column: 0, row: 0).origin == Point(x: mm(10), y: mm(8)))
    #expect(abs(grid.rect(column: 1, row: 4).origin.x - mm(10 + 85.6 + 2.5)) < 1e-9)
    #expect(abs(grid.rect(column: 1, row: 4).origin.y - mm(8 + 4 * (53.98 + 2.5))) < 1e-9)
  }

  @Test func `as many as fit stand in the middle`() throws {
    let grid = try SheetGrid(
      sheet: a4, place: cr80, gap: Size(width: mm(5), height: mm(5)),
      margin: Size(width: mm(10), height: mm(10)))
    #expect(grid.columns == 2 && grid.rows == 4)
    let last = grid.rect(column: 1, row: 3)
    #expect(abs(grid.origin.x - (a4.width - last.maxX)) < 1e-9)
    #expect(abs(grid.origin.y - (a4.height - last.maxY)) < 1e-9)
  }

  @Test func `what fits without a hair to spare fits`() throws {
    // 2 × 105 is 210 but for rounding.
    let grid = try SheetGrid(sheet: a4, place: Size(width: mm(105), height: mm(74.25)))
    #expect(grid.columns == 2 && grid.rows == 4)
    #expect(abs(grid.origin.x) < 1e-9 && abs(grid.origin.y) < 1e-9)
  }

  @Test func `gaps lie between cards only`() throws {
    // Five cards and four gaps fill the sheet between its margins.
    let place = Size(width: 50, height: 20)
    let sheet = Size(width: 5 * 50 + 4 * 10 + 2 * 15, height: 20)
    let grid = try SheetGrid(
      sheet: sheet, place: place, gap: Size(width: 10, height: 10),
      margin: Size(width: 15, height: 0))
    #expect(grid.columns == 5)
    #expect(grid.origin == Point(x: 15, y: 0))
    #expect(grid.rect(column: 4, row: 0).maxX == sheet.width - 15)
  }

  @Test func `too many cards and too large a card are refused with numbers`() {
    let many = #expect(throws: SheetError.self) {
      try SheetGrid(sheet: a4, place: cr80, count: GridCount("3x3"))
    }
    #expect(many?.message.contains("room for 2x5") == true)
    let large = #expect(throws: SheetError.self) {
      try SheetGrid(sheet: cr80, place: a4)
    }
    #expect(large?.message.contains("210×297 mm does not fit") == true)
  }

  @Test func `a stock whose places leave the sheet or overlap is refused`() {
    var stock = Stock()
    stock.names = ["X"]
    stock.columns = 2
    stock.width = .mm(100)
    stock.height = .mm(50)
    stock.rowPitch = .mm(50)
    stock.columnPitch = .mm(111)
    #expect(throws: SheetError.self) { try SheetGrid(stock) }
    stock.columnPitch = .mm(99)
    #expect(throws: SheetError.self) { try SheetGrid(stock) }
    stock.columnPitch = .mm(110)
    #expect(throws: Never.self) { try SheetGrid(stock) }
  }

  @Test func `no rounding adds up over many columns`() throws {
    let grid = SheetGrid(
      sheet: a4, place: Size(width: 1, height: 1), origin: Point(x: 0.1, y: 0),
      pitch: Size(width: 0.1, height: 0.1), columns: 200, rows: 1)
    #expect(grid.rect(column: 199, row: 0).origin.x == 0.1 + 199 * 0.1)
  }
}
