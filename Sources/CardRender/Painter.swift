internal import CGraphics
internal import CardLayout
internal import CardModel

/// Draws frames as pixels: one switch over what can be drawn.
///
/// Coordinates are made into device units here, so that the context needs no scale of its own.
final class Painter {
  private let faces: any FaceProviding
  private let edges = EdgePainter()
  private let pictures: PicturePainter

  init(faces: any FaceProviding, pictures: any PictureProviding) {
    self.faces = faces
    self.pictures = PicturePainter(provider: pictures, edges: edges)
  }

  /// Draws a frame over a background that fills the whole surface.
  func draw(
    _ frame: Frame, background: FramePaint?, on context: borrowing CairoContext, grid: PixelGrid
  ) throws(RenderError) {
    lay(background, under: frame, on: context, grid: grid)
    try draw(frame.items[...], on: context, grid: grid)
  }

  /// Fills the whole surface, where there is a background.
  func lay(
    _ background: FramePaint?, under frame: Frame, on context: borrowing CairoContext,
    grid: PixelGrid
  ) {
    guard let background else { return }
    set(background, over: grid.area(Rect(origin: .zero, size: frame.size)), on: context)
    context.paint()
  }

  /// Draws some of a frame's items over what is there.
  func draw(
    _ items: ArraySlice<PlacedItem>, on context: borrowing CairoContext, grid: PixelGrid
  ) throws(RenderError) {
    try draw(Array(items), at: .zero, on: context, grid)
    try context.checkStatus(while: "drawing the card")
  }

