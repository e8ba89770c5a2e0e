import CardLayout
import CardModel
import Foundation
import Testing

@testable import CardRender

@Suite struct PDFEncoderTests {
  let faces = FileFaces()
  let pictures = MemoryPictures()

  func encoder(
    write: (([UInt8]) throws -> Void)? = nil,
    _ change: (inout PDFEncoder.Options) -> Void = { _ in }
  ) throws -> PDFEncoder {
    var options = PDFEncoder.Options(title: "Badges")
    options.secondsSince1970 = 1_767_323_045
    change(&options)
    return try PDFEncoder(options, faces: faces, pictures: pictures, write: write)
  }

  func document(_ frames: Frame...) throws -> [UInt8] {
    let encoder = try encoder()
    for frame in frames { try encoder.add(frame, background: .color(.white)) }
    return try encoder.finish()
  }

  func card() throws -> Frame {
    pictures.add("photo", width: 300, height: 400) { x, y in
      0xFF_0000_00 | UInt32(x * 255 / 300) << 16 | UInt32(y * 255 / 400) << 8 | 0x40
    }
    var card = frame(
      cr80.width, cr80.height,
      (
        Rect(x: 12, y: 12, width: 60, height: 80),
        .picture(
          picture(
            "photo", 300, 400, outline: .circle, border: FrameStroke(width: 1, color: .black)))
      ),
      (
        Rect(x: 90, y: 20, width: 140, height: 20),
        .text(try faces.text("Zo\u{E000}e Ångström", size: 14, missing: ["\u{E000}"]))
      ),
      (
        Rect(x: 90, y: 50, width: 140, height: 0.5),
        .shape(FrameShape(.line(.horizontal), stroke: FrameStroke(width: 0.5, color: .black)))
      ))
    card.items.append(
      PlacedItem(
        origin: Point(x: 90, y: 60), size: Size(width: 140, height: 20),
        item: .group(
          FrameGroup(
            items: [
              PlacedItem(
                origin: .zero, size: Size(width: 140, height: 20),
                item: .text(try faces.text("Faded words", size: 10)))
            ], clip: .rectangle(radius: 3), opacity: 0.5))))
    return card
  }

  @Test func `other programs find a whole document of that size, title and date`() throws {
    let file = try document(try card(), Frame(size: Size(width: 200, height: 100)))
    try withFile(file, "pdf") { path in
      if let said = try run("qpdf", "--check", path) {
        #expect(said.contains("No syntax or stream encoding errors"), "\(said)")
      }
      if let said = try run("pdfinfo", "-isodates", "-f", "1", "-l", "2", path) {
        #expect(said.contains("Pages:           2"), "\(said)")
        #expect(said.contains("242.646 x 153.014 pts"), "\(said)")
        #expect(said.contains("200 x 100 pts"), "\(said)")
        #expect(said.contains("2026-01-02T03:04:05Z"), "\(said)")
        #expect(said.contains("Title:           Badges") && !said.contains("Author"), "\(said)")
      }
    }
  }

  @Test func `text is text, and so is what has no glyph`() throws {
    try withFile(try document(try card()), "pdf") { path in
      if let said = try run("pdftotext", path, "-") {
        #expect(said.contains("Zo\u{E000}e Ångström"), "\(said)")
        #expect(said.contains("Faded words"), "\(said)")
      }
      if let said = try run("pdffonts", path) {
        #expect(said.contains("Poppins-Bold"), "\(said)")
      }
    }
  }

  @Test func `the same input gives the same bytes`() throws {
    #expect(try document(try card()) == document(try card()))
  }

  @Test func `a photo on many pages is stored once, at no more than 300 dpi`() throws {
    let card = try card()
    let one = try document(card)
    #expect(try document(card, card, card, card).count < one.count + 12_000)
    try withFile(try document(card, card), "pdf") { path in
      guard let said = try run("pdfimages", "-list", path) else { return }
      let lines = said.split(separator: "\n").dropFirst(2).map { $0.split(separator: " ") }
      #expect(Set(lines.map { $0[10] }).count == 1, "\(said)")
      #expect(lines.allSatisfy { (Int($0[12]) ?? 999) <= 310 }, "\(said)")
    }
  }

  @Test func `pixels and document agree within a pixel`() throws {
    let card = try card()
    let drawn = try Pixels(
      try Rasterizer(faces: faces, pictures: pictures)
        .draw(card, background: .color(.white), dotsPerInch: 300))
    try withFile(try document(card), "pdf") { path in
      let base = path + "-page"
      guard try run("pdftoppm", "-r", "300", "-png", "-singlefile", path, base) != nil else {
        return
      }
      defer { try? FileManager.default.removeItem(atPath: base + ".png") }
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: base + ".png")))
      let read = try Pixels(readPNG(bytes))
      // The ink in each part of the card begins and ends at the same pixels.
      let parts: [(name: String, x: ClosedRange<Int>, y: ClosedRange<Int>)] = [
        ("photo", 30...320, 30...400), ("text", 370...1000, 80...190),
        ("rule", 370...1000, 195...225), ("faded", 370...1000, 240...330),
      ]
      for part in parts {
        func ink(_ pixels: Pixels) -> [Int] {
          var edges = [Int.max, Int.max, 0, 0]
          for y in part.y {
            for x in part.x where pixels.gray(x, y) < 190 {
              edges = [
                min(edges[0], x), min(edges[1], y), max(edges[2], x), max(edges[3], y),
              ]
            }
          }
          return edges
        }
        let (one, other) = (ink(drawn), ink(read))
        #expect(zip(one, other).allSatisfy { abs($0 - $1) <= 1 }, "\(part.name) \(one) \(other)")
      }
    }
  }

  @Test func `a document is streamed, and a failure to write is an error`() throws {
    var streamed: [UInt8] = []
    let stream = try encoder { streamed += $0 }
    let card = try card()
    try stream.add(card, background: .color(.white))
    #expect(try stream.finish().isEmpty)
    #expect(try streamed == document(card))
    struct DiskFull: Error, CustomStringConvertible { let description = "no space is left" }
    let failing = try encoder { _ in throw DiskFull() }
    let error = #expect(throws: RenderError.self) {
      try failing.add(card, background: .color(.white))
      _ = try failing.finish()
    }
    #expect(error?.message == "The PDF could not be written: no space is left.")
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
    (1_767_323_045, "2026-01-02T03:04:05Z"), (-1, "1969-12-31T23:59:59Z"),
  ])
  func `a moment is told in UTC`(seconds: Int, text: String) {
    #expect(utcText(seconds) == text)
  }
}
