internal import CGraphics
internal import CardLayout
internal import CardModel
internal import Foundation

/// Draws pictures, and keeps those scaled for pixels for the next card.
final class PicturePainter {
  /// The resolution of coloured glyphs in a document.
  private static let glyphResolution = 400.0
  /// The most bytes of scaled pictures that are kept.
  private static let cacheLimit = 16 << 20

  private struct Key: Hashable {
    let identity: String
    let visible: Size
    let whole: Rect
  }

  private let provider: any PictureProviding
  private let edges: EdgePainter
  private var kept: [Key: ImageSurface] = [:]
  private var order: [Key] = []
  private var cachedBytes = 0
  private let document: DocumentPictures

  /// Makes a painter; the resolution is that of pictures in documents, in pixels per inch.
  init(
    provider: any PictureProviding, edges: EdgePainter, documentResolution: Double = 300
  ) {
    self.provider = provider
    self.edges = edges
    document = DocumentPictures(provider: provider, resolution: documentResolution)
  }

  /// Takes note of how large the pictures of a frame are, before it is drawn in a document.
  func prepare(_ frame: Frame, grid: PixelGrid) { document.prepare(frame, grid: grid) }

  /// Draws a picture in its place, cut to its outline.
  func draw(
    _ picture: FramePicture, in bounds: Rect, path: NodePath,
    on context: borrowing CairoContext, grid: PixelGrid, target: Painter.Target
  ) throws(RenderError) {
    let edge = grid.outline(picture.outline, over: bounds)
    let area = grid.area(bounds)
    guard area.size.width > 0, area.size.height > 0 else { return }
    let placement = PicturePlacement(
      picture.pixels, in: area, fit: picture.fit, focus: picture.focus, snaps: grid.snaps)
    let source: Source
    do throws(PictureError) {
      source =
        switch target {
        case .image:
          .pixels(
            try provider.pixels(
              of: picture.source, atLeast: picture.pixels.reduced(to: placement.whole.size)))
        case .document: .stored(try document.picture(picture, whole: placement.whole.size))
        }
    } catch {
      throw RenderError(error, at: path)
    }
    func setSource() throws(RenderError) {
      switch target {
      case .image: try setPixels(source, placement: placement, on: context)
      case .document: setDocument(source, placement: placement, on: context)
      }
    }
    guard let border = picture.border, border.width > 0 else {
      try setSource()
      return try edges.fill(edge, on: context, target: target)
    }
    let inner = edge.inset(by: grid.thickness(border.width))
    guard placement.visible == area, source.isOpaque, border.color.alpha == 255 else {
      return try edges.fill(
        inner, setSource, line: edge, { context.setColor(border.color) }, on: context,
        target: target)
    }
    // The border lies under the picture's edge, so nothing shines between the two.
    context.setColor(border.color)
    try edges.fill(edge, on: context, target: target)
    guard let inner else { return }
    try setSource()
    try edges.fill(inner, on: context, target: target)
  }

  private enum Source {
    case pixels(DecodedPicture)
    case stored(DocumentPictures.Stored)

    var isOpaque: Bool {
      switch self {
      case .pixels(let picture): picture.isOpaque
      case .stored(let picture): picture.isOpaque
      }
    }
  }

  // MARK: Pixels

  private func setPixels(
    _ source: Source, placement: PicturePlacement, on context: borrowing CairoContext
  ) throws(RenderError) {
    guard case .pixels(let picture) = source else { return }
    let visible = placement.visible
    let key = Key(
      identity: picture.identity, visible: visible.size,
      whole: Rect(
        x: placement.whole.origin.x - visible.origin.x,
        y: placement.whole.origin.y - visible.origin.y, width: placement.whole.size.width,
        height: placement.whole.size.height))
    context.setSurface(
      try scaled(picture, to: key),
      deviceToPixels: AffineMap(x0: -visible.origin.x, y0: -visible.origin.y),
      sampling: .exact)
  }

  /// The picture at a scale, from those kept where it is there.
  private func scaled(
    _ picture: DecodedPicture, to key: Key
  ) throws(RenderError) -> ImageSurface {
    if let kept = kept[key] { return kept }
    let surface = try scale(picture, to: key)
    keep(surface, for: key)
    return surface
  }

  private func scale(
    _ picture: DecodedPicture, to key: Key
  ) throws(RenderError) -> ImageSurface {
    try ImageSurface.scaling(
      picture, over: key.whole,
      to: PixelSize(width: Int(key.visible.width), height: Int(key.visible.height)))
  }

  private func keep(_ surface: ImageSurface, for key: Key) {
    let bytes = surface.stride * surface.height
    guard bytes <= Self.cacheLimit / 2 else { return }
    while cachedBytes + bytes > Self.cacheLimit, !order.isEmpty {
      if let old = kept.removeValue(forKey: order.removeFirst()) {
        cachedBytes -= old.stride * old.height
      }
    }
    kept[key] = surface
    order.append(key)
    cachedBytes += bytes
  }

