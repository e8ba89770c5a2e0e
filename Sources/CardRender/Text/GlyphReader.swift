internal import CGraphics
internal import CardLayout

/// A line as it was read from a layout.
struct ReadLine {
  var shaped = ShapedLine(text: "", width: 0)
  /// The bytes of the text that it shows.
  var bytes = 0..<0
  /// The direction of the text that it belongs to.
  var isRightToLeft = false
  var missing: [Unicode.Scalar] = []
  var fallbacks: [FallbackFace] = []
}

/// Reads the lines of a layout into glyph runs, and notes what was missing on the way.
@safe struct GlyphReader {
  private let source: SourceText
  private let bytes: [UInt8]
  private let set: FontSet
  private var missing: [Unicode.Scalar] = []
  private var fallbacks: [FallbackFace] = []

  init(source: SourceText, set: FontSet) {
    self.source = source
    self.set = set
    bytes = Array(source.text.utf8)
  }

  private static let scale = Double(PANGO_SCALE)

  /// A line with its glyphs.
  mutating func read(
    _ line: UnsafeMutablePointer<PangoLayoutLine>
  ) throws(TextError) -> ReadLine {
    missing = []
    fallbacks = []
    var runs: [GlyphRun] = []
    var x = 0.0
    var starts: [Int] = []
    var link = unsafe line.pointee.runs
    while let node = unsafe link {
      defer { unsafe link = unsafe node.pointee.next }
      guard let data = unsafe node.pointee.data else { continue }
      let item = unsafe data.assumingMemoryBound(to: PangoGlyphItem.self)
      guard let run = try unsafe read(item.pointee, from: &x) else { continue }
      starts.append(run.start)
      runs.append(run.run)
    }
    let order =
      runs.count == 1 ? [0] : runs.indices.sorted { starts[$0] < starts[$1] }
    let text = runs.count == 1 ? runs[0].text : order.map { runs[$0].text }.joined()
    let width = hangSpaces(of: &runs, order: order, starts: starts, width: x)
    let first = Int(unsafe line.pointee.start_index)
    return ReadLine(
      shaped: ShapedLine(text: text, width: width, runs: runs),
      bytes: first..<first + Int(unsafe line.pointee.length),
      isRightToLeft: unsafe pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL,
      missing: missing, fallbacks: fallbacks)
  }

  /// Takes the spaces at a line's end out of its width, wherever they stand.
  ///
  /// Those at an edge hang over it, so that the line begins at 0 and ends at its width; those that
  /// the directions of the text put in the middle are closed up.
  ///
  /// - Returns: The advance of what is left.
  private func hangSpaces(
    of runs: inout [GlyphRun], order: [Int], starts: [Int], width: Double
  ) -> Double {
    guard let last = order.last, endsWithSpace(runs[last].text) else { return width }
    let spaces = lastSpaces(of: runs, order: order)
    let places = runs.indices.flatMap { run in
      runs[run].glyphs.indices.map { (run: run, glyph: $0) }
    }
    func isSpace(_ place: (run: Int, glyph: Int)) -> Bool {
      spaces[place.run].contains(place.glyph)
    }
    func advance(_ places: ArraySlice<(run: Int, glyph: Int)>) -> Double {
      places.reduce(0) { $0 + runs[$1.run].glyphs[$1.glyph].advance }
    }
    // A letter keeps half of the space between letters on either side.
    func half(_ place: (run: Int, glyph: Int)) -> Double {
      (source.piece(at: starts[place.run])?.letterSpacing ?? 0) / 2
    }
    guard let first = places.firstIndex(where: { !isSpace($0) }),
      let last = places.lastIndex(where: { !isSpace($0) })
    else { return 0 }
    let left = advance(places[..<first]) + (first > 0 ? half(places[first]) : 0)
    let after = places[(last + 1)...]
    let right = advance(after) + (after.isEmpty ? 0 : half(places[last]))
    var closed = 0.0
    for (index, place) in places.enumerated() {
      runs[place.run].glyphs[place.glyph].x -= left + closed
      if first < index, index < last, isSpace(place) {
        closed += runs[place.run].glyphs[place.glyph].advance
      }
    }
    return max(width - left - right - closed, 0)
  }

  private func endsWithSpace(_ text: String) -> Bool {
    guard let last = text.utf8.last else { return true }
    if last < 0x80 { return last <= 0x20 || last == 0x7F }
    return text.unicodeScalars.last.map(isSpace) ?? true
  }

