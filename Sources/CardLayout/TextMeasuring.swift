public import CardModel

/// The one door through which text enters layout.
///
/// It knows widths, line breaks and glyphs; line boxes, baselines and the fit of a text are the
/// layout's own.
public protocol TextMeasuring {
  /// How far a face reaches above and below its baseline at a size.
  ///
  /// - Throws: ``TextError`` where there is no such face.
  func metrics(of face: FontFace, size: Double) throws(TextError) -> FontMetrics

  /// Breaks a text into lines and shapes them.
  ///
  /// - Throws: ``TextError`` where a face is not there or the text cannot be shaped.
  func shape(_ request: TextRequest) throws(TextError) -> ShapedText
}

/// How far a face reaches above and below its baseline, both positive, in points.
public struct FontMetrics: Sendable, Hashable {
  /// Above the baseline.
  public let ascent: Double
  /// Below the baseline.
  public let descent: Double

  /// Makes metrics.
  public init(ascent: Double, descent: Double) {
    self.ascent = ascent
    self.descent = descent
  }
}

/// A text to be broken and shaped.
public struct TextRequest: Sendable, Hashable {
  /// A part of the text in one face and size.
  public struct Run: Sendable, Hashable {
    /// The text.
    public var text: String
    /// The face.
    public var face: FontFace
    /// The size in points.
    public var size: Double
    /// Space added between letters, in points.
    public var letterSpacing: Double

    /// Makes a run.
    public init(text: String, face: FontFace, size: Double, letterSpacing: Double = 0) {
      self.text = text
      self.face = face
      self.size = size
      self.letterSpacing = letterSpacing
    }
  }

  /// Where lines may break.
  public enum Breaking: Sendable, Hashable {
    /// Nowhere but at line separators; one line for a text without any.
    case never
    /// Between words; a word wider than the width sticks out.
    case words
    /// Between words, and inside one that is wider than the width.
    case wordsThenLetters
  }

  /// The parts of the text.
  public var runs: [Run]
  /// The width to break at, in points; nil for none.
  public var width: Double?
  /// Where lines may break.
  public var breaking: Breaking
  /// The most lines, over the whole text; nil for no limit.
  public var lineLimit: Int?
  /// Whether the last allowed line ends with an ellipsis where the text goes on.
  ///
  /// A line with an ellipsis is never wider than the width; where the ellipsis itself is, the
  /// line is empty.
  public var ellipsis: Bool
  /// The reading direction of a text that has no letters of its own direction.
  public var direction: LayoutDirection
  /// The language as a BCP 47 tag; it decides the form of Han letters.
  public var language: String

  /// Hashes what tells requests apart most often; all of them is compared.
  public func hash(into hasher: inout Hasher) {
    for run in runs {
      hasher.combine(run.text)
      hasher.combine(run.size)
    }
    hasher.combine(width)
    hasher.combine(lineLimit)
  }

  /// Makes a request.
  public init(
    runs: [Run], width: Double? = nil, breaking: Breaking = .wordsThenLetters,
    lineLimit: Int? = nil, ellipsis: Bool = false, direction: LayoutDirection = .leftToRight,
    language: String = "en"
  ) {
    self.runs = runs
    self.width = width
    self.breaking = breaking
    self.lineLimit = lineLimit
    self.ellipsis = ellipsis
    self.direction = direction
    self.language = language
  }
}

/// A text in lines of glyphs.
public struct ShapedText: Sendable, Equatable {
  /// The lines from the top.
  public var lines: [ShapedLine]
  /// Whether text was left out after the last line.
  public var isTruncated: Bool
  /// The characters for which no font has a glyph, each once, in order.
  public var missing: [Unicode.Scalar]
  /// The faces that were used in place of those asked for, each once.
  public var fallbacks: [FallbackFace]

  /// Makes a shaped text.
  public init(
    lines: [ShapedLine], isTruncated: Bool = false, missing: [Unicode.Scalar] = [],
    fallbacks: [FallbackFace] = []
  ) {
    self.lines = lines
    self.isTruncated = isTruncated
    self.missing = missing
    self.fallbacks = fallbacks
  }

  /// The text at another size.
  public func scaled(by scale: Double) -> ShapedText {
    guard scale != 1 else { return self }
    var scaled = self
    for line in scaled.lines.indices {
      scaled.lines[line].width *= scale
      for run in scaled.lines[line].runs.indices {
        scaled.lines[line].runs[run].size *= scale
        for glyph in scaled.lines[line].runs[run].glyphs.indices {
          scaled.lines[line].runs[run].glyphs[glyph].x *= scale
          scaled.lines[line].runs[run].glyphs[glyph].y *= scale
          scaled.lines[line].runs[run].glyphs[glyph].advance *= scale
        }
      }
    }
    return scaled
  }

