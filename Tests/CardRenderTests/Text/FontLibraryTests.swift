import CardFonts
import CardLayout
import CardModel
import Foundation
import Testing

@testable import CardRender

struct FontLibraryTests {
  static func library(system: Bool = false) throws -> FontLibrary {
    try FontLibrary(bundled: CardFonts.files().map(\.path), allowsSystemFonts: system)
  }

  private static let bold = FontFace(family: "Poppins", style: "Bold")

  private func request(
    _ text: String, face: FontFace = bold, size: Double = 12, width: Double? = nil,
    breaking: TextRequest.Breaking = .wordsThenLetters, limit: Int? = nil, ellipsis: Bool = false
  ) -> TextRequest {
    TextRequest(
      runs: [TextRequest.Run(text: text, face: face, size: size)], width: width,
      breaking: breaking, lineLimit: limit, ellipsis: ellipsis)
  }

  @Test(arguments: ["Lovelace1815", "ABCdef123", "007", "x1Y2z3", "A0a"])
  func `letters and digits of ASCII break nowhere between words`(_ text: String) throws {
    let library = try Self.library()
    let whole = try library.shape(request(text, breaking: .never))
    #expect(try library.shape(request(text, width: 0, breaking: .words)) == whole)
  }

  @Test(arguments: [
    ("Poppins", "Regular"), ("Poppins", "Medium"), ("Poppins", "SemiBold"), ("Poppins", "Bold"),
    ("Noto Sans", "Regular"), ("Noto Sans", "Bold"), ("Noto Sans Arabic", "Bold"),
  ])
  func `each face that is asked for is exactly its file`(family: String, style: String) throws {
    let face = FontFace(family: family, style: style)
    let text = family.contains("Arabic") ? "محمد" : "Hamburg"
    let shaped = try Self.library().shape(request(text, face: face))
    let file = "\(family.replacing(" ", with: ""))-\(style).ttf"
    #expect(shaped.lines.first?.runs.map(\.face.file) == [file])
    #expect(shaped.fallbacks == [])
  }

