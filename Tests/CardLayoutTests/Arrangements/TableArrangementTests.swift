import CardLayout
import CardModel
import Testing

/// Rows, spans, lines and fills of tables; a line of the style `ten` is 12 high.
struct TableArrangementTests {
  private func text(
    _ text: String, columns: Int = 1, rows: Int = 1, alignment: Alignment? = nil
  ) -> Cell {
    Cell(
      Label(text, style: .ten, fit: .wrap()), columns: columns, rows: rows, alignment: alignment)
  }

  private func square(_ side: Double, rows: Int = 1, alignment: Alignment? = nil) -> Cell {
    Cell(
      Shape.rectangle(.black).frame(width: .pt(side), height: .pt(side)), rows: rows,
      alignment: alignment)
  }

  private func layout(
    _ table: some NodeConvertible, in width: Double? = nil,
    _ direction: LayoutDirection = .leftToRight
  ) throws -> Frame {
    try LayoutEngine.fake(direction: direction).layout(
      table.node, in: Proposal(width: width, height: nil))
  }

  // MARK: Structure

  @Test func `a table is groups of rows and cells with their paths and ids`() throws {
    let table = Table(
      columns: [.fitting, .fitting], header: Row(cells: [text("a"), text("b")], id: "head"),
      rows: [Row(cells: [text("c"), text("d")], id: "first")], id: "people")
    #expect(
      try layout(table).dump == """
        frame 10 × 24, first baseline 9, last baseline 21
          table #people 0,0 10 × 24
            row #head 0,0 10 × 12
              headerCell 0,0 5 × 12
                text 0,0 5 × 12 ten.black 10 pt
                  0,9 5 'a'
              headerCell 5,0 5 × 12
                text 0,0 5 × 12 ten.black 10 pt
                  0,9 5 'b'
            row #first 0,12 10 × 12
              cell 0,0 5 × 12
                text 0,0 5 × 12 ten.black 10 pt
                  0,9 5 'c'
              cell 5,0 5 × 12
                text 0,0 5 × 12 ten.black 10 pt
                  0,9 5 'd'

        """)
    #expect(
      try layout(table).cells.map(\.placed.path.description) == [
        "header.cells[0]", "header.cells[1]", "rows[0].cells[0]", "rows[0].cells[1]",
      ])
  }

  @Test func `a table without rows or without columns is empty`() throws {
    #expect(try layout(Table(columns: [.fitting], rows: [])).size == Size(width: 0, height: 0))
    #expect(try layout(Table(columns: [], rows: []), in: 100).size == Size(width: 0, height: 0))
    let lined = Table(
      columns: [], rows: [Row(cells: [])], rule: Border(.pt(1), .black),
      grid: Border(.pt(1), .black), zebra: .color(.grey3), excess: .stretchLast)
    #expect(try layout(lined, in: 100).size.height == 0)
    #expect(throws: LayoutError.self) {
      try layout(Table(columns: [], rows: [Row(cells: [text("a")])]))
    }
  }

  @Test func `a row may have fewer cells than columns, never more`() throws {
    let columns: [Column] = [.fitting, .fitting]
    let frame = try layout(
      Table(columns: columns, rows: [Row(cells: [text("a"), text("b")]), Row(cells: [text("c")])]))
    #expect(frame.cells.count == 3)
    #expect(throws: LayoutError.tooManyCells(columns: 2, path: path("rows", 1, 2))) {
      try layout(
        Table(
          columns: columns,
          rows: [Row(cells: []), Row(cells: [text("a"), text("b"), text("c")])]))
    }
    #expect(throws: LayoutError.tooManyCells(columns: 2, path: path("rows", 0, 0))) {
      try layout(Table(columns: columns, rows: [Row(cells: [text("a", columns: .max)])]))
    }
    // A span from above takes its place in the row below.
    #expect(throws: LayoutError.tooManyCells(columns: 2, path: path("rows", 1, 1))) {
      try layout(
        Table(
          columns: columns,
          rows: [
            Row(cells: [text("a", rows: 2), text("b")]), Row(cells: [text("c"), text("d")]),
          ]))
    }
  }

  private func path(_ part: String, _ row: Int, _ cell: Int) -> NodePath {
    NodePath.root.appending(part, row).appending("cells", cell)
  }

  @Test func `a row of a template is refused with its path`() {
    var row = Row(cells: [text("a")])
    row.each = "people"
    #expect(throws: LayoutError.templateOnly("each", path: NodePath.root.appending("rows", 0))) {
      try layout(Table(columns: [.fitting], rows: [row]))
    }
  }

  // MARK: Rows

  @Test func `cells of two sizes stand on one line`() throws {
    let big = Cell(Label("big", style: LabelStyle(.named("twenty"))))
    let frame = try layout(
      Table(columns: [.fitting, .fitting], rows: [Row(cells: [text("small"), big])]))
    // 24 is the line of 20 points, its baseline 18; the small one's is 9 in its own box.
    #expect(frame.firstBaseline == 18)
    #expect(frame.leaves.map(\.rect.origin.y) == [9, 0])
    #expect(frame.size.height == 24)
  }

  @Test(
    arguments: [
      (.top, [0, 0]), (.center, [12, 0]), (.bottom, [24, 0]), (.firstBaseline, [0, 0]),
      (.lastBaseline, [24, 0]),
    ] as [(VerticalAlignment, [Double])])
  func `cells of one and of three lines stand as the table says`(
    _ alignment: VerticalAlignment, _ expected: [Double]
  ) throws {
    let frame = try layout(
      Table(
        columns: [.fitting, .fixed(.pt(10))],
        rows: [Row(cells: [text("a"), text("bb bb bb")])], rowAlignment: alignment))
    #expect(frame.leaves.map(\.rect.origin.y) == expected)
    #expect(frame.size.height == 36)
  }

  @Test func `a cell's own alignment wins over its column's and its table's`() throws {
    let columns = [Column(.fixed(.pt(50)), alignment: .trailing), .fixed(.pt(10))]
    let frame = try layout(
      Table(
        columns: columns,
        rows: [
          Row(cells: [text("a"), text("bb bb")]),
          Row(cells: [
            text("a", alignment: Alignment(.center, .bottom)), text("bb bb"),
          ]),
        ]))
    #expect(
      frame.leaves.map(\.rect.origin) == [
        Point(x: 45, y: 0), Point(x: 50, y: 0), Point(x: 22.5, y: 36), Point(x: 50, y: 24),
      ])
  }

  @Test func `rows do not move for what they say`() throws {
    func tops(_ name: String) throws -> [Double] {
      try layout(
        Table(
          columns: [.fitting, .fitting],
          rows: ["Anna", name, "", "Zoë"].map { Row(cells: [text("Name"), text($0)]) })
      ).cells.map(\.rect.origin.y)
    }
    for name in ["Anna 张三", "สวัสดี", "🙂", "", "jpqy"] {
      #expect(try tops(name) == tops("Ann"))
    }
  }

  @Test func `a row is as high as its text in the width within the padding`() throws {
    // 28 points within 50 hold 5 letters, so 15 letters take 3 lines.
    let wide = EdgeLengths(
      top: .pt(2), leading: .pt(10), bottom: .pt(3), trailing: .pt(12))
    let frame = try layout(
      Table(
        columns: [.fixed(.pt(50))],
        rows: [Row(cells: [text("ABCDEFGHIJKLMNO")]), Row(cells: [text("next")])],
        cellPadding: wide))
    #expect(frame.texts[0].lines.map(\.shaped.text) == ["ABCDE", "FGHIJ", "KLMNO"])
    #expect(frame.leaves[0].rect == Rect(x: 10, y: 2, width: 25, height: 36))
    #expect(frame.cells.map(\.rect.origin.y) == [0, 41])
    #expect(frame.leaves[1].rect.origin == Point(x: 10, y: 43))
    #expect(frame.codes == [.textWrapped])
  }

  @Test func `a cell over several rows gives its excess to the last of them`() throws {
    let frame = try layout(
      Table(
        columns: [.fitting, .fitting],
        rows: [
          Row(cells: [square(40, rows: 2), text("a")]), Row(cells: [text("b")]),
          Row(cells: [text("c"), text("d")]),
        ], rowSpacing: .pt(2)))
    #expect(
      frame.cells.map(\.rect.origin) == [
        Point(x: 0, y: 0), Point(x: 40, y: 0), Point(x: 40, y: 14), Point(x: 0, y: 42),
        Point(x: 40, y: 42),
      ])
    #expect(frame.cells[0].rect.size.height == 40)
    #expect(frame.cells[2].rect.size.height == 26)
    #expect(frame.size.height == 54)
  }

  @Test func `a text over several rows stands on the first baseline and has room`() throws {
    let big = Cell(Label("big", style: LabelStyle(.named("twenty"))))
    let frame = try layout(
      Table(
        columns: [.fixed(.pt(10)), .fitting],
        rows: [Row(cells: [text("aa aa aa", rows: 2), big]), Row(cells: [text("b")])]))
    #expect(frame.leaves[0].rect == Rect(x: 0, y: 9, width: 10, height: 36))
    #expect(frame.size.height == 45)
    #expect(!frame.codes.contains(.textOverflows))
  }

  @Test func `a span ends with the rows there are, and a heading's with the header`() throws {
    let frame = try layout(
      Table(
        columns: [.fitting, .fitting], header: Row(cells: [text("h", rows: 5), text("i")]),
        rows: [Row(cells: [text("a", rows: .max), text("b")]), Row(cells: [text("c")])]))
    #expect(frame.cells.map(\.rect.size.height) == [12, 12, 24, 12, 12])
    #expect(frame.cells.map(\.rect.origin.x) == [0, 5, 0, 5, 5])
  }

  // MARK: Direction

  @Test func `in a table that reads from the right the first column is rightmost`() throws {
    let columns = [
      Column(.fixed(.pt(60)), alignment: .trailing), Column(.fixed(.pt(40))),
    ]
    let table = Table(
      columns: columns,
      rows: [
        Row(cells: [text("a"), text("b")]), Row(cells: [text("c", columns: 2)]),
      ], columnSpacing: .pt(10),
      cellPadding: EdgeLengths(leading: .pt(3), trailing: .pt(1)))
    let right = try layout(table, .rightToLeft)
    #expect(right.cells.map(\.rect.origin.x) == [50, 0, 0])
    #expect(right.leaves.map(\.rect.origin.x) == [51, 32, 1])
    // The mirror image of the table that reads from the left.
    let left = try layout(table)
    #expect(left.leaves.map { 110 - $0.rect.maxX } == right.leaves.map(\.rect.origin.x))
  }

  @Test func `lines are mirrored where a table reads from the right`() throws {
    let table = Table(
      columns: [.fixed(.pt(60)), .fixed(.pt(40))],
      rows: [Row(cells: [text("a"), text("b")]), Row(cells: [text("c", columns: 2)])],
      grid: Border(.pt(1), .black))
    let left = try layout(table).lines
    let right = try layout(table, .rightToLeft).lines
    #expect(left.count == right.count)
    for line in left {
      var mirror = line
      mirror.origin.x = 100 - line.maxX
      #expect(right.contains(mirror))
    }
  }

  // MARK: Lines and fills

  @Test func `every edge inside a grid with spans is drawn once`() throws {
    let table = Table(
      columns: [.fixed(.pt(50)), .fixed(.pt(50))],
      rows: [
        Row(cells: [text("a", columns: 2)]), Row(cells: [text("b", rows: 2), text("c")]),
        Row(cells: [text("d")]),
      ], grid: Border(.pt(1), .black))
    let lines = try layout(table).lines
    #expect(
      lines == [
        Rect(x: 0, y: 0, width: 100, height: 1), Rect(x: 0, y: 11.5, width: 100, height: 1),
        Rect(x: 50, y: 23.5, width: 50, height: 1), Rect(x: 0, y: 35, width: 100, height: 1),
        Rect(x: 0, y: 0, width: 1, height: 36), Rect(x: 49.5, y: 12, width: 1, height: 24),
        Rect(x: 99, y: 0, width: 1, height: 36),
      ])
  }

  @Test func `a grid of four cells has each line once and whole`() throws {
    let rows = [Row(cells: [text("a"), text("b")]), Row(cells: [text("c"), text("d")])]
    let table = Table(
      columns: [.fixed(.pt(50)), .fixed(.pt(50))], rows: rows, columnSpacing: .pt(4),
      rowSpacing: .pt(2), grid: Border(.pt(1), .black))
    #expect(
      try layout(table).lines == [
        Rect(x: 0, y: 0, width: 104, height: 1), Rect(x: 0, y: 12.5, width: 104, height: 1),
        Rect(x: 0, y: 25, width: 104, height: 1), Rect(x: 0, y: 0, width: 1, height: 26),
        Rect(x: 51.5, y: 0, width: 1, height: 26), Rect(x: 103, y: 0, width: 1, height: 26),
      ])
  }

  @Test func `rules lie between rows only and not through spans`() throws {
    let table = Table(
      columns: [.fixed(.pt(50)), .fixed(.pt(50))], header: Row(cells: [text("h"), text("i")]),
      rows: [
        Row(cells: [text("a", rows: 2), text("b")]), Row(cells: [text("c")]),
      ], rule: Border(.pt(0.5), .black))
    #expect(
      try layout(table).lines == [
        Rect(x: 0, y: 11.75, width: 100, height: 0.5),
        Rect(x: 50, y: 23.75, width: 50, height: 0.5),
      ])
    let single = Table(
      columns: [.fitting], rows: [Row(cells: [text("a")])], rule: Border(.pt(1), .black))
    #expect(try layout(single).lines.isEmpty)
  }

  @Test func `stripes lie under gaps and spans as one rectangle for each second row`() throws {
    let rows = (1...4).map { Row(cells: [text("a\($0)"), text("b")]) }
    let table = Table(
      columns: [.fixed(.pt(50)), .fixed(.pt(50))], header: Row(cells: [text("h", columns: 2)]),
      rows: rows, columnSpacing: .pt(10), rowSpacing: .pt(2), zebra: .color(.grey3),
      id: "t")
    let frame = try layout(table)
    #expect(
      frame.areas == [
        Rect(x: 0, y: 27, width: 110, height: 14), Rect(x: 0, y: 55, width: 110, height: 13),
      ])
    // They come before all rows, so nothing is covered.
    guard case .group(let group) = frame.items[0].item else {
      Issue.record("A table is a group.")
      return
    }
    let kinds = group.items.map { if case .shape = $0.item { "area" } else { "row" } }
    #expect(kinds == ["area", "area", "row", "row", "row", "row", "row"])
  }

  @Test func `a row's own fill takes the place of its stripe`() throws {
    let rows = [
      Row(cells: [text("a")], fill: .color(.black)), Row(cells: [text("b")], fill: .color(.white)),
    ]
    let frame = try layout(
      Table(columns: [.fixed(.pt(50))], rows: rows, zebra: .color(.grey3)))
    let fills = frame.leaves.compactMap { leaf -> FramePaint? in
      if case .shape(let shape) = leaf.placed.item { shape.fill } else { nil }
    }
    #expect(
      fills == [
        .color(Color(red: 0x11, green: 0x11, blue: 0x11)),
        .color(Color(red: 255, green: 255, blue: 255)),
      ])
  }

  // MARK: Among others

  @Test func `a table beside a spacer keeps its content whole`() throws {
    let table = Table(
      columns: [.fitting, .fitting], rows: [Row(cells: [text("title"), text("some value")])])
    let row = Stack(.horizontal) {
      table
      Spacer()
      square(10).content
    }
    let frame = try layout(row, in: 200)
    #expect(frame.cells.map(\.rect.size.width) == [25, 50])
    #expect(frame.leaves.last?.rect.origin.x == 190)
    // With less than that the value wraps.
    let narrow = try layout(row, in: 80)
    #expect(narrow.cells.map(\.rect.size.width) == [25, 37])
    #expect(narrow.texts[1].lines.count == 2)
    #expect(narrow.size.width == 80)
  }

  @Test func `a table that takes what is left does so in a stack`() throws {
    let table = Table(
      columns: [.fitting, .flexible], rows: [Row(cells: [text("ab"), text("cd")])])
    let row = Stack(.horizontal) {
      table
      square(10).content
    }
    #expect(try layout(row, in: 200).cells.map(\.rect.size.width) == [10, 180])
  }

  @Test func `a table in a cell is laid out like any node`() throws {
    let inner = Table(
      columns: [.fitting, .fitting], rows: [Row(cells: [text("a"), text("bb bb")])])
    let frame = try layout(
      Table(columns: [.fitting, .fitting], rows: [Row(cells: [text("x"), Cell(inner)])]), in: 20)
    #expect(frame.size == Size(width: 20, height: 24))
    // It stands by its baseline as a text does.
    #expect(frame.firstBaseline == 9)
  }

  @Test(arguments: [VerticalAlignment.top, .center, .firstBaseline])
  func `a table has the first and the last baseline of its texts`(
    _ alignment: VerticalAlignment
  ) throws {
    let frame = try layout(
      Table(
        columns: [.fitting, .fixed(.pt(10))],
        rows: [
          Row(cells: [square(20)]), Row(cells: [text("a"), text("a")]),
          Row(cells: [text("b"), text("bb bb")]),
        ], rowAlignment: alignment))
    #expect(frame.firstBaseline == 29)
    #expect(frame.lastBaseline == 53)
  }

  @Test func `what can grow fills the height of its row`() throws {
    let column = Stack(.vertical, alignment: .leading, spacing: .zero) {
      Label("top", style: .ten)
      Spacer(minimum: .zero)
      Label("end", style: .ten)
    }
    let row = Row(cells: [
      square(60), Cell(Shape.rectangle(.black)), Cell(column, alignment: Alignment(.leading, .top)),
      Cell(Label("mid", style: .ten), alignment: Alignment(.leading, .center)),
    ])
    let frame = try layout(
      Table(columns: [.fitting, .fixed(.pt(8)), .fitting, .fitting], rows: [row]))
    #expect(frame.size.height == 60)
    #expect(frame.leaves[1].rect == Rect(x: 60, y: 0, width: 8, height: 60))
    #expect(frame.leaves.dropFirst(2).map(\.rect.origin.y) == [0, 48, 24])
  }

  @Test func `what covers a ratio does not leave its cell for a high row`() throws {
    let picture = Shape.rectangle(.black).aspectRatio(0.75, fit: .cover)
    let frame = try layout(
      Table(
        columns: [.fixed(.pt(30)), .fitting], rows: [Row(cells: [Cell(picture), square(100)])]))
    #expect(frame.leaves[0].rect.size.width <= 30)
  }

  @Test func `what is wider than its fixed column is said`() throws {
    let frame = try layout(
      Table(
        columns: [.fixed(.pt(30)), .fixed(.pt(30))],
        rows: [Row(cells: [text("a"), square(50)])], cellPadding: .all(.pt(2))), in: 100)
    #expect(
      frame.findings.map(\.message) == [
        "The cell in column 2 of row 1 holds something 24 pt wider than its place."
      ])
    #expect(frame.findings.first?.path?.description == "rows[0].cells[1]")
  }

  @Test(arguments: [6.0, 4, 0.5])
  func `nothing is drawn outside a column that is too narrow for a letter`(
    _ width: Double
  ) throws {
    let label = Label("too long", style: .ten)
    let frame = try layout(
      Table(
        columns: [.fixed(.pt(width)), .fitting], rows: [Row(cells: [Cell(label), text("b")])]))
    #expect(frame.texts[0].lines.allSatisfy { $0.shaped.width <= width })
    #expect(frame.codes == [.textCut])
  }

  @Test func `three times the rows ask three times the questions`() throws {
    func questions(_ count: Int) throws -> Int {
      let rows = (0..<count).map { index in
        Row(cells: [
          Cell(Label("Title \(index)", style: .ten)), text("some words of row \(index)"),
          text("\(index * 7919)"), text("the last one \(index)"),
        ])
      }
      let table = Table(
        columns: [.fitting, .fitting, .fitting, .flexible], rows: rows,
        grid: Border(.pt(1), .black))
      let counter = CountingMeasurer()
      _ = try LayoutEngine.fake(measuring: counter).layout(
        table.node, in: Proposal(width: 250, height: nil))
      return counter.count
    }
    let (few, many) = (try questions(100), try questions(300))
    #expect(few >= 400)
    // A few texts more break their lines; anything quadratic asks nine times as many.
    #expect(many <= few * 4)
  }
}

