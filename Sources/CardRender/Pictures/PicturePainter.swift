internal import CGraphics
internal import CardLayout
internal import CardModel
internal import Foundation

/// Draws pictures, and keeps those scaled for pixels for the next card.
final class PicturePainter {
  /// The most bytes of scaled pictures that are kept.
  private static let cacheLimit = 16 << 20

  private struct Key: Hashable {
    let identity: String
    let visible: Size
    let whole: Rect
  }

  private let provider: any PictureProviding
  private var kept: [Key: ImageSurface] = [:]
  private var order: [Key] = []
  private var cachedBytes = 0

  init(provider: any PictureProviding) {
    self.provider = provider
  }

  /// Draws a picture in its place, cut to its outline.
  func draw(
    _ picture: FramePicture, in bounds: Rect, path: NodePath,
    on context: borrowing CairoContext, grid: PixelGrid
  ) throws(RenderError) {
    let edge = grid.outline(picture.outline, over: bounds)
    let area = grid.area(bounds)
    guard area.size.width > 0, area.size.height > 0 else { return }
    let placement = PicturePlacement(
      picture.pixels, in: area, fit: picture.fit, focus: picture.focus, snaps: grid.snaps)
    let source: DecodedPicture
    do throws(PictureError) {
      source = try provider.pixels(
        of: picture.source, atLeast: picture.pixels.reduced(to: placement.whole.size))
    } catch {
      throw RenderError(error, at: path)
    }
    let border = picture.border.flatMap { $0.width > 0 ? $0 : nil }
    let inner = border.map { edge.inset(by: grid.thickness($0.width)) } ?? edge
    let covers = placement.visible == area
    if let border, covers, source.isOpaque, border.color.alpha == 255 {
      // The border lies under the picture's edge, so nothing shines between the two.
      context.setColor(border.color)
      context.add(edge)
      context.fill()
    }
    if let inner {
      try set(source, placement: placement, on: context)
      context.add(inner)
      context.fill()
    }
    if let border, !(covers && source.isOpaque && border.color.alpha == 255) {
      context.setColor(border.color)
      context.add(edge)
      if let inner { context.add(inner) }
      context.fill(evenOdd: true)
    }
  }

  private func set(
    _ picture: DecodedPicture, placement: PicturePlacement, on context: borrowing CairoContext
  ) throws(RenderError) {
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
    let surface = try ImageSurface(
      width: Int(key.visible.width), height: Int(key.visible.height),
      format: picture.isOpaque ? .opaque : .alpha)
    let context = try CairoContext(surface)
    context.setSurface(
      try ImageSurface(picture),
      deviceToPixels: .stretching(width: picture.width, height: picture.height, over: key.whole),
      sampling: .reduced)
    context.paint()
    try context.checkStatus(while: "scaling a picture")
    return surface
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
}

extension PixelSize {
  /// The extent that fills a size, or this one where that is larger.
  func reduced(to size: Size) -> PixelSize {
    PixelSize(
      width: min(width, Int(size.width.rounded(.up))),
      height: min(height, Int(size.height.rounded(.up))))
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