  @Test(arguments: [
    ("Poppins", "Blod", "Poppins Bold"), ("Popins", "Bold", "Poppins Bold"),
    ("Poppins-Bold", "Regular", nil), ("Helvetica", "Regular", nil),
  ])
  func `a face that is not there is an error with the nearest`(
    family: String, style: String, nearest: String?
  ) throws {
    let library = try Self.library()
    let face = FontFace(family: family, style: style)
    do {
      _ = try library.shape(request("a", face: face))
      Issue.record("no error")
    } catch {
      guard case .faceNotFound(let named, let found) = error else {
        Issue.record("another error: \(error)")
        return
      }
      #expect(named == face)
      if let nearest { #expect(found == nearest) }
    }
  }

  @Test func `a width grows with the size and nothing else`() throws {
    let library = try Self.library()
    let small = try library.shape(request("Bartholomew Featherstonehaugh", size: 9)).width
    let large = try library.shape(request("Bartholomew Featherstonehaugh", size: 90)).width
    #expect(abs(large / small - 10) < 0.01)
  }

  @Test(arguments: [
    "on Kickstarter", "Supercalifragilistic,", "Wolfeschlegelsteinhausenbergerdorff, Hubert",
    "محمد أحمد عبد الرحمن", "สุรชัย ปิ่นแก้ว",
  ])
  func `an ellipsis never leaves its box`(text: String) throws {
    let library = try Self.library()
    let full = try library.shape(request(text)).width
    for width in stride(from: 0, through: full + 1, by: 0.5) {
      let shaped = try library.shape(request(text, width: width, limit: 1, ellipsis: true))
      #expect(shaped.width <= width + 0.01, "at \(width)")
      #expect(shaped.lines.count == 1)
      #expect(shaped.isTruncated == (width < full - 0.01), "at \(width)")
    }
  }

  @Test func `a word too long for its box is cut, not lost`() throws {
    let shaped = try Self.library().shape(
      request("Supercalifragilistic,", width: 60, limit: 1, ellipsis: true))
    let text = try #require(shaped.lines.first?.text)
    #expect(text.hasPrefix("Super") && text.hasSuffix("…"))
  }

  @Test func `lines are counted over the whole text`() throws {
    let text = "one\u{2028}two\u{2028}three\u{2028}four"
    let shaped = try Self.library().shape(request(text, width: 100, limit: 2, ellipsis: true))
    #expect(shaped.lines.count == 2)
    #expect(shaped.isTruncated)
    #expect(shaped.lines.last?.text.hasSuffix("…") == true)
  }

  @Test(arguments: [TextRequest.Breaking.never, .words, .wordsThenLetters])
  func `an ellipsis stands for the lines that are left out`(
    breaking: TextRequest.Breaking
  ) throws {
    let library = try Self.library()
    let text = "one\u{2028}two\u{2028}three"
    for (limit, lines) in [
      (1, ["one…"]), (2, ["one", "two…"]), (3, ["one", "two", "three"]),
    ] {
      let shaped = try library.shape(
        request(text, width: 500, breaking: breaking, limit: limit, ellipsis: true))
      #expect(shaped.lines.map { $0.text.filter { $0 != "\u{2028}" } } == lines)
      #expect(shaped.isTruncated == (limit < 3))
    }
    let tight = try library.shape(
      request(text, width: 24, breaking: breaking, limit: 2, ellipsis: true))
    #expect(tight.lines.last?.text.hasSuffix("…") == true)
    #expect(tight.lines.allSatisfy { $0.width <= 24.01 || breaking == .words })
  }

  @Test func `without breaking only separators make lines`() throws {
    let library = try Self.library()
    let text = "a long line of words\u{2028}b\u{2028}another long line of words"
    for limit in [nil, 2, 3, 5] {
      let shaped = try library.shape(
        request(text, width: 60, breaking: .never, limit: limit, ellipsis: true))
      let lines = shaped.lines.map(\.text)
      #expect(lines.count == min(limit ?? 3, 3))
      #expect(lines[0].hasPrefix("a lon") && lines[0].hasSuffix("…"))
      #expect(lines[1].hasPrefix("b") && lines[1].hasSuffix("…") == (limit == 2))
      if lines.count == 3 { #expect(lines[2].hasPrefix("ano") && lines[2].hasSuffix("…")) }
      #expect(shaped.width <= 60.01)
      #expect(shaped.isTruncated)
    }
    let plain = try library.shape(request(text, breaking: .never))
    #expect(plain.lines.count == 3)
  }

  @Test(arguments: ["Anna", "דוד", "محمد", "abc דוד", "דוד abc"], [0.0, 10])
  func `spaces at the end of a line have no width and move nothing`(
    text: String, spacing: Double
  ) throws {
    let library = try Self.library()
    func shape(_ texts: [String], _ direction: LayoutDirection) throws -> ShapedLine {
      let runs = texts.map {
        TextRequest.Run(text: $0, face: Self.bold, size: 12, letterSpacing: spacing)
      }
      let request = TextRequest(runs: runs, breaking: .never, direction: direction)
      return try #require(try library.shape(request).lines.first)
    }
    func inked(_ line: ShapedLine) -> [GlyphRun.Glyph] {
      line.runs.flatMap { run in
        run.text.allSatisfy(\.isWhitespace) ? [] : run.glyphs
      }
    }
    for direction in LayoutDirection.allCases {
      let plain = try shape([text], direction)
      for spaced in [[text + "   "], [text, "  "], [text + " ", " \u{A0} "]] {
        let line = try shape(spaced, direction)
        #expect(abs(line.width - plain.width) < 0.01, "\(spaced)")
        let places = inked(line).map { ($0.id, $0.x) }
        for (id, x) in inked(plain).map({ ($0.id, $0.x) }) {
          #expect(places.contains { $0.0 == id && abs($0.1 - x) < 0.01 }, "\(spaced) \(id) \(x)")
        }
      }
    }
  }

  @Test(arguments: [
    "Ada Lovelace of London", "آدا لوفلايس من لندن", "one line\nand two more\nafter it",
  ])
  func `a text is cut the same, whatever was shaped before`(text: String) throws {
    let library = try Self.library()
    for width in [90.0, 40, 60] {
      for limit in 1...2 {
        let cut = request(
          text, width: width, breaking: .never, limit: limit, ellipsis: true)
        // A library of its own has not shaped the whole text before.
        let alone = try Self.library().shape(cut)
        _ = try library.shape(request(text, breaking: .never))
        #expect(try library.shape(cut) == alone)
        _ = try library.shape(request("Grace Hopper", breaking: .never))
        #expect(try library.shape(cut) == alone)
      }
    }
  }

  @Test func `one text leaves nothing for the next`() throws {
    let library = try Self.library()
    let first = try library.shape(request("iiii"))
    _ = try library.shape(request("AT&T <b>R&D</b>", width: 20, limit: 1, ellipsis: true))
    _ = try library.shape(request("WWWW"))
    let fresh = try Self.library().shape(request("iiii"))
    #expect(first == fresh)
    let literal = try library.shape(request("AT&T <R&D>"))
    #expect(literal.lines.map(\.text) == ["AT&T <R&D>"])
  }

  @Test func `a name is the same composed and decomposed`() throws {
    let library = try Self.library()
    let composed = try library.shape(request("Zo\u{EB} Cafe\u{301}"))
    let decomposed = try library.shape(request("Zoe\u{308} Caf\u{E9}"))
    #expect(composed == decomposed)
    #expect(composed.missing == [])
  }

  @Test(arguments: [
    ("Nguyễn Thị Ánh", "NotoSans-Bold.ttf"), ("Łukasz Źdźbło", "Poppins-Bold.ttf"),
    ("สุรชัย ปิ่นแก้ว", "NotoSansThai-Bold.ttf"), ("Юлия", "NotoSans-Bold.ttf"),
    ("Αλέξανδρος", "NotoSans-Bold.ttf"), ("דוד", "NotoSansHebrew-Bold.ttf"),
    ("Անահիտ", "NotoSansArmenian-Bold.ttf"), ("ნინო", "NotoSansGeorgian-Bold.ttf"),
    ("राजेश कुमार शर्मा क्षत्रिय", "Poppins-Bold.ttf"),
  ])
  func `a name of one script is set in one face of its weight`(text: String, file: String) throws {
    let shaped = try Self.library().shape(request(text))
    let faces = Set(shaped.lines.flatMap(\.runs).map(\.face.file))
    #expect(faces == [file])
    #expect(shaped.missing == [])
    #expect(shaped.fallbacks.isEmpty == file.hasPrefix("Poppins"))
    #expect(shaped.fallbacks.allSatisfy { !$0.isSystem })
  }

  @Test(arguments: [
    "A\u{30B}", "C\u{328}\u{306}", "J\u{30C}", "M\u{302}", "n\u{304}", "X\u{32D}ab",
    "Anna K\u{31B}",
    "K\u{31B}anna", "1\u{302}", "(A\u{30B})",
  ])
  func `a letter and its marks are set in one face`(text: String) throws {
    let shaped = try Self.library().shape(request(text))
    let runs = shaped.lines.flatMap(\.runs)
    for run in runs {
      #expect(run.text.unicodeScalars.first?.properties.generalCategory != .nonspacingMark)
    }
    #expect(runs.contains { $0.face.file == "NotoSans-Bold.ttf" })
    #expect(shaped.missing == [])
    // The whole script goes along.
    let latin = runs.filter { $0.text.contains { $0.isLetter } }
    #expect(latin.allSatisfy { $0.face.file == "NotoSans-Bold.ttf" })
  }

  @Test func `a letter that falls back does not change its neighbours of another script`() throws {
    let shaped = try Self.library().shape(request("Font ⬤ 12B محمد"))
    let runs = shaped.lines.flatMap(\.runs)
    #expect(runs.first { $0.text.contains("Font") }?.face.file == "Poppins-Bold.ttf")
    #expect(runs.first { $0.text.contains("12B") }?.face.file == "Poppins-Bold.ttf")
    #expect(runs.first { $0.text.contains("محمد") }?.face.file == "NotoSansArabic-Bold.ttf")
  }

  @Test func `a character that no font has is named`() throws {
    let shaped = try Self.library().shape(request("漢a字\u{F0000}"))
    #expect(shaped.missing == ["漢", "字", "\u{F0000}"])
    let glyphs = shaped.lines.flatMap(\.runs).flatMap(\.glyphs)
    #expect(glyphs.map(\.isMissing) == [true, false, true, true])
    #expect(glyphs.allSatisfy { $0.advance > 0 })
  }

  @Test func `the visual order of mixed directions is that of UAX 9`() throws {
    let shaped = try Self.library().shape(request("שלום (AB) 12-34"))
    let texts = shaped.lines.flatMap(\.runs).map(\.text)
    #expect(texts.joined(separator: "|").contains("AB"))
    #expect(texts.last?.contains("שלום") == true)
    #expect(shaped.lines.first?.text == "שלום (AB) 12-34")
  }

  @Test func `the clusters of a run are all its text and all its glyphs`() throws {
    let library = try Self.library()
    for text in ["office affluent", "محمد أحمد 12B", "क्षत्रिय", "สุรชัย", "👩‍👩‍👧 e\u{301}", "a\u{200D}b"] {
      for run in try library.shape(request(text)).lines.flatMap(\.runs) {
        #expect(run.clusters.reduce(0) { $0 + $1.bytes } == run.text.utf8.count, "\(text)")
        #expect(run.clusters.reduce(0) { $0 + $1.glyphs } == run.glyphs.count, "\(text)")
      }
    }
  }

  @Test func `every letter of the public list of names has a glyph`() throws {
    // The letters of DIN 91379 that are single code points, by their blocks.
    let library = try Self.library()
    let letters =
      (0x20...0x7E).map { $0 } + Array(0xA1...0x17E) + [0x18F, 0x1A0, 0x1A1, 0x1AF, 0x1B0]
      + Array(0x1CD...0x1DC) + Array(0x1E00...0x1E9E) + Array(0x1EA0...0x1EF9)
    let text = String(
      String.UnicodeScalarView(letters.compactMap { Unicode.Scalar(UInt32($0)) }))
    #expect(try library.shape(request(text)).missing == [])
  }

  @Test func `a file that is no font is an error that names it`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "no-font-\(UUID()).ttf")
    try Data("not a font".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      _ = try FontLibrary(bundled: CardFonts.files().map(\.path), given: [file.path])
      Issue.record("accepted")
    } catch let error as RenderError {
      #expect(error.message == "The font file '\(file.path)' cannot be read as a font.")
    }
  }

