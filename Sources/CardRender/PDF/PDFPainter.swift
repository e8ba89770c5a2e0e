internal import CGraphics
internal import CardLayout
internal import CardModel
internal import Foundation

/// Draws a frame into the content of a page: the same switch as the painter of pixels, in vectors
/// and real text.
final class PDFPainter {
  /// The resolution of coloured glyphs in a document.
  private static let glyphResolution = 400.0

  private let faces: any FaceProviding
  private let file: PDFFile
  let fonts: PDFFonts
  private let pictures: PDFPictures
  private var states: [String: Int] = [:]
  private var shadings: [String: Int] = [:]

  /// Whether a picture has to say what it shows.
  private let needsAlternatives: Bool

  init(
    faces: any FaceProviding, pictures: any PictureProviding, resolution: Double, file: PDFFile,
    needsAlternatives: Bool = false
  ) {
    self.faces = faces
    self.needsAlternatives = needsAlternatives
    self.file = file
    fonts = PDFFonts(faces: faces, file: file)
    self.pictures = PDFPictures(provider: pictures, file: file, resolution: resolution)
  }

  /// What is drawn, and what it draws on.
  struct Page {
    var content = PDFContent()
    var resources = PDFResources()
    /// The height in points: a frame's `y` points down, a page's up.
    let height: Double
    /// The tags, where the document has them.
    var tags: PDFPageTags?
    /// Takes the coordinates of what is drawn to those of the page.
    fileprivate var map = AffineMap()
    fileprivate var isInText = false
    /// How many of the next cells are titles.
    fileprivate var titles = 0
    fileprivate var ink: Color?
    fileprivate var font = ""
    fileprivate var saved: [(ink: Color?, font: String)] = []

    init(height: Double) { self.height = height }

    fileprivate func flip(_ rect: Rect) -> Rect {
      Rect(
        x: rect.origin.x, y: height - rect.maxY, width: rect.size.width,
        height: rect.size.height)
    }

    fileprivate mutating func save() {
      endText()
      saved.append((ink, font))
      content.add("q\n")
    }

    fileprivate mutating func restore() {
      endText()
      if let last = saved.popLast() { (ink, font) = last }
      content.add("Q\n")
    }

    /// Draws through a map.
    fileprivate mutating func mapped(
      by matrix: AffineMap, _ draw: (inout Page) throws(RenderError) -> Void
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
    fileprivate mutating func marked(
      _ draw: (inout Page) throws(RenderError) -> Void
    ) throws(RenderError) {
      guard let tag = tags?.current, let number = tags?.mark() else { return try draw(&self) }
      endText()
      content.add(text: "/\(tag)<</MCID \(number)>>BDC\n")
      try draw(&self)
      endText()
      content.add("EMC\n")
    }

    /// Draws what is nothing to a reader.
    fileprivate mutating func artifact(
      _ draw: (inout Page) throws(RenderError) -> Void
    ) throws(RenderError) {
      guard tags != nil else { return try draw(&self) }
      endText()
      content.add("/Artifact BMC\n")
      try draw(&self)
      endText()
      content.add("EMC\n")
    }

    fileprivate mutating func beginText() {
      guard !isInText else { return }
      isInText = true
      content.add("BT\n")
    }

    fileprivate mutating func endText() {
      guard isInText else { return }
      isInText = false
      content.add("ET\n")
    }
  }

  /// The content of a frame over a background that fills the whole page.
  func page(
    _ frame: Frame, background: FramePaint?, tags: PDFPageTags? = nil
  ) throws(RenderError) -> Page {
    pictures.prepare(frame)
    var page = Page(height: frame.size.height)
    page.tags = tags
    if let background {
      let all = Rect(origin: .zero, size: frame.size)
      try page.artifact { page throws(RenderError) in
        try fill(.rectangle(all, radius: 0), with: background, on: &page)
      }
    }
    // A page without a card on it is one itself.
    let isCard = !frame.items.contains { $0.item.holdsCard }
    if isCard { page.tags?.beginCard(isFront: !frame.isBack) }
    try draw(frame.items, at: .zero, on: &page)
    if isCard { page.tags?.end() }
    page.endText()
    return page
  }

