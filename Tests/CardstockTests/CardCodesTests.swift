#if Barcodes
  import Cardstock
  import Foundation
  import Testing

  /// Codes on a whole card, read back by other programs from both outputs.
  struct CardCodesTests {
    private static let zbarimg = installed("zbarimg")
    private static let pdftoppm = installed("pdftoppm")
    /// A Python that has zxing-cpp and Pillow; `CARDSTOCK_TEST_PYTHON` names another than python3.
    private static let python: String? = {
      let named = ProcessInfo.processInfo.environment["CARDSTOCK_TEST_PYTHON"]
      return [named, installed("python3")].compactMap { $0 }.first {
        (try? run($0, ["-c", "import zxingcpp, PIL"]).status) == 0
      }
    }()

    private static func installed(_ name: String) -> String? {
      ["/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
        .first(where: FileManager.default.isExecutableFile)
    }

    private static func run(
      _ program: String, _ arguments: [String]
    ) throws -> (status: Int32, output: Data) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationStatus, data)
    }

    // MARK: Cards

    private static let person: Record = Record([
      Record.Field("name", .text("Zoë Łukasiewicz-Müller")),
      Record.Field("company", .text("Søren & Söhne; Ltd, 日本")),
      Record.Field("phone", .text("+44 20 7946 0999")),
      Record.Field("email", .text("zoe@example.org")), Record.Field("id", .text("B-0042")),
    ])

    /// What the codes of a card say, by what makes it.
    private static let contents: [(String, String)] = {
      let contact = try? CodeContact(person)
      return [
        ("plain field", person["name"]?.text ?? ""),
        ("url", (try? CodeContent.url("https://example.org/dörfer/zoë?a=1&b=2")) ?? ""),
        ("vCard", contact.map { CodeContent.vCard($0) } ?? ""),
        ("vCard 4", contact.map { CodeContent.vCard($0, version: .four) } ?? ""),
        ("MeCard", contact.map { CodeContent.meCard($0) } ?? ""),
      ]
    }()

    /// A card with a name, a table, a code and a dark bar close to it.
    private static func card(_ codes: [Barcode], side: Double = 34) -> Card {
      Card(size: .a6) {
        Stack(.vertical, alignment: .leading, spacing: .mm(3)) {
          Label("Zoë Łukasiewicz-Müller", style: .h1(), fit: .shrink(to: 12, lines: 2))
          Table(columns: [.fitting, .flexible], columnSpacing: .mm(3)) {
            Row("Company", "Søren & Söhne")
            Row("Seat", "12 B")
          }
          Spacer()
          for code in codes { code.frame(width: .mm(side), height: .mm(side)) }
        }
        .padding(.mm(8))
      }
    }

    /// The card's pictures: at three resolutions, and the rasterised document.
    private func withPictures(
      of card: Card, _ body: (_ name: String, _ file: String) throws -> Void
    ) throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "codes-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      var options = CardRenderer.Options()
      options.allowsSystemFonts = false
      let renderer = try CardRenderer(options: options)
      let frame = try renderer.layout(card)
      for dotsPerInch in [203.0, 300, 600] {
        let file = folder.appending(path: "\(Int(dotsPerInch)).png")
        try Data(renderer.png(of: frame, dotsPerInch: dotsPerInch)).write(to: file)
        try body("PNG at \(Int(dotsPerInch)) dpi", file.path)
      }
      guard let pdftoppm = Self.pdftoppm else { return }
      let file = folder.appending(path: "card.pdf")
      try Data(renderer.pdf(of: [card])).write(to: file)
      for dotsPerInch in ["203", "300", "600"] {
        let page = folder.appending(path: "page-\(dotsPerInch)").path
        let arguments = ["-r", dotsPerInch, "-png", "-singlefile", file.path, page]
        #expect(try Self.run(pdftoppm, arguments).status == 0)
        try body("PDF at \(dotsPerInch) dpi", page + ".png")
      }
    }

    /// All that zbarimg reads in a picture.
    private func zbar(_ file: String) throws -> String {
      guard let zbarimg = Self.zbarimg else { return "" }
      var text = String(
        decoding: try Self.run(zbarimg, ["--nodbus", "--quiet", "--raw", file]).output,
        as: UTF8.self)
      if text.unicodeScalars.last == "\n" { text.unicodeScalars.removeLast() }
      return text
    }

    /// All that zxing-cpp reads in a picture, each followed by a NUL.
    private func zxing(_ file: String) throws -> [String] {
      guard let python = Self.python else { return [] }
      let script = """
        import sys, zxingcpp
        from PIL import Image
        for found in zxingcpp.read_barcodes(Image.open(sys.argv[1]),
            text_mode=zxingcpp.TextMode.Plain):
          sys.stdout.buffer.write(found.text.encode("utf-8") + b"\\0")
        """
      return try Self.run(python, ["-c", script, file]).output.split(separator: 0)
        .map { String(decoding: $0, as: UTF8.self) }
    }

    // MARK: Tests

    @Test(.enabled(if: zbarimg != nil), arguments: contents)
    func `a QR code of any ready content is read on a whole card`(
      _ name: String, _ content: String
    ) throws {
      #expect(!content.isEmpty)
      let card = Self.card([Barcode(.qr, .literal(content))], side: 45)
      try withPictures(of: card) { place, file in
        let found = try zbar(file)
        #expect(found == content, "\(name), \(place)")
      }
    }

    @Test(
      .enabled(if: zbarimg != nil),
      arguments: [
        (Symbology.code128, "Badge-0042"), (.code39, "B-0042"), (.ean13, "4006381333931"),
        (.itf, "00123456"),
      ])
    func `a bar code is read on a whole card`(_ symbology: Symbology, _ content: String) throws {
      let card = Card(size: .a6) {
        Stack(.vertical, alignment: .leading, spacing: .mm(4)) {
          Label("Zoë Łukasiewicz", style: .h1())
          Barcode(symbology, .literal(content)).frame(width: .mm(80), height: .mm(15))
        }
        .padding(.mm(8))
      }
      try withPictures(of: card) { place, file in
        let found = try zbar(file)
        #expect(found == content, "\(place)")
      }
    }

    @Test(
      .enabled(if: python != nil),
      arguments: [
        (Symbology.dataMatrix, "Zoë 日本 Владимир"), (.aztec, "Zoë 日本 Владимир"),
        (.pdf417, "Zoë 日本"), (.microQR, "Zoë"), (.qr, "Zoë 日本 😀"),
      ])
    func `a code that zbar does not know is read on a whole card`(
      _ symbology: Symbology, _ content: String
    ) throws {
      let card = Self.card([Barcode(symbology, .literal(content))], side: 40)
      try withPictures(of: card) { place, file in
        let found = try zxing(file)
        #expect(found == [content], "\(place)")
      }
    }

    @Test(.enabled(if: python != nil))
    func `a QR code, a Data Matrix and a Code 128 stand on one card`() throws {
      let card = Card(size: .a6) {
        Stack(.vertical, alignment: .leading, spacing: .mm(5)) {
          Label("Zoë Łukasiewicz", style: .h1())
          Stack(.horizontal, spacing: .mm(6)) {
            Barcode(.qr, "https://example.org/zo%C3%AB").frame(width: .mm(30), height: .mm(30))
            Barcode(.dataMatrix, "Zoë-0042").frame(width: .mm(20), height: .mm(20))
          }
          Barcode(.code128, "B-0042").frame(width: .mm(70), height: .mm(14))
        }
        .padding(.mm(10))
      }
      try withPictures(of: card) { place, file in
        let found = try Set(zxing(file))
        #expect(found == ["https://example.org/zo%C3%AB", "Zoë-0042", "B-0042"], "\(place)")
      }
    }
  }
#endif