  // MARK: Files

  /// A folder that is there only during a closure.
  private func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "fonts-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  private func copy(_ name: String, to place: URL) throws {
    let file = try #require(try CardFonts.files().first { $0.lastPathComponent == name })
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: file, to: place)
  }

  @Test func `a folder gives its fonts, and a relative path an absolute one`() throws {
    try withFolder { folder in
      try copy("Poppins-Bold.ttf", to: folder.appending(path: "b/Two.TTF"))
      try copy("NotoSansThai-Bold.ttf", to: folder.appending(path: "a.otf"))
      try Data("notes".utf8).write(to: folder.appending(path: "OFL.txt"))
      let library = try FontLibrary(
        bundled: [], given: [folder.path + "/../" + folder.lastPathComponent, folder.path],
        allowsSystemFonts: false)
      let faces = try library.faces()
      #expect(
        faces.map(\.file).map { $0.replacing(folder.path, with: "") } == ["/a.otf", "/b/Two.TTF"])
      #expect(faces.allSatisfy { $0.origin == .given && $0.file.hasPrefix("/") })
    }
  }

  @Test func `a folder without fonts and a bad font in a folder are errors that name them`() throws
  {
    try withFolder { folder in
      let error = #expect(throws: RenderError.self) {
        _ = try FontLibrary(bundled: [], given: [folder.path])
      }
      #expect(error?.message == "The font folder '\(folder.path)' has no font files.")
      try Data("not a font".utf8).write(to: folder.appending(path: "bad.ttf"))
      let second = #expect(throws: RenderError.self) {
        _ = try FontLibrary(bundled: [], given: [folder.path])
      }
      #expect(
        second?.message == "The font file '\(folder.path)/bad.ttf' cannot be read as a font.")
    }
  }

  @Test func `two files of one name are two faces`() throws {
    try withFolder { folder in
      try copy("Poppins-Bold.ttf", to: folder.appending(path: "a/Font.ttf"))
      try copy("NotoSansThai-Bold.ttf", to: folder.appending(path: "b/Font.ttf"))
      let library = try FontLibrary(bundled: [], given: [folder.path], allowsSystemFonts: false)
      let shaped = try library.shape(request("Anna สุรชัย"))
      let faces = shaped.lines.flatMap(\.runs).map(\.face)
      #expect(Set(faces.map(\.file)) == ["Font.ttf", folder.path + "/b/Font.ttf"])
      #expect(shaped.fallbacks.map(\.name) == ["Noto Sans Thai Bold"])
      for face in faces { _ = try library.face(for: face) }
    }
  }

  @Test func `a second copy of a face changes nothing`() throws {
    try withFolder { folder in
      try copy("Poppins-Bold.ttf", to: folder.appending(path: "Copy.ttf"))
      let library = try FontLibrary(
        bundled: CardFonts.files().map(\.path), given: [folder.path], allowsSystemFonts: false)
      #expect(try library.shape(request("Anna")) == Self.library().shape(request("Anna")))
      let only = try FontLibrary(
        bundled: [], given: [folder.path], allowsSystemFonts: false)
      let shaped = try only.shape(request("Anna"))
      #expect(shaped.lines.first?.runs.first?.face.file == "Copy.ttf")
    }
  }

  @Test func `texts are kept in bounds, and those used stay`() throws {
    let library = try Self.library()
    let first = request("kept")
    let shaped = try library.shape(first)
    for number in 0..<5000 {
      _ = try library.shape(request("\(number)"))
      if number % 250 == 0 { #expect(try library.shape(first) == shaped) }
    }
    #expect(library.keptTexts <= 1024)
    #expect(library.keptTexts >= 512)
  }

  // MARK: Widths and breaks

  @Test func `the hidden part of a text does not change the part that is seen`() throws {
    let library = try Self.library()
    let texts = [10, 1000].map { "Hamburg " + String(repeating: "x", count: $0) }
    for breaking in [TextRequest.Breaking.never, .words, .wordsThenLetters] {
      let shaped = try texts.map {
        try library.shape(
          request($0, width: 80, breaking: breaking, limit: 1, ellipsis: true))
      }
      #expect(shaped[0].lines.map(\.text) == shaped[1].lines.map(\.text))
      #expect(
        shaped[0].lines.first?.runs.map(\.glyphs) == shaped[1].lines.first?.runs.map(\.glyphs))
    }
  }

  @Test func `a gap between two faces is one space at every width`() throws {
    let library = try Self.library()
    let regular = FontFace(family: "Poppins", style: "Regular")
    let space =
      try library.shape(request("a a", face: regular)).width
      - 2 * (try library.shape(request("a", face: regular)).width)
    for width in stride(from: 150.0, through: 300, by: 1.7) {
      let shaped = try library.shape(
        TextRequest(
          runs: [
            .init(text: "Xyzz, B. B., ", face: regular, size: 12),
            .init(text: "Smith A.", face: Self.bold, size: 12),
            .init(text: " Hello world, hello world.", face: regular, size: 12),
          ], width: width, breaking: .words))
      for line in shaped.lines {
        #expect(line.width <= width + 0.01)
        for pair in zip(line.runs, line.runs.dropFirst()) {
          let left = try #require(pair.0.glyphs.last)
          let right = try #require(pair.1.glyphs.first)
          #expect(abs(left.x + left.advance - right.x) < 0.01)
        }
        let gaps = line.runs.flatMap { run in
          zip(run.text, run.glyphs).filter { $0.0 == " " && run.face.name == "Poppins Regular" }
            .map(\.1.advance)
        }
        #expect(gaps.allSatisfy { abs($0 - space) < 0.01 || $0 == 0 })
      }
    }
  }

  @Test(arguments: ["דוד", "محمد", "Anna"])
  func `a line of any direction begins at 0`(text: String) throws {
    let library = try Self.library()
    for line in try library.shape(request(text + " ", width: 300)).lines {
      let ink = line.runs.flatMap(\.glyphs).filter { $0.x > -0.01 }
      #expect(ink.map(\.x).min().map { abs($0) < 3 } == true)
      #expect(ink.allSatisfy { $0.x < line.width + 0.01 })
    }
  }

  @Test func `letters are measured, not counted`() throws {
    let library = try Self.library()
    let narrow = try library.shape(request(String(repeating: "i", count: 16))).width
    let wide = try library.shape(request(String(repeating: "W", count: 16))).width
    #expect(wide > 3 * narrow)
  }

  @Test func `letter spacing stands between letters only`() throws {
    let library = try Self.library()
    func width(_ text: String, _ spacing: Double) throws -> Double {
      try library.shape(
        TextRequest(
          runs: [.init(text: text, face: Self.bold, size: 12, letterSpacing: spacing)])
      ).width
    }
    #expect(try abs(width("AB", 10) - width("AB", 0) - 10) < 0.01)
    #expect(try abs(width("A", 10) - width("A", 0)) < 0.01)
    #expect(try abs(width("A ", 10) - width("A", 0)) < 0.01)
  }

  @Test func `two sizes on a line are two runs on one baseline`() throws {
    let library = try Self.library()
    let shaped = try library.shape(
      TextRequest(runs: [
        .init(text: "small ", face: Self.bold, size: 8),
        .init(text: "LARGE", face: Self.bold, size: 24),
      ]))
    let runs = try #require(shaped.lines.first?.runs)
    #expect(runs.map(\.size) == [8, 24])
    #expect(runs.map(\.source) == [0, 1])
    #expect(runs.flatMap(\.glyphs).allSatisfy { $0.y == 0 })
    let parts =
      try library.shape(request("small a", size: 8)).width
      - library.shape(request("a", size: 8)).width
      + library.shape(request("LARGE", size: 24)).width
    #expect(abs(shaped.width - parts) < 0.02)
  }

  @Test func `without a font for them emoji are boxes, never other letters`() throws {
    let shaped = try Self.library().shape(request("🇩🇪 🌐"))
    #expect(shaped.missing.contains("🌐"))
    let glyphs = shaped.lines.flatMap(\.runs).flatMap { run in
      run.text.allSatisfy(\.isWhitespace) ? [] : run.glyphs.filter { $0.id != 0 }
    }
    #expect(glyphs.filter { !$0.isMissing }.count <= 1)
    #expect(glyphs.contains { $0.isMissing && $0.advance > 0 })
  }

  // MARK: Files that others made

  private static let cases = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../../shared/cases").standardized

  @Test(.enabled(if: FileManager.default.fileExists(atPath: cases.path)))
  func `a broken font is refused or draws boxes`() throws {
    let folder = Self.cases.appending(path: "badfonts")
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let path = folder.appending(path: name).path
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      if isFolder.boolValue { continue }
      do {
        let library = try FontLibrary(
          bundled: CardFonts.files().map(\.path), given: [path], allowsSystemFonts: false)
        for face in try library.faces() where face.origin == .given {
          do {
            let shaped = try library.shape(request("Añ 12 🙂 e\u{301}", face: face.face))
            #expect(shaped.lines.count == 1)
            _ = try library.metrics(of: face.face, size: 10)
          } catch {
            #expect(error.message.contains(face.face.description))
          }
        }
      } catch let error as RenderError {
        #expect(error.message == "The font file '\(path)' cannot be read as a font.")
      }
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: cases.path)))
  func `names and texts of all languages keep all their letters`() throws {
    let library = try Self.library()
    for part in ["names", "unicode"] {
      let folder = Self.cases.appending(path: part)
      for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      where name.hasSuffix(".txt") || name.hasSuffix(".csv") {
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
        for line in lines.prefix(200) {
          let line = String(line).filter { $0 != "\u{0}" }.precomposedStringWithCanonicalMapping
          let shaped = try library.shape(request(line, breaking: .never))
          let runs = shaped.lines.flatMap(\.runs)
          #expect(shaped.lines.map(\.text).joined().utf8.elementsEqual(line.utf8), "\(line)")
          #expect(
            runs.allSatisfy { run in
              run.clusters.reduce(0) { $0 + $1.glyphs } == run.glyphs.count
                && run.clusters.reduce(0) { $0 + $1.bytes } == run.text.utf8.count
            }, "\(line)")
        }
      }
    }
  }
}
