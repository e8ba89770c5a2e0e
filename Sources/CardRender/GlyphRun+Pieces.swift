internal import CardLayout
internal import CardModel

extension GlyphRun {
  /// Neighbouring clusters that are drawn in one way.
  struct Piece: Equatable {
    /// Their text in logical order.
    var text: String
    /// Their glyphs.
    var glyphs: Range<Int>
    /// The clusters in logical order, each with at least a byte and a glyph.
    var clusters: [Cluster]
    /// Whether no font has them.
    var isMissing: Bool
  }

  /// The run in pieces, in logical order; one, unless glyphs are missing.
  ///
  /// - Throws: ``RenderError`` where the clusters do not add up to the text and the glyphs.
  func pieces() throws(RenderError) -> [Piece] {
    let utf8 = Array(text.utf8)
    guard clusters.reduce(0, { $0 + $1.bytes }) == utf8.count,
      clusters.reduce(0, { $0 + $1.glyphs }) == glyphs.count
    else { throw RenderError("The glyphs of '\(text)' do not belong to its letters.") }
    if !face.isColored, !glyphs.contains(where: \.isMissing) {
      return [
        Piece(text: text, glyphs: glyphs.indices, clusters: merged, isMissing: false)
      ]
    }
    var pieces: [Piece] = []
    var byte = 0
    var glyph = isRightToLeft ? glyphs.count : 0
    for cluster in merged {
      let range =
        isRightToLeft ? glyph - cluster.glyphs..<glyph : glyph..<glyph + cluster.glyphs
      let part = String(decoding: utf8[byte..<byte + cluster.bytes], as: UTF8.self)
      let isMissing = glyphs[range].contains { $0.isMissing }
      if let last = pieces.indices.last, pieces[last].isMissing == isMissing,
        !isMissing, !face.isColored
      {
        pieces[last].text += part
        pieces[last].clusters.append(cluster)
        let old = pieces[last].glyphs
        pieces[last].glyphs =
          min(old.lowerBound, range.lowerBound)..<max(old.upperBound, range.upperBound)
      } else {
        pieces.append(
          Piece(text: part, glyphs: range, clusters: [cluster], isMissing: isMissing))
      }
      byte += cluster.bytes
      glyph += isRightToLeft ? -cluster.glyphs : cluster.glyphs
    }
    return pieces
  }

  /// The clusters, those without letters or glyphs of their own joined to the one before.
  private var merged: [Cluster] {
    var merged: [Cluster] = []
    for cluster in clusters {
      if let last = merged.last,
        cluster.bytes == 0 || cluster.glyphs == 0 || last.bytes == 0 || last.glyphs == 0
      {
        merged[merged.count - 1] = Cluster(
          bytes: last.bytes + cluster.bytes, glyphs: last.glyphs + cluster.glyphs)
      } else {
        merged.append(cluster)
      }
    }
    return merged
  }
}

extension FrameText {
  /// The colour of a run, by the part of the text that it belongs to.
  func color(of run: GlyphRun) -> Color {
    colors.indices.contains(run.source) ? colors[run.source] : colors.first ?? .black
  }
}
