import CardLayout
import CardModel
import Testing

@testable import CardRender

#if Barcodes
  struct QRMaskTests {
    /// Texts of many lengths and alphabets, the same in every run.
    private static let contents: [String] = {
      var seed: UInt64 = 2026
      func next(_ limit: Int) -> Int {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(seed >> 33) % limit
      }
      let alphabets = ["0123456789", "ABCDEFGHIJ-./:", "abcdefghijklmnop @.", "äöüßéčžñ日本語"].map(
        Array.init)
      return (0..<160).map { index in
        let alphabet = alphabets[index % alphabets.count]
        return String(
          (0..<(1 + next(index < 120 ? 40 : 180))).map { _ in alphabet[next(alphabet.count)] })
      }
    }()

    @Test(arguments: [ErrorCorrection.low, .medium, .quartile, .high])
    func `the mask is the one that zint finds by itself`(_ level: ErrorCorrection) throws {
      let encoder = ZintEncoder()
      var sizes: Set<Int> = []
      for content in Self.contents {
        let barcode = Barcode(.qr, .literal(content), errorCorrection: level)
        let symbol = try encoder.encode(barcode)
        #expect(try symbol == encoder.asZintMasks(barcode), "\(content)")
        sizes.insert(symbol.columns)
      }
      #expect(sizes.count > 6, "codes of many sizes were made")
    }

    @Test func `a code beyond the widest is zint's own`() throws {
      let encoder = ZintEncoder()
      let barcode = Barcode(.qr, .literal(String(repeating: "card stock ", count: 40)))
      let symbol = try encoder.encode(barcode)
      #expect(symbol.columns > QRMask.widest)
      #expect(try symbol == encoder.asZintMasks(barcode))
    }

    @Test func `a code is the same whatever was made before`() throws {
      let barcode = Barcode(.qr, "https://example.org/001")
      let used = ZintEncoder()
      for content in Self.contents.prefix(20) {
        _ = try used.encode(Barcode(.qr, .literal(content)))
      }
      #expect(try used.encode(barcode) == ZintEncoder().encode(barcode))
    }

    @Test func `rows of bits are the modules`() throws {
      let symbol = try ZintEncoder().encode(Barcode(.qr, "rows"))
      #expect(CodeSymbol(symbol, lines: symbol.lines) == symbol)
      // The finder's first row: seven dark modules and a light one.
      #expect(symbol.lines[0] & 0xFF == 0x7F)
    }
  }
#endif
