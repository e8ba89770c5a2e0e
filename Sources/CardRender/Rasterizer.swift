public import CardLayout
internal import CardModel

/// Draws frames as PNG files.
///
/// It keeps its frame, filter and output buffers from one card to the next, so there is one per
/// worker. Two frames of one size and kind are drawn on the same pixels.
public final class Rasterizer {
  /// The resolutions that can be asked for, in dots per inch.
  public static let resolutions: ClosedRange<Double> = 36...1200

  private let painter: Painter
  private let encoder: PNGEncoder
  private let pixelLimit: Int
  private var surface: ImageSurface?
  private var pictureAreas: [PixelArea] = []
  private let layer = KeptLayer()

  init(
    faces: any FaceProviding, pictures: any PictureProviding, pixelLimit: Int = 64_000_000
  ) throws(RenderError) {
    painter = Painter(faces: faces, pictures: pictures)
    encoder = try PNGEncoder()
    self.pixelLimit = pixelLimit
  }

  /// Makes a rasterizer over a worker's fonts and pictures.
  ///
  /// - Throws: ``RenderError`` where the encoder cannot be made.
  public convenience init(fonts: FontLibrary, pictures: PictureLibrary) throws(RenderError) {
    try self.init(faces: fonts, pictures: pictures)
  }

  /// The extent in pixels of a frame at a resolution.
  ///
  /// - Throws: ``RenderError`` where the resolution or the extent is out of bounds.
  public func pixelSize(
    of frame: Frame, dotsPerInch: Double
  ) throws(RenderError) -> PixelSize {
    guard Self.resolutions.contains(dotsPerInch) else {
      throw RenderError(
        "A resolution of \(number(dotsPerInch)) dpi is not possible.",
        hint: "Please provide one from 36 to 1200 dpi.")
    }
    let width = (frame.size.width * dotsPerInch / 72).rounded()
    let height = (frame.size.height * dotsPerInch / 72).rounded()
    guard width >= 1, height >= 1, width <= 32767, height <= 32767,
      width * height <= Double(pixelLimit)
    else {
      throw RenderError(
        "A picture of \(number(width))×\(number(height)) pixels is not possible: at least one"
          + " pixel, at most 32767 a side and \(pixelLimit) in all.",
        hint: "Please provide another size or resolution.")
    }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// Draws a frame and encodes it.
  ///
  /// The file is RGB where every pixel is opaque and RGBA otherwise, and states its resolution.
  ///
  /// - Throws: ``RenderError`` where a picture cannot be read, or something is out of bounds.
  public func png(
    of frame: Frame, background: FramePaint?, dotsPerInch: Double = 300,
    profile: PNGProfile = .fast
  ) throws(RenderError) -> [UInt8] {
    let surface = try draw(frame, background: background, dotsPerInch: dotsPerInch)
    return try encoder.encode(
      surface, dotsPerInch: dotsPerInch, profile: profile, areas: pictureAreas)
  }

  /// Draws a frame and keeps the pixels for ``encodeAgain(dotsPerInch:profile:)``: what
  /// measurements ask for one after the other.
  package func drawOnly(_ frame: Frame, dotsPerInch: Double = 300) throws(RenderError) {
    _ = try draw(frame, background: nil, dotsPerInch: dotsPerInch)
  }

  /// Encodes the pixels that were drawn last; empty where there are none.
  package func encodeAgain(
    dotsPerInch: Double = 300, profile: PNGProfile = .fast
  ) throws(RenderError) -> [UInt8] {
    guard let surface else { return [] }
    return try encoder.encode(
      surface, dotsPerInch: dotsPerInch, profile: profile, areas: pictureAreas)
  }

  /// Forgets what several cards begin with, as when a picture has changed that may be in it.
  public func forgetKeptLayer() { layer.forget() }

  /// Draws a frame; the pixels are good until the next one.
  func draw(
    _ frame: Frame, background: FramePaint?, dotsPerInch: Double
  ) throws(RenderError) -> ImageSurface {
    let size = try pixelSize(of: frame, dotsPerInch: dotsPerInch)
    let isOpaque = background?.isOpaque == true || frame.beginsOpaque
    let surface = try canvas(size, format: isOpaque ? .opaque : .alpha)
    let context = try CairoContext(surface)
    try layer.draw(
      frame, background: background, dotsPerInch: dotsPerInch, with: painter, on: surface, context)
    pictureAreas =
      PictureAreas(of: frame, size: size, grid: .pixels(dotsPerInch: dotsPerInch)).areas
    return surface
  }

  private func canvas(
    _ size: PixelSize, format: ImageSurface.Format
  ) throws(RenderError) -> ImageSurface {
    if let surface, surface.width == size.width, surface.height == size.height,
      surface.format == format
    {
      return surface
    }
    surface = nil
    let made = try ImageSurface(width: size.width, height: size.height, format: format)
    surface = made
    return made
  }
}

extension Frame {
  /// Whether the first item covers the whole frame and lets nothing shine through.
  var beginsOpaque: Bool {
    guard let first = items.first, case .shape(let shape) = first.item,
      shape.kind == .area(.rectangle(radius: 0)), shape.fill?.isOpaque == true
    else { return false }
    return first.origin.x <= 0 && first.origin.y <= 0 && first.bounds.maxX >= size.width
      && first.bounds.maxY >= size.height
  }
}
