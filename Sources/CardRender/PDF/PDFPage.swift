internal import CardLayout
internal import CardModel

/// What is drawn, and what it draws on.
struct PDFPage {
  var content = PDFContent()
  var resources = PDFResources()
  /// The height in points: a frame's `y` points down, a page's up.
  let height: Double
  /// The tags, where the document has them.
  var tags: PDFPageTags?
  /// Takes the coordinates of what is drawn to those of the page.
  var map = AffineMap()
  var isInText = false
  /// How many of the next cells are titles.
  var titles = 0
  var ink: Color?
  var font = ""
  var saved: [(ink: Color?, font: String)] = []

  init(height: Double) { self.height = height }

  func flip(_ rect: Rect) -> Rect {
    Rect(
      x: rect.origin.x, y: height - rect.maxY, width: rect.size.width,
      height: rect.size.height)
  }

  mutating func save() {
    endText()
    saved.append((ink, font))
    content.add("q\n")
  }

  mutating func restore() {
    endText()
    if let last = saved.popLast() { (ink, font) = last }
    content.add("Q\n")
  }

  /// Draws through a map.
  mutating func mapped(
    by matrix: AffineMap, _ draw: (inout PDFPage) throws(RenderError) -> Void
  ) throws(RenderError) {
    let outer = map
    save()
    content.matrix(matrix)
    map = matrix.then(outer)
    try draw(&self)
    map = outer
    restore()
  }

  /// Draws a part of the open element.
  mutating func marked(
    _ draw: (inout PDFPage) throws(RenderError) -> Void
  ) throws(RenderError) {
    guard let tag = tags?.current, let number = tags?.mark() else { return try draw(&self) }
    endText()
    content.add(text: "/\(tag)<</MCID \(number)>>BDC\n")
    try draw(&self)
    endText()
    content.add("EMC\n")
  }

  /// Begins glyphs that stand for a text which is not theirs, within a list of glyphs.
  ///
  /// Where there are tags they are a piece of marked content beside the others: some readers take
  /// the end of one within another for the end of both.
  mutating func beginSpan(_ text: String, at pen: Point) {
    if let number = tags?.mark() {
      content.add(text: ">]TJ\nET\nEMC\n/Span<</MCID \(number)/ActualText<FEFF")
      content.hexText(text)
      content.add(">>>BDC\n")
      resumeText(at: pen)
    } else {
      content.add(">]TJ/Span<</ActualText<FEFF")
      content.hexText(text)
      content.add(">>>BDC[<")
    }
  }

  /// Ends them.
  mutating func endSpan(at pen: Point) {
    if let tag = tags?.current, let number = tags?.mark() {
      content.add(text: ">]TJ\nET\nEMC\n/\(tag)<</MCID \(number)>>BDC\n")
      resumeText(at: pen)
    } else {
      content.add(">]TJ EMC[<")
    }
  }

  private mutating func resumeText(at pen: Point) {
    content.add("BT\n1 0 0 1 ")
    content.number(pen.x)
    content.number(pen.y)
    content.add("Tm[<")
  }

  /// Draws what is nothing to a reader.
  mutating func artifact(
    _ draw: (inout PDFPage) throws(RenderError) -> Void
  ) throws(RenderError) {
    guard tags != nil else { return try draw(&self) }
    endText()
    content.add("/Artifact BMC\n")
    try draw(&self)
    endText()
    content.add("EMC\n")
  }

  mutating func beginText() {
    guard !isInText else { return }
    isInText = true
    content.add("BT\n")
  }

  mutating func endText() {
    guard isInText else { return }
    isInText = false
    content.add("ET\n")
  }
}

extension DeviceOutline {
  /// The outline in page coordinates.
  func flipped(_ page: PDFPage) -> DeviceOutline {
    switch self {
    case .rectangle(let area, let radius): .rectangle(page.flip(area), radius: radius)
    case .ellipse(let area): .ellipse(page.flip(area))
    }
  }
}
