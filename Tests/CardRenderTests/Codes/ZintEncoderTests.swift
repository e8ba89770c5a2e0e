import CardLayout
import CardModel
import CardRender
import Foundation
import Testing

struct ZintEncoderTests {
  private let encoder = ZintEncoder()

  private func picture(_ symbol: CodeSymbol) -> [String] {
    (0..<symbol.rows).map { row in
      String(
        symbol.modules[row * symbol.columns..<(row + 1) * symbol.columns].map { $0 ? "#" : "." })
    }
  }

  private func refusal(_ symbology: Symbology, _ content: String) -> CodeError? {
    do throws(CodeError) {
      _ = try encoder.encode(Barcode(symbology, .literal(content)))
      return nil
    } catch {
      return error
    }
  }

  // MARK: - Modules

  @Test func `EAN-13 has the bars that its standard gives`() throws {
    // 4 chooses the parities LGLLGG of the first six digits (ISO/IEC 15420, tables 1 and 3).
    let symbol = try encoder.encode(Barcode(.ean13, "4006381333931"))
    let left: [String] = ["0001101", "0100111", "0101111", "0111101", "0001001", "0110011"]
    let right: [String] = ["1000010", "1000010", "1000010", "1110100", "1000010", "1100110"]
    let expected = "101" + left.joined() + "01010" + right.joined() + "101"
    #expect(symbol.modules == expected.map { $0 == "1" })
    #expect(symbol.rows == 1)
  }

  @Test func `twelve digits get their check digit`() throws {
    let full = try encoder.encode(Barcode(.ean13, "4006381333931"))
    #expect(try encoder.encode(Barcode(.ean13, "400638133393")) == full)
  }

  @Test func `Code 39 frames its content with asterisks`() throws {
    // Wide is 2 modules here; * is bWbwBwBwb, A is BwbwbWbwB (ISO/IEC 16388, table 1).
    let symbol = try encoder.encode(Barcode(.code39, "A"))
    let asterisk = "#..#.##.##.#"
    #expect(picture(symbol) == [asterisk + "." + "##.#.#..#.##" + "." + asterisk])
  }

  @Test func `ITF interleaves bars and spaces`() throws {
    // 1 is WnnnW in the bars, 2 is nWnnW in the spaces (ISO/IEC 16390, table 1).
    let symbol = try encoder.encode(Barcode(.itf, "12"))
    let drawn = picture(symbol)[0]
    #expect(drawn.hasPrefix("#.#."))
    #expect(drawn.dropFirst(4).hasPrefix("###.#...#.#.###..."))
  }

