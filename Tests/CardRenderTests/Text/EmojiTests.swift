import CardFonts
import CardLayout
import CardModel
import Foundation
import Testing

@testable import CardRender

private let emojiFont = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"

@Suite(.enabled(if: FileManager.default.fileExists(atPath: emojiFont)))
struct EmojiTests {
  private let face = FontFace(family: "Poppins", style: "Bold")

  private func library(given: [String] = [emojiFont], system: Bool = false) throws -> FontLibrary {
    try FontLibrary(
      bundled: CardFonts.files().map(\.path), given: given, allowsSystemFonts: system)
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(
        atPath: "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf")))
  func `emoji are in colour though a bold text font has some too`() throws {
    let library = try library(
      given: [emojiFont, "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"])
    for text in ["😀", "😀 ok", "🙂"] {
      let shaped = try library.shape(
        TextRequest(
          runs: [TextRequest.Run(text: text, face: face, size: 12)], breaking: .never))
      let run = try #require(shaped.lines.first?.runs.first)
      #expect(run.face.isColored, "\(text): \(run.face.name)")
    }
  }

  /// Emoji of 8 and of 24 points, the baseline at 40 points, in a frame of 120 by 60.
  private func frame(_ library: FontLibrary, sizes: [Double]) throws -> (Frame, ShapedLine) {
    let shaped = try library.shape(
      TextRequest(
        runs: sizes.map { TextRequest.Run(text: "🙂", face: face, size: $0) }, breaking: .never))
    let line = try #require(shaped.lines.first)
    let text = FrameText(
      text: "🙂🙂", style: .h3(.black), colors: [.black], size: 24, styleSize: 24,
      lines: [.init(x: 10, baseline: 40, shaped: line)], isTruncated: false, missing: [],
      fallbacks: [])
    let whole = Size(width: 120, height: 60)
    return (
      Frame(
        size: whole, items: [PlacedItem(origin: .zero, size: whole, item: .text(text))]), line
    )
  }

  /// What is not white between two columns, in points.
  private func ink(_ pixels: Pixels, _ columns: Range<Double>, dotsPerInch: Double) -> Rect? {
    let scale = dotsPerInch / 72
    let range = Int(columns.lowerBound * scale)..<min(Int(columns.upperBound * scale), pixels.width)
    var (left, top, right, bottom) = (Int.max, Int.max, Int.min, Int.min)
    for y in 0..<pixels.height {
      for x in range where pixels[x, y] != 0xFF_FFFF {
        (left, right) = (min(left, x), max(right, x + 1))
        (top, bottom) = (min(top, y), max(bottom, y + 1))
      }
    }
    guard left < right else { return nil }
    return Rect(
      x: Double(left) / scale, y: Double(top) / scale, width: Double(right - left) / scale,
      height: Double(bottom - top) / scale)
  }

  private func check(_ pixels: Pixels, _ line: ShapedLine, sizes: [Double]) throws {
    for (run, size) in zip(line.runs, sizes) {
      let glyph = try #require(run.glyphs.first)
      let start = 10 + glyph.x
      let box = try #require(ink(pixels, start..<start + glyph.advance, dotsPerInch: 600))
      #expect((0.9...1.3).contains(box.size.width / size), "\(size)")
      #expect((0.9...1.3).contains(box.size.height / size), "\(size)")
      let descent = (box.origin.y + box.size.height - 40) / size
      #expect((0...0.35).contains(descent), "\(size)")
    }
  }

  @Test(arguments: [[8.0, 24], [24.0, 8]])
  func `emoji of two sizes have their size on paper and on the screen`(sizes: [Double]) throws {
    let library = try library()
    let (frame, line) = try frame(library, sizes: sizes)
    #expect(line.runs.map(\.size) == sizes)
    #expect(line.runs.map(\.face.isColored) == [true, true])
    let rasterizer = try Rasterizer(faces: library, pictures: MemoryPictures())
    try check(
      Pixels(try rasterizer.draw(frame, background: .color(.white), dotsPerInch: 600)), line,
      sizes: sizes)

    let encoder = try PDFEncoder(
      PDFEncoder.Options(title: "Emoji"), faces: library, pictures: MemoryPictures())
    try encoder.add(frame, background: .color(.white))
    try withFile(try encoder.finish(), "pdf") { path in
      if let text = try run("pdftotext", path, "-") {
        #expect(text.filter { $0 == "🙂" }.count == 2)
      }
      if let list = try run("pdfimages", "-list", path) {
        let rows = list.split(separator: "\n").dropFirst(2)
        #expect(!rows.isEmpty)
        for row in rows {
          let columns = row.split(separator: " ")
          #expect((columns.count > 12 ? Int(columns[12]) ?? 0 : 0) >= 300, "\(row)")
        }
      }
      let target = path + "-page"
      if try run("pdftoppm", "-r", "600", "-png", "-singlefile", path, target) != nil {
        defer { try? FileManager.default.removeItem(atPath: target + ".png") }
        let page = try readPNG([UInt8](Data(contentsOf: URL(filePath: target + ".png"))))
        try check(Pixels(page), line, sizes: sizes)
      }
    }
  }

  @Test(arguments: [([emojiFont], false), ([], true)])
  func `digits and spaces keep to the face of the text`(given: [String], system: Bool) throws {
    let library = try library(given: given, system: system)
    let plain = try library.shape(
      TextRequest(runs: [.init(text: "Room 12 A B C", face: face, size: 12)]))
    let shaped = try library.shape(
      TextRequest(runs: [.init(text: "Room 12 🙂 A B C #* ☎", face: face, size: 12)]))
    let runs = shaped.lines.flatMap(\.runs)
    #expect(shaped.missing == [])
    for run in runs where run.face.isColored {
      #expect(!run.text.contains { $0.isNumber || $0.isASCII && !$0.isWhitespace })
    }
    let first = try #require(runs.first)
    #expect(first.face.file == "Poppins-Bold.ttf" && first.text.contains("Room 12"))
    let space = try #require(
      zip(first.text, first.glyphs).first { $0.0 == " " }?.1.advance)
    let wanted = try #require(
      plain.lines.first?.runs.first.flatMap { run in
        zip(run.text, run.glyphs).first { $0.0 == " " }?.1.advance
      })
    #expect(space == wanted)
    let spaces = runs.flatMap { run in
      run.text.utf8.count == run.glyphs.count
        ? zip(run.text, run.glyphs).filter { $0.0 == " " }.map(\.1.advance) : []
    }
    #expect(spaces.allSatisfy { abs($0 - wanted) < 0.01 })
  }
}
