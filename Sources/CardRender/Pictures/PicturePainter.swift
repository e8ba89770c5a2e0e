internal import CGraphics
internal import CardLayout
internal import CardModel
internal import Foundation

/// Draws pictures, and keeps those scaled for pixels for the next card.
final class PicturePainter {
  private struct Key: Hashable {
    let identity: String
    let visible: Size
    let whole: Rect
  }

  private let provider: any PictureProviding
  private let edges: EdgePainter
  private var kept = SurfaceCache<Key>(limit: 24 << 20)

  init(provider: any PictureProviding, edges: EdgePainter) {
    self.provider = provider
    self.edges = edges
  }

  /// Draws a picture in its place, cut to its outline.
  func draw(
    _ picture: FramePicture, in bounds: Rect, path: NodePath, id: String?,
    on context: borrowing CairoContext, grid: PixelGrid
  ) throws(RenderError) {
    let edge = grid.outline(picture.outline, over: bounds)
    let area = grid.area(bounds)
    guard area.size.width > 0, area.size.height > 0 else { return }
    let placement: PicturePlacement
    let source: Source
    do throws(PictureError) {
      let content: Source.Content
      let identity: String
      if let vectors = try provider.vectors(of: picture.source) {
        placement = PicturePlacement(
          vectors.size, in: area, fit: picture.fit, focus: picture.focus, snaps: grid.snaps)
        content = .vectors(vectors)
        identity = vectors.identity
      } else {
        placement = PicturePlacement(
          picture.pixels, in: area, fit: picture.fit, focus: picture.focus, snaps: grid.snaps)
        content = .pixels(atLeast: picture.pixels.reduced(to: placement.whole.size))
        identity = try provider.identity(of: picture.source)
      }
      source = Source(
        name: picture.source, content: content, identity: identity, path: path, id: id)
    } catch {
      throw RenderError(error, at: path, id: id)
    }
    let surface = try scaled(source, to: placement)
    func setSource() { set(surface, placement, .exact, on: context) }
    guard let border = picture.border, border.width > 0 else {
      if picture.bleed != .none, placement.fills(area, within: 1) {
        try bleed(
          source, placement, to: grid.area(bounds.grown(by: picture.bleed)), on: context)
      }
      setSource()
      return try edges.fill(edge, on: context)
    }
    let inner = edge.inset(by: grid.thickness(border.width))
    guard placement.visible == area, surface.format == .opaque, border.color.alpha == 255 else {
      return try edges.fill(
        inner, setSource, line: edge, { context.setColor(border.color) }, on: context)
    }
    // The border lies under the picture's edge, so nothing shines between the two.
    context.setColor(border.color)
    try edges.fill(edge, on: context)
    guard let inner else { return }
    setSource()
    try edges.fill(inner, on: context)
  }

  /// Draws what lies between a picture's place and its bleed: more of the picture where there is
  /// more, and its mirror image beyond its edge.
  private func bleed(
    _ source: Source, _ placement: PicturePlacement, to outer: Rect,
    on context: borrowing CairoContext
  ) throws(RenderError) {
    // Whole pixels of the picture alone, and at least its place.
    let (whole, area) = (placement.whole, placement.visible)
    let left = min(max(outer.origin.x, whole.origin.x.rounded(.up)), area.origin.x)
    let top = min(max(outer.origin.y, whole.origin.y.rounded(.up)), area.origin.y)
    let right = max(min(outer.maxX, whole.maxX.rounded(.down)), area.maxX)
    let bottom = max(min(outer.maxY, whole.maxY.rounded(.down)), area.maxY)
    let there = Rect(x: left, y: top, width: right - left, height: bottom - top)
    let wider = PicturePlacement(visible: there, whole: whole)
    set(try scaled(source, to: wider), wider, .mirrored, on: context)
    try edges.fill(
      .rectangle(outer, radius: 0), around: .rectangle(area, radius: 0), on: context)
  }

  private struct Source {
    enum Content {
      case pixels(atLeast: PixelSize)
      case vectors(SVGSurface)
    }

    let name: String
    let content: Content
    let identity: String
    let path: NodePath
    let id: String?
  }

  private func set(
    _ surface: ImageSurface, _ placement: PicturePlacement, _ sampling: CairoContext.Sampling,
    on context: borrowing CairoContext
  ) {
    let visible = placement.visible
    context.setSurface(
      surface, deviceToPixels: AffineMap(x0: -visible.origin.x, y0: -visible.origin.y),
      sampling: sampling)
  }

  /// The picture at a scale: one that is kept is not even decoded again.
  private func scaled(
    _ source: Source, to placement: PicturePlacement
  ) throws(RenderError) -> ImageSurface {
    let visible = placement.visible
    let key = Key(
      identity: source.identity, visible: visible.size,
      whole: Rect(
        x: placement.whole.origin.x - visible.origin.x,
        y: placement.whole.origin.y - visible.origin.y, width: placement.whole.size.width,
        height: placement.whole.size.height))
    if let kept = kept[key] { return kept }
    let surface: ImageSurface
    switch source.content {
    case .pixels(let size):
      let picture: DecodedPicture
      do throws(PictureError) {
        picture = try provider.pixels(of: source.name, atLeast: size)
      } catch {
        throw RenderError(error, at: source.path, id: source.id)
      }
      surface = try scale(picture, to: key)
    case .vectors(let vectors): surface = try draw(vectors, to: key)
    }
    kept.keep(surface, for: key)
    return surface
  }

  private func scale(
    _ picture: DecodedPicture, to key: Key
  ) throws(RenderError) -> ImageSurface {
    try ImageSurface.scaling(
      picture, over: key.whole,
      to: PixelSize(width: Int(key.visible.width), height: Int(key.visible.height)))
  }

  private func draw(_ vectors: SVGSurface, to key: Key) throws(RenderError) -> ImageSurface {
    let surface = try ImageSurface(
      width: Int(key.visible.width), height: Int(key.visible.height), format: .alpha)
    let context = try CairoContext(surface)
    context.paint(vectors, over: key.whole)
    try context.checkStatus(while: "drawing an SVG")
    return surface
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

  /// Takes shares of the upright picture to shares of one stored in one of EXIF's orientations.
  static func turn(_ orientation: Int) -> AffineMap {
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
  }
}