  @Test func `Data Matrix is square with its finder at the left and the bottom`() throws {
    let symbol = try encoder.encode(Barcode(.dataMatrix, "123456"))
    // ISO/IEC 16022, annex O, works this very example: one 10 by 10 symbol.
    #expect(
      picture(symbol) == [
        "#.#.#.#.#.", "##..#.##.#", "##.....#..", "##...###.#", "##....#...",
        "#.....####", "###.##....", "####.##..#", "#..###.#..", "##########",
      ])
  }

  @Test func `QR has its finders and grows with its error correction`() throws {
    let low = try encoder.encode(Barcode(.qr, "HELLO WORLD", errorCorrection: .low))
    #expect(low.columns == 21)
    #expect(low.rows == 21)
    let finder = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]
    #expect(picture(low).prefix(7).map { String($0.prefix(7)) } == finder)
    #expect(picture(low).prefix(7).map { String($0.suffix(7)) } == finder)
    #expect(picture(low).suffix(7).map { String($0.prefix(7)) } == finder)
    let text = TextContent.literal(String(repeating: "Badge 0042 ", count: 12))
    let sizes = try ErrorCorrection.allCases.map { level in
      try encoder.encode(Barcode(.qr, text, errorCorrection: level)).columns
    }
    #expect(sizes == sizes.sorted())
    #expect(Set(sizes).count == 4)
  }

  // MARK: - Zones and sizes

  @Test(arguments: [
    (Symbology.qr, "1", 4.0, 4.0, 4.0, 0.33), (.microQR, "1", 2, 2, 2, 0.33),
    (.dataMatrix, "1", 1, 1, 1, 0.254), (.aztec, "1", 0, 0, 0, 0.254),
    (.pdf417, "1", 2, 2, 2, 0.17), (.code128, "1", 10, 10, 0, 0.25),
    (.code39, "1", 10, 10, 0, 0.25), (.ean13, "400638133393", 11, 7, 0, 0.264),
    (.itf, "12", 10, 10, 0, 0.25),
  ])
  func `each symbology has the quiet zone and the module of its standard`(
    symbology: Symbology, content: String, left: Double, right: Double, top: Double,
    millimetres: Double
  ) throws {
    let symbol = try encoder.encode(Barcode(symbology, .literal(content)))
    #expect(symbol.quietZone == (left, top, right, top))
    #expect(abs(symbol.minimumModule - millimetres * 72 / 25.4) < 1e-9)
    #expect(symbol.modules.count == symbol.columns * symbol.rows)
  }

  @Test func `bars are at least 15 percent of their width and 5 mm high`() throws {
    for content in ["1", String(repeating: "W", count: 50)] {
      let symbol = try encoder.encode(Barcode(.code128, .literal(content)))
      #expect(symbol.rowHeight >= 0.15 * Double(symbol.columns))
      #expect(symbol.rowHeight * symbol.minimumModule * 25.4 / 72 >= 5 - 1e-9)
    }
    #expect(try encoder.encode(Barcode(.pdf417, "1")).rowHeight == 3)
  }

  // MARK: - Refusals

  @Test(arguments: [
    (Symbology.code39, "é123", "'é' (U+00E9)"), (.code39, "abc", "'a' (U+0061)"),
    (.code39, "A\tB", "U+0009"), (.code128, "é123", "'é' (U+00E9)"),
    (.code128, "Zoe\u{308}", "U+0308"), (.ean13, "40063813339A1", "'A' (U+0041)"),
    (.ean13, "4006381333932", "should be 1"), (.ean13, "123", "has 3"),
    (.ean13, "40063813339310", "has 14"), (.ean13, "٤٠٠٦٣٨١٣٣٣٩٣١", "'٤' (U+0664)"),
    (.itf, "1234567", "has 7"), (.itf, "12a4", "'a' (U+0061)"),
    (.microQR, "日本語 😀", "'😀' (U+1F600)"), (.qr, "", "needs content"),
    (.code128, "", "needs content"),
    (.microQR, "This is far too long for it", "at most 13 bytes"),
    (.qr, String(repeating: "x", count: 2332), "at most 2331 bytes"),
    (.qr, String(repeating: "x", count: 20000), "has 20000"),
    (.dataMatrix, String(repeating: "x", count: 4000), "at most 1555 bytes"),
    (.aztec, String(repeating: "x", count: 4000), "at most 1914 bytes"),
    (.pdf417, String(repeating: "x", count: 4000), "at most 1108 bytes"),
    (.code128, String(repeating: "x", count: 61), "at most 60 bytes"),
    (.code39, String(repeating: "X", count: 86), "at most 85 characters"),
    (.itf, String(repeating: "12", count: 60), "at most 90 digits"),
  ])
  func `content that a symbology cannot hold is refused by what is wrong`(
    symbology: Symbology, content: String, part: String
  ) throws {
    let error = try #require(refusal(symbology, content))
    #expect(error.message.contains(part), "\(error.message)")
    #expect(error.message.hasSuffix("."))
    #expect(error.hint != nil)
    #expect(error.message.count < 200)
  }

  @Test func `Micro QR has no level high`() {
    #expect(throws: CodeError.self) {
      try encoder.encode(Barcode(.microQR, "1", errorCorrection: .high))
    }
  }

  @Test(arguments: [
    (7089, "7", ErrorCorrection.low), (4296, "A", .low), (2953, "x", .low), (5596, "7", .medium),
    (1663, "x", .quartile), (1273, "x", .high),
  ])
  func `QR holds as much as its standard says`(
    count: Int, letter: String, level: ErrorCorrection
  ) throws {
    let content = TextContent.literal(String(repeating: letter, count: count))
    #expect(try encoder.encode(Barcode(.qr, content, errorCorrection: level)).columns == 177)
    let more = TextContent.literal(String(repeating: letter, count: count + 1))
    #expect(throws: CodeError.self) {
      try encoder.encode(Barcode(.qr, more, errorCorrection: level))
    }
  }

  // MARK: - Readers

  static let zbarContents: [(Symbology, String)] = [
    (.qr, "https://example.org/a?b=1&c=2"), (.qr, "日本語 😀 é"), (.qr, "é"), (.qr, "Zoë Müller"),
    (.qr, "Владимир"), (.qr, "علي"), (.qr, "漢字"),
    (.qr, "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Zoë\r\nEND:VCARD\r\n"), (.code128, "Badge-0042"),
    (.code128, "00123456789012345678"), (.code39, "AB-12 $/+%"), (.ean13, "4006381333931"),
    (.itf, "00123456"),
  ]

  @Test(.enabled(if: CodeReaders.zbarimg != nil), arguments: zbarContents, [203.0, 300, 600])
  func `zbarimg reads what was written`(code: (Symbology, String), dotsPerInch: Double) throws {
    let symbol = try encoder.encode(Barcode(code.0, .literal(code.1)))
    let bitmap = CodeReaders.paint(symbol, dotsPerInch: dotsPerInch)
    #expect(try CodeReaders.zbar(bitmap).map { String(decoding: $0, as: UTF8.self) } == code.1)
  }

  static let zxingContents: [(Symbology, String)] =
    zbarContents + [
      (.microQR, "0042"), (.microQR, "BADGE 42"), (.microQR, "Zoë"), (.microQR, "漢字"),
      (.dataMatrix, "Badge-0042"), (.dataMatrix, "日本語 😀 é"), (.dataMatrix, "é"),
      (.dataMatrix, "Владимир"), (.aztec, "Badge-0042"), (.aztec, "日本語 😀 é"), (.aztec, "é"),
      (.aztec, "Владимир"), (.pdf417, "Badge-0042"), (.pdf417, "日本語 😀 é"), (.pdf417, "é"),
      (.pdf417, "Владимир"), (.code128, "tab\tand\u{0}nul"), (.qr, "nul\u{0}in it"),
      (.dataMatrix, "nul\u{0}in it"),
    ]

  @Test(.enabled(if: CodeReaders.python != nil), arguments: zxingContents, [203.0, 300, 600])
  func `zxing reads what was written`(code: (Symbology, String), dotsPerInch: Double) throws {
    let symbol = try encoder.encode(Barcode(code.0, .literal(code.1)))
    let bitmap = CodeReaders.paint(symbol, dotsPerInch: dotsPerInch)
    #expect(try CodeReaders.zxing(bitmap).map { String(decoding: $0, as: UTF8.self) } == code.1)
  }

  @Test(.enabled(if: CodeReaders.zbarimg != nil))
  func `without its quiet zone a QR code on a dark ground is lost`() throws {
    let symbol = try encoder.encode(Barcode(.qr, "0042"))
    let bare = CodeReaders.paint(symbol, dotsPerInch: 300, quietZone: false)
    #expect(try CodeReaders.zbar(bare) != Data("0042".utf8))
  }

  // MARK: - Corpus

  /// A case of the corpus.
  struct Payload: Decodable {
    let n: Int
    let type: String
    let payload: String
    let expected: String
  }

  static let corpus =
    (ProcessInfo.processInfo.environment["CARDSTOCK_TEST_CASES"].map(URL.init(fileURLWithPath:))
    ?? URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("../shared/cases"))
    .appendingPathComponent("hostile/open/codes/payloads-open.json")

  @Test(.enabled(if: FileManager.default.fileExists(atPath: corpus.path)))
  func `the hostile payloads are made or refused as they should be`() throws {
    let data = try Data(contentsOf: Self.corpus)
    for item in try JSONDecoder().decode([Payload].self, from: data) {
      guard let symbology = Symbology(rawValue: item.type) else { continue }
      let error = refusal(symbology, item.payload)
      if item.expected.hasPrefix("refused") {
        #expect(error != nil, "\(item.n)")
      } else if item.payload.utf8.count < 1000, !item.expected.contains("refused") {
        #expect(error == nil, "\(item.n)")
      }
    }
  }
}
