import CardModel
import Synchronization
import Testing

@testable import CardLayout

struct TextLinesTests {
  /// Counts what it is asked, and gives each letter a glyph of ten points.
  private final class Counting: TextMeasuring {
    private(set) var asked: [TextRequest] = []

    func metrics(of face: FontFace, size: Double) throws(TextError) -> FontMetrics {
      FontMetrics(ascent: size, descent: 0)
    }

    func shape(_ request: TextRequest) throws(TextError) -> ShapedText {
      asked.append(request)
      let text = request.runs.map(\.text).joined()
      let pieces = request.width == nil ? text.split(separator: "\n").map(String.init) : ["cut"]
      return ShapedText(
        lines: pieces.map { piece in
          let glyphs = piece.indices.enumerated().map { index, _ in
            GlyphRun.Glyph(id: 1, x: Double(index) * 10, y: 0, advance: 10)
          }
          return ShapedLine(
            text: piece, width: Double(piece.count) * 10,
            runs: [
              GlyphRun(
                source: 0, face: FaceReference(name: "Test", file: "test.ttf"), size: 10,
                text: piece, glyphs: glyphs,
                clusters: glyphs.map { _ in GlyphRun.Cluster(bytes: 1, glyphs: 1) })
            ])
        })
    }
  }

  private let measurer = Counting()

  private func lines(_ text: String) -> TextLines {
    TextLines(
      [
        TextRequest.Run(
          text: text, face: FontFace(family: "Test", style: "Regular"), size: 10)
      ], direction: .leftToRight, language: "en", path: .root, shaper: TextShaper(measurer))
  }

  @Test func `what fits is shaped once for all the rooms it is offered`() throws {
    let lines = lines("ada lovelace")
    for width in [nil, 500, 120] as [Double?] {
      _ = try lines.shaped(width: width, breaking: .wordsThenLetters, limit: 2)
    }
    #expect(measurer.asked.count == 1)
  }

  @Test func `each way to break it is shaped once`() throws {
    let lines = lines("ada lovelace")
    for _ in 0..<3 {
      _ = try lines.shaped(width: 60, breaking: .words, limit: nil)
      _ = try lines.shaped(width: 50, breaking: .words, limit: nil)
      _ = try lines.shaped(width: 50, breaking: .words, limit: 1)
    }
    #expect(measurer.asked.map(\.width) == [nil, 60, 50, 50])
  }

  @Test func `a single word is not asked for its narrowest width`() throws {
    let whole = try lines("Lovelace1815").shaped(width: 0, breaking: .words, limit: nil)
    #expect(whole.lines.map(\.text) == ["Lovelace1815"])
    #expect(measurer.asked.map(\.width) == [nil])
    // What may break, or be cut, is asked for.
    for text in ["ada-lovelace", "ada lovelace", "ada/love", "ädä", "愛達"] {
      _ = try lines(text).shaped(width: 0, breaking: .words, limit: nil)
      #expect(measurer.asked.last?.width == 0, "\(text)")
    }
    let count = measurer.asked.count
    _ = try lines("Lovelace").shaped(width: 10, breaking: .words, limit: 1)
    _ = try lines("Lovelace").shaped(width: 10, breaking: .wordsThenLetters, limit: nil)
    #expect(measurer.asked.count == count + 4)
  }

  @Test func `more lines than there may be are asked for anew`() throws {
    let lines = lines("ada\nlovelace")
    #expect(try lines.shaped(width: nil, breaking: .never, limit: 2).lines.count == 2)
    #expect(measurer.asked.count == 1)
    _ = try lines.shaped(width: nil, breaking: .never, limit: 1)
    #expect(measurer.asked.map(\.lineLimit) == [nil, 1])
  }

  @Test(arguments: [
    // "augusta ada king": 70, 30 and 40 wide, with spaces of 10.
    (160.0, 1), (159, 2), (110, 2), (109, 2), (80, 2), (79, 3), (70, 3), (69, .max),
  ])
  func `lines are guessed from the widths of the words`(width: Double, count: Int) throws {
    let lines = lines("augusta ada king")
    _ = try lines.whole()
    #expect(lines.count(at: width) == count)
  }

  @Test func `what no card can show is not shaped, and the text counts as cut`() throws {
    let lines = lines(String(repeating: "ä", count: TextLines.limit + 1))
    #expect(try lines.whole().isTruncated)
    #expect(measurer.asked[0].runs[0].text.count == TextLines.limit)
    let short = self.lines(String(repeating: "ä", count: TextLines.limit))
    #expect(try !short.whole().isTruncated)
  }

  @Test func `an empty text is a line, and nobody is asked`() throws {
    #expect(try lines("").shaped(width: 10, breaking: .words, limit: 1).lines.count == 1)
    #expect(measurer.asked == [])
  }
}
