internal import CPNG

/// How hard a PNG is compressed.
public enum PNGProfile: Sendable, Hashable, CaseIterable {
  /// Made quickly.
  case fast
  /// A few percent smaller, at some more time.
  case small
}

/// Encodes pixels as PNG; it keeps its buffers, so there is one per worker.
@safe final class PNGEncoder {
  private let encoder: OpaquePointer

  /// Makes an encoder that keeps up to so many bytes of what it compressed.
  init(keptBytes: Int = 8 << 20) throws(RenderError) {
    guard let encoder = unsafe cpng_encoder_create(keptBytes) else {
      throw RenderError(status: .noMemory, while: "preparing to write PNG")
    }
    unsafe self.encoder = encoder
  }

  deinit { unsafe cpng_encoder_destroy(encoder) }

  /// How many areas were not compressed again, as the same pixels were there before.
  var keptAreas: Int { unsafe cpng_kept_areas(encoder) }

  /// A PNG file of a surface: RGB where every pixel is opaque, RGBA otherwise.
  ///
  /// In areas lies what may come again. The file depends on where they are, but not on what was
  /// encoded before.
  func encode(
    _ surface: ImageSurface, dotsPerInch: Double, profile: PNGProfile = .fast,
    areas: [PixelArea] = []
  ) throws(RenderError) -> [UInt8] {
    let pixelsPerMetre = UInt32((dotsPerInch / 0.0254).rounded())
    let rectangles = areas.map { area in
      cpng_rectangle(
        left: UInt32(clamping: area.left), top: UInt32(clamping: area.top),
        right: UInt32(clamping: area.right), bottom: UInt32(clamping: area.bottom))
    }
    return try unsafe surface.withPixels { (pixels) throws(RenderError) -> [UInt8] in
      var file: UnsafePointer<UInt8>?
      var length = 0
      let status = unsafe cpng_encode(
        encoder, pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), surface.stride,
        UInt32(surface.width), UInt32(surface.height), surface.format == .alpha ? 1 : 0,
        pixelsPerMetre, Int32(profile == .fast ? CPNG_FAST : CPNG_SMALL), rectangles,
        rectangles.count, &file, &length)
      switch Int(status) {
      case CPNG_OK: return unsafe Array(UnsafeBufferPointer(start: file, count: length))
      case CPNG_NO_MEMORY:
        throw RenderError("There is no memory to write the PNG.")
      default:
        let reason = unsafe String(cString: cpng_message(encoder))
        throw RenderError("The PNG could not be written: \(reason).")
      }
    }
  }
}