  /// The width of the widest line in points.
  public var width: Double { lines.reduce(0) { max($0, $1.width) } }
}

/// A face that stands in for another.
public struct FallbackFace: Sendable, Hashable {
  /// The face's name.
  public let name: String
  /// Whether it is one of the system's, neither bundled nor given.
  public let isSystem: Bool

  /// Makes a fallback.
  public init(name: String, isSystem: Bool) {
    self.name = name
    self.isSystem = isSystem
  }
}

/// One line of a shaped text.
public struct ShapedLine: Sendable, Equatable {
  /// The text that the line shows, ellipsis included.
  public var text: String
  /// The advance of the line in points, trailing spaces left out.
  public var width: Double
  /// The glyphs from left to right.
  public var runs: [GlyphRun]

  /// Makes a line.
  public init(text: String, width: Double, runs: [GlyphRun] = []) {
    self.text = text
    self.width = width
    self.runs = runs
  }
}

/// Glyphs of one face and size, side by side.
public struct GlyphRun: Sendable, Equatable {
  /// A glyph and its place.
  public struct Glyph: Sendable, Hashable {
    /// The glyph's number in its face.
    public var id: UInt32
    /// The place from the line's left edge, in points.
    public var x: Double
    /// The place below the baseline, in points.
    public var y: Double
    /// The advance in points.
    public var advance: Double
    /// Whether no font has the character; a box is drawn in its place.
    public var isMissing: Bool

    /// Makes a glyph.
    public init(id: UInt32, x: Double, y: Double, advance: Double, isMissing: Bool = false) {
      self.id = id
      self.x = x
      self.y = y
      self.advance = advance
      self.isMissing = isMissing
    }
  }

  /// A piece of text and the glyphs that show it.
  public struct Cluster: Sendable, Hashable {
    /// The length of the piece in UTF-8 bytes.
    public var bytes: Int
    /// The number of its glyphs.
    public var glyphs: Int

    /// Makes a cluster.
    public init(bytes: Int, glyphs: Int) {
      self.bytes = bytes
      self.glyphs = glyphs
    }
  }

  /// Which part of the request the run belongs to, from 0; it decides the colour.
  public var source: Int
  /// The face.
  public var face: FaceReference
  /// The size in points.
  public var size: Double
  /// The text in logical order.
  public var text: String
  /// The glyphs from left to right.
  public var glyphs: [Glyph]
  /// The pieces of the text, in logical order; for a right-to-left run the glyphs are backward.
  public var clusters: [Cluster]
  /// Whether the run reads from right to left.
  public var isRightToLeft: Bool

  /// Makes a run.
  public init(
    source: Int, face: FaceReference, size: Double, text: String, glyphs: [Glyph],
    clusters: [Cluster], isRightToLeft: Bool = false
  ) {
    self.source = source
    self.face = face
    self.size = size
    self.text = text
    self.glyphs = glyphs
    self.clusters = clusters
    self.isRightToLeft = isRightToLeft
  }
}

/// A face of a font library, by its name and its file.
public struct FaceReference: Sendable, Hashable {
  /// The family and style, such as `Poppins Bold`.
  public let name: String
  /// The font file's name, with its folders only where another file has the same name.
  public let file: String
  /// The face's number in that file.
  public let index: Int
  /// Whether its glyphs carry colours of their own, as emoji do.
  public let isColored: Bool

  /// Makes a reference.
  public init(name: String, file: String, index: Int = 0, isColored: Bool = false) {
    self.name = name
    self.file = file
    self.index = index
    self.isColored = isColored
  }
}

/// Why a text could not be shaped.
public enum TextError: Diagnostic, Equatable {
  /// There is no such face; `nearest` is the closest name there is.
  case faceNotFound(FontFace, nearest: String?)
  /// The text library failed.
  case shapingFailed(String)

  /// One sentence.
  public var message: String {
    switch self {
    case .faceNotFound(let face, _): "The font face '\(face)' is not there."
    case .shapingFailed(let reason): "The text could not be shaped: \(reason)."
    }
  }

  /// What would help.
  public var hint: String? {
    switch self {
    case .faceNotFound(_, let nearest):
      (nearest.map { "The nearest is '\($0)'; " } ?? "")
        + "'cardstock fonts' lists the faces there are, '--font-dir' adds more."
    case .shapingFailed: nil
    }
  }
}
