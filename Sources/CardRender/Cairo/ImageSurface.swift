internal import CGraphics

/// Pixels that Cairo draws on or draws from: 32 bits in native order, premultiplied.
@safe final class ImageSurface {
  /// The kinds of pixels.
  enum Format {
    /// Opaque pixels; the topmost byte means nothing.
    case opaque
    /// Pixels with alpha.
    case alpha
    /// A share of 0 to 255 a pixel, for masks.
    case coverage
  }

  let width: Int
  let height: Int
  let format: Format
  let pointer: OpaquePointer
  /// What owns the pixels, where the surface does not.
  private let owner: AnyObject?

  /// Makes an empty surface.
  init(width: Int, height: Int, format: Format) throws(RenderError) {
    let kind: cairo_format_t =
      switch format {
      case .opaque: CAIRO_FORMAT_RGB24
      case .alpha: CAIRO_FORMAT_ARGB32
      case .coverage: CAIRO_FORMAT_A8
      }
    let operation = "making a picture of \(width)×\(height) pixels"
    unsafe pointer = try adoptSurface(
      cairo_image_surface_create(kind, Int32(clamping: width), Int32(clamping: height)),
      while: operation)
    self.width = width
    self.height = height
    self.format = format
    owner = nil
  }

  /// Makes a surface over the pixels of a decoded picture, which it keeps alive.
  init(_ picture: DecodedPicture) throws(RenderError) {
    unsafe pointer = try adoptSurface(
      cairo_image_surface_create_for_data(
        picture.bytes, picture.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32,
        Int32(clamping: picture.width), Int32(clamping: picture.height),
        Int32(clamping: picture.stride)),
      while: "drawing a picture")
    width = picture.width
    height = picture.height
    format = picture.isOpaque ? .opaque : .alpha
    owner = picture
  }

  deinit { unsafe cairo_surface_destroy(pointer) }

  /// The number of bytes from one row to the next.
  var stride: Int { unsafe Int(cairo_image_surface_get_stride(pointer)) }

  /// Writes a row of a mask; shares out of bounds become 0 or 255.
  func set(row: Int, to shares: [Int16]) {
    guard format == .coverage, row < height,
      let data = unsafe cairo_image_surface_get_data(pointer)
    else { return }
    let line = unsafe data + row * stride
    for (column, share) in shares.prefix(width).enumerated() {
      unsafe line[column] = UInt8(clamping: share)
    }
  }

  /// Says that rows were written.
  func markChanged() { unsafe cairo_surface_mark_dirty(pointer) }

  /// Reads the finished pixels.
  func withPixels<Result>(
    _ body: (UnsafeRawBufferPointer) throws(RenderError) -> Result
  ) throws(RenderError) -> Result {
    unsafe cairo_surface_flush(pointer)
    guard let data = unsafe cairo_image_surface_get_data(pointer) else {
      throw RenderError(status: .noMemory, while: "reading the pixels")
    }
    return try unsafe body(UnsafeRawBufferPointer(start: data, count: stride * height))
  }
}
