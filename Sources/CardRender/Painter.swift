internal import CGraphics
internal import CardLayout
internal import CardModel

/// Draws frames: one switch over what can be drawn.
///
/// Coordinates are made into device units here, so that the context needs no scale of its own.
final class Painter {
  /// Where it draws.
  enum Target {
    /// Pixels.
    case image
    /// A document, where text is found by its letters and pictures are kept as they are.
    case document
  }

  private let faces: any FaceProviding
  private let edges = EdgePainter()
  private let pictures: PicturePainter
  private var invisible: InvisibleFace?

  /// Makes a painter; the resolution is that of pictures in documents, in pixels per inch.
  init(
    faces: any FaceProviding, pictures: any PictureProviding, documentResolution: Double = 300
  ) {
    self.faces = faces
    self.pictures = PicturePainter(
      provider: pictures, edges: edges, documentResolution: documentResolution)
  }

  /// Draws a frame over a background that fills the whole surface.
  func draw(
    _ frame: Frame, background: FramePaint?, on context: borrowing CairoContext, grid: PixelGrid,
    target: Target
  ) throws(RenderError) {
    if let background {
      let all = grid.area(Rect(origin: .zero, size: frame.size))
      set(background, over: all, on: context)
      context.paint()
    }
    let pass = Pass(grid: grid, target: target)
    if target == .document { pictures.prepare(frame, grid: grid) }
    try draw(frame.items, at: .zero, on: context, pass)
    try context.checkStatus(while: "drawing the card")
  }

  /// What is the same for all items of a frame.
  private struct Pass {
    let grid: PixelGrid
    let target: Target
  }

  private func draw(
    _ items: [PlacedItem], at offset: Point, on context: borrowing CairoContext, _ pass: Pass
  ) throws(RenderError) {
    for placed in items {
      let origin = offset + placed.origin
      let bounds = Rect(origin: origin, size: placed.size)
      switch placed.item {
      case .group(let group): try draw(group, in: bounds, on: context, pass)
      case .text(let text): try draw(text, at: origin, on: context, pass)
      case .shape(let shape): try draw(shape, in: bounds, on: context, pass)
      case .picture(let picture):
        try pictures.draw(
          picture, in: bounds, path: placed.path, on: context, grid: pass.grid,
          target: pass.target)
      case .barcode(let code):
        try draw(code, in: bounds, path: placed.path, on: context, pass)
      }
    }
  }

  private func set(_ paint: FramePaint, over area: Rect, on context: borrowing CairoContext) {
    switch paint {
    case .color(let color): context.setColor(color)
    case .gradient(let from, let to, let angle):
      context.setGradient(from: from, to: to, angle: angle, over: area)
    }
  }

  // MARK: Groups

  private func draw(
    _ group: FrameGroup, in bounds: Rect, on context: borrowing CairoContext, _ pass: Pass
  ) throws(RenderError) {
    guard group.opacity > 0 else { return }
    let edge = group.clip.map { pass.grid.outline($0, over: bounds) }
    if edge == nil, group.opacity >= 1 {
      return try draw(group.items, at: bounds.origin, on: context, pass)
    }
    context.save()
    defer { context.restore() }
    // Clip and paint would blend a rounded edge once per item: what is behind would shine
    // through. So the whole is drawn apart and laid down once, through the edge.
    let edgeApart: DeviceOutline? =
      if let edge, pass.target == .image, !edge.isRectangle { edge } else { nil }
    if let edge {
      if edgeApart != nil {
        context.addRectangle(edge.area.pixelBounds)
      } else {
        context.add(edge)
      }
      context.clip()
    }
    if group.opacity < 1 { context.pushGroup() }
    if edgeApart != nil { context.pushGroup() }
    try draw(group.items, at: bounds.origin, on: context, pass)
    if let edgeApart {
      context.popGroupToSource()
      try edges.fill(edgeApart, on: context, target: pass.target)
    }
    if group.opacity < 1 {
      context.popGroupToSource()
      context.paint(opacity: group.opacity)
    }
  }

  // MARK: Shapes

  private func draw(
    _ shape: FrameShape, in bounds: Rect, on context: borrowing CairoContext, _ pass: Pass
  ) throws(RenderError) {
    switch shape.kind {
    case .line(let axis):
      guard let stroke = shape.stroke, stroke.width > 0 else { return }
      context.setColor(stroke.color)
      context.addRectangle(pass.grid.line(bounds, axis: axis, width: stroke.width))
      context.fill()
    case .area(let outline):
      let edge = pass.grid.outline(outline, over: bounds)
      guard edge.area.size.width > 0, edge.area.size.height > 0 else { return }
      guard let stroke = shape.stroke, stroke.width > 0 else {
        if let fill = shape.fill { try self.fill(edge, with: fill, on: context, pass) }
        return
      }
      let inner = edge.inset(by: pass.grid.thickness(stroke.width))
      if shape.fill?.isOpaque == true, stroke.color.alpha == 255 {
        // One over the other, each to its own edge: no seam on either side of the line.
        context.setColor(stroke.color)
        try edges.fill(edge, on: context, target: pass.target)
        if let inner, let fill = shape.fill {
          try self.fill(inner, with: fill, on: context, pass)
        }
      } else if let inner, let fill = shape.fill {
        try edges.fill(
          inner, { set(fill, over: inner.area, on: context) }, line: edge,
          { context.setColor(stroke.color) }, on: context, target: pass.target)
      } else {
        context.setColor(stroke.color)
        try edges.fill(edge, around: inner, on: context, target: pass.target)
      }
    }
  }

