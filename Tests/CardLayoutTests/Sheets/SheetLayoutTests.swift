import CardModel
import Testing

@testable import CardLayout

@Suite struct SheetLayoutTests {
  private let card = Size(width: mm(60), height: mm(40))

  private func layout(_ sheet: Size, _ duplex: Duplex) throws -> SheetLayout {
    try SheetLayout(
      paper: sheet, card: card, count: GridCount("3x2"), gap: Size(width: mm(2), height: mm(3)),
      margin: Size(width: mm(7), height: mm(11)), duplex: duplex)
  }

  /// Where a point of the front page shows on the back page once the sheet is turned.
  private func behind(_ rect: Rect, _ sheet: Size, overVerticalEdge: Bool) -> Rect {
    overVerticalEdge
      ? Rect(
        x: sheet.width - rect.maxX, y: rect.origin.y, width: rect.size.width,
        height: rect.size.height)
      : Rect(
        x: rect.origin.x, y: sheet.height - rect.maxY, width: rect.size.width,
        height: rect.size.height)
  }

  @Test(arguments: [
    (false, Duplex.longEdge, true), (false, .shortEdge, false), (true, .longEdge, false),
    (true, .shortEdge, true), (false, .separate, true), (true, .separate, false),
  ])
  func `each back lies behind its own front, head behind head`(
    _ isLandscape: Bool, _ duplex: Duplex, _ overVerticalEdge: Bool
  ) throws {
    let sheet = isLandscape ? Size(width: a4.height, height: a4.width) : a4
    let layout = try layout(sheet, duplex)
    #expect(layout.places.count == 6)
    for place in layout.places {
      #expect(place.back == behind(place.front, sheet, overVerticalEdge: overVerticalEdge))
    }
    // Turned over a horizontal edge, what stood upright stands on its head.
    #expect(layout.backTurn == (overVerticalEdge ? .none : .half))
  }

  @Test(arguments: FoldEdge.allCases)
  func `a folded back meets its front at the edge where it hangs`(_ edge: FoldEdge) throws {
    let layout = try SheetLayout(
      paper: a4, card: card, count: GridCount("1x2"), duplex: .fold, foldEdge: edge)
    #expect(layout.places.count == 2)
    for place in layout.places {
      switch edge {
      case .top: #expect(abs(place.back.maxY - place.front.origin.y) < 1e-9)
      case .bottom: #expect(abs(place.front.maxY - place.back.origin.y) < 1e-9)
      case .left: #expect(abs(place.back.maxX - place.front.origin.x) < 1e-9)
      case .right: #expect(abs(place.front.maxX - place.back.origin.x) < 1e-9)
      }
    }
    #expect(layout.backTurn == (edge == .top || edge == .bottom ? .half : .none))
  }

  @Test func `on labels neighbours are folded, and a row without one stays empty`() throws {
    let grid = SheetGrid(
      sheet: Size(width: 100, height: 100), place: Size(width: 20, height: 10), origin: .zero,
      pitch: Size(width: 25, height: 12), columns: 3, rows: 5)
    let top = try SheetLayout(grid, duplex: .fold, foldEdge: .top)
    #expect(top.columns == 3 && top.rows == 2)
    #expect(top.places[4].back == grid.rect(column: 1, row: 2))
    #expect(top.places[4].front == grid.rect(column: 1, row: 3))
    let right = try SheetLayout(grid, duplex: .fold, foldEdge: .right)
    #expect(right.columns == 1 && right.rows == 5)
    #expect(right.places[1].front == grid.rect(column: 0, row: 1))
    #expect(right.places[1].back == grid.rect(column: 1, row: 1))
    let one = SheetGrid(
      sheet: a4, place: card, origin: .zero, pitch: card, columns: 3, rows: 1)
    #expect(throws: SheetError.self) { try SheetLayout(one, duplex: .fold, foldEdge: .top) }
  }

  @Test func `a card alone is in the middle of its border, and its back is not turned`() {
    for size in [cr80, Size(width: cr80.height, height: cr80.width)] {
      let layout = SheetLayout(single: size, border: mm(3))
      #expect(abs(layout.sheet.width - size.width - mm(6)) < 1e-9)
      #expect(layout.places[0].front.origin == Point(x: mm(3), y: mm(3)))
      #expect(layout.backTurn == .none)
    }
  }
}
