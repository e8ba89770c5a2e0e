import CardFixtures
import Foundation
import Testing

@Suite struct RenderTests {
  private static let hasPoppler = ["pdfinfo", "pdffonts", "pdftotext", "qpdf"]
    .allSatisfy { Tool.installed($0) != nil }
  private static let ada = CardFixtures.url("people/ada.json").path
  private static let values = [
    "Ada Lovelace", "Dec 10, 1815", "ada@example.org", "+44 20 7946 0999",
    "12 St James's Square, London", "Analytical Engines", "Female", "1.65", "57.5",
  ]
  private static let titles = [
    "Birthday", "Email", "Phone", "Address", "Company", "Gender", "Height", "Weight",
  ]

  private func expectQuiet(
    _ result: ToolResult, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(result.error == "", sourceLocation: sourceLocation)
    #expect(result.exitCode == 0, sourceLocation: sourceLocation)
  }

  @Test func `a card as PNG has its size, its resolution and its colour space`() throws {
    let folder = try WorkFolder()
    let result = try folder.run(["render", Self.ada, "-o", "o.png"])
    expectQuiet(result)
    #expect(result.text == "")
    let file = try PNGFile(folder.bytes("o.png"))
    #expect((file.width, file.height) == (1011, 638))
    let types = file.chunks.map(\.type)
    #expect(types.first == "IHDR" && types.last == "IEND")
    #expect(Set(types) == ["IHDR", "sRGB", "pHYs", "IDAT", "IEND"])
    // Opaque RGB of 8 bits, not interlaced; 11811 pixels a metre are 300 dpi.
    #expect(file.chunk("IHDR")?[8...] == [8, 2, 0, 0, 0])
    #expect(file.chunk("pHYs") == [0, 0, 0x2e, 0x23, 0, 0, 0x2e, 0x23, 1])
    #expect(try folder.names == ["o.png"])
  }

  @Test(arguments: [(36, 121, 77), (150, 506, 319), (600, 2022, 1275)])
  func `the resolution decides the pixels`(_ dpi: Int, _ width: Int, _ height: Int) throws {
    let folder = try WorkFolder()
    expectQuiet(try folder.run(["render", Self.ada, "-o", "o.png", "--dpi", "\(dpi)"]))
    let file = try PNGFile(folder.bytes("o.png"))
    #expect((file.width, file.height) == (width, height))
  }

