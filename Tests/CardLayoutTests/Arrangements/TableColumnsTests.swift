import CardLayout
import CardModel
import Testing

/// The widths of columns; each letter of the texts is 5 points wide.
struct TableColumnsTests {
  /// One word of 6 letters, so 30 points at least and at most.
  private let a = Cell(Label("aaaaaa", style: .ten, fit: .wrap()))
  /// At least 50 points and 200 in one line.
  private let b = Cell(Label("bbbbbbbbbb bbbbbbbbbb bbbbbbbbbb bbbbbbb", style: .ten, fit: .wrap()))
  /// At least 40 points and 200 in one line.
  private let c = Cell(
    Label("cccccccc cccccccc cccccccc cccccccc cccc", style: .ten, fit: .wrap()))

  private func wrapping(_ text: String, columns: Int = 1) -> Cell {
    Cell(Label(text, style: .ten, fit: .wrap()), columns: columns)
  }

  private func oneLine(_ text: String, columns: Int = 1) -> Cell {
    Cell(Label(text, style: .ten), columns: columns)
  }

  private func frame(
    _ columns: [Column], _ rows: [[Cell]], in width: Double?, spacing: Double = 0,
    padding: Double = 0, excess: Table.Excess = .pack
  ) throws -> Frame {
    let table = Table(
      columns: columns, rows: rows.map { Row(cells: $0) }, columnSpacing: .pt(spacing),
      cellPadding: EdgeLengths(leading: .pt(padding), trailing: .pt(padding)), excess: excess)
    return try LayoutEngine.fake().layout(
      table.node, in: Proposal(width: width, height: nil))
  }

  /// The widths of the first row's cells, to two decimals.
  private func widths(
    _ columns: [Column], _ rows: [[Cell]], in width: Double?, spacing: Double = 0,
    padding: Double = 0, excess: Table.Excess = .pack
  ) throws -> [Double] {
    let frame = try frame(
      columns, rows, in: width, spacing: spacing, padding: padding, excess: excess)
    return frame.cells.filter { $0.placed.path.description.contains("rows[0]") }.map {
      ($0.rect.size.width * 100).rounded() / 100
    }
  }