  private func draw(
    _ items: [PlacedItem], at offset: Point, on context: borrowing CairoContext, _ grid: PixelGrid
  ) throws(RenderError) {
    for placed in items {
      let origin = offset + placed.origin
      let bounds = Rect(origin: origin, size: placed.size)
      switch placed.item {
      case .group(let group): try draw(group, in: bounds, on: context, grid)
      case .text(let text): try draw(text, at: origin, on: context, grid)
      case .shape(let shape): try draw(shape, in: bounds, on: context, grid)
      case .picture(let picture):
        try pictures.draw(
          picture, in: bounds, path: placed.path, id: placed.id, on: context, grid: grid)
      case .barcode(let code):
        try draw(code, in: bounds, path: placed.path, on: context, grid)
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
    _ group: FrameGroup, in bounds: Rect, on context: borrowing CairoContext, _ grid: PixelGrid
  ) throws(RenderError) {
    guard group.opacity > 0 else { return }
    let edge = group.clip.map { grid.outline($0, over: bounds.grown(by: group.bleed)) }
    if edge == nil, group.opacity >= 1 {
      return try drawItems(of: group, in: bounds, on: context, grid)
    }
    context.save()
    defer { context.restore() }
    // Clip and paint would blend a rounded edge once per item: what is behind would shine
    // through. So the whole is drawn apart and laid down once, through the edge.
    let edgeApart: DeviceOutline? =
      if let edge, !edge.isRectangle { edge } else { nil }
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
    try drawItems(of: group, in: bounds, on: context, grid)
    if let edgeApart {
      context.popGroupToSource()
      try edges.fill(edgeApart, on: context)
    }
    if group.opacity < 1 {
      context.popGroupToSource()
      context.paint(opacity: group.opacity)
    }
  }

  private func drawItems(
    of group: FrameGroup, in bounds: Rect, on context: borrowing CairoContext, _ grid: PixelGrid
  ) throws(RenderError) {
    guard let mount = group.mount else {
      return try draw(group.items, at: bounds.origin, on: context, grid)
    }
    context.save()
    defer { context.restore() }
    context.transform(mount.map(in: bounds, grid: grid))
    try draw(group.items, at: .zero, on: context, grid)
  }

  // MARK: Shapes

  private func draw(
    _ shape: FrameShape, in bounds: Rect, on context: borrowing CairoContext, _ grid: PixelGrid
  ) throws(RenderError) {
    switch shape.kind {
    case .line(let axis):
      guard let stroke = shape.stroke, stroke.width > 0 else { return }
      context.setColor(stroke.color)
      context.addRectangle(
        grid.line(bounds.grown(by: shape.bleed), axis: axis, width: stroke.width))
      context.fill()
    case .area(let outline):
      let edge = grid.outline(outline, over: bounds)
      guard edge.area.size.width > 0, edge.area.size.height > 0 else { return }
      guard let stroke = shape.stroke, stroke.width > 0 else {
        guard let fill = shape.fill else { return }
        set(fill, over: edge.area, on: context)
        let whole =
          shape.bleed == .none
          ? edge : grid.outline(outline, over: bounds.grown(by: shape.bleed))
        return try edges.fill(whole, on: context)
      }
      let inner = edge.inset(by: grid.thickness(stroke.width))
      if shape.fill?.isOpaque == true, stroke.color.alpha == 255 {
        // One over the other, each to its own edge: no seam on either side of the line.
        context.setColor(stroke.color)
        try edges.fill(edge, on: context)
        if let inner, let fill = shape.fill {
          try self.fill(inner, with: fill, on: context, grid)
        }
      } else if let inner, let fill = shape.fill {
        try edges.fill(
          inner, { set(fill, over: inner.area, on: context) }, line: edge,
          { context.setColor(stroke.color) }, on: context)
      } else {
        context.setColor(stroke.color)
        try edges.fill(edge, around: inner, on: context)
      }
    }
  }

  private func fill(
    _ edge: DeviceOutline, with paint: FramePaint, on context: borrowing CairoContext,
    _ grid: PixelGrid
  ) throws(RenderError) {
    set(paint, over: edge.area, on: context)
    try edges.fill(edge, on: context)
  }

  // MARK: Codes

  private func draw(
    _ code: FrameBarcode, in bounds: Rect, path: NodePath, on context: borrowing CairoContext,
    _ grid: PixelGrid
  ) throws(RenderError) {
    let modules = try ModuleGrid(code, in: bounds, path: path, grid: grid)
    context.setColor(code.background)
    context.addRectangle(grid.area(bounds))
    context.fill()
    context.setColor(code.color)
    for run in modules.darkRuns(of: code.symbol) { context.addRectangle(run) }
    context.fillHard()
  }

  // MARK: Text

  private func draw(
    _ text: FrameText, at origin: Point, on context: borrowing CairoContext, _ grid: PixelGrid
  ) throws(RenderError) {
    for line in text.lines {
      let start = Point(x: origin.x + line.x, y: origin.y + line.baseline)
      for run in line.shaped.runs where !run.glyphs.isEmpty {
        try draw(run, at: start, color: text.color(of: run), on: context, grid: grid)
      }
    }
  }

  private func draw(
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
}

extension FrameMount {
  /// Takes the mounted frame's device units to those of what it lies on.
  ///
  /// Corners go to whole pixels, and turns exchange them: a pixel stays a pixel.
  func map(in bounds: Rect, grid: PixelGrid) -> AffineMap {
    let corner = grid.area(Rect(origin: bounds.origin, size: .zero)).origin
    let extent = grid.area(Rect(origin: .zero, size: bounds.size)).size
    var map: AffineMap =
      switch turn {
      case .none: AffineMap()
      case .quarter: AffineMap(xx: 0, yx: 1, xy: -1, yy: 0, x0: extent.width)
      case .half: AffineMap(xx: -1, yy: -1, x0: extent.width, y0: extent.height)
      case .threeQuarters: AffineMap(xx: 0, yx: -1, xy: 1, yy: 0, y0: extent.height)
      }
    if scaleX != 1 || scaleY != 1 { map = map.then(AffineMap(xx: scaleX, yy: scaleY)) }
    return map.then(AffineMap(x0: corner.x, y0: corner.y))
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
