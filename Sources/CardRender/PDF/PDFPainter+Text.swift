internal import CGraphics
internal import CardLayout
internal import CardModel

/// Text: real letters, and those that a document cannot hold as outlines or pictures.
extension PDFPainter {
  /// The resolution of coloured glyphs in a document.
  private static let glyphResolution = 400.0

  func draw(
    _ text: FrameText, at origin: Point, on page: inout PDFPage
  ) throws(RenderError) {
    for line in text.lines {
      let start = Point(x: origin.x + line.x, y: origin.y + line.baseline)
      for run in line.shaped.runs where !run.glyphs.isEmpty {
        try draw(run, at: start, color: text.color(of: run), on: &page)
      }
    }
    page.endText()
  }

  private func draw(
    _ run: GlyphRun, at start: Point, color: Color, on page: inout PDFPage
  ) throws(RenderError) {
    let font = run.face.isColored ? nil : try fonts.font(for: run.face)
    for piece in try run.pieces() {
      if !piece.isMissing, let font {
        setInk(color, on: &page)
        show(piece, of: run, font, at: start, on: &page)
        continue
      }
      page.endText()
      if piece.isMissing {
        for glyph in run.glyphs[piece.glyphs] {
          drawMissing(glyph, of: run, at: start, color: color, on: &page)
        }
      } else if run.face.isColored {
        try drawColored(Array(run.glyphs[piece.glyphs]), of: run, at: start, on: &page)
      } else {
        try drawOutlines(run.glyphs[piece.glyphs], of: run, at: start, color: color, on: &page)
      }
      addInvisible(piece, of: run, at: start, on: &page)
    }
  }

  private func setFont(_ name: String, size: Double, on page: inout PDFPage) {
    page.beginText()
    let key = "\(name) \(size)"
    guard page.font != key else { return }
    page.font = key
    page.content.add(text: "/\(name) ")
    page.content.number(size)
    page.content.add("Tf\n")
  }

  /// The least gap in points that is closed: a pen this far off is not seen.
  private static let tolerance = 0.012

  private func show(
    _ piece: GlyphRun.Piece, of run: GlyphRun, _ font: PDFFont, at start: Point,
    on page: inout PDFPage
  ) {
    guard let first = run.glyphs[piece.glyphs].first else { return }
    page.resources.add(font)
    setFont(font.name, size: run.size, on: &page)
    var pen = start.x + first.x
    page.content.add("1 0 0 1 ")
    page.content.number(pen)
    page.content.number(page.height - start.y)
    page.content.add("Tm[<")
    let text = Array(piece.text.utf8)
    var rise = 0.0
    var index = piece.glyphs.lowerBound
    var byte = run.isRightToLeft ? text.count : 0
    for cluster in run.isRightToLeft ? piece.clusters.reversed() : piece.clusters {
      let part =
        run.isRightToLeft ? byte - cluster.bytes..<byte : byte..<byte + cluster.bytes
      byte += run.isRightToLeft ? -cluster.bytes : cluster.bytes
      let glyphs = run.glyphs[index..<index + cluster.glyphs]
      index += cluster.glyphs
      // A space that a line broke at has no glyph of its own.
      let letters = part.count > 1 ? text[part].trimmingSpaces : text[part]
      // A bracket that is turned round is drawn as the other one, which keeps its own letter.
      let mirror = run.isRightToLeft ? Self.mirror(of: letters) : nil
      let isKnown =
        cluster.glyphs == 1 && mirror == nil
        && font.note(glyphs[glyphs.startIndex].id, for: letters)
      if !isKnown {
        page.beginSpan(
          String(decoding: text[part], as: UTF8.self),
          at: Point(x: pen, y: page.height - start.y))
      }
      let said =
        isKnown
        ? []
        : mirror.map { [$0] }
          ?? Array(String(decoding: letters, as: UTF8.self).unicodeScalars)
      for (place, glyph) in glyphs.enumerated() {
        if let letter = said.indices.contains(place) ? said[place] : said.last {
          font.note(glyph.id, partOf: letter)
        }
        if glyph.y != rise {
          rise = glyph.y
          page.content.add(">]TJ ")
          page.content.number(-rise)
          page.content.add("Ts[<")
        }
        let gap = start.x + glyph.x - pen
        if abs(gap) > Self.tolerance {
          let shift = (gap * 10000 / run.size).rounded() / 10
          page.content.add(">")
          page.content.number(-shift)
          page.content.add("<")
          pen += shift * run.size / 1000
        }
        page.content.hex(UInt16(truncatingIfNeeded: glyph.id))
        pen += font.program.advance(of: glyph.id) * run.size / 1000
      }
      if !isKnown { page.endSpan(at: Point(x: pen, y: page.height - start.y)) }
    }
    page.content.add(">]TJ\n")
    if rise != 0 { page.content.add("0 Ts\n") }
  }

  private static let mirrors: [Unicode.Scalar: Unicode.Scalar] = [
    "(": ")", ")": "(", "[": "]", "]": "[", "{": "}", "}": "{", "<": ">", ">": "<", "«": "»",
    "»": "«", "‹": "›", "›": "‹", "≤": "≥", "≥": "≤",
  ]