  @Test(
    arguments: [
      (300, .pack, [30, 137.10, 132.90]),
      (300, .stretchAuto, [30, 137.10, 132.90]),
      (120, .pack, [30, 50, 40]),
      (100, .pack, [30, 50, 40]),
      (0, .pack, [30, 50, 40]),
      (430, .pack, [30, 200, 200]),
      (600, .pack, [30, 200, 200]),
      (600, .stretchAuto, [41.86, 279.07, 279.07]),
      (600, .stretchLast, [30, 200, 370]),
      (nil, .stretchAuto, [30, 200, 200]),
      (.infinity, .pack, [30, 200, 200]),
    ] as [(Double?, Table.Excess, [Double])])
  func `fitting columns share as automatic tables of CSS do`(
    _ width: Double?, _ excess: Table.Excess, _ expected: [Double]
  ) throws {
    #expect(
      try widths([.fitting, .fitting, .fitting], [[a, b, c]], in: width, excess: excess)
        == expected)
  }

  @Test func `a table that is too wide says by how much, where and for which word`() throws {
    let frame = try frame([.fitting, .fitting, .fitting], [[a, b, c]], in: 100)
    #expect(frame.size.width == 120)
    let finding = try #require(frame.findings.first { $0.code == .tableOverflows })
    #expect(
      finding.message == "The table is 20 pt wider than its place; 'bbbbbbbbbb' in column 2 of row "
        + "1 needs 50 pt.")
    #expect(finding.path?.description == "rows[0].cells[1]")
    #expect(finding.severity == .warning)
  }

  @Test func `flexible columns share by weight what fixed and fitting ones leave`() throws {
    let columns: [Column] = [
      .fixed(.pt(50)), .fitting, .flexible, Column(.flexible(weight: 2)),
    ]
    let row = [wrapping("x"), wrapping("aaaaaaaa"), wrapping("x"), wrapping("x")]
    #expect(try widths(columns, [row], in: 300) == [50, 40, 70, 140])
    // Room goes to flexible columns, whatever the policy for excess.
    #expect(try widths(columns, [row], in: 300, excess: .stretchLast) == [50, 40, 70, 140])
    #expect(try widths(columns, [row], in: 330, spacing: 10) == [50, 40, 70, 140])
  }

  @Test func `a flexible column is never under its longest word`() throws {
    let fit = [20, 50, 400].map { wrapping(words($0)) }
    // By tracks without a floor the last one would be starved to nothing.
    let found = try widths(
      [.fitting, .fitting, .fitting, .flexible], [fit + [wrapping("aaaa")]], in: 200)
    #expect(found[3] == 20)
    #expect(found.reduce(0, +) == 200)
    // A weight too small for its word leaves the rest to the others.
    let row = [wrapping("aaaaaaaaaa"), wrapping("x"), wrapping("x")]
    #expect(
      try widths([.flexible, .flexible, Column(.flexible(weight: 2))], [row], in: 110)
        == [50, 20, 40])
  }

  /// Words of 4 letters that are so wide in one line.
  private func words(_ width: Int) -> String {
    String(Array(repeating: "wwww", count: width / 20 + 1).joined(separator: " ").prefix(width / 5))
  }

  @Test func `without a limit flexible columns keep their weights and their content`() throws {
    let columns = [Column.flexible, Column(.flexible(weight: 3))]
    #expect(try widths(columns, [[wrapping("aa aa"), wrapping("b")]], in: nil) == [25, 75])
  }

  @Test func `a column of one unbreakable line keeps its width`() throws {
    let middle = Cell(Label("nowrap middle cell", style: .ten, fit: .fail))
    let found = try widths(
      [.fitting, .fitting, .fitting], [[wrapping("aa aa"), middle, wrapping("bb bb")]], in: 28)
    #expect(found == [10, 90, 10])
  }

  @Test func `a minimum is kept beside a very long neighbour`() throws {
    let columns: [Column] = [Column(.fitting(minimum: .pt(130))), .fitting]
    let long = Array(repeating: "wwww", count: 80).joined(separator: " ")
    #expect(try widths(columns, [[wrapping("a"), wrapping(long)]], in: 300) == [130, 170])
    #expect(try widths(columns, [[wrapping("a"), wrapping(long)]], in: 20) == [130, 20])
  }

  @Test func `a maximum is kept but for a longer word`() throws {
    let columns: [Column] = [Column(.fitting(maximum: .pt(60))), .fitting]
    let row = [wrapping("bbbb bbbb bbbb bbbb"), wrapping("aaaa")]
    #expect(try widths(columns, [row], in: 300) == [60, 20])
    #expect(try widths(columns, [row], in: nil) == [60, 20])
    #expect(try widths(columns, [row], in: 300, excess: .stretchAuto) == [60, 240])
    #expect(
      try widths(columns, [[wrapping("bbbbbbbbbbbbbbbb"), wrapping("aaaa")]], in: 300) == [80, 20])
    // A minimum wins over a maximum.
    let both = Column(.fitting(minimum: .pt(90), maximum: .pt(60)))
    #expect(try widths([both], [[wrapping("aaaa")]], in: 300) == [90])
  }

  @Test func `no word leaves its column while the table has room for all`() throws {
    let row = [26, 5, 45, 5].map { wrapping(String(repeating: "w", count: $0)) }
    let columns = Array(repeating: Column.fitting, count: 4)
    for width in stride(from: 405.0, through: 500, by: 5) {
      let frame = try frame(columns, [row], in: width)
      #expect(frame.texts.allSatisfy { $0.lines.count == 1 && !$0.isTruncated })
      #expect(frame.codes.isEmpty)
    }
  }

  @Test func `a long note across a table wraps at the width that the rows need`() throws {
    let note = wrapping(
      Array(repeating: "word", count: 60).joined(separator: " "), columns: 2)
    let rows = [[oneLine("Name"), oneLine("Jane Appleseed")], [note]]
    for width in [nil, 500] as [Double?] {
      let frame = try frame([.fitting, .fitting], rows, in: width)
      #expect(frame.size.width == 90)
      #expect(frame.texts[2].lines.count > 10)
      #expect(frame.texts[2].lines.allSatisfy { $0.shaped.width <= 90 })
    }
  }

  @Test func `columns that hold nothing of their own follow what spans them`() throws {
    let rows = [[wrapping("aa aa", columns: 2)], [wrapping("aaaa aaaa aaaa", columns: 2)]]
    #expect(try frame([.fitting, .fitting], rows, in: 500).size.width == 70)
    #expect(try frame([.fitting, .fitting], rows.reversed(), in: 500).size.width == 70)
  }

  @Test func `a heading of one line that spans columns is whole where there is room`() throws {
    let rows = [[oneLine("Personal details", columns: 2)], [oneLine("Id"), oneLine("7")]]
    let frame = try frame([.fitting, .fitting], rows, in: 500)
    #expect(frame.size.width == 80)
    #expect(frame.codes.isEmpty)
  }

  @Test func `a spanning word grows the columns that can and no others`() throws {
    let long = wrapping(String(repeating: "w", count: 20), columns: 2)
    let row = [wrapping("aa"), wrapping("bb")]
    #expect(try widths([.fixed(.pt(20)), .fitting], [row, [long]], in: 300) == [20, 80])
    #expect(try widths([.fitting, .fixed(.pt(20))], [row, [long]], in: 50) == [80, 20])
    #expect(try widths([.fitting, .flexible], [row, [long]], in: 50) == [10, 90])
    #expect(try widths([.fitting, .fitting], [row, [long]], in: 50) == [50, 50])
    #expect(try widths([.fitting, .fitting], [row, [long]], in: 50, spacing: 10) == [45, 45])
    #expect(try widths([.percent(50), .percent(50)], [row, [long]], in: 50) == [50, 50])
    // What the columns already hold is enough.
    let wide = [wrapping(String(repeating: "a", count: 15)), wrapping("bbbbb")]
    #expect(try widths([.fitting, .fitting], [wide, [long]], in: 50) == [75, 25])
  }

  @Test func `titles keep their width before values`() throws {
    let long = "a value of several words that has to wrap"
    let rows = [[oneLine("Date of birth"), wrapping(long)], [oneLine("Id"), wrapping("7")]]
    for width in stride(from: 105.0, through: 400, by: 5) {
      let frame = try frame([.fitting, .fitting], rows, in: width)
      #expect(frame.cells[0].rect.size.width == 65)
      #expect(!frame.texts[0].isTruncated)
    }
    #expect(try widths([.fitting, .flexible], rows, in: 150) == [65, 85])
    // Where even the words do not fit beside it, the title is cut and the words are whole.
    let narrow = try frame([.fitting, .fitting], rows, in: 80)
    #expect(narrow.cells.map(\.rect.size.width) == [45, 35, 45, 35])
    #expect(narrow.codes.contains(.textCut))
  }

  @Test func `a percentage is a share of the table without its gaps`() throws {
    let row = [wrapping("a"), wrapping("b")]
    #expect(try widths([.percent(25), .percent(75)], [row], in: 200) == [50, 150])
    #expect(try widths([.percent(50), .percent(50)], [row], in: 210, spacing: 10) == [100, 100])
    #expect(try widths([.percent(25), .fitting], [row], in: 200) == [50, 5])
    #expect(try widths([.percent(25), .flexible], [row], in: 200) == [50, 150])
    // Never under a word, and never over the table.
    #expect(
      try widths([.percent(1), .flexible], [[wrapping("aaaa"), wrapping("b")]], in: 100) == [
        20, 80,
      ])
    #expect(try widths([.percent(400), .fitting], [row], in: 100) == [95, 5])
    #expect(
      try widths([.percent(20), .percent(30)], [row], in: 200, excess: .stretchAuto) == [80, 120])
    #expect(try widths([.percent(25), .percent(75)], [row], in: nil) == [5, 5])
  }

  @Test func `fixed columns take an excess only where nothing else can`() throws {
    let columns: [Column] = [.fixed(.pt(20)), .fixed(.pt(60))]
    let row = [wrapping("a"), wrapping("b")]
    #expect(try widths(columns, [row], in: 160, excess: .stretchAuto) == [40, 120])
    #expect(try widths(columns + [.fitting], [row], in: 160, excess: .stretchAuto) == [20, 60])
    #expect(try widths(columns, [row], in: 160) == [20, 60])
  }

  @Test func `the padding of cells counts in their columns`() throws {
    let row = [wrapping("aaaa aa"), wrapping("bb")]
    let columns: [Column] = [.fitting, .fitting]
    #expect(try widths(columns, [row], in: nil, padding: 3) == [41, 16])
    #expect(try widths(columns, [row], in: 0, padding: 3) == [26, 16])
    #expect(try widths([.fixed(.pt(20)), .fitting], [row], in: nil, padding: 3) == [20, 16])
  }

  @Test func `every width is finite whatever the rules`() throws {
    let rules: [Column.Width] = [
      .fixed(.pt(30)), .fixed(.pt(-5)), .percent(40), .percent(0), .fitting(),
      .fitting(minimum: .pt(20)), .fitting(maximum: .pt(10)), .flexible(), .flexible(weight: 0),
      .flexible(weight: -1), .flexible(weight: .nan), .flexible(weight: .infinity), .percent(.nan),
      .percent(.infinity), .fitting(maximum: .pt(.infinity)),
    ]
    for first in rules {
      for second in rules {
        for width in [nil, 1, 50, .infinity] as [Double?] {
          for excess in Table.Excess.allCases {
            let rows = [
              [wrapping("aaa aa"), wrapping("bb")], [wrapping("cccc cccccc", columns: 2)],
            ]
            let frame = try frame(
              [Column(first), Column(second)], rows, in: width, spacing: 4, excess: excess)
            #expect(
              frame.cells.allSatisfy { $0.rect.size.width.isFinite && $0.rect.size.width >= 0 })
            if width?.isFinite ?? true { #expect(frame.size.width.isFinite) }
            if let width, width.isFinite, !frame.codes.contains(.tableOverflows) {
              #expect(frame.size.width <= width + 1e-6)
            }
          }
        }
      }
    }
  }
}