/// Counts what is asked of a fake measurer.
final class CountingMeasurer: TextMeasuring {
  private let inner = FakeMeasurer()
  private(set) var count = 0

  func metrics(of face: FontFace, size: Double) throws(TextError) -> FontMetrics {
    try inner.metrics(of: face, size: size)
  }

  func shape(_ request: TextRequest) throws(TextError) -> ShapedText {
    count += 1
    return try inner.shape(request)
  }
}

extension Frame {
  /// The cells of all tables with their places in the frame.
  var cells: [(rect: Rect, placed: PlacedItem)] {
    func cells(_ items: [PlacedItem], _ corner: Point) -> [(rect: Rect, placed: PlacedItem)] {
      items.flatMap { placed -> [(rect: Rect, placed: PlacedItem)] in
        guard case .group(let group) = placed.item else { return [] }
        let origin = corner + placed.origin
        let inner = cells(group.items, origin)
        guard group.role == .cell || group.role == .headerCell else { return inner }
        return [(Rect(origin: origin, size: placed.size), placed)] + inner
      }
    }
    return cells(items, .zero)
  }

  /// The places of all lines.
  fileprivate var lines: [Rect] {
    leaves.filter {
      if case .shape(let shape) = $0.placed.item, case .line = shape.kind { true } else { false }
    }.map(\.rect)
  }

  /// The places of all areas.
  fileprivate var areas: [Rect] {
    leaves.filter {
      if case .shape(let shape) = $0.placed.item, case .area = shape.kind { true } else { false }
    }.map(\.rect)
  }
}