  @Test(.enabled(if: hasPoppler))
  func `a card as PDF has its size, its fonts and every value as text`() throws {
    let folder = try WorkFolder()
    let result = try folder.run(["render", Self.ada, "-o", "o.pdf"])
    expectQuiet(result)
    #expect(result.text == "")
    let info = try folder.read("pdfinfo", ["-box", "o.pdf"])
    #expect(info.contains(/Pages: +1\n/))
    let size = try #require(info.firstMatch(of: /Page size: +([\d.]+) x ([\d.]+) pts/))
    let (width, height) = (try #require(Double(size.1)), try #require(Double(size.2)))
    #expect(abs(width - 85.6 / 25.4 * 72) < 0.01 && abs(height - 53.98 / 25.4 * 72) < 0.01)

    let fonts = try folder.read("pdffonts", ["o.pdf"]).split(separator: "\n").dropFirst(2)
    #expect(!fonts.isEmpty)
    for font in fonts {
      #expect(font.contains(/^[A-Z]{6}\+.* yes yes yes +\d+ +\d+ *$/), "\(font)")
    }
    let text = try folder.read("pdftotext", ["-layout", "o.pdf", "-"])
      .replacing(/\s+/, with: " ")
    for value in Self.values + Self.titles { #expect(text.contains(value), "\(text)") }
    #expect(try folder.read("qpdf", ["--check", "o.pdf"]).contains("No syntax or stream encoding"))
  }

  @Test(.enabled(if: hasPoppler))
  func `the metadata of a document names nobody`() throws {
    let folder = try WorkFolder()
    expectQuiet(try folder.run(["render", Self.ada, "-o", "o.pdf"]))
    let info = try folder.read("pdfinfo", ["o.pdf"]) + folder.read("pdfinfo", ["-meta", "o.pdf"])
    #expect(info.contains("Identity card"))
    for value in Self.values + ["Ada", "Lovelace"] { #expect(!info.contains(value)) }
    _ = try folder.read("qpdf", ["--qdf", "--object-streams=disable", "o.pdf", "plain.pdf"])
    let plain = String(decoding: try folder.bytes("plain.pdf"), as: UTF8.self)
    #expect(plain.contains("Identity card"))
    #expect(!plain.contains("ada.j") && !plain.contains("/Author"))
    // The name is there as what the page shows: the portrait's text and the card's entry in the
    // outline, and neither where a document has no tags.
    #expect(plain.ranges(of: "Lovelace").count == 2)
    expectQuiet(try folder.run(["render", Self.ada, "--pdf", "plain", "-o", "o.pdf"]))
    _ = try folder.read("qpdf", ["--qdf", "--object-streams=disable", "o.pdf", "plain.pdf"])
    #expect(!String(decoding: try folder.bytes("plain.pdf"), as: UTF8.self).contains("Lovelace"))
  }

  @Test(arguments: ["png", "pdf"])
  func `the same input gives the same bytes`(_ format: String) throws {
    let folder = try WorkFolder()
    for name in ["one", "two"] {
      expectQuiet(try folder.run(["render", Self.ada, "-o", "\(name).\(format)"]))
    }
    #expect(try folder.bytes("one.\(format)") == folder.bytes("two.\(format)"))
    // Standard output and standard input carry the same card.
    let data = try [UInt8](Data(contentsOf: CardFixtures.url("people/ada.json")))
    let piped = try folder.run(
      [
        "render", "-", "-o", "-", "--format", format, "--assets",
        CardFixtures.url("people").path,
      ], input: data)
    expectQuiet(piped)
    #expect(piped.output == (try folder.bytes("one.\(format)")))
  }

  @Test func `only the date differs under another SOURCE_DATE_EPOCH`() throws {
    let folder = try WorkFolder()
    for date in ["0", "1700000000"] {
      for format in ["png", "pdf"] {
        expectQuiet(
          try folder.run(
            ["render", Self.ada, "-o", "\(date).\(format)"],
            environment: ["SOURCE_DATE_EPOCH": date]))
      }
    }
    #expect(try folder.bytes("0.png") == folder.bytes("1700000000.png"))
    let (old, new) = (try folder.bytes("0.pdf"), try folder.bytes("1700000000.pdf"))
    try #require(old.count == new.count)
    // The information and the same as XMP.
    func undated(_ bytes: [UInt8], _ plain: String, _ long: String) -> [UInt8] {
      let text = String(decoding: bytes, as: Unicode.ASCII.self)
      #expect(text.ranges(of: "/CreationDate(D:\(plain)Z)").count == 1)
      #expect(text.ranges(of: "<xmp:CreateDate>\(long)</xmp:CreateDate>").count == 1)
      var bytes = bytes
      for date in [plain, long] {
        for start in bytes.indices where bytes[start...].starts(with: date.utf8) {
          for index in start..<start + date.utf8.count { bytes[index] = 0 }
        }
      }
      return bytes
    }
    #expect(
      undated(old, "19700101000000", "1970-01-01T00:00:00Z")
        == undated(new, "20231114221320", "2023-11-14T22:13:20Z"))
  }

  @Test(arguments: ["cards.pdf", "cards/{{index}}.png", "cards/{{index}}.pdf"])
  func `the bytes are the same for any number of workers`(_ output: String) throws {
    let folder = try WorkFolder()
    try folder.copy("people/ada.jpg", to: "ada.jpg")
    let people = (1...12).map { "{\"name\":\"Person \($0)\",\"icon\":\"ada.jpg\"}" }
    try folder.write("[\(people.joined(separator: ","))]", to: "a.json")
    var made: [[String: [UInt8]]] = []
    for jobs in [1, 2, 4] {
      let place = output == "cards.pdf" ? "\(jobs)-cards.pdf" : "\(jobs)/" + output
      expectQuiet(
        try folder.run(
          ["render", "a.json", "-o", place, "--jobs", "\(jobs)", "--progress", "none"]))
      let names = try folder.names.filter { $0.hasPrefix("\(jobs)") && $0.contains(".") }
      made.append(
        Dictionary(
          uniqueKeysWithValues: try names.map { (String($0.dropFirst(2)), try folder.bytes($0)) }))
    }
    #expect(made[0].count == (output == "cards.pdf" ? 1 : 12))
    #expect(made[1] == made[0])
    #expect(made[2] == made[0])
  }

  @Test(.enabled(if: Tool.installed("pdftoppm") != nil), arguments: ["ada", "grace", "minimal"])
  func `PNG and PDF agree within a pixel`(_ person: String) throws {
    let folder = try WorkFolder()
    let data = CardFixtures.url("people/\(person).json").path
    for format in ["png", "pdf"] {
      expectQuiet(try folder.run(["render", data, "-o", "o.\(format)"]))
    }
    _ = try folder.read("pdftoppm", ["-r", "300", "-gray", "-singlefile", "o.pdf", "page"])
    let file = try PNGFile(folder.bytes("o.png"))
    let drawn = GrayPicture(width: file.width, height: file.height, pixels: try file.gray())
    let page = try #require(GrayPicture(pgm: try folder.bytes("page.pgm")))
    #expect(abs(page.width - drawn.width) <= 1 && abs(page.height - drawn.height) <= 1)
    // Each tile with ink is looked for around its place; ink that lies elsewhere is found there.
    var tiles = 0
    for top in stride(from: 8, to: drawn.height - 72, by: 64) {
      for left in stride(from: 8, to: drawn.width - 72, by: 64) {
        guard let shift = drawn.shift(to: page, left: left, top: top, side: 64) else { continue }
        tiles += 1
        #expect(
          abs(shift.x) <= 1 && abs(shift.y) <= 1,
          "The tile at \(left), \(top) lies \(shift.x), \(shift.y) pixels away.")
      }
    }
    #expect(tiles >= (person == "minimal" ? 2 : 10))
  }
}

/// A picture in shades of gray, to compare places in two of them.
private struct GrayPicture {
  let width: Int
  let height: Int
  let pixels: [UInt8]

