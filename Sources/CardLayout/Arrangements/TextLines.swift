internal import CardModel

/// A text in lines: each way to break it is shaped once, in the text's full size.
///
/// No card shows as much as 10,000 characters, and breaking takes time by the square of a word's
/// length: what follows them is not shaped, and the text counts as cut.
final class TextLines {
  /// The most Unicode scalars that are shaped.
  static let limit = 10_000

  private let runs: [TextRequest.Run]
  private let direction: LayoutDirection
  private let language: String
  private let path: NodePath
  private let shaper: TextShaper
  private let isEmpty: Bool
  /// Whether there is surely no place to break but between letters: nothing but letters and digits
  /// of ASCII (UAX #14, AL and NU).
  private let isOneWord: Bool
  private let isCut: Bool

  private var natural: ShapedText?
  private var dots: ShapedText?
  // A text is broken in few ways, so a list is faster than a dictionary.
  private var broken: [(way: Way, shaped: ShapedText)] = []

  private struct Way: Equatable {
    let width: Double?
    let breaking: TextRequest.Breaking
    let limit: Int?
  }

  init(
    _ runs: [TextRequest.Run], direction: LayoutDirection, language: String, path: NodePath,
    shaper: TextShaper
  ) {
    var left = Self.limit
    self.runs = runs.map { run in
      // Most texts are known to be short by their bytes.
      if run.text.utf8.count <= left {
        left -= run.text.utf8.count
        return run
      }
      var run = run
      let kept = run.text.unicodeScalars.prefix(left)
      left -= kept.count
      run.text = String(kept)
      return run
    }
    isCut = self.runs != runs
    self.direction = direction
    self.language = language
    self.path = path
    self.shaper = shaper
    isEmpty = runs.allSatisfy(\.text.isEmpty)
    isOneWord = self.runs.allSatisfy { run in
      run.text.utf8.allSatisfy { byte in
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
      }
    }
  }

  /// The lines that the text has of its own.
  func whole() throws(LayoutError) -> ShapedText {
    if let natural { return natural }
    let shaped =
      try isEmpty
      ? ShapedText(lines: [ShapedLine(text: "", width: 0)])
      : shape(Way(width: nil, breaking: .never, limit: nil))
    natural = shaped
    return shaped
  }

  /// The lines broken at a width in points; a limit ends the last one with an ellipsis where there
  /// are more or it is too wide.
  func shaped(
    width: Double?, breaking: TextRequest.Breaking, limit: Int?
  ) throws(LayoutError) -> ShapedText {
    let whole = try whole()
    // Nothing to break and nothing to leave out.
    let holds = isOneWord && breaking == .words && limit == nil
    if isEmpty || holds || width ?? .infinity >= whole.width, limit ?? .max >= whole.lines.count {
      return whole
    }
    let way = Way(width: width, breaking: breaking, limit: limit)
    for known in broken where known.way == way { return known.shaped }
    let shaped = try shape(way)
    broken.append((way, shaped))
    return shaped
  }

  /// An ellipsis like that of the last part.
  func ellipsis() throws(LayoutError) -> ShapedText {
    if let dots { return dots }
    guard var run = runs.last else { return ShapedText(lines: []) }
    run.text = "…"
    let shaped = try shaper.shape(
      TextRequest(runs: [run], breaking: .never, direction: direction, language: language),
      path: path)
    dots = shaped
    return shaped
  }

  private func shape(_ way: Way) throws(LayoutError) -> ShapedText {
    var shaped = try shaper.shape(
      TextRequest(
        runs: runs, width: way.width, breaking: way.breaking, lineLimit: way.limit,
        ellipsis: way.limit != nil, direction: direction, language: language), path: path)
    if isCut { shaped.isTruncated = true }
    return shaped
  }

  /// The advances of the words in points, each with that of the spaces behind it; nil where the
  /// text has line breaks of its own, or its glyphs are not known.
  private(set) lazy var words: [(word: Double, space: Double)]? = {
    guard let line = natural?.lines.first, natural?.lines.count == 1, !line.runs.isEmpty else {
      return nil
    }
    var words: [(word: Double, space: Double)] = [(0, 0)]
    // In logical order the runs may be others, but each has all of its words.
    for run in line.runs {
      var utf8 = run.text.utf8[...]
      var glyphs = run.isRightToLeft ? run.glyphs.reversed()[...] : run.glyphs[...]
      for cluster in run.clusters {
        let advance = glyphs.prefix(cluster.glyphs).reduce(0) { $0 + $1.advance }
        let isSpace = cluster.bytes == 1 && utf8.first == 0x20
        if isSpace {
          words[words.count - 1].space += advance
        } else {
          if words[words.count - 1].space > 0 { words.append((0, 0)) }
          words[words.count - 1].word += advance
        }
        utf8 = utf8.dropFirst(cluster.bytes)
        glyphs = glyphs.dropFirst(cluster.glyphs)
      }
    }
    return words
  }()

  /// About how many lines the text has at a width in points; no line is wide enough for a word
  /// that is wider.
  func count(at width: Double) -> Int {
    var count = 1
    var x = 0.0
    for (word, space) in words ?? [] {
      if word > width { return .max }
      if x + word > width {
        count += 1
        x = 0
      }
      x += word + space
    }
    return count
  }
}
