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
    var families: String
    var size: Double
    var letterSpacing: Double
  }

  private(set) var text = ""
  private(set) var pieces: [Piece] = []

  init(_ request: TextRequest, set: FontSet) throws(TextError) {
    for (source, run) in request.runs.enumerated() {
      let chain = try set.chain(for: run.face)
      // One paragraph, whatever its breaks: Pango counts lines anew in each.
      let composed = run.text.precomposedStringWithCanonicalMapping
        .replacing("\n", with: "\u{2028}")
      let lacking = SourceText.scriptsLacking(in: composed, entry: chain.entry)
      for (word, fallsBack) in SourceText.words(
        of: composed, lacking: lacking, entry: chain.entry)
      {
        let start = text.utf8.count
        text += word
        pieces.append(
          Piece(
            bytes: start..<text.utf8.count, source: source, entry: chain.entry,
            families: fallsBack ? chain.fallbacks : chain.families, size: run.size,
            letterSpacing: run.letterSpacing))
      }
    }
  }

  /// The run that a byte belongs to.
  func source(at byte: Int) -> Int {
    pieces.first { $0.bytes.contains(byte) }?.source ?? pieces.last?.source ?? 0
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
    character.unicodeScalars.contains { scalar in
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