  private func draw(
    _ items: [PlacedItem], at offset: Point, on page: inout Page
  ) throws(RenderError) {
    for placed in items {
      let origin = offset + placed.origin
      let bounds = Rect(origin: origin, size: placed.size)
      switch placed.item {
      case .group(let group): try drawTagged(group, in: bounds, on: &page)
      case .text(let text): try drawTagged(text, at: origin, on: &page)
      case .shape(let shape):
        try page.artifact { page throws(RenderError) in
          try draw(shape, in: bounds, on: &page)
        }
      case .picture(let picture):
        do throws(RenderError) {
          if needsAlternatives, picture.alternative == nil {
            throw RenderError(
              "The picture '\(PictureSource.name(picture.source))' says nothing to those who"
                + " cannot see it, as PDF/UA asks.",
              hint: "Give it an 'alternative'; an empty one for mere decoration.")
          }
          try figure(picture.alternative ?? "Picture", in: bounds, on: &page) {
            page throws(RenderError) in try draw(picture, in: bounds, on: &page)
          }
        } catch {
          throw error.placed(at: placed.path, id: placed.id)
        }
      case .barcode(let code):
        try figure(code.content, in: bounds, on: &page) { page throws(RenderError) in
          try draw(code, in: bounds, path: placed.path, on: &page)
        }
      }
    }
  }

  // MARK: Tags

