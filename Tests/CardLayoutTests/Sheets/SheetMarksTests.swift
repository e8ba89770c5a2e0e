import CardModel
import Testing

@testable import CardLayout

@Suite struct SheetMarksTests {
  private let size = Size(width: 100, height: 60)

  private func layout(gap: Double, duplex: Duplex = .longEdge) throws -> SheetLayout {
    try SheetLayout(
      paper: Size(width: 500, height: 500), card: size, count: GridCount("3x2"),
      gap: Size(width: gap, height: gap), duplex: duplex)
  }

  private func lines(_ items: [PlacedItem]) -> [(rect: Rect, weight: Double)] {
    items.compactMap { item in
      guard case .shape(let shape) = item.item, case .line = shape.kind else { return nil }
      return (item.bounds, shape.stroke?.width ?? 0)
    }
  }

  @Test(arguments: [0.0, 2, 12, 40], [0.0, 3])
  func `no mark lies within a trim or its bleed, or off the sheet`(
    _ gap: Double, _ bleed: Double
  ) throws {
    let layout = try layout(gap: gap)
    for side in CardSide.allCases {
      let drawing = MarkDrawing(
        layout: layout, marks: SheetMarks(crop: CropMarks(), registration: .both), bleed: bleed,
        side: side)
      let lines = lines(drawing.items)
      #expect(lines.count >= 20)
      for (line, weight) in lines {
        #expect(line.origin.x >= 0 && line.origin.y >= 0 && line.maxX <= 500 && line.maxY <= 500)
        let ink = Rect(
          x: line.origin.x - (line.size.width == 0 ? weight / 2 : 0),
          y: line.origin.y - (line.size.height == 0 ? weight / 2 : 0),
          width: max(line.size.width, weight), height: max(line.size.height, weight))
        for trim in layout.trims(on: side) {
          let isApart =
            ink.maxX <= trim.origin.x - bleed + 1e-9 || ink.origin.x >= trim.maxX + bleed - 1e-9
            || ink.maxY <= trim.origin.y - bleed + 1e-9
            || ink.origin.y >= trim.maxY + bleed - 1e-9
          #expect(isApart, "\(ink) meets \(trim)")
        }
      }
    }
  }

  @Test func `length, offset and weight are those asked for`() throws {
    let marks = SheetMarks(crop: CropMarks(length: 10, offset: 4, weight: 0.5))
    let lines = lines(
      MarkDrawing(
        layout: SheetLayout(single: size, border: 20), marks: marks, bleed: 3, side: .front
      )
      .items)
    #expect(lines.count == 8)
    #expect(lines.allSatisfy { $0.weight == 0.5 })
    #expect(lines.allSatisfy { max($0.rect.size.width, $0.rect.size.height) == 10 })
    // Each card edge is marked at both its ends, 3 and 4 points away.
    #expect(lines.contains { $0.rect == Rect(x: 3, y: 20, width: 10, height: 0) })
    #expect(lines.contains { $0.rect == Rect(x: 127, y: 80, width: 10, height: 0) })
    #expect(lines.contains { $0.rect == Rect(x: 20, y: 3, width: 0, height: 10) })
    #expect(lines.contains { $0.rect == Rect(x: 120, y: 87, width: 0, height: 10) })
  }

  @Test func `a border has room for what stands in it`() {
    let all = SheetMarks(crop: CropMarks(length: 10, offset: 4, weight: 0.5), registration: .both)
    #expect(SheetMarks.none.border(bleed: 3) == 3)
    #expect(SheetMarks(crop: all.crop).border(bleed: 3) == 17)
    let layout = SheetLayout(single: size, border: all.border(bleed: 3))
    let drawing = MarkDrawing(layout: layout, marks: all, bleed: 3, side: .front)
    #expect(!drawing.lacksRegistration)
    #expect(drawing.items.count == 8 + 4 * 3)
  }

  @Test func `without marks nothing is drawn beside cards`() throws {
    for side in CardSide.allCases {
      #expect(
        MarkDrawing(layout: try layout(gap: 10), marks: .none, bleed: 3, side: side).items.isEmpty)
    }
  }

  @Test func `folds are dashed at both ends and not cut`() throws {
    let layout = try layout(gap: 20, duplex: .fold)
    let marks = SheetMarks(crop: CropMarks(), marksFolds: true)
    let items = lines(MarkDrawing(layout: layout, marks: marks, bleed: 0, side: .front).items)
    let fold = try #require(layout.places.first).front.origin.y
    let dashes = items.filter { abs($0.rect.origin.y - fold) < 0.01 }
    // Two ends of three cards, three dashes each; where a gap is narrow, some are cut off.
    #expect(dashes.count >= 10)
    #expect(dashes.allSatisfy { $0.rect.size.width < 4 })
    let uncut = lines(
      MarkDrawing(
        layout: layout, marks: SheetMarks(crop: CropMarks()), bleed: 0, side: .front
      ).items)
    #expect(!uncut.contains { abs($0.rect.origin.y - fold) < 0.01 })
  }

  @Test func `registration marks stand on the pages they were asked for, where there is room`()
    throws
  {
    let layout = try layout(gap: 0)
    for (sides, onFront, onBack) in [
      (RegistrationSides.front, true, false), (.back, false, true), (.both, true, true),
    ] {
      let marks = SheetMarks(registration: sides)
      func has(_ side: CardSide) -> Bool {
        !MarkDrawing(layout: layout, marks: marks, bleed: 0, side: side).items.isEmpty
      }
      #expect(has(.front) == onFront && has(.back) == onBack)
    }
    let full = try SheetLayout(paper: size, card: size)
    let drawing = MarkDrawing(
      layout: full, marks: SheetMarks(registration: .both), bleed: 0, side: .front)
    #expect(drawing.items.isEmpty && drawing.lacksRegistration)
  }
}