  /// The letter whose shape stands for one that is turned round where text runs from the right;
  /// nil for all others.
  private static func mirror(of text: ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard text.count <= 4 else { return nil }
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    guard scalars.count == 1, let only = scalars.first, only.properties.isBidiMirrored else {
      return nil
    }
    return mirrors[only] ?? only
  }

  /// A box of the glyph's advance, as high as a capital.
  private func drawMissing(
    _ glyph: GlyphRun.Glyph, of run: GlyphRun, at start: Point, color: Color,
    on page: inout PDFPage
  ) {
    let gap = min(run.size * 0.06, glyph.advance * 0.1)
    let box = Rect(
      x: start.x + glyph.x + gap, y: start.y + glyph.y - run.size * 0.7,
      width: max(glyph.advance - 2 * gap, run.size * 0.2), height: run.size * 0.7)
    let edge = DeviceOutline.rectangle(box, radius: 0)
    drawRing(edge, edge.inset(by: run.size * 0.06), color, on: &page)
  }

  /// Glyphs of a font that a document cannot hold, as outlines.
  private func drawOutlines(
    _ glyphs: ArraySlice<GlyphRun.Glyph>, of run: GlyphRun, at start: Point, color: Color,
    on page: inout PDFPage
  ) throws(RenderError) {
    setInk(color, on: &page)
    let context = try CairoContext(ImageSurface(width: 1, height: 1, format: .alpha))
    context.setFont(try faces.face(for: run.face), size: run.size)
    for step in context.outlines(of: glyphs.map { $0.cairo(from: start, scale: 1) }) {
      switch step {
      case .move(let point): page.content.move(point.x, page.height - point.y)
      case .line(let point): page.content.line(point.x, page.height - point.y)
      case .curve(let one, let two, let end):
        page.content.curve(
          one.x, page.height - one.y, two.x, page.height - two.y, end.x, page.height - end.y)
      case .close: page.content.add("h\n")
      }
    }
    page.content.add("f\n")
  }

  /// Draws coloured glyphs as a picture: a document has no colours in its fonts.
  private func drawColored(
    _ glyphs: [GlyphRun.Glyph], of run: GlyphRun, at start: Point, on page: inout PDFPage
  ) throws(RenderError) {
    guard let first = glyphs.first, run.size > 0 else { return }
    let left = glyphs.reduce(first.x) { min($0, $1.x) } - run.size * 0.25
    let right = glyphs.reduce(first.x) { max($0, $1.x + $1.advance) } + run.size * 0.25
    let rise = run.size * 1.5
    let factor = Self.glyphResolution / 72
    let width = Int(((right - left) * factor).rounded(.up))
    let height = Int((run.size * 2.25 * factor).rounded(.up))
    let places = glyphs.map { "\($0.id):\($0.x - first.x):\($0.y)" }.joined(separator: ",")
    let identity = "glyphs:\(run.face.file):\(run.face.index):\(run.size):\(places)"
    var stored = pictures.known(identity)
    if stored == nil {
      let surface = try ImageSurface(width: width, height: height, format: .alpha)
      let pixels = try CairoContext(surface)
      pixels.setFont(try faces.face(for: run.face), size: run.size * factor)
      pixels.showGlyphs(glyphs.map { $0.cairo(from: Point(x: -left, y: rise), scale: factor) })
      try pixels.checkStatus(while: "drawing coloured letters")
      stored = try pictures.store(surface, identity: identity)
    }
    guard let stored else { return }
    page.save()
    show(
      stored,
      over: Rect(
        x: start.x + left, y: start.y - rise, width: Double(width) / factor,
        height: Double(height) / factor), on: &page)
    page.restore()
  }

  /// What is drawn as a picture is found by its text.
  private func addInvisible(
    _ piece: GlyphRun.Piece, of run: GlyphRun, at start: Point, on page: inout PDFPage
  ) {
    let glyphs = run.glyphs[piece.glyphs]
    guard let first = glyphs.first else { return }
    // It is as wide as what is seen, so that readers see no gap and no overlap.
    let width = glyphs.reduce(0) { $0 + $1.advance }
    let (font, code) = fonts.invisibleGlyph(for: piece.text)
    page.resources.add(font)
    setFont(font.name, size: max(width / PDFInvisibleFont.advance, 0.1), on: &page)
    page.content.add("1 0 0 1 ")
    page.content.number(start.x + first.x)
    page.content.number(page.height - start.y - first.y)
    page.content.add("Tm<")
    page.content.hex(code)
    page.content.add(">Tj\n")
    page.endText()
  }
}

extension ArraySlice<UInt8> {
  /// Without the spaces at its end, unless it is nothing else.
  fileprivate var trimmingSpaces: ArraySlice<UInt8> {
    guard let last = lastIndex(where: { $0 != 0x20 }) else { return self }
    return self[startIndex...last]
  }
}