  /// Draws a group as the element that it is to a reader.
  private func drawTagged(
    _ group: FrameGroup, in bounds: Rect, on page: inout Page
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

  private func drawTagged(
    _ text: FrameText, at origin: Point, on page: inout Page
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
  private func figure(
    _ alternative: String, in bounds: Rect, on page: inout Page,
    _ draw: (inout Page) throws(RenderError) -> Void
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

  // MARK: Groups

  private func draw(
    _ group: FrameGroup, in bounds: Rect, on page: inout Page
  ) throws(RenderError) {
    guard group.opacity > 0 else { return }
    if group.isUpsideDown {
      let area = page.flip(bounds)
      var upright = group
      upright.isUpsideDown = false
      return try page.mapped(
        by: AffineMap(
          xx: -1, yy: -1, x0: area.origin.x + area.maxX, y0: area.origin.y + area.maxY)
      ) { page throws(RenderError) in try draw(upright, in: bounds, on: &page) }
    }
    let edge = group.clip.map { PixelGrid.document.outline($0, over: bounds) }
    if edge == nil, group.opacity >= 1 { return try drawItems(of: group, in: bounds, on: &page) }
    if group.opacity < 1 { setOpaque(on: &page) }
    page.save()
    defer { page.restore() }
    if let edge { clip(to: edge, on: &page) }
    guard group.opacity < 1 else { return try drawItems(of: group, in: bounds, on: &page) }
    // What fades together is drawn apart and laid down once.
    var inner = Page(height: page.height)
    try drawItems(of: group, in: bounds, on: &inner)
    inner.endText()
    let form = try self.form(inner, over: page.flip(bounds), isGray: false)
    let texts = group.texts
    let name = page.resources.add(form, as: .object)
    let state = state(opacity: group.opacity, on: &page)
    func lay(_ page: inout Page) { page.content.add(text: "/\(state) gs\n/\(name) Do\n") }
    // A form has no tags of its own: its texts are read as one.
    guard page.tags != nil, !texts.isEmpty else {
      return try page.artifact { page throws(RenderError) in lay(&page) }
    }
    var entries = PDFContent()
    entries.add("/ActualText")
    entries.string(texts.joined(separator: " "))
    page.tags?.begin("P", entries)
    try page.marked { page throws(RenderError) in lay(&page) }
    page.tags?.end()
  }

  private func drawItems(
    of group: FrameGroup, in bounds: Rect, on page: inout Page
  ) throws(RenderError) {
    guard let mount = group.mount else {
      return try draw(group.items, at: bounds.origin, on: &page)
    }
    // The same map, between coordinates whose `y` points up.
    let map = mount.map(in: bounds, grid: .document)
    let height = page.height
    let matrix = AffineMap(
      xx: map.xx, yx: -map.yx, xy: -map.xy, yy: map.yy, x0: map.x0 + map.xy * height,
      y0: height - map.yy * height - map.y0)
    try page.mapped(by: matrix) { page throws(RenderError) in
      try draw(group.items, at: .zero, on: &page)
    }
  }

  /// Content of its own, drawn with one opacity or as a mask.
  private func form(_ page: Page, over area: Rect, isGray: Bool) throws(RenderError) -> Int {
    var entries = PDFContent()
    entries.add("/Type/XObject/Subtype/Form/BBox[")
    // What a group draws may reach over its edge.
    for edge in [
      area.origin.x - 14400, area.origin.y - 14400, area.maxX + 14400, area.maxY + 14400,
    ] {
      entries.number(edge)
    }
    entries.add("]/Group<</S/Transparency/CS/")
    entries.add(text: isGray ? "DeviceGray" : "DeviceRGB")
    entries.add(">>/Resources")
    page.resources.write(to: &entries)
    return file.addStream(entries, page.content.bytes)
  }

  private func clip(to edge: DeviceOutline, on page: inout Page) {
    page.endText()
    page.content.outline(edge.flipped(page))
    page.content.add("W n\n")
  }

  // MARK: Paint

  private func state(opacity: Double, on page: inout Page) -> String {
    var entries = PDFContent()
    entries.add("<</ca ")
    entries.number(opacity)
    entries.add(">>")
    return state(entries, on: &page)
  }

  private func state(_ entries: PDFContent, on page: inout Page) -> String {
    let key = String(decoding: entries.bytes, as: UTF8.self)
    let object = states[key] ?? file.add(entries)
    states[key] = object
    return page.resources.add(object, as: .state)
  }

  private func setInk(_ color: Color, on page: inout Page) {
    guard page.ink != color else { return }
    if color.alpha != page.ink?.alpha ?? 255 {
      page.content.add(text: "/\(state(opacity: Double(color.alpha) / 255, on: &page)) gs\n")
    }
    page.ink = color
    if color.red == color.green, color.green == color.blue {
      page.content.number(Double(color.red) / 255)
      page.content.add("g\n")
    } else {
      for part in [color.red, color.green, color.blue] {
        page.content.number(Double(part) / 255)
      }
      page.content.add("rg\n")
    }
  }

  /// Takes back the opacity of an ink: pictures and blends would fade with it.
  private func setOpaque(on page: inout Page) {
    guard let ink = page.ink, ink.alpha != 255 else { return }
    page.endText()
    page.content.add(text: "/\(state(opacity: 1, on: &page)) gs\n")
    page.ink = Color(red: ink.red, green: ink.green, blue: ink.blue)
  }

  private func fill(
    _ edge: DeviceOutline, with paint: FramePaint, on page: inout Page
  ) throws(RenderError) {
    page.endText()
    switch paint {
    case .color(let color):
      guard color.alpha > 0 else { return }
      setInk(color, on: &page)
      page.content.outline(edge.flipped(page))
      page.content.add("f\n")
    case .gradient(let from, let to, let angle):
      setOpaque(on: &page)
      page.save()
      clip(to: edge, on: &page)
      try blend(from: from, to: to, angle: angle, over: edge.area, on: &page)
      page.restore()
    }
  }

  private func blend(
    from start: Color, to end: Color, angle: Double, over area: Rect, on page: inout Page
  ) throws(RenderError) {
    let radians = angle * .pi / 180
    let (dx, dy) = (cos(radians), sin(radians))
    let reach = (abs(dx) * area.size.width + abs(dy) * area.size.height) / 2
    let middle = Point(
      x: area.origin.x + area.size.width / 2,
      y: page.height - area.origin.y - area.size.height / 2)
    let line = [
      middle.x - dx * reach, middle.y + dy * reach, middle.x + dx * reach, middle.y - dy * reach,
    ]
    func parts(_ color: Color) -> [Double] {
      [color.red, color.green, color.blue].map { Double($0) / 255 }
    }
    if start.alpha == end.alpha, start.alpha < 255 {
      page.content.add(text: "/\(state(opacity: Double(start.alpha) / 255, on: &page)) gs\n")
    } else if start.alpha != end.alpha {
      var mask = Page(height: page.height)
      let name = mask.resources.add(
        shading(line, "DeviceGray", [Double(start.alpha) / 255], [Double(end.alpha) / 255]),
        as: .shading)
      mask.content.add(text: "/\(name) sh\n")
      let form = try form(mask, over: page.flip(area), isGray: true)
      var entries = PDFContent()
      entries.add("<</SMask<</S/Luminosity/G ")
      entries.reference(form)
      entries.add(">>>>")
      page.content.add(text: "/\(state(entries, on: &page)) gs\n")
    }
    let name = page.resources.add(
      shading(line, "DeviceRGB", parts(start), parts(end)), as: .shading)
    page.content.add(text: "/\(name) sh\n")
  }

  private func shading(
    _ line: [Double], _ space: StaticString, _ start: [Double], _ end: [Double]
  ) -> Int {
    var entries = PDFContent()
    entries.add("<</ShadingType 2/Extend[true true]/ColorSpace/")
    entries.add(space)
    entries.add("/Coords[")
    for value in line { entries.number(value) }
    entries.add("]/Function<</FunctionType 2/N 1/Domain[0 1]/C0[")
    for value in start { entries.number(value) }
    entries.add("]/C1[")
    for value in end { entries.number(value) }
    entries.add("]>>>>")
    let key = String(decoding: entries.bytes, as: UTF8.self)
    let object = shadings[key] ?? file.add(entries)
    shadings[key] = object
    return object
  }

  // MARK: Shapes

  private func draw(
    _ shape: FrameShape, in bounds: Rect, on page: inout Page
  ) throws(RenderError) {
    let grid = PixelGrid.document
    switch shape.kind {
    case .line(let axis):
      guard let stroke = shape.stroke, stroke.width > 0 else { return }
      let line = grid.line(bounds, axis: axis, width: stroke.width)
      try fill(.rectangle(line, radius: 0), with: .color(stroke.color), on: &page)
    case .area(let outline):
      let edge = grid.outline(outline, over: bounds)
      guard let stroke = shape.stroke, stroke.width > 0 else {
        if let fill = shape.fill { try self.fill(edge, with: fill, on: &page) }
        return
      }
      let inner = edge.inset(by: stroke.width)
      if shape.fill?.isOpaque == true, stroke.color.alpha == 255 {
        // One over the other, each to its own edge: no seam on either side of the line.
        try self.fill(edge, with: .color(stroke.color), on: &page)
        if let inner, let fill = shape.fill { try self.fill(inner, with: fill, on: &page) }
      } else {
        if let inner, let fill = shape.fill { try self.fill(inner, with: fill, on: &page) }
        drawRing(edge, inner, stroke.color, on: &page)
      }
    }
  }

  private func drawRing(
    _ edge: DeviceOutline, _ inner: DeviceOutline?, _ color: Color, on page: inout Page
  ) {
    guard color.alpha > 0 else { return }
    page.endText()
    setInk(color, on: &page)
    page.content.outline(edge.flipped(page))
    if let inner { page.content.outline(inner.flipped(page)) }
    page.content.add("f*\n")
  }

  // MARK: Codes

  private func draw(
    _ code: FrameBarcode, in bounds: Rect, path: NodePath, on page: inout Page
  ) throws(RenderError) {
    try fill(.rectangle(bounds, radius: 0), with: .color(code.background), on: &page)
    let modules = try ModuleGrid(code, in: bounds, path: path, grid: .document)
    page.save()
    setInk(code.color, on: &page)
    // In modules, whose numbers are whole and short.
    page.content.matrix(
      AffineMap(
        xx: modules.module, yy: -modules.rowHeight, x0: modules.origin.x,
        y0: page.height - modules.origin.y))
    for block in code.symbol.darkBlocks {
      page.content.add(block.column)
      page.content.add(" ")
      page.content.add(block.row)
      page.content.add(" ")
      page.content.add(block.columns)
      page.content.add(" ")
      page.content.add(block.rows)
      page.content.add(" re\n")
    }
    page.content.add("f\n")
    page.restore()
  }

  // MARK: Pictures

  private func draw(
    _ picture: FramePicture, in bounds: Rect, on page: inout Page
  ) throws(RenderError) {
    guard bounds.size.width > 0, bounds.size.height > 0 else { return }
    let edge = PixelGrid.document.outline(picture.outline, over: bounds)
    let vectors = try pictures.vectors(of: picture)
    let placement =
      if let extent = vectors?.extent {
        PicturePlacement(
          extent, in: bounds, fit: picture.fit, focus: picture.focus, snaps: false)
      } else {
        PicturePlacement(
          picture.pixels, in: bounds, fit: picture.fit, focus: picture.focus, snaps: false)
      }
    let stored =
      if let vectors { vectors } else {
        try pictures.picture(picture, whole: placement.whole.size)
      }
    let border = picture.border.flatMap { $0.width > 0 ? $0 : nil }
    let inner = border.map { edge.inset(by: $0.width) } ?? edge
    let isUnder =
      placement.visible == bounds && stored.isOpaque && border?.color.alpha ?? 255 == 255
    if let border, isUnder {
      // The border lies under the picture's edge, so nothing shines between the two.
      try fill(edge, with: .color(border.color), on: &page)
    }
    if let inner {
      var cut = inner
      if let border, border.color.alpha == 255, vectors != nil {
        // Readers cut vectors without blending: the border covers where they do.
        cut = edge.inset(by: border.width / 2) ?? inner
      }
      page.save()
      if !cut.isRectangle || cut.area != placement.whole { clip(to: cut, on: &page) }
      show(stored, over: placement.whole, on: &page)
      page.restore()
    }
    if let border, !isUnder { drawRing(edge, inner, border.color, on: &page) }
  }

  private func show(_ stored: PDFPictures.Stored, over area: Rect, on page: inout Page) {
    setOpaque(on: &page)
    // From the unit square, whose `y` points up, over the stored and the upright picture to the
    // page.
    page.content.matrix(
      AffineMap(yy: -1, y0: 1).then(stored.turn).then(
        AffineMap(
          xx: area.size.width, yy: -area.size.height, x0: area.origin.x,
          y0: page.height - area.origin.y)))
    page.content.add(text: "/\(page.resources.add(stored.object, as: .object)) Do\n")
  }

  // MARK: Text

  private func draw(
    _ text: FrameText, at origin: Point, on page: inout Page
  ) throws(RenderError) {
    for line in text.lines {
      let start = Point(x: origin.x + line.x, y: origin.y + line.baseline)
      for run in line.shaped.runs where !run.glyphs.isEmpty {
        let color =
          text.colors.indices.contains(run.source)
          ? text.colors[run.source] : text.colors.first ?? .black
        try draw(run, at: start, color: color, on: &page)
      }
    }
    page.endText()
  }

  private func draw(
    _ run: GlyphRun, at start: Point, color: Color, on page: inout Page
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

  private func setFont(_ name: String, size: Double, on page: inout Page) {
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
    on page: inout Page
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
      let isKnown =
        cluster.glyphs == 1 && font.note(glyphs[glyphs.startIndex].id, for: letters)
      if !isKnown {
        page.content.add(">]TJ/Span<</ActualText<FEFF")
        page.content.hexText(String(decoding: text[part], as: UTF8.self))
        page.content.add(">>>BDC[<")
      }
      for glyph in glyphs {
        if !isKnown { font.note(glyph.id) }
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
      if !isKnown { page.content.add(">]TJ EMC[<") }
    }
    page.content.add(">]TJ\n")
    if rise != 0 { page.content.add("0 Ts\n") }
  }

  /// A box of the glyph's advance, as high as a capital.
  private func drawMissing(
    _ glyph: GlyphRun.Glyph, of run: GlyphRun, at start: Point, color: Color,
    on page: inout Page
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
    on page: inout Page
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
    _ glyphs: [GlyphRun.Glyph], of run: GlyphRun, at start: Point, on page: inout Page
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
    _ piece: GlyphRun.Piece, of run: GlyphRun, at start: Point, on page: inout Page
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

extension DeviceOutline {
  /// The outline in page coordinates.
  fileprivate func flipped(_ page: PDFPainter.Page) -> DeviceOutline {
    switch self {
    case .rectangle(let area, let radius): .rectangle(page.flip(area), radius: radius)
    case .ellipse(let area): .ellipse(page.flip(area))
    }
  }
}

extension FrameItem {
  /// Whether a card of a sheet is in it.
  fileprivate var holdsCard: Bool {
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
  fileprivate var texts: [String] {
    items.flatMap { placed -> [String] in
      switch placed.item {
      case .group(let group): group.texts
      case .text(let text): text.text.isEmpty ? [] : [text.text]
      case .shape, .picture, .barcode: []
      }
    }
  }
}

extension ArraySlice<UInt8> {
  /// Without the spaces at its end, unless it is nothing else.
  fileprivate var trimmingSpaces: ArraySlice<UInt8> {
    guard let last = lastIndex(where: { $0 != 0x20 }) else { return self }
    return self[startIndex...last]
  }
}

extension CodeSymbol {
  /// Dark modules that make a rectangle.
  struct Block: Equatable {
    var column: Int
    var row: Int
    var columns: Int
    var rows: Int
  }

  /// The dark modules as few rectangles: runs of a row, joined with equal ones below.
  var darkBlocks: [Block] {
    var blocks: [Block] = []
    var open: [Int: Int] = [:]
    for row in 0..<rows {
      var next: [Int: Int] = [:]
      var column = 0
      while column < columns {
        guard modules[row * columns + column] else {
          column += 1
          continue
        }
        let first = column
        while column < columns, modules[row * columns + column] { column += 1 }
        if let block = open[first], blocks[block].columns == column - first {
          blocks[block].rows += 1
          next[first] = block
        } else {
          next[first] = blocks.count
          blocks.append(Block(column: first, row: row, columns: column - first, rows: 1))
        }
      }
      open = next
    }
    return blocks
  }
}
