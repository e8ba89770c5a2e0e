internal import CGraphics
internal import CardLayout
internal import CardModel
internal import Synchronization

/// A catalogue with Pango set up on it: one text configuration for every output.
///
/// Hinting and rounding are off and one unit is a point, so a text measures the same for pixels of
/// any resolution and for a document.
@safe final class FontSet {
  /// Whether fontconfig has been given a configuration for the whole process.
  private static let isCurrentSet = Mutex(false)

  let catalogue: FontCatalogue
  private let isFallback: Bool
  private let map: OpaquePointer
  private let context: OpaquePointer
  private let layout: OpaquePointer
  private var faces: [FaceReference: BorrowedFace] = [:]
  private var origins: [FaceReference: InstalledFace.Origin] = [:]
  private var metricsMemo: [FontFace: FontMetrics] = [:]
  private var chains: [FontFace: Chain] = [:]
  private var descriptions: [Wanted: BorrowedDescription] = [:]
  /// By the addresses of fonts, which are held.
  private var references: [UInt: FaceReference] = [:]
  /// The text that was laid as a whole last: what is cut was asked for uncut before.
  private var whole: (request: TextRequest, source: SourceText, lines: [ReadLine])?
  /// More than the faces and sizes of any card.
  private static let memoLimit = 1024

  /// What a description says.
  private struct Wanted: Hashable {
    let file: String
    let index: Int
    let fallsBack: Bool
    let size: Double
  }

  @safe private struct BorrowedDescription {
    let pointer: OpaquePointer
  }

  /// The families that a face falls back on, in their order.
  struct Chain {
    let entry: FontCatalogue.Entry
    /// The face's own family and all it falls back on.
    let families: String
    /// What it falls back on, for words that the face cannot set as a whole.
    let fallbacks: String
  }

