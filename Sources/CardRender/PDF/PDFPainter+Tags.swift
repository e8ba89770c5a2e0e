internal import CardLayout
internal import CardModel

/// The tags of what is drawn.
extension PDFPainter {
  /// Draws a group as the element that it is to a reader.
  func drawTagged(
    _ group: FrameGroup, in bounds: Rect, on page: inout PDFPage
  ) throws(RenderError) {
    guard page.tags != nil, group.role != .none else {
      return try draw(group, in: bounds, on: &page)
    }
    switch group.role {
    case .none: break
    case .card: page.tags?.beginCard(isFront: true)
    case .cardBack: page.tags?.beginCard(isFront: false)
    case .table: page.tags?.begin("Table")
    case .row: page.tags?.begin("TR")
    case .headerCell: page.tags?.begin("TH", Self.scope("Column"))
    case .cell:
      // In a row of a title and a value the title is the value's heading.
      if page.titles > 0 {
        page.titles -= 1
        page.tags?.begin("TH", Self.scope("Row"))
      } else {
        page.tags?.begin("TD")
      }
    case .figure(let alternative):
      return try figure(alternative, in: bounds, on: &page) { page throws(RenderError) in
        // What it is drawn of is nothing by itself.
        let tags = page.tags
        page.tags = nil
        try draw(group, in: bounds, on: &page)
        page.tags = tags
      }
    }
    if group.role == .row { page.titles = group.isTitled ? 1 : 0 }
    try draw(group, in: bounds, on: &page)
    page.tags?.end()
  }

  private static func scope(_ name: String) -> PDFContent {
    var entries = PDFContent()
    entries.add(text: "/A<</O/Table/Scope/\(name)>>")
    return entries
  }

  func drawTagged(
    _ text: FrameText, at origin: Point, on page: inout PDFPage
  ) throws(RenderError) {
    guard page.tags != nil, text.lines.contains(where: { !$0.shaped.runs.isEmpty }) else {
      return try draw(text, at: origin, on: &page)
    }
    let level: Int? =
      switch text.style.type {
      case .h1: 1
      case .h2: 2
      case .h3: 3
      default: nil
      }
    // What is not one glyph after the other is read as it is written.
    var entries = PDFContent()
    if text.isComplex {
      entries.add("/ActualText")
      entries.string(text.lines.map(\.shaped.text).joined(separator: " "))
    }
    let isCell = page.tags?.current == "TD" || page.tags?.current == "TH"
    if !isCell {
      page.tags?.list(text.text, isHeading: level != nil)
      let heading = level.flatMap { page.tags?.heading($0) }
      page.tags?.begin(heading.map { "H\($0)" } ?? "P", entries)
    } else if text.isComplex {
      page.tags?.begin("Span", entries)
    }
    try page.marked { page throws(RenderError) in try draw(text, at: origin, on: &page) }
    if !isCell || text.isComplex { page.tags?.end() }
  }

  /// Draws a picture with what it says to those who cannot see it; nothing where that is empty.
  func figure(
    _ alternative: String, in bounds: Rect, on page: inout PDFPage,
    _ draw: (inout PDFPage) throws(RenderError) -> Void
  ) throws(RenderError) {
    guard page.tags != nil else { return try draw(&page) }
    guard !alternative.isEmpty else { return try page.artifact(draw) }
    let corners = page.flip(bounds)
    let ends = [corners.origin, Point(x: corners.maxX, y: corners.maxY)].map { page.map.apply($0) }
    var entries = PDFContent()
    entries.add("/Alt")
    entries.string(alternative)
    entries.add("/A<</O/Layout/Placement/Block/BBox[")
    entries.number(min(ends[0].x, ends[1].x))
    entries.number(min(ends[0].y, ends[1].y))
    entries.number(max(ends[0].x, ends[1].x))
    entries.number(max(ends[0].y, ends[1].y))
    entries.add("]>>")
    page.tags?.begin("Figure", entries)
    try page.marked(draw)
    page.tags?.end()
  }
}

extension FrameItem {
  /// Whether a card of a sheet is in it.
  var holdsCard: Bool {
    guard case .group(let group) = self else { return false }
    return group.role == .card || group.role == .cardBack
      || group.items.contains { $0.item.holdsCard }
  }
}

extension FrameText {
  /// Whether its glyphs are not its letters one after the other.
  fileprivate var isComplex: Bool {
    lines.contains { line in
      line.shaped.runs.contains { run in
        run.isRightToLeft || run.clusters.contains { $0.glyphs > 1 }
      }
    }
  }
}

extension FrameGroup {
  /// Whether it is a row of a title and a value.
  fileprivate var isTitled: Bool {
    items.count { placed in
      if case .group(let cell) = placed.item { cell.role == .cell } else { false }
    } == 2
  }

  /// Its texts in reading order.
  var texts: [String] {
    items.flatMap { placed -> [String] in
      switch placed.item {
      case .group(let group): if case .figure = group.role { [] } else { group.texts }
      case .text(let text): text.text.isEmpty ? [] : [text.text]
      case .shape, .picture, .barcode: []
      }
    }
  }
}