  private func fill(
    _ edge: DeviceOutline, with paint: FramePaint, on context: borrowing CairoContext, _ pass: Pass
  ) throws(RenderError) {
    set(paint, over: edge.area, on: context)
    try edges.fill(edge, on: context, target: pass.target)
  }

  // MARK: Codes

  private func draw(
    _ code: FrameBarcode, in bounds: Rect, path: NodePath, on context: borrowing CairoContext,
    _ pass: Pass
  ) throws(RenderError) {
    let modules = try ModuleGrid(code, in: bounds, path: path, grid: pass.grid)
    context.setColor(code.background)
    context.addRectangle(pass.grid.area(bounds))
    context.fill()
    context.setColor(code.color)
    for run in modules.darkRuns(of: code.symbol) { context.addRectangle(run) }
    if pass.target == .image { context.fillHard() } else { context.fill() }
  }

  // MARK: Text

  private func draw(
    _ text: FrameText, at origin: Point, on context: borrowing CairoContext, _ pass: Pass
  ) throws(RenderError) {
    for line in text.lines {
      let start = Point(x: origin.x + line.x, y: origin.y + line.baseline)
      for run in line.shaped.runs where !run.glyphs.isEmpty {
        let color =
          text.colors.indices.contains(run.source)
          ? text.colors[run.source] : text.colors.first ?? .black
        switch pass.target {
        case .image: try drawPixels(run, at: start, color: color, on: context, grid: pass.grid)
        case .document: try drawText(run, at: start, color: color, on: context, grid: pass.grid)
        }
      }
    }
  }

  private func drawPixels(
    _ run: GlyphRun, at start: Point, color: Color, on context: borrowing CairoContext,
    grid: PixelGrid
  ) throws(RenderError) {
    context.setColor(color)
    for glyph in run.glyphs where glyph.isMissing {
      addMissing(glyph, of: run, at: start, on: context, grid: grid)
    }
    context.setFont(try faces.face(for: run.face), size: run.size * grid.scale)
    context.showGlyphs(
      run.glyphs.filter { !$0.isMissing }.map { $0.cairo(from: start, scale: grid.scale) })
  }

  private func drawText(
    _ run: GlyphRun, at start: Point, color: Color, on context: borrowing CairoContext,
    grid: PixelGrid
  ) throws(RenderError) {
    for piece in try run.pieces() {
      let glyphs = run.glyphs[piece.glyphs]
      context.setColor(color)
      if !piece.isMissing, !run.face.isColored {
        context.setFont(try faces.face(for: run.face), size: run.size * grid.scale)
        context.showText(
          piece.text, glyphs: glyphs.map { $0.cairo(from: start, scale: grid.scale) },
          clusters: piece.clusters.map {
            cairo_text_cluster_t(num_bytes: Int32($0.bytes), num_glyphs: Int32($0.glyphs))
          }, backward: run.isRightToLeft)
        continue
      }
      if piece.isMissing {
        for glyph in glyphs { addMissing(glyph, of: run, at: start, on: context, grid: grid) }
      } else {
        try pictures.drawGlyphs(
          Array(glyphs), of: run, face: try faces.face(for: run.face), at: start, on: context,
          grid: grid)
      }
      try addInvisible(piece, of: run, at: start, on: context, grid: grid)
    }
  }

  /// A box of the glyph's advance, as high as a capital.
  private func addMissing(
    _ glyph: GlyphRun.Glyph, of run: GlyphRun, at start: Point,
    on context: borrowing CairoContext, grid: PixelGrid
  ) {
    let gap = min(run.size * 0.06, glyph.advance * 0.1)
    let box = grid.area(
      Rect(
        x: start.x + glyph.x + gap, y: start.y + glyph.y - run.size * 0.7,
        width: max(glyph.advance - 2 * gap, run.size * 0.2), height: run.size * 0.7))
    let edge = DeviceOutline(.rectangle(radius: 0), over: box, scale: 1)
    context.add(edge)
    if let inner = edge.inset(by: grid.thickness(run.size * 0.06)) { context.add(inner) }
    context.fill(evenOdd: true)
  }

  private func addInvisible(
    _ piece: GlyphRun.Piece, of run: GlyphRun, at start: Point,
    on context: borrowing CairoContext, grid: PixelGrid
  ) throws(RenderError) {
    let face: InvisibleFace
    if let invisible { face = invisible } else { face = try InvisibleFace() }
    invisible = face
    let glyphs = run.glyphs[piece.glyphs]
    guard let first = glyphs.first else { return }
    // It is as wide as what is seen, so that readers see no gap and no overlap.
    let width = glyphs.reduce(0) { $0 + $1.advance } * grid.scale
    context.setColor(InvisibleFace.ink)
    // One glyph per piece of text: it has the place of the first of its glyphs.
    context.setFont(face.face, size: max(width / InvisibleFace.advance, 0.1))
    let glyph = cairo_glyph_t(
      index: face.glyph(for: piece.text), x: (start.x + first.x) * grid.scale,
      y: (start.y + first.y) * grid.scale)
    context.showText(
      piece.text, glyphs: [glyph],
      clusters: [cairo_text_cluster_t(num_bytes: Int32(piece.text.utf8.count), num_glyphs: 1)],
      backward: false)
  }
}

extension GlyphRun.Glyph {
  /// The glyph in device units.
  func cairo(from start: Point, scale: Double) -> cairo_glyph_t {
    cairo_glyph_t(index: UInt(id), x: (start.x + x) * scale, y: (start.y + y) * scale)
  }
}

extension FramePaint {
  /// Whether nothing shines through.
  var isOpaque: Bool {
    switch self {
    case .color(let color): color.alpha == 255
    case .gradient(let from, let to, _): from.alpha == 255 && to.alpha == 255
    }
  }
}