  init(_ catalogue: FontCatalogue, isFallback: Bool) throws(RenderError) {
    self.catalogue = catalogue
    self.isFallback = isFallback
    // Without one, Pango's first font map reads the system's fonts on its own. Nothing here uses
    // it, as each map has its own; the first set's stays, so that later sets change nothing.
    FontSet.isCurrentSet.withLock { isSet in
      guard !isSet else { return }
      isSet = unsafe FcConfigSetCurrent(catalogue.configuration) != 0
    }
    guard let created = unsafe pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT) else {
      throw RenderError(status: .noMemory, while: "opening the fonts")
    }
    unsafe pango_fc_font_map_set_config(
      card_fc_font_map(created), catalogue.configuration)
    unsafe pango_cairo_font_map_set_resolution(OpaquePointer(created), 72)
    unsafe map = OpaquePointer(created)
    unsafe context = unsafe pango_font_map_create_context(created)
    let options = unsafe cairo_font_options_create()
    unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    unsafe pango_cairo_context_set_font_options(context, options)
    unsafe cairo_font_options_destroy(options)
    unsafe pango_context_set_round_glyph_positions(context, 0)
    unsafe layout = unsafe pango_layout_new(context)
  }

  deinit {
    for face in faces.values { unsafe cairo_font_face_destroy(face.pointer) }
    forgetDescriptions()
    forgetReferences()
    unsafe g_object_unref(UnsafeMutableRawPointer(layout))
    unsafe g_object_unref(UnsafeMutableRawPointer(context))
    unsafe g_object_unref(UnsafeMutableRawPointer(map))
  }

  func face(for reference: FaceReference) -> BorrowedFace? {
    faces[reference]
  }

  /// Opens the face that another set shaped a text in: a frame is drawn by any worker.
  func open(_ reference: FaceReference) -> BorrowedFace? {
    guard let entry = catalogue.entry(of: reference) else { return nil }
    let description = unsafe description(
      families: entry.installed.face.family, entry: entry, size: 10)
    defer { unsafe pango_font_description_free(description) }
    guard let font = unsafe pango_context_load_font(context, description) else { return nil }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(font)) }
    return unsafe self.reference(of: font) == reference ? faces[reference] : nil
  }

  /// The chain of a face.
  ///
  /// - Throws: ``TextError/faceNotFound(_:nearest:)`` where it is not there.
  func chain(for face: FontFace) throws(TextError) -> Chain {
    if let known = chains[face] { return known }
    guard let entry = catalogue.entry(for: face) else { throw catalogue.notFound(face) }
    var names: [String] = []
    for other in catalogue.entries where other.installed.origin != .system {
      let family = other.installed.face.family
      if family != entry.installed.face.family, !names.contains(family) { names.append(family) }
    }
    // Latin, Greek and Cyrillic first, then the other scripts, then what the caller gave.
    let bundled = names.filter { $0.hasPrefix("Noto Sans") }.sorted { $0.count < $1.count }
    let rest = names.filter { !bundled.contains($0) && $0 != "Poppins" }
    let emoji = isFallback ? ["Noto Color Emoji", "Apple Color Emoji"] : []
    let fallbacks = (bundled + rest + emoji).joined(separator: ",")
    let chain = Chain(
      entry: entry, families: entry.installed.face.family + "," + fallbacks, fallbacks: fallbacks)
    try verify(chain, face)
    chains[face] = chain
    return chain
  }

  /// Throws where the font that is found for a face is another one's file.
  private func verify(_ chain: Chain, _ face: FontFace) throws(TextError) {
    let asked = chain.entry.installed
    let description = unsafe description(
      families: asked.face.family, entry: chain.entry, size: 12)
    defer { unsafe pango_font_description_free(description) }
    guard let font = unsafe pango_context_load_font(context, description) else {
      throw .shapingFailed("the face '\(face)' cannot be loaded")
    }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(font)) }
    guard let (file, index) = unsafe place(of: font), file == asked.file,
      // The high half is the number of a named instance.
      index == asked.index || index & 0xFFFF == asked.index & 0xFFFF && index >> 16 == 0x8000
    else {
      let other = unsafe place(of: font).flatMap {
        catalogue.entry(file: $0.file, index: $0.index)?.installed.face.description
      }
      throw .shapingFailed(
        "for the face '\(face)' the font library has '\(other ?? "another")'")
    }
  }

  /// The file of a font, and its number there.
  private func place(of font: UnsafeMutablePointer<PangoFont>) -> (file: String, index: Int)? {
    guard let pattern = unsafe card_font_pattern(font),
      let file = unsafe FontCatalogue.text(pattern, FC_FILE)
    else { return nil }
    var index: Int32 = 0
    unsafe FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    return (file, Int(index))
  }

  func metrics(of face: FontFace, size: Double) throws(TextError) -> FontMetrics {
    // Unhinted metrics are proportional to the size: one reading at 1000 points serves all.
    if let known = metricsMemo[face] {
      return FontMetrics(ascent: known.ascent * size, descent: known.descent * size)
    }
    let chain = try chain(for: face)
    let description = unsafe description(
      families: chain.entry.installed.face.family, entry: chain.entry, size: 1000)
    defer { unsafe pango_font_description_free(description) }
    guard let font = unsafe pango_context_load_font(context, description) else {
      throw .shapingFailed("the face '\(face)' cannot be loaded")
    }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(font)) }
    let metrics = unsafe pango_font_get_metrics(font, nil)
    defer { unsafe pango_font_metrics_unref(metrics) }
    let scale = Double(PANGO_SCALE) * 1000
    let found = FontMetrics(
      ascent: Double(unsafe pango_font_metrics_get_ascent(metrics)) / scale,
      descent: Double(unsafe pango_font_metrics_get_descent(metrics)) / scale)
    metricsMemo[face] = found
    return FontMetrics(ascent: found.ascent * size, descent: found.descent * size)
  }

  private func description(
    families: String, entry: FontCatalogue.Entry, size: Double
  ) -> OpaquePointer? {
    let description = unsafe pango_font_description_new()
    unsafe pango_font_description_set_family(description, families)
    unsafe pango_font_description_set_weight(
      description, PangoWeight(UInt32(entry.installed.weight)))
    let style = entry.installed.face.style.lowercased()
    if style.contains("italic") || style.contains("oblique") {
      unsafe pango_font_description_set_style(description, PANGO_STYLE_ITALIC)
    }
    unsafe pango_font_description_set_stretch(description, entry.installed.pangoStretch)
    unsafe pango_font_description_set_absolute_size(description, size * Double(PANGO_SCALE))
    return unsafe description
  }

  /// The description of a piece's font; it belongs to the set.
  private func description(of piece: SourceText.Piece) -> OpaquePointer? {
    let installed = piece.entry.installed
    let wanted = Wanted(
      file: installed.file, index: installed.index, fallsBack: piece.fallsBack, size: piece.size)
    if let known = descriptions[wanted] { return unsafe known.pointer }
    if descriptions.count >= Self.memoLimit { forgetDescriptions() }
    let made = unsafe description(families: piece.families, entry: piece.entry, size: piece.size)
    if let made = unsafe made { descriptions[wanted] = unsafe BorrowedDescription(pointer: made) }
    return unsafe made
  }

  private func forgetDescriptions() {
    for kept in descriptions.values { unsafe pango_font_description_free(kept.pointer) }
    descriptions = [:]
  }

  private func forgetReferences() {
    for address in references.keys {
      if let font = unsafe UnsafeMutableRawPointer(bitPattern: address) {
        unsafe g_object_unref(font)
      }
    }
    references = [:]
  }

  /// Breaks a text into lines and shapes them.
  ///
  /// An ellipsis is put on by the line: Pango, asked for it over several lines, breaks at words
  /// where none may break, and runs the text after a separator into the last line.
  func shape(_ request: TextRequest) throws(TextError) -> ShapedText {
    let limit = request.lineLimit ?? .max
    let source: SourceText
    var lines: [ReadLine]
    var isTruncated: Bool
    if request.breaking == .never, let whole, whole.request.isSameText(as: request) {
      source = whole.source
      lines = Array(whole.lines.prefix(max(limit, 0)))
      isTruncated = whole.lines.count > limit
    } else {
      source = try SourceText(request, set: self)
      (lines, isTruncated) = try lay(
        source, request, width: request.breaking == .never ? nil : request.width, limit: limit)
      if request.breaking == .never, !isTruncated { whole = (request, source, lines) }
    }
    if request.ellipsis, let width = request.width {
      let isCut = isTruncated
      for index in lines.indices {
        let line = lines[index]
        let goesOn = isCut && index == lines.count - 1
        let isTooWide =
          line.shaped.width > width + 0.01 && (request.breaking == .never || index == limit - 1)
        guard goesOn || isTooWide else { continue }
        let rest = source.restOfLine(from: line.bytes.lowerBound)
        let part = source.part(
          rest, isRightToLeft: line.isRightToLeft,
          endsWithEllipsis: goesOn && line.bytes.upperBound >= rest.upperBound)
        let cut = try lay(part, request, width: width, limit: 1, ellipsizes: true).lines.first
        if let cut, cut.shaped.width <= width + 0.01 {
          lines[index] = cut
        } else {
          lines[index] = ReadLine()
        }
        isTruncated = true
      }
    }
    var shaped = ShapedText(lines: lines.map(\.shaped), isTruncated: isTruncated)
    for line in lines {
      for scalar in line.missing where !shaped.missing.contains(scalar) {
        shaped.missing.append(scalar)
      }
      for face in line.fallbacks where !shaped.fallbacks.contains(face) {
        shaped.fallbacks.append(face)
      }
    }
    return shaped
  }

  /// The first lines of a text, and whether there are more, or an ellipsis in them.
  private func lay(
    _ source: SourceText, _ request: TextRequest, width: Double?, limit: Int,
    ellipsizes: Bool = false
  ) throws(TextError) -> (lines: [ReadLine], isTruncated: Bool) {
    try set(source, request, width: width, ellipsizes: ellipsizes)
    let count = Int(unsafe pango_layout_get_line_count(layout))
    let shown = max(min(count, limit), 0)
    var reader = GlyphReader(source: source, set: self)
    var lines: [ReadLine] = []
    for index in 0..<shown {
      guard let line = unsafe pango_layout_get_line_readonly(layout, Int32(index)) else { break }
      lines.append(try unsafe reader.read(line))
    }
    let isEllipsized = unsafe pango_layout_is_ellipsized(layout) != 0
    return (lines, isEllipsized || count > shown)
  }

  /// Sets the layout anew: nothing of the text before may stay.
  private func set(
    _ source: SourceText, _ request: TextRequest, width: Double?, ellipsizes: Bool
  ) throws(TextError) {
    unsafe pango_context_set_language(
      context, pango_language_from_string(request.language))
    if let isRightToLeft = source.isRightToLeft {
      unsafe pango_context_set_base_dir(
        context, isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
    } else {
      unsafe pango_context_set_base_dir(
        context,
        request.direction == .rightToLeft ? PANGO_DIRECTION_WEAK_RTL : PANGO_DIRECTION_WEAK_LTR)
    }
    unsafe pango_layout_set_auto_dir(layout, source.isRightToLeft == nil ? 1 : 0)
    unsafe pango_layout_context_changed(layout)
    unsafe pango_layout_set_text(layout, source.text, Int32(source.text.utf8.count))
    let attributes = unsafe pango_attr_list_new()
    for piece in source.pieces {
      let font = unsafe pango_attr_font_desc_new(self.description(of: piece))
      unsafe font?.pointee.start_index = UInt32(piece.bytes.lowerBound)
      unsafe font?.pointee.end_index = UInt32(piece.bytes.upperBound)
      unsafe pango_attr_list_insert(attributes, font)
      if piece.letterSpacing != 0 {
        let spacing = unsafe pango_attr_letter_spacing_new(
          Int32((piece.letterSpacing * Double(PANGO_SCALE)).rounded()))
        unsafe spacing?.pointee.start_index = UInt32(piece.bytes.lowerBound)
        unsafe spacing?.pointee.end_index = UInt32(piece.bytes.upperBound)
        unsafe pango_attr_list_insert(attributes, spacing)
      }
    }
    // A hyphen that nobody wrote is wrong in an address or an e-mail.
    unsafe pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    unsafe pango_layout_set_attributes(layout, attributes)
    unsafe pango_attr_list_unref(attributes)

    var units: Int32 = -1
    if let width, width.isFinite {
      units = Int32(min(max((width * Double(PANGO_SCALE)).rounded(), 0), 1e9))
    }
    unsafe pango_layout_set_width(layout, units)
    unsafe pango_layout_set_wrap(
      layout, request.breaking == .wordsThenLetters ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD)
    unsafe pango_layout_set_ellipsize(
      layout, ellipsizes ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE)
    unsafe pango_layout_set_height(layout, -1)
  }

  /// The name of a font that Pango chose, and the face to draw it with.
  func reference(of font: UnsafeMutablePointer<PangoFont>) -> FaceReference? {
    let address = UInt(bitPattern: font)
    if let known = references[address] { return known }
    guard let found = unsafe lookUp(font) else { return nil }
    if references.count >= Self.memoLimit { forgetReferences() }
    unsafe g_object_ref(UnsafeMutableRawPointer(font))
    references[address] = found
    return found
  }

  private func lookUp(_ font: UnsafeMutablePointer<PangoFont>) -> FaceReference? {
    guard let pattern = unsafe card_font_pattern(font), let (file, index) = unsafe place(of: font)
    else { return nil }
    var isColored: FcBool = 0
    unsafe FcPatternGetBool(pattern, FC_COLOR, 0, &isColored)
    let entry = catalogue.entry(file: file, index: index)
    let family = unsafe FontCatalogue.text(pattern, FC_FAMILY)
    let reference = FaceReference(
      name: entry?.installed.face.description ?? family ?? file, file: catalogue.name(of: file),
      index: index, isColored: isColored != 0)
    if faces[reference] == nil {
      // The face knows no size: one serves all sizes, those of fonts that are pictures as well.
      guard let scaled = unsafe card_scaled_font(font),
        let face = unsafe cairo_scaled_font_get_font_face(scaled)
      else { return nil }
      faces[reference] = unsafe BorrowedFace(cairo_font_face_reference(face))
      origins[reference] = entry?.installed.origin ?? .system
    }
    return reference
  }

  /// Whether a name is that of a face.
  func isFace(_ reference: FaceReference, of entry: FontCatalogue.Entry) -> Bool {
    entry.installed.index & 0xFFFF == reference.index & 0xFFFF
      && catalogue.name(of: entry.installed.file) == reference.file
  }

  /// Where a font's file comes from.
  func origin(of reference: FaceReference) -> InstalledFace.Origin {
    origins[reference] ?? .system
  }
}

extension TextRequest {
  /// Whether only the room for it is another.
  fileprivate func isSameText(as other: TextRequest) -> Bool {
    runs == other.runs && direction == other.direction && language == other.language
  }
}

extension InstalledFace {
  /// The width as Pango has it, which are nine steps.
  fileprivate var pangoStretch: PangoStretch {
    let steps: [(Double, PangoStretch)] = [
      (56, PANGO_STRETCH_ULTRA_CONDENSED), (69, PANGO_STRETCH_EXTRA_CONDENSED),
      (81, PANGO_STRETCH_CONDENSED), (94, PANGO_STRETCH_SEMI_CONDENSED),
      (106, PANGO_STRETCH_NORMAL), (119, PANGO_STRETCH_SEMI_EXPANDED),
      (137, PANGO_STRETCH_EXPANDED), (175, PANGO_STRETCH_EXTRA_EXPANDED),
    ]
    return steps.first { stretch < $0.0 }?.1 ?? PANGO_STRETCH_ULTRA_EXPANDED
  }
}
