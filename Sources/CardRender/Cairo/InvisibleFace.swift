internal import CGraphics

/// A face whose glyphs have no ink, each an em wide.
///
/// What is drawn as a picture in a document is found by its text through such glyphs.
@safe final class InvisibleFace {
  private let pointer: OpaquePointer
  private var numbers: [String: UInt] = [:]

  init() throws(RenderError) {
    guard let created = unsafe cairo_user_font_face_create() else {
      throw RenderError(status: .noMemory, while: "preparing the text")
    }
    unsafe pointer = unsafe created
    unsafe cairo_user_font_face_set_render_glyph_func(created) { _, _, _, extents in
      unsafe extents?.pointee.x_advance = 1
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
