import Testing

@testable import CardLayout

@Suite struct SheetPlanTests {
  private func slots(_ plan: SheetPlan, _ count: Int) -> [SheetSlot] {
    let plan = plan.forCards(count)
    return (0..<count).map { plan.slot(ofCard: $0) }
  }

  @Test(arguments: [
    (0, 0), (1, 1), (7, 1), (8, 1), (9, 2), (16, 2), (17, 3),
  ])
  func `so many cards take so many sheets of eight`(_ cards: Int, _ sheets: Int) throws {
    for order in SheetOrder.allCases {
      let plan = try SheetPlan(columns: 2, rows: 4, order: order)
      #expect(plan.sheetCount(cards: cards) == sheets)
      let used = Set(slots(plan, cards).map(\.sheet))
      #expect(used.sorted() == Array(0..<sheets), "no sheet is blank")
    }
  }

  @Test func `every order uses the same places, each once, whatever is skipped`() throws {
    for skip in 0..<6 {
      for count in 0...20 {
        let rows = try SheetPlan(columns: 3, rows: 2, skip: skip, order: .rows)
        let wanted = slots(rows, count)
        #expect(wanted.map { $0.sheet * 6 + $0.place } == Array(skip..<(skip + count)))
        let stacks = slots(
          try SheetPlan(columns: 3, rows: 2, skip: skip, order: .cutStack), count)
        #expect(Set(stacks) == Set(wanted) && stacks.count == wanted.count)
        let columns = slots(
          try SheetPlan(columns: 3, rows: 2, skip: skip, order: .columns), count)
        #expect(Set(columns).count == count)
        #expect(columns.map(\.sheet) == wanted.map(\.sheet))
      }
    }
  }

  @Test func `columns run down before they run across`() throws {
    let plan = try SheetPlan(columns: 3, rows: 2, order: .columns)
    #expect(slots(plan, 6).map(\.place) == [0, 3, 1, 4, 2, 5])
  }

  @Test func `cut piles laid on one another are in order`() throws {
    for skip in [0, 2, 5] {
      for count in 1...25 {
        let plan = try SheetPlan(columns: 3, rows: 2, skip: skip, order: .cutStack)
          .forCards(count)
        var piles: [Int: [(sheet: Int, card: Int)]] = [:]
        for card in 0..<count {
          let slot = plan.slot(ofCard: card)
          piles[slot.place, default: []].append((slot.sheet, card))
        }
        let read = piles.keys.sorted().flatMap { place in
          (piles[place] ?? []).sorted { $0.sheet < $1.sheet }.map(\.card)
        }
        #expect(read == Array(0..<count))
      }
    }
  }

  @Test func `cards by sheet go from sheet to sheet`() throws {
    let plan = try SheetPlan(columns: 2, rows: 2, skip: 1, order: .cutStack).forCards(9)
    let turns = plan.cardsBySheet()
    #expect(turns.map(\.slot) == turns.map(\.slot).sorted())
    #expect(turns.map(\.card).sorted() == Array(0..<9))
  }

  @Test func `a sheet that is used up cannot be started`() {
    #expect(throws: SheetError.self) { try SheetPlan(columns: 2, rows: 4, skip: 8) }
    #expect(throws: SheetError.self) { try SheetPlan(columns: 2, rows: 4, skip: -1) }
    #expect(throws: Never.self) { try SheetPlan(columns: 2, rows: 4, skip: 7) }
  }
}
