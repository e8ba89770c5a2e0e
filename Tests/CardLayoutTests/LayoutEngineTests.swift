import CardLayout
import CardModel
import Testing

struct LayoutEngineTests {
  private func label(_ text: String, _ fit: Fit = .wrap()) -> Label {
    Label(text, style: .ten, fit: fit)
  }

  @Test func `a label beside a square is laid out in the room that is left`() throws {
    let text = Array(repeating: "word", count: 60).joined(separator: " ")
    let row = Stack(.horizontal) {
      Shape.rectangle(.black).frame(width: .pt(48), height: .pt(48))
      label(text)
    }
    let frame = try LayoutEngine.fake().layout(row.node, in: Proposal(width: 200, height: nil))
    let rect = frame.leaves[1].rect
    #expect(rect.size.width <= 152)
    #expect(rect.maxX <= 200)
    #expect(frame.texts[0].lines.count > 1)
  }

  @Test(arguments: [1, 2, 3])
  func `nesting does not change where a text breaks`(_ depth: Int) throws {
    var node = label("one two three four five six seven eight nine ten").node
    for _ in 0..<depth {
      let column = Stack(.vertical, children: [node]).frame(maxWidth: .infinity)
      let row = Stack(.horizontal, children: [column.node])
      node = Stack(.vertical, children: [row.node]).frame(maxWidth: .infinity).node
    }
    let frame = try LayoutEngine.fake().layout(node, in: Proposal(width: 180, height: nil))
    #expect(
      frame.texts[0].lines.map(\.shaped.text) == [
        "one two three four five six seven", "eight nine ten",
      ])
  }

  @Test func `a colour in a column of its ideal size is as wide as the widest text`() throws {
    let column = Stack(.vertical) {
      label("short")
      Shape.rectangle(.black)
      label("rather longer")
    }
    let frame = try LayoutEngine.fake().layout(
      column.fixedSize().node, in: Proposal(width: 300, height: 300))
    #expect(frame.leaves[1].rect.size.width == 65)
  }

  @Test func `a text that shrinks stays in one line where one is allowed`() throws {
    let node = Label("hello world", style: LabelStyle(.named("twenty")), fit: .shrink(to: 4))
    let frame = try LayoutEngine.fake().layout(node.node, in: Proposal(width: 100, height: 200))
    #expect(frame.texts[0].lines.count == 1)
    #expect(frame.texts[0].size == 18.1)
    #expect(frame.codes == [.textShrunk])
  }

  @Test(
    arguments: [
      // In a wide place the common size counts, in a narrow one the text is smaller, at the floor.
      ("a", 12.0, 200.0, 12.0, [.textShrunk]), ("a", 30, 200, 20, []), ("b", 12, 200, 20, []),
      ("a", 12, 55, 10, [.textShrunk, .belowBatchSize]), ("a", 2, 200, 4, [.textShrunk]),
      ("a", 12, 11, 4, [.textShrunk, .belowBatchSize, .textCut]),
    ] as [(String, Double, Double, Double, [Finding.Code])])
  func `a text with a common size begins at it`(
    _ id: String, _ common: Double, _ width: Double, _ size: Double, _ codes: [Finding.Code]
  ) throws {
    let label = Label(
      "hello world", style: LabelStyle(.named("twenty")), fit: .shrink(to: 4, batch: 1), id: id)
    let frame = try LayoutEngine.fake(batchSizes: ["a": common]).layout(
      label.node, in: Proposal(width: width, height: 200))
    #expect(frame.texts[0].size == size)
    #expect(frame.texts[0].batchShare == 1)
    #expect(frame.codes == codes)
    let alone = Label(
      "hello world", style: LabelStyle(.named("twenty")), fit: .shrink(to: 4), id: id)
    let own = try LayoutEngine.fake(batchSizes: ["a": common]).layout(
      alone.node, in: Proposal(width: 200, height: 200))
    #expect(own.texts[0].size == 20)
  }

  @Test func `a text that shrinks uses the lines that it may`() throws {
    let words = Array(repeating: "word", count: 12).joined(separator: " ")
    func size(_ lines: Int, _ width: Double, _ height: Double) throws -> Double {
      let node = Label(
        words, style: LabelStyle(.named("twenty")), fit: .shrink(to: 2, lines: lines))
      return try LayoutEngine.fake().layout(
        node.node, in: Proposal(width: width, height: height)
      ).texts[0].size
    }
    #expect(try size(4, 150, 60) > size(1, 150, 60))
    #expect(try size(4, 150, 60) <= size(4, 160, 70))
  }

  @Test func `what does not fit and must is an error with its path`() {
    let node = Stack(.vertical) { label("hello world", .fail) }.node
    #expect {
      try LayoutEngine.fake().layout(node, in: Proposal(width: 30, height: 40))
    } throws: { error in
      guard case .textDoesNotFit(_, _, _, let path) = error as? LayoutError else { return false }
      return path.description == "children[0]"
    }
  }

  @Test func `a row that reads from the right begins at the right`() throws {
    let row = Stack(.horizontal) {
      Shape.rectangle(.black).frame(width: .pt(10), height: .pt(10))
      Spacer()
      label("ab")
    }
    let frame = try LayoutEngine.fake(direction: .rightToLeft).layout(
      row.node, in: Proposal(width: 100, height: 20))
    #expect(frame.leaves.map(\.rect.origin.x) == [90, 0])
  }

  @Test func `two hundred nodes deep is allowed and fast, and one more is refused`() throws {
    func tree(_ depth: Int) -> Node {
      var node = label("x").node
      for level in 1..<depth {
        node =
          Stack(level.isMultiple(of: 2) ? .horizontal : .vertical, children: [node, Spacer().node])
          .node
      }
      return node
    }
    let proposal = Proposal(width: 2000, height: 2000)
    let clock = ContinuousClock()
    let time = try clock.measure { _ = try LayoutEngine.fake().layout(tree(199), in: proposal) }
    #expect(time < .seconds(5))
    #expect {
      try LayoutEngine.fake().layout(tree(201), in: proposal)
    } throws: { error in
      guard case .tooDeep(200, _) = error as? LayoutError else { return false }
      return true
    }
  }

  @Test func `a node that stands in templates only is refused`() {
    #expect(throws: LayoutError.templateOnly("component", path: .root)) {
      try LayoutEngine.fake().layout(.component(Component("x")), in: .unspecified)
    }
    #expect(throws: LayoutError.unboundText("{{name}}", path: .root)) {
      try LayoutEngine.fake().layout(Label("{{name}}", style: .ten).node, in: .unspecified)
    }
  }

  @Test func `a column keeps a text whole that must not break`() throws {
    let table = Table(
      columns: [.fitting, .fitting, .fitting],
      rows: [
        Row(cells: [
          Cell(label("a b c")), Cell(label("aaaaaaaaaaaaaaaaaa", .fail)), Cell(label("d e f")),
        ])
      ])
    let frame = try LayoutEngine.fake().layout(table.node, in: Proposal(width: 28, height: nil))
    #expect(frame.leaves[1].rect.size.width == 90)
    #expect(frame.codes.contains(.tableOverflows))
  }

  @Test func `padding of cells counts where their rows are measured`() throws {
    let table = Table(
      columns: [.fixed(.pt(60))],
      rows: [
        Row(cells: [Cell(label("abcdefghijkl"))]), Row(cells: [Cell(label("next"))]),
      ], cellPadding: .symmetric(horizontal: .pt(10)))
    let frame = try LayoutEngine.fake().layout(table.node, in: .unspecified)
    #expect(frame.texts[0].lines.map(\.shaped.text) == ["abcdefgh", "ijkl"])
    #expect(frame.leaves[1].rect.origin.y >= frame.leaves[0].rect.maxY)
  }

  @Test func `more cells than columns are an error`() {
    let row = Row(cells: [Cell(label("a")), Cell(label("b"), columns: .max)])
    #expect {
      try LayoutEngine.fake().layout(
        Table(columns: [.fitting, .fitting], rows: [row]).node, in: .unspecified)
    } throws: { ($0 as? LayoutError)?.path?.description == "rows[0].cells[1]" }
  }

  @Test func `a card tells what leaves it and what is hard to read`() throws {
    var card = Card(size: CardSize(width: .pt(100), height: .pt(50))) {
      Shape.rectangle(.white).frame(width: .pt(108), height: .pt(20))
      Label("pale", style: .body(.grey3)).fixedSize()
    }
    card.bleed = .pt(1)
    let frame = try LayoutEngine.fake().layout(card)
    #expect(frame.size == Size(width: 100, height: 50))
    #expect(frame.codes == [.contrast, .outsideCard])
    #expect(frame.findings.last?.message == "The shape sticks out of the card by 8 pt.")
  }

  @Test func `the dump of a small card`() throws {
    let card = Card(size: CardSize(width: .pt(100), height: .pt(50))) {
      Stack(.vertical, alignment: .leading, spacing: .pt(2), id: "all") {
        Label("Ada", style: .h3(), id: "name")
        Shape.line(width: .pt(1), color: .grey2)
      }
    }
    #expect(
      try LayoutEngine.fake().layout(card).dump == """
        frame 100 × 50, first baseline 10.8
          rectangle 0,0 100 × 50 fill #FFFFFF
          group #all 0,0 100 × 17.4
            text #name 0,0 18 × 14.4 h3.black 12 pt
              0,10.8 18 'Ada'
            horizontal line 0,16.4 100 × 1 stroke 1 #767676

        """)
  }
}
