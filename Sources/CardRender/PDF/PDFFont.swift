internal import CardLayout
internal import CardModel

/// A face in a document: which of its glyphs are shown, and for which letters they stand.
final class PDFFont {
  let reference: FaceReference
  let program: FontProgram
  /// The font's name in the resources of a page.
  let name: String
  let object: Int
  /// For each glyph the letter it stands for: 0 where it is not shown, `several` where the text is
  /// in `texts`.
  private var letters: [UInt32] = []
  private var texts: [UInt32: String] = [:]
  private static let several = UInt32.max
  /// A glyph whose text always stands beside it.
  private static let unsaid = UInt32.max - 1
  /// A letter of the text beside such a glyph: every one that is shown has to have some.
  private var standIns: [UInt32: Unicode.Scalar] = [:]

  init(_ reference: FaceReference, program: FontProgram, name: String, object: Int) {
    self.reference = reference
    self.program = program
    self.name = name
    self.object = object
  }

  /// Notes that a glyph stands for a text, in UTF-8.
  ///
  /// - Returns: Whether a reader will find that text for it; a glyph stands for the first text.
  func note(_ glyph: UInt32, for text: ArraySlice<UInt8>) -> Bool {
    let index = makeRoom(for: glyph)
    let isFree = letters[index] == 0 || letters[index] == Self.unsaid
    if let letter = Self.letter(text) {
      if isFree { letters[index] = letter }
      return letters[index] == letter
    }
    let text = String(decoding: text, as: UTF8.self)
    if isFree {
      letters[index] = Self.several
      texts[glyph] = text
      return true
    }
    return letters[index] == Self.several && texts[glyph] == text
  }

  /// Notes that a glyph is shown as part of a text that stands beside it, `letter` among it.
  func note(_ glyph: UInt32, partOf letter: Unicode.Scalar) {
    let index = makeRoom(for: glyph)
    guard letters[index] == 0 else { return }
    letters[index] = Self.unsaid
    standIns[glyph] = letter
  }

  private func makeRoom(for glyph: UInt32) -> Int {
    let index = Int(glyph)
    if index >= letters.count {
      letters.append(contentsOf: repeatElement(0, count: index + 1 - letters.count))
    }
    return index
  }

  /// The only letter of a text in UTF-8; nil where there are several.
  private static func letter(_ text: ArraySlice<UInt8>) -> UInt32? {
    guard let first = text.first else { return nil }
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard text.count == length else { return nil }
    guard length > 1 else { return UInt32(first) }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for byte in text.dropFirst() { value = value << 6 | UInt32(byte & 0x3F) }
    return value
  }

  /// Writes the font with the glyphs that were shown.
  func write(to file: PDFFile) throws(RenderError) {
    let glyphs = letters.indices.filter { letters[$0] != 0 }.map { UInt32($0) }
    guard let subset = program.subset(glyphs) else {
      throw RenderError("The font '\(reference.name)' could not be put into the PDF.")
    }
    let name = tag(of: glyphs) + "+" + program.name
    let descendant = file.reserve()
    let descriptor = file.reserve()
    writeProgram(subset, descriptor: descriptor, name: name, to: file)
    var inner = PDFContent()
    inner.add("<</Type/Font/Subtype/")
    inner.add(text: program.kind == .trueType ? "CIDFontType2" : "CIDFontType0")
    inner.add("/BaseFont/")
    inner.add(text: name)
    inner.add("/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ")
    inner.reference(descriptor)
    if program.kind == .trueType { inner.add("/CIDToGIDMap/Identity") }
    inner.add("/DW 0/W[")
    addWidths(of: glyphs, to: &inner)
    inner.add("]>>")
    file.write(descendant, inner)
    let map = file.addStream(PDFContent(), unicodeMap(of: glyphs))
    var outer = PDFContent()
    outer.add("<</Type/Font/Subtype/Type0/Encoding/Identity-H/BaseFont/")
    outer.add(text: name)
    outer.add("/DescendantFonts[")
    outer.reference(descendant)
    outer.add("]/ToUnicode ")
    outer.reference(map)
    outer.add(">>")
    file.write(object, outer)
  }

  /// Six letters that another choice of glyphs does not have.
  private func tag(of glyphs: [UInt32]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for glyph in glyphs { hash = (hash ^ UInt64(glyph)) &* 0x100_0000_01b3 }
    return String(
      decoding: (0..<6).map { index -> UInt8 in
        defer { hash /= 26 }
        return UInt8(0x41 + hash % 26)
      }, as: UTF8.self)
  }

  private func writeProgram(
    _ subset: [UInt8], descriptor: Int, name: String, to file: PDFFile
  ) {
    var entries = PDFContent()
    if program.kind == .trueType {
      entries.add("/Length1 ")
      entries.add(subset.count)
    } else {
      entries.add("/Subtype/CIDFontType0C")
    }
    let stream = file.addStream(entries, subset)
    let measures = program.measures
    var content = PDFContent()
    content.add("<</Type/FontDescriptor/FontName/")
    content.add(text: name)
    content.add("/Flags ")
    // Bit 3: the glyphs are not those of one alphabet; bits 1 and 7: fixed pitch, italic.
    content.add(4 + (measures.isFixedPitch ? 1 : 0) + (measures.italicAngle != 0 ? 64 : 0))
    content.add("/FontBBox[")
    for edge in measures.box {
      content.add(edge)
      content.add(" ")
    }
    content.add("]/ItalicAngle ")
    content.add(measures.italicAngle)
    content.add("/Ascent ")
    content.add(measures.ascent)
    content.add("/Descent ")
    content.add(measures.descent)
    content.add("/CapHeight ")
    content.add(measures.capHeight)
    content.add("/StemV ")
    // No table tells it; by weight, as common in the field.
    content.add(50 + measures.weight * measures.weight / 4225)
    content.add(text: program.kind == .trueType ? "/FontFile2 " : "/FontFile3 ")
    content.reference(stream)
    content.add(">>")
    file.write(descriptor, content)
  }

  private func addWidths(of glyphs: [UInt32], to content: inout PDFContent) {
    var last: UInt32?
    for glyph in glyphs {
      if last.map({ $0 + 1 != glyph }) ?? true {
        if last != nil { content.add("]") }
        content.add(Int(glyph))
        content.add("[")
      }
      content.number(program.advance(of: glyph))
      last = glyph
    }
    if last != nil { content.add("]") }
  }

  /// The letters of the glyphs, for those who search and copy (ISO 32000-1, 9.10.3).
  private func unicodeMap(of glyphs: [UInt32]) -> [UInt8] {
    var map = PDFContent()
    // With spaces that PostScript does not ask for: some readers do.
    map.add(
      """
      /CIDInit /ProcSet findresource begin
      12 dict begin
      begincmap
      /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
      /CMapName /Adobe-Identity-UCS def
      /CMapType 2 def
      1 begincodespacerange
      <0000> <FFFF>
      endcodespacerange

      """)
    var start = 0
    while start < glyphs.count {
      // No more than a hundred in one list.
      let part = glyphs[start..<min(start + 100, glyphs.count)]
      map.add(part.count)
      map.add(" beginbfchar\n")
      for glyph in part {
        map.add("<")
        map.hex(UInt16(truncatingIfNeeded: glyph))
        map.add("> <")
        if let text = texts[glyph] {
          map.hexText(text)
        } else if let letter = Unicode.Scalar(letters[Int(glyph)]) ?? standIns[glyph] {
          map.hexText(String(letter))
        }
        map.add(">\n")
      }
      map.add("endbfchar\n")
      start += part.count
    }
    map.add("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend")
    return map.bytes
  }
}
