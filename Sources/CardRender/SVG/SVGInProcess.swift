internal import CGraphics
import CardLayout
import CardModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Draws files that the caller trusts, where the program that would draw others is missing.
///
/// librsvg is opened when it is first needed: linked, it would cost every start of the program a
/// tenth of a card's time.
enum SVGInProcess {
  private struct Rectangle {
    var x, y, width, height: Double
  }

  private typealias NewFromData =
    @convention(c) (UnsafePointer<UInt8>, Int, UnsafeMutableRawPointer?) -> OpaquePointer?
  private typealias SetResolution = @convention(c) (OpaquePointer, Double) -> Void
  private typealias Render =
    @convention(c) (
      OpaquePointer, OpaquePointer, UnsafeRawPointer, UnsafeMutableRawPointer?
    ) -> Int32

  static func surface(
    _ bytes: [UInt8], extent: SVGSize, size: Size, identity: String, name: String
  ) throws(PictureError) -> SVGSurface {
    guard let library = unsafe open(),
      let newFromData = unsafe dlsym(library, "rsvg_handle_new_from_data"),
      let setResolution = unsafe dlsym(library, "rsvg_handle_set_dpi"),
      let render = unsafe dlsym(library, "rsvg_handle_render_document")
    else {
      throw PictureError(
        "The SVG '\(name)' cannot be drawn: librsvg is not there.",
        hint: "Install librsvg 2.46 or later.")
    }
    let make = unsafe unsafeBitCast(newFromData, to: NewFromData.self)
    let handle = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe buffer.baseAddress.flatMap { unsafe make($0, buffer.count, nil) }
    }
    guard let handle = unsafe handle else {
      throw PictureError("The SVG '\(name)' cannot be read.")
    }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(handle)) }
    unsafe unsafeBitCast(setResolution, to: SetResolution.self)(handle, 96)

    let scale = 1024 / max(extent.width, extent.height)
    var extents = cairo_rectangle_t(
      x: 0, y: 0, width: extent.width * scale, height: extent.height * scale)
    guard
      let recording = unsafe cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents),
      let cairo = unsafe cairo_create(recording)
    else { throw PictureError("There is no memory for the SVG '\(name)'.") }
    unsafe cairo_scale(cairo, scale, scale)
    var viewport = Rectangle(x: 0, y: 0, width: extent.width, height: extent.height)
    let isDrawn = unsafe unsafeBitCast(render, to: Render.self)(handle, cairo, &viewport, nil) != 0
    unsafe cairo_destroy(cairo)
    guard isDrawn, unsafe cairo_surface_status(recording) == CAIRO_STATUS_SUCCESS else {
      unsafe cairo_surface_destroy(recording)
      throw PictureError("The SVG '\(name)' cannot be drawn.")
    }
    return unsafe SVGSurface(
      adopting: recording,
      extent: Size(width: extent.width * scale, height: extent.height * scale), size: size,
      identity: identity)
  }

  private static func open() -> UnsafeMutableRawPointer? {
    for name in ["librsvg-2.so.2", "librsvg-2.2.dylib"] {
      if let library = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) { return unsafe library }
    }
    return nil
  }
}
