internal import CGraphics
package import CardLayout
package import CardModel

/// An SVG that has been looked over and drawn once: it may be drawn anywhere, as vectors.
package struct SVGPicture: Sendable {
  /// The size that it says it has, in points.
  package let size: Size
  let content: Content
  /// A name that no other file has: a hash of its bytes.
  let identity: String
  /// What is not drawn, or otherwise than the file asks.
  let remarks: [SVGRemark]
  /// What it is called in messages.
  private(set) var name = ""

  init(size: Size, content: Content, identity: String, remarks: [SVGRemark]) {
    self.size = size
    self.content = content
    self.identity = identity
    self.remarks = remarks
  }

  /// The same under another name.
  func named(_ name: String) -> SVGPicture {
    var copy = self
    copy.name = name
    return copy
  }

  /// What happened to it, as findings.
  package var findings: [Finding] { remarks.map { $0.finding(of: name) } }

  /// Where the vectors come from.
  enum Content: Sendable {
    /// What the program beside this one wrote down.
    case drawing(SVGDrawing)
    /// A file that the caller trusts, drawn by librsvg in this process.
    case trusted([UInt8], SVGSize)
  }

  /// The extent in pixels at 300 dpi of a size in points, for layouts that ask for pixels.
  static func pixelSize(of size: Size) -> PixelSize {
    // Drawn in rather than cut off, so that the proportions stay.
    let factor = min(300 / 72, 1e6 / max(size.width, size.height))
    func pixels(_ points: Double) -> Int { max(1, Int((points * factor).rounded())) }
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
      guard let surface = SVGSurface(drawing, size: size, identity: identity) else {
        throw PictureError(
          "The SVG '\(name)' cannot be drawn: it asks for more than Cairo can hold.")
      }
      return surface
    case .trusted(let bytes, let extent):
      return try SVGInProcess.surface(
        bytes, extent: extent, size: size, identity: identity, name: name)
    }
  }
}

/// The vectors of an SVG in Cairo's form.
@safe package final class SVGSurface {
  /// The size that it says it has, in points.
  package let size: Size
  /// A name that no other file has.
  let identity: String
  /// The extent in the surface's own units.
  let extent: Size
  /// The recording.
  let recording: OpaquePointer

  /// Takes over a recording.
  init(adopting recording: OpaquePointer, extent: Size, size: Size, identity: String) {
    unsafe self.recording = unsafe recording
    self.extent = extent
    self.size = size
    self.identity = identity
    // A document knows by it what it holds already, should the recording be made again.
    let name = Array("svg:\(identity)".utf8)
    guard let copy = unsafe g_memdup2(name, gsize(name.count)) else { return }
    let status = unsafe cairo_surface_set_mime_data(
      recording, CAIRO_MIME_TYPE_UNIQUE_ID, copy.assumingMemoryBound(to: UInt8.self),
      UInt(name.count), { unsafe g_free($0) }, copy)
    if status != CAIRO_STATUS_SUCCESS { unsafe g_free(copy) }
  }

  /// Draws a drawing into a recording; nil where Cairo fails.
  convenience init?(_ drawing: SVGDrawing, size: Size, identity: String) {
    let extent = Size(width: drawing.width, height: drawing.height)
    guard let recording = unsafe SVGReplay.recording(of: drawing) else { return nil }
    unsafe self.init(adopting: recording, extent: extent, size: size, identity: identity)
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
