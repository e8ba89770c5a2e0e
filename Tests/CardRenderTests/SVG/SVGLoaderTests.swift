#if SVG
  import CGraphics
  import CardLayout
  import CardModel
  import Foundation
  import Testing

  @testable import CardRender

  struct SVGLoaderTests {
    private static let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    private static let fonts = ["NotoSans-Regular.ttf", "NotoSans-Bold.ttf"]
      .map { package.appendingPathComponent("Fonts/NotoSans/\($0)").path }
    private let loader = SVGLoader(fontFiles: Self.fonts)

    private func picture(_ body: String) throws -> SVGPicture {
      let text = "<svg xmlns='http://www.w3.org/2000/svg' width='20mm' height='10mm'>\(body)</svg>"
      return try loader.picture(of: Array(text.utf8), named: "test.svg")
    }

    @Test func `paths, text and groups arrive as vectors`() throws {
      let picture = try picture(
        "<g opacity='.5'><path stroke='red' d='M0 0h9M3 5v9'/><text y='20'>Hello</text></g>")
      guard case .drawing(let drawing) = picture.content else {
        Issue.record("not drawn by the program")
        return
      }
      #expect(abs(picture.size.width - 20 / 25.4 * 72) < 1e-9)
      let text = String(describing: drawing)
      #expect(text.contains("stroke"))
      #expect(text.contains("curve"))
      #expect(!text.contains("image"))
    }

    @Test func `a PDF holds the picture once and as vectors`() throws {
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("svg-\(UUID().uuidString).pdf")
      defer { try? FileManager.default.removeItem(at: file) }
      func bytes(pages: Int) throws -> Data {
        let surface = try picture(
          "<g opacity='.5'><path stroke='red' d='M0 0h9M3 5v9'/><text y='20'>Hello</text></g>"
        ).surface()
        let pdf = cairo_pdf_surface_create(file.path, 100, 100)
        let cairo = try #require(cairo_create(pdf))
        for _ in 0..<pages {
          surface.draw(
            on: cairo,
            in: Rect(origin: Point(x: 10, y: 10), size: Size(width: 60, height: 30)))
          cairo_show_page(cairo)
        }
        cairo_destroy(cairo)
        cairo_surface_finish(pdf)
        cairo_surface_destroy(pdf)
        return try Data(contentsOf: file)
      }
      let one = try bytes(pages: 1)
      #expect(one.range(of: Data("/Subtype /Image".utf8)) == nil)
      #expect(one.range(of: Data("/FontFile".utf8)) == nil)
      #expect(try bytes(pages: 11).count - one.count < 10 * 900)
    }

    @Test func `without the program only trusted files are drawn`() throws {
      let bytes = Array(
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>"
          .utf8)
      let bare = SVGLoader(fontFiles: [], programPath: "/nowhere/cardstock-svg")
      #expect(throws: PictureError.self) { try bare.picture(of: bytes, named: "a.svg") }
    }

    @Test func `bytes that no drawing is made of are refused`() throws {
      guard case .drawing = try picture("<rect width='5' height='5'/>").content else { return }
      for count in 0..<200 {
        let bytes = Array("CSV1".utf8) + (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        #expect(throws: SVGDrawingReader.Failure.self) {
          try SVGDrawingReader.drawing(from: bytes)
        }
      }
    }
  }
#endif
