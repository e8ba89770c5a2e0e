internal import CGraphics
internal import CardLayout
internal import CardModel
internal import Foundation

/// Draws a frame into the content of a page: the same switch as the painter of pixels, in vectors
/// and real text.
final class PDFPainter {
  let faces: any FaceProviding
  private let file: PDFFile
  let fonts: PDFFonts
  let pictures: PDFPictures
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

  /// The content of a frame over a background that fills the whole page.
  func page(
    _ frame: Frame, background: FramePaint?, tags: PDFPageTags? = nil
  ) throws(RenderError) -> PDFPage {
    pictures.prepare(frame)
    var page = PDFPage(height: frame.size.height)
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
    _ items: [PlacedItem], at offset: Point, on page: inout PDFPage
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

  // MARK: Groups

  func draw(
    _ group: FrameGroup, in bounds: Rect, on page: inout PDFPage
  ) throws(RenderError) {
    guard group.opacity > 0 else { return }
    let edge = group.clip.map {
      PixelGrid.document.outline($0, over: bounds.grown(by: group.bleed))
    }
    if edge == nil, group.opacity >= 1 { return try drawItems(of: group, in: bounds, on: &page) }
    if group.opacity < 1 { setOpaque(on: &page) }
    page.save()
    defer { page.restore() }
    if let edge { clip(to: edge, on: &page) }
    guard group.opacity < 1 else { return try drawItems(of: group, in: bounds, on: &page) }
    // What fades together is drawn apart and laid down once.
    var inner = PDFPage(height: page.height)
    try drawItems(of: group, in: bounds, on: &inner)
    inner.endText()
    let form = try self.form(inner, over: page.flip(bounds), isGray: false)
    let texts = group.texts
    let name = page.resources.add(form, as: .object)
    let state = state(opacity: group.opacity, on: &page)
    func lay(_ page: inout PDFPage) { page.content.add(text: "/\(state) gs\n/\(name) Do\n") }
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
    of group: FrameGroup, in bounds: Rect, on page: inout PDFPage
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
  private func form(_ page: PDFPage, over area: Rect, isGray: Bool) throws(RenderError) -> Int {
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

  private func clip(to edge: DeviceOutline, on page: inout PDFPage) {
    page.endText()
    page.content.outline(edge.flipped(page))
    page.content.add("W n\n")
  }

  // MARK: Paint

  private func state(opacity: Double, on page: inout PDFPage) -> String {
    var entries = PDFContent()
    entries.add("<</ca ")
    entries.number(opacity)
    entries.add(">>")
    return state(entries, on: &page)
  }

  private func state(_ entries: PDFContent, on page: inout PDFPage) -> String {
    let key = String(decoding: entries.bytes, as: UTF8.self)
    let object = states[key] ?? file.add(entries)
    states[key] = object
    return page.resources.add(object, as: .state)
  }

  func setInk(_ color: Color, on page: inout PDFPage) {
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
  private func setOpaque(on page: inout PDFPage) {
    guard let ink = page.ink, ink.alpha != 255 else { return }
    page.endText()
    page.content.add(text: "/\(state(opacity: 1, on: &page)) gs\n")
    page.ink = Color(red: ink.red, green: ink.green, blue: ink.blue)
  }

  /// Fills an edge; a blend runs over the edge's own area unless another one is given.
  private func fill(
    _ edge: DeviceOutline, with paint: FramePaint, over area: Rect? = nil, on page: inout PDFPage
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
      try blend(from: from, to: to, angle: angle, over: area ?? edge.area, clipped: edge, on: &page)
      page.restore()
    }
  }

  private func blend(
    from start: Color, to end: Color, angle: Double, over area: Rect, clipped edge: DeviceOutline,
    on page: inout PDFPage
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
      var mask = PDFPage(height: page.height)
      let name = mask.resources.add(
        shading(line, "DeviceGray", [Double(start.alpha) / 255], [Double(end.alpha) / 255]),
        as: .shading)
      mask.content.add(text: "/\(name) sh\n")
      let form = try form(mask, over: page.flip(edge.area), isGray: true)
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
    _ shape: FrameShape, in bounds: Rect, on page: inout PDFPage
  ) throws(RenderError) {
    let grid = PixelGrid.document
    switch shape.kind {
    case .line(let axis):
      guard let stroke = shape.stroke, stroke.width > 0 else { return }
      let line = grid.line(
        bounds.grown(by: shape.bleed), axis: axis, width: stroke.width)
      try fill(.rectangle(line, radius: 0), with: .color(stroke.color), on: &page)
    case .area(let outline):
      let edge = grid.outline(outline, over: bounds)
      guard let stroke = shape.stroke, stroke.width > 0 else {
        guard let fill = shape.fill else { return }
        let whole = grid.outline(outline, over: bounds.grown(by: shape.bleed))
        return try self.fill(whole, with: fill, over: edge.area, on: &page)
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

  func drawRing(
    _ edge: DeviceOutline, _ inner: DeviceOutline?, _ color: Color, on page: inout PDFPage
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
    _ code: FrameBarcode, in bounds: Rect, path: NodePath, on page: inout PDFPage
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
    _ picture: FramePicture, in bounds: Rect, on page: inout PDFPage
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
      let reach = placement.fills(bounds, within: 0.01) ? picture.bleed : .none
      if reach != .none { cut = .rectangle(bounds.grown(by: reach), radius: 0) }
      if !cut.isRectangle || cut.area != placement.whole { clip(to: cut, on: &page) }
      if reach != .none { mirror(stored, placement.whole, over: cut.area, on: &page) }
      show(stored, over: placement.whole, on: &page)
      page.restore()
    }
    if let border, !isUnder { drawRing(edge, inner, border.color, on: &page) }
  }

  /// Shows mirror images of a picture at those of its edges that an area reaches beyond.
  private func mirror(
    _ stored: PDFPictures.Stored, _ whole: Rect, over area: Rect, on page: inout PDFPage
  ) {
    // Under the picture's edge by less than can be seen, so that no line of paper shines through.
    let overlap = 0.05
    func shifts(_ low: Double, _ high: Double, _ first: Double, _ last: Double) -> [Int] {
      [first < low - 0.01 ? -1 : nil, 0, last > high + 0.01 ? 1 : nil].compactMap(\.self)
    }
    for row in shifts(whole.origin.y, whole.maxY, area.origin.y, area.maxY) {
      for column in shifts(whole.origin.x, whole.maxX, area.origin.x, area.maxX)
      where row != 0 || column != 0 {
        var tile = whole
        tile.origin.x += Double(column) * (whole.size.width - overlap)
        tile.origin.y += Double(row) * (whole.size.height - overlap)
        // Turned round, its near edge lies at the picture's.
        if column != 0 {
          tile.origin.x += tile.size.width
          tile.size.width = -tile.size.width
        }
        if row != 0 {
          tile.origin.y += tile.size.height
          tile.size.height = -tile.size.height
        }
        page.save()
        show(stored, over: tile, on: &page)
        page.restore()
      }
    }
  }

  func show(_ stored: PDFPictures.Stored, over area: Rect, on page: inout PDFPage) {
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
}
