internal import CardLayout
internal import CardModel

/// What one frame after another begins with: drawn once, and copied from then on.
///
/// Background, band, title and logo are the same on every card of a run, and stand first. The copy
/// holds what drawing them gives, and the rest is drawn over it, so that a card has the same bytes as
/// one that is made alone.
final class KeptLayer {
  private struct Ground: Equatable {
    let size: Size
    let background: FramePaint?
    let dotsPerInch: Double
    let isOpaque: Bool
  }

  private var ground: Ground?
  /// The items of the frame before.
  private var before: [PlacedItem] = []
  /// The items that the copy holds.
  private var items: [PlacedItem] = []
  private var copy: ImageSurface?

  /// Forgets all, as when a picture has changed that may be in it.
  func forget() {
    (ground, before, items, copy) = (nil, [], [], nil)
  }

  /// Draws a frame on a surface and its context: what is kept is copied, the rest is drawn.
  func draw(
    _ frame: Frame, background: FramePaint?, dotsPerInch: Double, with painter: Painter,
    on surface: ImageSurface, _ context: borrowing CairoContext
  ) throws(RenderError) {
    let grid = PixelGrid.pixels(dotsPerInch: dotsPerInch)
    let ground = Ground(
      size: frame.size, background: background, dotsPerInch: dotsPerInch,
      isOpaque: surface.format == .opaque)
    if ground != self.ground {
      forget()
      self.ground = ground
    }
    defer { before = frame.items }
    if let copy, !items.isEmpty, frame.items.starts(with: items) {
      try surface.copyPixels(of: copy)
      return try painter.draw(frame.items[items.count...], on: context, grid: grid)
    }
    if surface.format == .alpha { context.clear() }
    painter.lay(background, under: frame, on: context, grid: grid)
    let common = zip(frame.items, before).prefix { $0 == $1 }.count
    guard frame.items[..<common].contains(where: \.isWorthKeeping) else {
      return try painter.draw(frame.items[...], on: context, grid: grid)
    }
    try painter.draw(frame.items[..<common], on: context, grid: grid)
    let kept =
      if let copy { copy } else {
        try ImageSurface(width: surface.width, height: surface.height, format: surface.format)
      }
    items = []
    try kept.copyPixels(of: surface)
    copy = kept
    items = Array(frame.items[..<common])
    try painter.draw(frame.items[common...], on: context, grid: grid)
  }
}

extension PlacedItem {
  /// Whether drawing it takes longer than copying the whole card: plain areas and a title do not.
  fileprivate var isWorthKeeping: Bool {
    switch item {
    case .text, .barcode: return false
    case .group, .picture: return true
    case .shape(let shape):
      if case .gradient? = shape.fill { return true }
      return false
    }
  }
}