  /// Whether a character shows nothing at the end of a line.
  private func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
  }

  /// The glyphs of each run that only show the spaces at the end of the line's text.
  private func lastSpaces(of runs: [GlyphRun], order: [Int]) -> [Range<Int>] {
    var spaces = runs.map { _ in 0..<0 }
    for index in order.reversed() {
      let run = runs[index]
      let utf8 = Array(run.text.utf8)
      var byte = utf8.count
      var taken = 0
      var isAll = true
      for cluster in run.clusters.reversed() {
        let piece = String(decoding: utf8[byte - cluster.bytes..<byte], as: UTF8.self)
        isAll = piece.unicodeScalars.allSatisfy(isSpace)
        guard isAll else { break }
        byte -= cluster.bytes
        taken += cluster.glyphs
      }
      let count = run.glyphs.count
      spaces[index] = run.isRightToLeft ? 0..<taken : count - taken..<count
      if !isAll { break }
    }
    return spaces
  }

  private mutating func read(
    _ item: PangoGlyphItem, from x: inout Double
  ) throws(TextError) -> (run: GlyphRun, start: Int)? {
    guard let run = unsafe item.item, let string = unsafe item.glyphs,
      let font = unsafe run.pointee.analysis.font
    else { return nil }
    let start = Int(unsafe run.pointee.offset)
    let end = min(start + Int(unsafe run.pointee.length), bytes.count)
    let isEllipsis =
      unsafe UInt32(run.pointee.analysis.flags) & UInt32(PANGO_ANALYSIS_FLAG_IS_ELLIPSIS) != 0
    let isRightToLeft = unsafe run.pointee.analysis.level % 2 == 1
    guard let reference = unsafe set.reference(of: font) else {
      throw .shapingFailed("a font that was chosen cannot be drawn")
    }
    let count = Int(unsafe string.pointee.num_glyphs)
    var glyphs: [GlyphRun.Glyph] = []
    var offsets: [Int] = []
    glyphs.reserveCapacity(count)
    offsets.reserveCapacity(count)
    var (pen, hasMissing, hasEmpty) = (x, false, false)
    for index in 0..<count {
      let info = unsafe string.pointee.glyphs[index]
      let advance = Double(info.geometry.width) / Self.scale
      offsets.append(Int(unsafe string.pointee.log_clusters[index]))
      let isEmpty = info.glyph == PangoGlyph(0x0FFF_FFFF)
      let isMissing = !isEmpty && info.glyph & 0x1000_0000 != 0
      glyphs.append(
        GlyphRun.Glyph(
          id: isEmpty ? .max : info.glyph & 0x0FFF_FFFF,
          x: pen + Double(info.geometry.x_offset) / Self.scale,
          y: Double(info.geometry.y_offset) / Self.scale, advance: advance,
          isMissing: isMissing))
      hasMissing = hasMissing || isMissing
      hasEmpty = hasEmpty || isEmpty
      pen += advance
    }
    x = pen
    let text =
      if isEllipsis {
        "…"
      } else if start == 0, end == bytes.count {
        source.text
      } else {
        String(decoding: bytes[start..<end], as: UTF8.self)
      }
    var clusters =
      isEllipsis
      ? [GlyphRun.Cluster(bytes: text.utf8.count, glyphs: count)]
      : cluster(offsets, length: end - start, backward: isRightToLeft)
    let piece = source.piece(at: start)
    if hasMissing { noteMissing(glyphs, offsets, start: start) }
    if let piece, hasMissing ? !glyphs.allSatisfy(\.isMissing) : !glyphs.isEmpty {
      noteFallback(reference, of: piece)
    }
    if hasEmpty { drop(&glyphs, &clusters, backward: isRightToLeft) }
    return (
      GlyphRun(
        source: piece?.source ?? 0, face: reference, size: piece?.size ?? 0,
        text: text, glyphs: glyphs, clusters: clusters, isRightToLeft: isRightToLeft), start
    )
  }

  /// Takes out glyphs that only hold a place, such as those of joiners and marks of direction.
  private func drop(
    _ glyphs: inout [GlyphRun.Glyph], _ clusters: inout [GlyphRun.Cluster], backward: Bool
  ) {
    let order = backward ? Array(glyphs.reversed()) : glyphs
    var next = 0
    for index in clusters.indices {
      let members = order[next..<(next + clusters[index].glyphs)]
      next += clusters[index].glyphs
      clusters[index].glyphs = members.count { $0.id != .max }
    }
    glyphs.removeAll { $0.id == .max }
  }

  /// The pieces of the text and their glyphs, in logical order.
  private func cluster(_ offsets: [Int], length: Int, backward: Bool) -> [GlyphRun.Cluster] {
    var clusters: [GlyphRun.Cluster] = []
    clusters.reserveCapacity(offsets.count)
    var start = 0
    for index in offsets.indices {
      let offset = offsets[backward ? offsets.count - 1 - index : index]
      if let last = clusters.indices.last {
        if offset == start {
          clusters[last].glyphs += 1
          continue
        }
        clusters[last].bytes = max(offset - start, 0)
      }
      start = offset
      clusters.append(GlyphRun.Cluster(bytes: 0, glyphs: 1))
    }
    if let last = clusters.indices.last { clusters[last].bytes = max(length - start, 0) }
    return clusters
  }

  private mutating func noteMissing(
    _ glyphs: [GlyphRun.Glyph], _ offsets: [Int], start: Int
  ) {
    for (glyph, offset) in zip(glyphs, offsets) where glyph.isMissing {
      let rest = String(decoding: bytes[min(start + offset, bytes.count)...], as: UTF8.self)
      if let scalar = rest.unicodeScalars.first, !missing.contains(scalar) {
        missing.append(scalar)
      }
    }
  }

  private mutating func noteFallback(_ reference: FaceReference, of piece: SourceText.Piece) {
    if set.isFace(reference, of: piece.entry) { return }
    let face = FallbackFace(
      name: reference.name, isSystem: set.origin(of: reference) == .system)
    if !fallbacks.contains(face) { fallbacks.append(face) }
  }
}
