import CardModel
import Testing

@testable import CardLayout

/// Frames whose text says who they are, in a corner that tells how they lie.
private func card(_ text: String, _ size: Size, bleed: Double = 0) -> Frame {
  Frame(
    size: size,
    items: [
      PlacedItem(
        origin: Point(x: -bleed, y: -bleed),
        size: Size(width: size.width + 2 * bleed, height: size.height + 2 * bleed),
        item: .shape(FrameShape(.area(.rectangle(radius: 0)), fill: .color(.white)))),
      PlacedItem(
        origin: Point(x: 4, y: 2), size: Size(width: 10, height: 6),
        item: .text(
          FrameText(
            text: text, style: .body(), colors: [.black], size: 8, styleSize: 8, lines: [],
            isTruncated: false, missing: [], fallbacks: []))),
    ])
}

/// Where each text of a frame is, as it lies on the page after all turns.
private func texts(_ frame: Frame) -> [String: Rect] {
  var found: [String: Rect] = [:]
  func walk(_ items: [PlacedItem], _ place: (Rect) -> Rect) {
    for item in items {
      switch item.item {
      case .text(let text): found[text.text] = place(item.bounds)
      case .group(let group):
        let (origin, size) = (item.origin, item.size)
        walk(group.items) { rect in
          let (x, y, w, h) = (
            rect.origin.x, rect.origin.y, rect.size.width, rect.size.height
          )
          let turned: Rect =
            switch group.mount?.turn ?? .none {
            case .none: rect
            case .half: Rect(x: size.width - x - w, y: size.height - y - h, width: w, height: h)
            case .quarter: Rect(x: size.width - y - h, y: x, width: h, height: w)
            case .threeQuarters: Rect(x: y, y: size.height - x - w, width: h, height: w)
            }
          return place(
            Rect(
              x: origin.x + turned.origin.x, y: origin.y + turned.origin.y,
              width: turned.size.width, height: turned.size.height))
        }
      default: break
      }
    }
  }
  walk(frame.items) { $0 }
  return found
}

@Suite struct SheetComposerTests {
  private let size = Size(width: 100, height: 60)

  private func pages(
    _ layout: SheetLayout, cards: Int, order: SheetOrder = .rows, skip: Int = 0,
    hasBacks: Bool = true, change: (inout SheetSetup) -> Void = { _ in }
  ) throws -> [SheetPage] {
    let plan = try SheetPlan(
      columns: layout.columns, rows: layout.rows, skip: skip, order: order)
    var setup = SheetSetup(layout: layout, plan: plan)
    change(&setup)
    var composer = SheetComposer(setup)
    var pages: [SheetPage] = []
    for number in 0..<cards {
      pages += try composer.add(
        front: card("F\(number + 1)", size),
        back: hasBacks ? card("B\(number + 1)", size) : nil)
    }
    return pages + composer.finish()
  }

  @Test(arguments: [(0, 0), (1, 1), (5, 1), (6, 1), (7, 2), (12, 2), (13, 3)])
  func `no card is lost and no page is blank`(_ cards: Int, _ sheets: Int) throws {
    let layout = try SheetLayout(paper: a4, card: size, count: GridCount("3x2"))
    let fronts = try pages(layout, cards: cards, hasBacks: false)
    #expect(fronts.map(\.sheet) == Array(1...max(sheets, 1)).prefix(sheets).map { $0 })
    #expect(fronts.allSatisfy { $0.side == .front && !texts($0.frame).isEmpty })
    let names = fronts.flatMap { texts($0.frame).keys }
    #expect(Set(names) == Set((0..<cards).map { "F\($0 + 1)" }) && names.count == cards)
    let both = try pages(layout, cards: cards)
    #expect(both.map(\.side) == (0..<sheets).flatMap { _ in [CardSide.front, .back] })
  }

