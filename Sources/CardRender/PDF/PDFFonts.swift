internal import CardLayout

/// The fonts of a document.
final class PDFFonts {
  /// Where the text of what is drawn as a picture is found: glyphs without ink.
  private(set) var invisible: [PDFInvisibleFont] = []
  private let faces: any FaceProviding
  private let file: PDFFile
  private var fonts: [FaceReference: PDFFont?] = [:]
  private var order: [PDFFont] = []

  init(faces: any FaceProviding, file: PDFFile) {
    self.faces = faces
    self.file = file
  }

  /// The font of a face; nil where a document cannot hold it, and its outlines are drawn.
  func font(for reference: FaceReference) throws(RenderError) -> PDFFont? {
    if let known = fonts[reference] { return known }
    let place = try faces.fontFile(for: reference)
    let font = FontProgram(path: place.path, index: place.index).map {
      PDFFont(
        reference, program: $0, name: "F\(order.count + 1)", object: file.reserve())
    }
    fonts[reference] = .some(font)
    if let font { order.append(font) }
    return font
  }

  /// The invisible glyph that stands for a text.
  func invisibleGlyph(for text: String) -> (font: PDFInvisibleFont, code: UInt8) {
    for font in invisible {
      if let code = font.code(for: text) { return (font, code) }
    }
    let font = PDFInvisibleFont(name: "H\(invisible.count + 1)", object: file.reserve())
    invisible.append(font)
    return (font, font.code(for: text) ?? 0)
  }

  /// Writes all fonts.
  func finish(isArchive: Bool) throws(RenderError) {
    for font in order {
      if isArchive, !font.program.mayBeEmbedded {
        throw RenderError(
          "The font '\(font.reference.name)' forbids to be put into documents, as PDF/A asks.",
          hint: "Set the text in another face, or leave out '--pdf a-2b'.")
      }
      try font.write(to: file)
    }
    for font in invisible { font.write(to: file) }
  }
}