  // MARK: Documents

  private func setDocument(
    _ source: Source, placement: PicturePlacement, on context: borrowing CairoContext
  ) {
    guard case .stored(let picture) = source else { return }
    context.setSurface(
      picture.surface,
      deviceToPixels: .upright(
        picture.orientation, width: picture.surface.width, height: picture.surface.height,
        over: placement.whole),
      sampling: .document)
  }

  /// Draws coloured glyphs as a picture: a document would hold them at 72 dpi.
  func drawGlyphs(
    _ glyphs: [GlyphRun.Glyph], of run: GlyphRun, face: BorrowedFace, at start: Point,
    on context: borrowing CairoContext, grid: PixelGrid
  ) throws(RenderError) {
    guard let first = glyphs.first, run.size > 0 else { return }
    let left = glyphs.reduce(first.x) { min($0, $1.x) } - run.size * 0.25
    let right = glyphs.reduce(first.x) { max($0, $1.x + $1.advance) } + run.size * 0.25
    let rise = run.size * 1.5
    let factor = Self.glyphResolution / 72
    let surface = try ImageSurface(
      width: Int(((right - left) * factor).rounded(.up)),
      height: Int((run.size * 2.25 * factor).rounded(.up)), format: .alpha)
    let pixels = try CairoContext(surface)
    pixels.setFont(face, size: run.size * factor)
    pixels.showGlyphs(glyphs.map { $0.cairo(from: Point(x: -left, y: rise), scale: factor) })
    try pixels.checkStatus(while: "drawing coloured letters")
    let places = glyphs.map { "\($0.id):\($0.x - first.x):\($0.y)" }.joined(separator: ",")
    let identity = "glyphs:\(run.face.file):\(run.face.index):\(run.size):\(places)"
    try surface.attach(Array(identity.utf8), as: CAIRO_MIME_TYPE_UNIQUE_ID)
    let area = Rect(
      x: (start.x + left) * grid.scale, y: (start.y - rise) * grid.scale,
      width: Double(surface.width) / factor * grid.scale,
      height: Double(surface.height) / factor * grid.scale)
    context.setSurface(
      surface,
      deviceToPixels: .stretching(width: surface.width, height: surface.height, over: area),
      sampling: .document)
    context.addRectangle(area)
    context.fill()
  }
}

extension ImageSurface {
  /// A surface of an extent, with a picture that is stretched over an area of it.
  static func scaling(
    _ picture: DecodedPicture, over area: Rect, to size: PixelSize
  ) throws(RenderError) -> ImageSurface {
    let surface = try ImageSurface(
      width: size.width, height: size.height, format: picture.isOpaque ? .opaque : .alpha)
    let context = try CairoContext(surface)
    context.setSurface(
      try ImageSurface(picture),
      deviceToPixels: .stretching(width: picture.width, height: picture.height, over: area),
      sampling: .reduced)
    context.paint()
    try context.checkStatus(while: "scaling a picture")
    return surface
  }
}

extension PixelSize {
  /// The extent that fills a size, or this one where that is larger.
  func reduced(to size: Size) -> PixelSize {
    PixelSize(
      width: min(width, Int((size.width - 1e-6).rounded(.up))),
      height: min(height, Int((size.height - 1e-6).rounded(.up))))
  }
}

extension AffineMap {
  /// Takes device units to the pixels of a picture that is stretched over an area.
  static func stretching(width: Int, height: Int, over area: Rect) -> AffineMap {
    let across = Double(width) / area.size.width
    let down = Double(height) / area.size.height
    return AffineMap(
      xx: across, yy: down, x0: -area.origin.x * across, y0: -area.origin.y * down)
  }

  /// The same for a picture that is stored in one of EXIF's eight orientations.
  static func upright(_ orientation: Int, width: Int, height: Int, over area: Rect) -> AffineMap {
    // From shares of the upright picture to shares of the stored one.
    let turn: AffineMap =
      switch orientation {
      case 2: AffineMap(xx: -1, x0: 1)
      case 3: AffineMap(xx: -1, yy: -1, x0: 1, y0: 1)
      case 4: AffineMap(yy: -1, y0: 1)
      case 5: AffineMap(xx: 0, yx: 1, xy: 1, yy: 0)
      case 6: AffineMap(xx: 0, yx: -1, xy: 1, yy: 0, x0: 0, y0: 1)
      case 7: AffineMap(xx: 0, yx: -1, xy: -1, yy: 0, x0: 1, y0: 1)
      case 8: AffineMap(xx: 0, yx: 1, xy: -1, yy: 0, x0: 1, y0: 0)
      default: AffineMap()
      }
    return stretching(width: 1, height: 1, over: area).then(turn)
      .then(AffineMap(xx: Double(width), yy: Double(height)))
  }
}