  @Test(arguments: [
    (false, Duplex.longEdge), (false, .shortEdge), (true, .longEdge), (true, .shortEdge),
    (false, .separate), (true, .separate),
  ])
  func `seven backs lie behind their fronts, on the last sheet too`(
    _ isLandscape: Bool, _ duplex: Duplex
  ) throws {
    let sheet = isLandscape ? Size(width: 500, height: 300) : Size(width: 400, height: 500)
    let layout = try SheetLayout(
      paper: sheet, card: size, count: GridCount("3x2"), gap: Size(width: 5, height: 7),
      margin: Size(width: 11, height: 23), duplex: duplex)
    let pages = try pages(layout, cards: 7)
    #expect(pages.count == 4)
    let overVerticalEdge = isLandscape != (duplex != .shortEdge)
    for sheetNumber in [1, 2] {
      let front = texts(
        try #require(pages.first { $0.sheet == sheetNumber && $0.side == .front }).frame)
      let back = texts(
        try #require(pages.first { $0.sheet == sheetNumber && $0.side == .back }).frame)
      #expect(front.count == back.count)
      for (name, place) in front {
        let behind = try #require(back["B" + name.dropFirst()])
        // Both texts stand in the upper left corner of their sides; seen through the paper the
        // back's is at the upper right.
        let seenThrough =
          overVerticalEdge
          ? Rect(
            x: sheet.width - behind.maxX, y: behind.origin.y, width: behind.size.width,
            height: behind.size.height)
          : Rect(
            x: behind.origin.x, y: sheet.height - behind.maxY, width: behind.size.width,
            height: behind.size.height)
        #expect(abs(seenThrough.origin.y - place.origin.y) < 1e-9, "head behind head")
        #expect(abs(seenThrough.origin.x - (place.origin.x + 100 - 2 * 4 - 10)) < 1e-9)
      }
    }
  }

  @Test(arguments: FoldEdge.allCases)
  func `a folded back comes behind its front`(_ edge: FoldEdge) throws {
    let layout = try SheetLayout(
      paper: Size(width: 700, height: 400), card: size, count: GridCount("3x2"), duplex: .fold,
      foldEdge: edge)
    let pages = try pages(layout, cards: 7)
    #expect(pages.count == 2 && pages.allSatisfy { $0.side == .front })
    for page in pages {
      let found = texts(page.frame)
      for (name, front) in found where name.hasPrefix("F") {
        let back = try #require(found["B" + name.dropFirst()])
        let number = try #require(Int(name.dropFirst())) - 1
        let trim = layout.places[number % 6].front
        // The fold mirrors the back onto the front: its text at the head, at the other side.
        switch edge {
        case .top:
          #expect(abs((2 * trim.origin.y - back.maxY) - front.origin.y) < 1e-9)
          #expect(abs(back.origin.x - (front.origin.x + 82)) < 1e-9)
        case .bottom:
          #expect(abs((2 * trim.maxY - back.maxY) - front.origin.y) < 1e-9)
          #expect(abs(back.origin.x - (front.origin.x + 82)) < 1e-9)
        case .left:
          #expect(abs((2 * trim.origin.x - back.maxX) - (front.origin.x + 82)) < 1e-9)
          #expect(abs(back.origin.y - front.origin.y) < 1e-9)
        case .right:
          #expect(abs((2 * trim.maxX - back.maxX) - (front.origin.x + 82)) < 1e-9)
          #expect(abs(back.origin.y - front.origin.y) < 1e-9)
        }
      }
    }
  }

  @Test func `a card that fits only on its side is turned, its back behind it`() throws {
    let grid = SheetGrid(
      sheet: Size(width: 200, height: 300), place: Size(width: 60, height: 100),
      origin: Point(x: 10, y: 20), pitch: Size(width: 70, height: 110), columns: 2, rows: 2)
    for (duplex, overVerticalEdge) in [(Duplex.longEdge, true), (.shortEdge, false)] {
      let pages = try pages(try SheetLayout(grid, duplex: duplex), cards: 1)
      let front = try #require(texts(pages[0].frame)["F1"])
      // A quarter clockwise: the upper left corner is at the upper right.
      #expect(front == Rect(x: 10 + 60 - 2 - 6, y: 20 + 4, width: 6, height: 10))
      let back = try #require(texts(pages[1].frame)["B1"])
      let seen =
        overVerticalEdge ? 200 - back.maxX : back.origin.x
      #expect(seen == front.origin.x, "head behind head")
    }
  }

  @Test func `sizes are exact, centred with a warning, or refused, and never scaled`() throws {
    let grid = SheetGrid(
      sheet: a4, place: cr80, origin: .zero, pitch: cr80, columns: 1, rows: 1)
    let setup = SheetSetup(
      layout: try SheetLayout(grid), plan: try SheetPlan(columns: 1, rows: 1))
    #expect(try setup.fit(cr80) == SheetSetup.Fit(turn: .none, isExact: true))
    #expect(try setup.findings(for: [Frame(size: Size(width: mm(85.65), height: mm(54)))]) == [])
    #expect(
      try setup.fit(Size(width: cr80.height, height: cr80.width))
        == SheetSetup.Fit(turn: .quarter, isExact: true))
    let small = try #require(
      try setup.findings(for: [Frame(size: Size(width: mm(80), height: mm(50)))]).first)
    #expect(small.code == .labelSize && small.severity == .warning)
    #expect(small.message.contains("80×50 mm") && small.message.contains("85.6×53.98 mm"))
    #expect(throws: SheetError.self) { try setup.fit(Size(width: mm(85.8), height: mm(54))) }
    var composer = SheetComposer(setup)
    _ = try composer.add(front: card("F", Size(width: mm(80), height: mm(50))), back: nil)
    let trim = try #require(composer.finish().first?.trims.first)
    #expect(abs(trim.origin.x - mm(2.8)) < 1e-9 && abs(trim.origin.y - mm(1.99)) < 1e-9)
  }

