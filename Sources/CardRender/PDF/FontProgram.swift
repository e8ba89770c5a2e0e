internal import CHarfBuzz

/// A font file, read for a document: its measures, and a subset of its glyphs (HarfBuzz).
@safe final class FontProgram {
  /// The kinds of outlines that a document can hold.
  enum Kind {
    /// TrueType outlines.
    case trueType
    /// Compact outlines, as OpenType has them.
    case compact
  }

  let kind: Kind
  /// The font's own name, made safe for a document.
  let name: String
  private let place: (path: String, index: UInt32)
  private let face: OpaquePointer
  private let font: OpaquePointer
  private var advances: [Double] = []

  /// Opens a face of a font file; nil where a document cannot hold it as a font.
  init?(path: String, index: Int) {
    // The high half numbers an instance of a variable font.
    guard 0...0xFFFF ~= index, let made = unsafe Self.face(path, UInt32(index)) else { return nil }
    place = (path, UInt32(index))
    func has(_ tag: hb_tag_t) -> Bool {
      let table = unsafe hb_face_reference_table(made, tag)
      defer { unsafe hb_blob_destroy(table) }
      return unsafe hb_blob_get_length(table) > 0
    }
    let kind: Kind? =
      has(card_tag(103, 108, 121, 102))  // glyf
      ? .trueType : has(card_tag(67, 70, 70, 32)) ? .compact : nil  // CFF
    guard let kind, !has(card_tag(102, 118, 97, 114)),  // fvar
      let font = unsafe hb_font_create(made)
    else {
      unsafe hb_face_destroy(made)
      return nil
    }
    self.kind = kind
    unsafe face = made
    unsafe self.font = font
    unsafe hb_font_set_scale(font, 1_000_000, 1_000_000)
    name = unsafe FontProgram.name(of: made)
  }

  deinit {
    unsafe hb_font_destroy(font)
    unsafe hb_face_destroy(face)
  }

  private static func face(_ path: String, _ index: UInt32) -> OpaquePointer? {
    guard let blob = unsafe hb_blob_create_from_file(path) else { return nil }
    defer { unsafe hb_blob_destroy(blob) }
    guard unsafe hb_blob_get_length(blob) > 0 else { return nil }
    return unsafe hb_face_create(blob, index)
  }

  private static func name(of face: OpaquePointer) -> String {
    var length: UInt32 = 128
    let letters = unsafe [CChar](unsafeUninitializedCapacity: 128) { buffer, count in
      unsafe hb_ot_name_get_utf8(
        face, hb_ot_name_id_t(6), nil, &length, buffer.baseAddress)
      count = Int(min(length, 127))
    }
    let safe = letters.map { UInt8(bitPattern: $0) }.filter { byte in
      0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == 0x2D
    }
    return safe.isEmpty ? "Font" : String(decoding: safe, as: UTF8.self)
  }

  /// A glyph's advance in thousandths of an em, as the document says it.
  func advance(of glyph: UInt32) -> Double {
    let index = Int(glyph)
    if index < advances.count, advances[index] >= 0 { return advances[index] }
    while advances.count <= index { advances.append(-1) }
    let advance = Double(unsafe hb_font_get_glyph_h_advance(font, glyph)) / 1000
    advances[index] = advance
    return advance
  }

  /// The measures that a document states, in thousandths of an em.
  struct Measures {
    var box: [Int]
    var ascent: Int
    var descent: Int
    var capHeight: Int
    var italicAngle: Int
    var weight: Int
    var isFixedPitch: Bool
  }

  var measures: Measures {
    let unit = max(Int(unsafe hb_face_get_upem(face)), 1)
    let head = table(card_tag(104, 101, 97, 100))
    let post = table(card_tag(112, 111, 115, 116))
    let system = table(card_tag(79, 83, 47, 50))
    func em(_ value: Int) -> Int { value * 1000 / unit }
    func short(_ bytes: [UInt8], _ at: Int) -> Int {
      at + 1 < bytes.count
        ? Int(Int16(bitPattern: UInt16(bytes[at]) << 8 | UInt16(bytes[at + 1]))) : 0
    }
    var extents = hb_font_extents_t()
    let hasExtents = unsafe hb_font_get_h_extents(font, &extents) != 0
    return Measures(
      box: [36, 38, 40, 42].map { em(short(head, $0)) },
      ascent: hasExtents ? Int(extents.ascender) / 1000 : 800,
      descent: hasExtents ? Int(extents.descender) / 1000 : -200,
      // Version 2 of the table and later tell the height of a capital.
      capHeight: short(system, 0) >= 2 && system.count >= 90 ? em(short(system, 88)) : 700,
      italicAngle: short(post, 4), weight: system.count >= 6 ? short(system, 4) : 400,
      isFixedPitch: post.count >= 16 && post[12..<16].contains { $0 != 0 })
  }

  /// Whether the font's maker allows it in documents (OpenType, OS/2, fsType).
  var mayBeEmbedded: Bool {
    let system = table(card_tag(79, 83, 47, 50))
    guard system.count >= 10 else { return true }
    return system[9] & 0x0F != 2
  }

  private func table(_ tag: hb_tag_t) -> [UInt8] {
    let blob = unsafe hb_face_reference_table(face, tag)
    defer { unsafe hb_blob_destroy(blob) }
    return unsafe Self.bytes(of: blob)
  }

  private static func bytes(of blob: OpaquePointer?) -> [UInt8] {
    var length: UInt32 = 0
    guard let data = unsafe hb_blob_get_data(blob, &length) else { return [] }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: Int(length)))
  }

  /// A font file with these glyphs under their own numbers; nil where it cannot be made.
  func subset(_ glyphs: [UInt32]) -> [UInt8]? {
    // A face of its own: a file of tens of megabytes is only held while its glyphs are taken.
    guard let face = unsafe Self.face(place.path, place.index) else { return nil }
    defer { unsafe hb_face_destroy(face) }
    guard let input = unsafe hb_subset_input_create_or_fail() else { return nil }
    defer { unsafe hb_subset_input_destroy(input) }
    let chosen = unsafe hb_subset_input_glyph_set(input)
    for glyph in glyphs { unsafe hb_set_add(chosen, glyph) }
    // Without its tables of layout, no glyph drags in those that it could become.
    let dropped = unsafe hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG)
    for tag in [
      "GSUB", "GPOS", "GDEF", "BASE", "JSTF", "MATH", "DSIG", "kern", "vhea", "vmtx",
      "VORG", "meta", "gasp", "hdmx", "LTSH", "VDMX", "STAT", "COLR", "CPAL",
    ] {
      let letters = tag.utf8.map { CChar($0) }
      unsafe hb_set_add(dropped, card_tag(letters[0], letters[1], letters[2], letters[3]))
    }
    unsafe hb_subset_input_set_flags(
      input, HB_SUBSET_FLAGS_RETAIN_GIDS.rawValue | HB_SUBSET_FLAGS_NO_HINTING.rawValue)
    guard let result = unsafe hb_subset_or_fail(face, input) else { return nil }
    defer { unsafe hb_face_destroy(result) }
    let blob =
      unsafe kind == .trueType
      ? hb_face_reference_blob(result)
      : hb_face_reference_table(result, card_tag(67, 70, 70, 32))
    defer { unsafe hb_blob_destroy(blob) }
    let bytes = unsafe Self.bytes(of: blob)
    return bytes.isEmpty ? nil : bytes
  }
}
