internal import CGraphics
package import CardLayout
package import CardModel

/// An SVG that has been looked over and drawn once: it may be drawn anywhere, as vectors.
package struct SVGPicture: Sendable {
  /// The size that it says it has, in points.
  package let size: Size
  let content: Content
  let name: String

  /// Where the vectors come from.
  enum Content: Sendable {
    /// What the program beside this one wrote down.
    case drawing(SVGDrawing)
    /// A file that the caller trusts, drawn by librsvg in this process.
    case trusted([UInt8], SVGSize)
  }

  /// The extent in pixels at 300 dpi, for layouts that ask for pixels.
  package var pixelSize: PixelSize {
    func pixels(_ points: Double) -> Int { max(1, Int((min(points, 1e6) * 300 / 72).rounded())) }
    return PixelSize(width: pixels(size.width), height: pixels(size.height))
  }

  /// The vectors in a form that Cairo paints.
  ///
  /// Made once for each painter and kept, a PDF stores the picture once. It belongs to the thread
  /// that made it.
  ///
  /// - Throws: `PictureError` where Cairo cannot hold it.
  package func surface() throws(PictureError) -> SVGSurface {
    switch content {
    case .drawing(let drawing):
      guard let surface = SVGSurface(drawing, size: size) else {
        throw PictureError(
          "The SVG '\(name)' cannot be drawn: it asks for more than Cairo can hold.")
      }
      return surface
    case .trusted(let bytes, let extent):
      return try SVGInProcess.surface(bytes, extent: extent, size: size, name: name)
    }
  }
}

/// The vectors of an SVG in Cairo's form.
@safe package final class SVGSurface {
  /// The size that it says it has, in points.
  package let size: Size
  /// The extent in the surface's own units.
  let extent: Size
  /// The recording.
  let recording: OpaquePointer

  /// Takes over a recording.
  init(adopting recording: OpaquePointer, extent: Size, size: Size) {
    unsafe self.recording = unsafe recording
    self.extent = extent
    self.size = size
  }

  /// Draws a drawing into a recording; nil where Cairo fails.
  convenience init?(_ drawing: SVGDrawing, size: Size) {
    let extent = Size(width: drawing.width, height: drawing.height)
    guard let recording = unsafe SVGReplay.recording(of: drawing) else { return nil }
    unsafe self.init(adopting: recording, extent: extent, size: size)
  }

  deinit { unsafe cairo_surface_destroy(recording) }

  /// Paints the whole SVG over an area of a Cairo context, in that context's units.
  func draw(on cairo: OpaquePointer, in area: Rect) {
    guard area.size.width > 0, area.size.height > 0 else { return }
    unsafe cairo_save(cairo)
    unsafe cairo_translate(cairo, area.origin.x, area.origin.y)
    unsafe cairo_scale(
      cairo, area.size.width / extent.width, area.size.height / extent.height)
    unsafe cairo_set_source_surface(cairo, recording, 0, 0)
    unsafe cairo_paint(cairo)
    unsafe cairo_restore(cairo)
  }
}
