internal import CGraphics
internal import CardModel

/// A face whose glyphs have next to no ink, to be shown in ``ink``.
///
/// What is drawn as a picture in a document is found by its text through such glyphs.
@safe final class InvisibleFace {
  /// The least opacity that the library does not take for none.
  static let ink = Color(red: 255, green: 255, blue: 255, alpha: 1)

  /// The advance of its glyphs in ems: readers take a face for far higher than wide.
  static let advance = 2.0

  private let pointer: OpaquePointer
  private var numbers: [String: UInt] = [:]

  init() throws(RenderError) {
    guard let created = unsafe cairo_user_font_face_create() else {
      throw RenderError(status: .noMemory, while: "preparing the text")
    }
    unsafe pointer = unsafe created
    unsafe cairo_user_font_face_set_render_glyph_func(created) { _, _, context, extents in
      unsafe extents?.pointee.x_advance = InvisibleFace.advance
      // The library leaves out what has no ink at all.
      unsafe cairo_rectangle(context, 0, 0, 0.01, 0.01)
      unsafe cairo_fill(context)
      return CAIRO_STATUS_SUCCESS
    }
  }

  deinit { unsafe cairo_font_face_destroy(pointer) }

  var face: BorrowedFace { unsafe BorrowedFace(pointer) }

  /// The glyph that stands for a text: one of its own for every text.
  func glyph(for text: String) -> UInt {
    if let number = numbers[text] { return number }
    let number = UInt(numbers.count + 1)
    numbers[text] = number
    return number
  }
}