  @Test func `bleed reaches half-way to a neighbour and no further, and nothing moves`() throws {
    let layout = try SheetLayout(
      paper: Size(width: 400, height: 300), card: size, count: GridCount("2x1"),
      gap: Size(width: 4, height: 0), margin: Size(width: 50, height: 50))
    var setup = SheetSetup(layout: layout, plan: try SheetPlan(columns: 2, rows: 1))
    setup.bleed = 9
    var composer = SheetComposer(setup)
    _ = try composer.add(front: card("F1", size, bleed: 9), back: nil)
    _ = try composer.add(front: card("F2", size, bleed: 9), back: nil)
    let page = try #require(composer.finish().first)
    #expect(page.frame.items[0].bounds == Rect(x: 41, y: 41, width: 9 + 100 + 2, height: 78))
    #expect(page.frame.items[1].bounds == Rect(x: 152, y: 41, width: 2 + 100 + 9, height: 78))
    let found = texts(page.frame)
    #expect(found["F1"]?.origin == Point(x: 54, y: 52))
    #expect(found["F2"]?.origin == Point(x: 158, y: 52))
  }

  @Test func `a printer's adjustment and a back offset move pages as a whole`() throws {
    let layout = try SheetLayout(paper: a4, card: size, count: GridCount("3x2"))
    let plain = try pages(layout, cards: 2)
    let moved = try pages(layout, cards: 2) { setup in
      setup.backAdjustment = PageAdjustment(offset: Point(x: 3, y: -2))
    }
    #expect(plain[0].frame == moved[0].frame)
    let (before, after) = (texts(plain[1].frame), texts(moved[1].frame))
    for (name, place) in before {
      let now = try #require(after[name])
      #expect(abs(now.origin.x - place.origin.x - 3) < 1e-9)
      #expect(abs(now.origin.y - place.origin.y + 2) < 1e-9)
    }
    let scaled = try pages(layout, cards: 1) { setup in
      setup.frontAdjustment = PageAdjustment(scaleX: 1.002, scaleY: 1.001)
    }
    #expect(scaled[0].frame.dump.contains("mounted, scaled by 1.002 × 1.001"))
  }
}
