internal import CGraphics
internal import CardLayout

/// Reads the lines of a layout into glyph runs, and notes what was missing on the way.
@safe final class GlyphReader {
  private let source: SourceText
  private let bytes: [UInt8]
  private let set: FontSet
  private(set) var missing: [Unicode.Scalar] = []
  private(set) var fallbacks: [FallbackFace] = []

  init(source: SourceText, request: TextRequest, set: FontSet) {
    self.source = source
    self.set = set
    bytes = Array(source.text.utf8)
  }

  private static let scale = Double(PANGO_SCALE)

  /// A line, and whether it ends with an ellipsis.
  func read(
    _ line: UnsafeMutablePointer<PangoLayoutLine>
  ) throws(TextError) -> (line: ShapedLine, hasEllipsis: Bool) {
    var runs: [GlyphRun] = []
    var x = 0.0
    var hasEllipsis = false
    var logical: [(start: Int, text: String)] = []
    var link = unsafe line.pointee.runs
    while let node = unsafe link {
      defer { unsafe link = unsafe node.pointee.next }
      guard let data = unsafe node.pointee.data else { continue }
      let item = unsafe data.assumingMemoryBound(to: PangoGlyphItem.self)
      guard let run = try unsafe read(item.pointee, from: &x) else { continue }
      hasEllipsis = hasEllipsis || run.isEllipsis
      logical.append((run.start, run.run.text))
      runs.append(run.run)
    }
    let text = logical.sorted { $0.start < $1.start }.map(\.text).joined()
    return (ShapedLine(text: text, width: inkless(runs, x), runs: runs), hasEllipsis)
  }

  /// The advance of a line without the spaces at its end.
  private func inkless(_ runs: [GlyphRun], _ end: Double) -> Double {
    guard let last = runs.last, !last.isRightToLeft, last.text.last?.isWhitespace == true else {
      return end
    }
    let spaces = last.text.reversed().prefix { $0.isWhitespace }.count
    return end - last.glyphs.suffix(spaces).reduce(0) { $0 + $1.advance }
  }

  private func read(
    _ item: PangoGlyphItem, from x: inout Double
  ) throws(TextError) -> (run: GlyphRun, start: Int, isEllipsis: Bool)? {
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
    var pen = x
    for index in 0..<count {
      let info = unsafe string.pointee.glyphs[index]
      let advance = Double(info.geometry.width) / Self.scale
      offsets.append(Int(unsafe string.pointee.log_clusters[index]))
      let isEmpty = info.glyph == PangoGlyph(0x0FFF_FFFF)
      glyphs.append(
        GlyphRun.Glyph(
          id: isEmpty ? 0 : info.glyph & 0x0FFF_FFFF,
          x: pen + Double(info.geometry.x_offset) / Self.scale,
          y: Double(info.geometry.y_offset) / Self.scale, advance: advance,
          isMissing: !isEmpty && info.glyph & 0x1000_0000 != 0))
      if isEmpty { glyphs[glyphs.count - 1].id = .max }
      pen += advance
    }
    x = pen
    let text = isEllipsis ? "…" : String(decoding: bytes[start..<end], as: UTF8.self)
    var clusters =
      isEllipsis
      ? [GlyphRun.Cluster(bytes: text.utf8.count, glyphs: count)]
      : cluster(offsets, length: end - start, backward: isRightToLeft)
    note(glyphs, offsets, start: start, reference: reference, isEllipsis: isEllipsis)
    drop(&glyphs, &clusters, backward: isRightToLeft)
    return (
      GlyphRun(
        source: source.source(at: start), face: reference, size: source.piece(at: start)?.size ?? 0,
        text: text, glyphs: glyphs, clusters: clusters, isRightToLeft: isRightToLeft), start,
      isEllipsis
    )
  }

  /// Takes out glyphs that only hold a place, such as those of joiners and marks of direction.
  private func drop(
    _ glyphs: inout [GlyphRun.Glyph], _ clusters: inout [GlyphRun.Cluster], backward: Bool
  ) {
    guard glyphs.contains(where: { $0.id == .max }) else { return }
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
    let ordered = backward ? offsets.reversed() : offsets
    var clusters: [GlyphRun.Cluster] = []
    var starts: [Int] = []
    for offset in ordered {
      if let last = starts.last, offset == last {
        clusters[clusters.count - 1].glyphs += 1
      } else {
        starts.append(offset)
        clusters.append(GlyphRun.Cluster(bytes: 0, glyphs: 1))
      }
    }
    for index in clusters.indices {
      let end = index + 1 < starts.count ? starts[index + 1] : length
      clusters[index].bytes = max(end - starts[index], 0)
    }
    return clusters
  }

  private func note(
    _ glyphs: [GlyphRun.Glyph], _ offsets: [Int], start: Int, reference: FaceReference,
    isEllipsis: Bool
  ) {
    for (glyph, offset) in zip(glyphs, offsets) where glyph.isMissing {
      let rest = String(decoding: bytes[min(start + offset, bytes.count)...], as: UTF8.self)
      if let scalar = rest.unicodeScalars.first, !missing.contains(scalar) {
        missing.append(scalar)
      }
    }
    guard let piece = source.piece(at: start), !glyphs.allSatisfy(\.isMissing) else { return }
    let asked = piece.entry.installed
    if asked.index == reference.index, asked.file.hasSuffix("/" + reference.file) { return }
    let face = FallbackFace(
      name: reference.name, isSystem: set.origin(of: reference) == .system)
    if !fallbacks.contains(face) { fallbacks.append(face) }
  }
}