  init(width: Int, height: Int, pixels: [UInt8]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Reads a binary PGM file.
  init?(pgm file: [UInt8]) {
    let fields = file.prefix(64).split(maxSplits: 4) { $0 == 10 || $0 == 32 }
      .map { String(decoding: $0, as: UTF8.self) }
    guard fields.count >= 4, fields[0] == "P5", let width = Int(fields[1]),
      let height = Int(fields[2]), file.count > width * height
    else { return nil }
    self.init(width: width, height: height, pixels: Array(file.suffix(width * height)))
  }

  /// How far the best match of a tile lies in another picture; nil where the tile has no edges in
  /// both directions, so that nothing can be told.
  func shift(to other: GrayPicture, left: Int, top: Int, side: Int) -> (x: Int, y: Int)? {
    func cost(_ picture: GrayPicture, _ x: Int, _ y: Int) -> Int? {
      guard left + x >= 0, top + y >= 0, left + x + side <= picture.width,
        top + y + side <= picture.height
      else { return nil }
      var sum = 0
      for row in top..<top + side {
        let (mine, theirs) = (row * width + left, (row + y) * picture.width + left + x)
        for column in 0..<side {
          sum += abs(Int(pixels[mine + column]) - Int(picture.pixels[theirs + column]))
        }
      }
      return sum
    }
    let least = side * side * 6
    for (x, y) in [(3, 0), (-3, 0), (0, 3), (0, -3)] {
      guard let own = cost(self, x, y), own > least else { return nil }
    }
    var best: (cost: Int, x: Int, y: Int)?
    for y in -4...4 {
      for x in -4...4 {
        guard let found = cost(other, x, y) else { continue }
        if best.map({ found < $0.cost }) ?? true { best = (found, x, y) }
      }
    }
    return best.map { ($0.x, $0.y) }
  }
}
