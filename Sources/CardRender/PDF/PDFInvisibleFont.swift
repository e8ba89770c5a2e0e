/// A font of up to 255 glyphs without ink, each of which stands for a text.
final class PDFInvisibleFont {
  let name: String
  let object: Int
  private var codes: [String: UInt8] = [:]
  private var texts: [String] = []
  /// The advance of each glyph in ems: readers take a font for far higher than wide.
  static let advance = 2.0

  init(name: String, object: Int) {
    self.name = name
    self.object = object
  }

  /// The code of a text; nil where there is no more room.
  func code(for text: String) -> UInt8? {
    if let code = codes[text] { return code }
    guard texts.count < 255 else { return nil }
    texts.append(text)
    let code = UInt8(texts.count)
    codes[text] = code
    return code
  }

  func write(to file: PDFFile) {
    let glyph = file.addStream(PDFContent(), Array("2000 0 0 0 0 0 d1".utf8))
    var map = PDFContent()
    map.add(
      """
      /CIDInit /ProcSet findresource begin
      12 dict begin
      begincmap
      /CMapName /Adobe-Identity-UCS def
      /CMapType 2 def
      1 begincodespacerange
      <00> <FF>
      endcodespacerange

      """)
    for (index, text) in texts.enumerated() {
      map.add("1 beginbfchar\n<")
      map.hex(UInt8(index + 1))
      map.add("> <")
      map.hexText(text)
      map.add(">\nendbfchar\n")
    }
    map.add("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend")
    let unicode = file.addStream(PDFContent(), map.bytes)
    var font = PDFContent()
    font.add("<</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix[.001 0 0 .001 0 0]")
    font.add("/Resources<<>>/FirstChar 1/LastChar ")
    font.add(texts.count)
    font.add("/Widths[")
    for _ in texts { font.add("2000 ") }
    font.add("]/CharProcs<</g ")
    font.reference(glyph)
    font.add(">>/Encoding<</Type/Encoding/Differences[1")
    for _ in texts { font.add("/g") }
    font.add("]>>/ToUnicode ")
    font.reference(unicode)
    font.add(">>")
    file.write(object, font)
  }
}
