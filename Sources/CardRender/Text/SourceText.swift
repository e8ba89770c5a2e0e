internal import CGraphics
internal import CardLayout
internal import Foundation

/// The text of a request as Pango gets it, cut into pieces of one family list.
///
/// Texts are composed (NFC), so that a name reads and looks the same however it was typed. A word
/// that its face cannot set as a whole is set in the fallback as a whole, and with it every word
/// of the same script: no word and no name mixes two faces of one script.
struct SourceText {
  struct Piece {
    var bytes: Range<Int>
    /// Which run of the request it belongs to.
    var source: Int
    var entry: FontCatalogue.Entry
    /// The families in their order.
    var families: String
    /// Whether they leave the face's own out.
    var fallsBack: Bool
    var size: Double
    var letterSpacing: Double
  }

  private(set) var text = ""
  private(set) var pieces: [Piece] = []
  /// The reading direction where it is not the text's own: that of the whole of which this is a
  /// part.
  private(set) var isRightToLeft: Bool?

  init(_ request: TextRequest, set: FontSet) throws(TextError) {
    for (source, run) in request.runs.enumerated() {
      let chain = try set.chain(for: run.face)
      // One paragraph, whatever its breaks: Pango counts lines anew in each.
      if run.text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0A }) {
        // Every face is asked for ASCII as it is: most texts need no closer look.
        add(run.text, fallsBack: false, of: run, source, chain)
        continue
      }
      let composed = SourceText.composed(run.text)
      let lacking = SourceText.scriptsLacking(in: composed, entry: chain.entry)
      for (word, fallsBack) in SourceText.words(
        of: composed, lacking: lacking, entry: chain.entry)
      {
        add(word, fallsBack: fallsBack, of: run, source, chain)
      }
    }
  }

  private mutating func add(
    _ word: String, fallsBack: Bool, of run: TextRequest.Run, _ source: Int, _ chain: FontSet.Chain
  ) {
    guard !word.isEmpty else { return }
    let start = text.utf8.count
    text += word
    pieces.append(
      Piece(
        bytes: start..<text.utf8.count, source: source, entry: chain.entry,
        families: fallsBack ? chain.fallbacks : chain.families, fallsBack: fallsBack,
        size: run.size, letterSpacing: run.letterSpacing))
  }

  private static func composed(_ text: String) -> String {
    let utf8 = text.utf8
    let composed =
      utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
    return utf8.contains(0x0A) ? composed.replacing("\n", with: "\u{2028}") : composed
  }

  /// A part of the text as a line of its own; its faces and its direction are those of the whole.
  func part(
    _ range: Range<Int>, isRightToLeft: Bool, endsWithEllipsis: Bool
  ) -> SourceText {
    var part = self
    part.isRightToLeft = isRightToLeft
    part.text = String(decoding: Array(text.utf8)[range], as: UTF8.self)
    part.pieces = pieces.compactMap { piece in
      let bytes = piece.bytes.clamped(to: range)
      guard !bytes.isEmpty else { return nil }
      var piece = piece
      piece.bytes = bytes.lowerBound - range.lowerBound..<bytes.upperBound - range.lowerBound
      return piece
    }
    if endsWithEllipsis, var last = part.pieces.last ?? piece(at: range.lowerBound) {
      last.bytes = part.text.utf8.count..<part.text.utf8.count + 3
      part.pieces.append(last)
      part.text += "…"
    }
    return part
  }

  /// From a byte to the next line separator, or to the end.
  func restOfLine(from start: Int) -> Range<Int> {
    let rest = text.utf8.dropFirst(start)
    let separator = Array("\u{2028}".utf8)
    var end = rest.startIndex
    while end < rest.endIndex, !rest[end...].starts(with: separator) {
      end = rest.index(after: end)
    }
    return start..<start + rest.distance(from: rest.startIndex, to: end)
  }

  /// The piece that a byte belongs to.
  func piece(at byte: Int) -> Piece? { pieces.first { $0.bytes.contains(byte) } ?? pieces.last }

  /// The scripts of which the face lacks a letter, or a mark on one, that the text has.
  private static func scriptsLacking(in text: String, entry: FontCatalogue.Entry) -> Set<Int32> {
    var scripts: Set<Int32> = []
    for character in text where lacks(character, entry) {
      for scalar in character.unicodeScalars where isLetter(scalar) {
        scripts.insert(script(of: scalar))
      }
    }
    return scripts
  }

  /// Whether the face cannot set a letter with its marks.
  private static func lacks(_ character: Character, _ entry: FontCatalogue.Entry) -> Bool {
    guard !character.isASCII else { return false }
    return character.unicodeScalars.contains { scalar in
      scalar.value > 0x7E && !entry.has(scalar) && !scalar.properties.isDefaultIgnorableCodePoint
        && !scalar.properties.isWhitespace
    }
  }

  private static func script(of scalar: Unicode.Scalar) -> Int32 {
    g_unichar_get_script(scalar.value).rawValue
  }

  /// The text in stretches that fall back as a whole, or not.
  private static func words(
    of text: String, lacking: Set<Int32>, entry: FontCatalogue.Entry
  ) -> [(String, Bool)] {
    guard text.contains(where: { lacks($0, entry) }) else {
      return text.isEmpty ? [] : [(text, false)]
    }
    var stretches: [(String, Bool)] = []
    var falls = false
    // What stands before the first letter goes with it.
    if let first = text.unicodeScalars.first(where: { isLetter($0) }) {
      falls = lacking.contains(script(of: first))
    }
    var isAtStart = false
    for character in text {
      var isAlone = false
      if let letter = character.unicodeScalars.first(where: { isLetter($0) }) {
        falls = lacking.contains(script(of: letter))
      } else {
        // A number or a sign that stands alone keeps to the face that was asked for.
        if isAtStart, !character.isWhitespace { falls = false }
        // A mark on a digit or a sign is never in another face than what it stands on.
        isAlone = character.unicodeScalars.count > 1 && lacks(character, entry)
      }
      isAtStart = character.isWhitespace
      if let last = stretches.indices.last, stretches[last].1 == (falls || isAlone) {
        stretches[last].0.append(character)
      } else {
        stretches.append((String(character), falls || isAlone))
      }
    }
    return stretches
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    let script = script(of: scalar)
    return script != G_UNICODE_SCRIPT_COMMON.rawValue
      && script != G_UNICODE_SCRIPT_INHERITED.rawValue
  }
}
