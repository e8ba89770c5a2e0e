#if SVG
  import CardLayout
  import CardModel
  import Foundation
  import Testing

  @testable import CardRender

  /// SVGs as a card shows them: through the library, the painter and both outputs.
  struct SVGPictureTests {
    private static let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    static let fonts = [
      "Poppins/Poppins-Regular.ttf", "Poppins/Poppins-Bold.ttf", "NotoSans/NotoSans-Regular.ttf",
    ]
    .map { package.appendingPathComponent("Fonts/\($0)").path }

    /// A document whose size is 60 × 30 pt.
    static func svg(_ body: String, _ more: String = "") -> String {
      "<svg xmlns='http://www.w3.org/2000/svg' width='60pt' height='30pt' viewBox='0 0 60 30' "
        + "\(more)>\(body)</svg>"
    }

    static let green = svg("<rect width='60' height='30' fill='#0f0'/>")

    static func dataURI(_ text: String) -> String {
      "data:image/svg+xml;base64," + Data(text.utf8).base64EncodedString()
    }

    private func library(_ loader: SVGLoader? = nil, trust: SVGTrust = .none) -> PictureLibrary {
      PictureLibrary(
        assetsFolder: nil, svg: loader ?? SVGLoader(fontFiles: Self.fonts), svgTrust: trust)
    }

    private func picture(
      _ source: String, fit: PictureFit = .cover, outline: FrameOutline = .rectangle(radius: 0),
      border: FrameStroke? = nil
    ) -> FrameItem {
      .picture(
        FramePicture(
          source: source, fit: fit, focus: .center, outline: outline, border: border,
          pixels: PixelSize(width: 250, height: 125), alternative: nil))
    }

    private func pixels(_ frame: Frame, _ library: PictureLibrary) throws -> Pixels {
      let rasterizer = try Rasterizer(faces: FileFaces(), pictures: library)
      return try Pixels(
        rasterizer.draw(frame, background: .color(.white), dotsPerInch: 72))
    }

    private func pdf(_ frames: [Frame], _ library: PictureLibrary) throws -> [UInt8] {
      let document = try PDFEncoder(
        PDFEncoder.Options(title: "Test"), faces: FileFaces(), pictures: library)
      for frame in frames { try document.add(frame, background: nil) }
      return try document.finish()
    }

    /// A program that does what a shell script says; the folder goes with the closure.
    private func withProgram<Result>(
      _ script: String, _ body: (_ program: String, _ folder: String) throws -> Result
    ) throws -> Result {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("svg-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appendingPathComponent("cardstock-svg")
      try writeProgram("cd '\(folder.path)'\necho run >> runs\n\(script)", to: file.path)
      return try body(file.path, folder.path)
    }

    private func runs(_ folder: String) -> Int {
      FileManager.default.contents(atPath: folder + "/runs")?.count { $0 == 10 } ?? 0
    }

    @Test func `an SVG has its size in pixels at 300 dpi and is sharp at any`() throws {
      let library = library()
      let source = Self.dataURI(Self.green)
      #expect(try library.pixelSize(of: source) == PixelSize(width: 250, height: 125))
      #expect(library.isVector(source))
      #expect(library.fingerprint(of: source) != nil)
      #expect(library.fingerprint(of: source) != library.fingerprint(of: Self.dataURI("<svg/>")))
    }

    @Test func `an SVG may be a data URI in plain letters`() throws {
      let plain = "data:image/svg+xml;utf8," + Self.green.replacingOccurrences(of: "#", with: "%23")
      #expect(try library().pixelSize(of: plain) == PixelSize(width: 250, height: 125))
    }

    @Test(arguments: [
      (PictureFit.cover, [30, 30, 30, 5], [UInt32]([0x00FF00, 0x00FF00])),
      (.contain, [30, 30, 30, 5], [0x00FF00, 0xFFFFFF]),
      (.stretch, [30, 30, 30, 5], [0x00FF00, 0x00FF00]),
    ])
    func `an SVG fills its place by its fit`(
      _ fit: PictureFit, _ points: [Int], _ colors: [UInt32]
    ) throws {
      let frame = frame(
        60, 60,
        (Rect(x: 0, y: 0, width: 60, height: 60), picture(Self.dataURI(Self.green), fit: fit))
      )
      let drawn = try pixels(frame, library())
      #expect(drawn[points[0], points[1]] == colors[0])
      #expect(drawn[points[2], points[3]] == colors[1])
    }

    @Test func `an SVG is cut to its outline, under its border`() throws {
      let border = FrameStroke(width: 4, color: .black)
      let frame = frame(
        60, 60,
        (
          Rect(x: 0, y: 0, width: 60, height: 60),
          picture(Self.dataURI(Self.green), outline: .ellipse, border: border)
        ))
      let drawn = try pixels(frame, library())
      #expect(drawn[30, 30] == 0x00FF00)
      #expect(drawn[2, 2] == 0xFFFFFF)
      #expect(drawn[1, 30] == 0x000000)
      #expect(drawn[6, 30] == 0x00FF00)
    }

    @Test func `a focal point chooses the part of an SVG that is seen`() throws {
      let halves = Self.svg(
        "<rect width='30' height='30' fill='#f00'/><rect x='30' width='30' height='30' fill='#00f'/>"
      )
      func color(_ x: Double) throws -> UInt32 {
        let item = FrameItem.picture(
          FramePicture(
            source: Self.dataURI(halves), fit: .cover, focus: FocalPoint(x: x, y: 0.5),
            outline: .rectangle(radius: 0), border: nil,
            pixels: PixelSize(width: 250, height: 125), alternative: nil))
        return try pixels(
          frame(20, 20, (Rect(x: 0, y: 0, width: 20, height: 20), item)), library())[10, 10]
      }
      #expect(try color(0) == 0xFF0000)
      #expect(try color(1) == 0x0000FF)
    }

    @Test func `an SVG with holes lets through what lies behind it`() throws {
      let item = picture(Self.dataURI(Self.svg("<rect width='30' height='30' fill-opacity='.5'/>")))
      let drawn = try pixels(
        frame(60, 30, (Rect(x: 0, y: 0, width: 60, height: 30), item)), library())
      #expect((127...128).contains(drawn.gray(15, 15)))
      #expect(drawn[45, 15] == 0xFFFFFF)
    }

    @Test func `a thousand cards store one SVG once, as vectors`() throws {
      let body = (0..<200).map { "<circle cx='\($0 % 60)' cy='\($0 / 7)' r='2'/>" }.joined()
      let item = picture(Self.dataURI(Self.svg(body, "fill='red' opacity='.5'")), outline: .ellipse)
      let card = frame(90, 60, (Rect(x: 10, y: 10, width: 60, height: 30), item))
      let library = library()
      let one = try pdf([card], library)
      let many = try pdf(Array(repeating: card, count: 1000), library)
      #expect(!String(decoding: one, as: UTF8.self).contains("/Subtype /Image"))
      // A page with nothing on it takes about 700 bytes.
      #expect((many.count - one.count) / 999 < 1000, "\((many.count - one.count) / 999)")
    }

    @Test func `a document knows an SVG again that was read again`() throws {
      let body = (0..<200).map { "<circle cx='\($0 % 60)' cy='\($0 / 7)' r='2'/>" }.joined()
      let source = Self.dataURI(Self.svg(body))
      let item = picture(source)
      let card = frame(90, 60, (Rect(x: 10, y: 10, width: 60, height: 30), item))
      /// Another library's recording for each page.
      final class Changing: PictureProviding {
        func identity(of source: String) throws(PictureError) -> String { source }

        let make: () -> PictureLibrary
        init(_ make: @escaping () -> PictureLibrary) { self.make = make }
        func pixels(
          of source: String, atLeast size: PixelSize
        ) throws(PictureError) -> DecodedPicture { throw PictureError("It has no pixels.") }
        func documentPicture(
          of source: String, atLeast size: PixelSize
        ) throws(PictureError) -> DocumentPicture { throw PictureError("It has no pixels.") }
        func vectors(of source: String) throws(PictureError) -> SVGSurface? {
          try make().vectors(of: source)
        }
      }
      let loader = SVGLoader(fontFiles: [])
      let document = try PDFEncoder(
        PDFEncoder.Options(title: "Test"), faces: FileFaces(),
        pictures: Changing { PictureLibrary(assetsFolder: nil, svg: loader) })
      for _ in 0..<3 { try document.add(card, background: nil) }
      let one = try pdf([card], library(loader)).count
      #expect(try document.finish().count - one < 2500)
    }

    @Test func `a page that shows an SVG twice is a sound document`() throws {
      let item = picture(Self.dataURI(Self.green))
      let card = frame(
        90, 90, (Rect(x: 0, y: 0, width: 60, height: 30), item),
        (Rect(x: 0, y: 40, width: 60, height: 30), item))
      let bytes = try pdf([card, card], library())
      guard let said = try withFile(bytes, "pdf", { try run("qpdf", "--check", $0) }) else {
        return
      }
      #expect(said.contains("No syntax or stream encoding errors"), "\(said)")
      #expect(!said.contains("WARNING"), "\(said)")
    }

    @Test(arguments: [PictureFit.cover, .contain, .stretch])
    func `pixels and document agree`(_ fit: PictureFit) throws {
      let text = Self.svg(
        "<rect width='60' height='30' fill='#fc0'/><circle cx='30' cy='15' r='12' fill='#039'/>"
          + "<text x='4' y='24' font-family='Poppins' font-size='14' fill='#fff'>Ünï</text>")
      let frame = frame(
        90, 90,
        (
          Rect(x: 9, y: 9, width: 72, height: 72),
          picture(
            Self.dataURI(text), fit: fit, outline: .ellipse,
            border: FrameStroke(width: 3, color: .black))
        ))
      let library = library()
      let rasterizer = try Rasterizer(faces: FileFaces(), pictures: library)
      let drawn = try Pixels(rasterizer.draw(frame, background: .color(.white), dotsPerInch: 144))
      let page = try withFile(pdf([frame], library), "pdf") { path -> Pixels? in
        let target = path + "-page"
        defer { try? FileManager.default.removeItem(atPath: target + ".png") }
        guard try run("pdftoppm", "-r", "144", "-png", "-singlefile", path, target) != nil,
          let bytes = FileManager.default.contents(atPath: target + ".png")
        else { return nil }
        return try Pixels(readPNG([UInt8](bytes)))
      }
      guard let page else { return }
      #expect((page.width, page.height) == (drawn.width, drawn.height))
      var far = 0
      for (a, b) in zip(drawn.values, page.values) {
        let differences = [0, 8, 16].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }
        if (differences.max() ?? 0) > 60 { far += 1 }
      }
      // Edges are blended otherwise; areas are not.
      #expect(far < drawn.values.count / 50, "\(far)")
    }

    // MARK: What is said of what is not drawn

    static let remarks: [(String, Finding.Code, String)] = [
      (
        "<foreignObject width='9' height='9'><div xmlns='http://www.w3.org/1999/xhtml'>a</div>"
          + "</foreignObject>", .pictureContent, "'foreignObject', which is not drawn"
      ),
      ("<text><textPath href='#a'>a</textPath></text>", .pictureContent, "along a path"),
      ("<image href='photo.png' width='9' height='9'/>", .pictureContent, "refers to 'photo.png'"),
      (
        "<image href='data:image/webp;base64,UklGRhoAAABXRUJQ' width='9' height='9'/>",
        .pictureContent, "format WebP, which is not drawn"
      ),
      (
        "<style>@import 'a.css';rect{fill:red}</style><rect width='9' height='9'/>",
        .pictureContent, "imports a style sheet"
      ),
      (
        "<style>@font-face{font-family:a;src:url(https://a/b)}</style>", .pictureContent,
        "brings a font of its own"
      ),
      ("<rect><animate/></rect>", .pictureContent, "is animated"),
      ("<script>1</script>", .pictureContent, "has a script"),
      (
        "<text y='9' font-family='Papyrus'>a</text>", .fallbackFace,
        "asks for the font 'Papyrus', which is not there; 'Noto Sans' stands in."
      ),
      ("<text y='9'>\u{10FF00}</text>", .glyphMissing, "U+10FF00"),
    ]

    @Test(arguments: remarks)
    func `what is not drawn as asked is a finding`(
      _ body: String, _ code: Finding.Code, _ part: String
    ) throws {
      let library = library()
      let source = Self.dataURI(Self.svg(body))
      try library.check(source)
      let findings = library.findings(of: source)
      #expect(findings.map(\.code) == [code], "\(findings)")
      #expect(findings.first?.message.contains(part) == true, "\(findings)")
      #expect(findings.first?.message.hasPrefix("The SVG 'data:") == true)
    }

    @Test(arguments: [
      "<text y='9' font-family='Papyrus, Poppins'>a</text>", "<text y='9'>a</text>",
      "<text y='9' font-family='sans-serif'>a</text>",
      "<text y='9' style='font-family:Noto Sans'>ä</text>",
      "<switch><foreignObject requiredExtensions='http://ns.adobe.com/AdobeIllustrator/10.0/'/>"
        + "<g/></switch>",
      "<image href='data:image/png;base64,iVBORw0KGgo=' width='9' height='9'/>",
      "<style>/* @import 'a.css' */ rect{fill:red}</style>",
    ])
    func `what is drawn as asked is none`(_ body: String) throws {
      let library = library()
      let source = Self.dataURI(Self.svg(body))
      try library.check(source)
      #expect(library.findings(of: source) == [])
    }

    @Test func `a style sheet goes on behind an import that is left out`() throws {
      let body =
        "<style>@import url('https://a/b;c'); rect{fill:#0f0}</style><rect width='60' height='30'/>"
      let item = picture(Self.dataURI(Self.svg(body)))
      let drawn = try pixels(
        frame(60, 30, (Rect(x: 0, y: 0, width: 60, height: 30), item)), library())
      #expect(drawn[30, 15] == 0x00FF00)
    }

    @Test func `text is set in the fonts that are given`() throws {
      func drawing(_ family: String) throws -> SVGDrawing {
        let text = Self.svg("<text y='20' font-size='20' font-family='\(family)'>Rag</text>")
        let picture = try SVGLoader(fontFiles: Self.fonts).picture(of: Array(text.utf8), named: "a")
        guard case .drawing(let drawing) = picture.content else {
          throw PictureError("not drawn by the program")
        }
        return drawing
      }
      #expect(try drawing("Poppins").operations != drawing("Noto Sans").operations)
      #expect(try drawing("Papyrus").operations == drawing("Noto Sans").operations)
    }

    // MARK: What goes wrong

    @Test(arguments: [
      ("kill -SEGV $$", "crashes librsvg"), ("kill -XCPU $$", "within 1 seconds"),
      ("exec /bin/sleep 60", "within 1 seconds"),
      ("printf 'Xit has no door.'; exit 1", "cannot be drawn: it has no door."),
      ("printf CSV1", "more drawing than is allowed"), ("exit 3", "crashes librsvg"),
    ])
    func `a run that fails is an error that names the file, and is not tried again`(
      _ script: String, _ part: String
    ) throws {
      try withProgram(script) { program, folder in
        let loader = SVGLoader(
          fontFiles: [], limits: SVGLimits(seconds: 1), programPath: program)
        let library = PictureLibrary(assetsFolder: folder, svg: loader)
        try Data(Self.green.utf8).write(to: URL(fileURLWithPath: folder + "/logo.svg"))
        for _ in 0..<3 {
          let error = #expect(throws: PictureError.self) { try library.check("logo.svg") }
          #expect(error?.message.hasPrefix("The SVG 'logo.svg' ") == true)
          #expect(error?.message.contains(part) == true, "\(String(describing: error))")
        }
        // Another worker's library knows of it through the loader.
        #expect(throws: PictureError.self) {
          try PictureLibrary(assetsFolder: folder, svg: loader).check("logo.svg")
        }
        #expect(runs(folder) == 1)
      }
    }

    @Test func `where the program is missing an SVG is refused unless it is trusted`() throws {
      let loader = SVGLoader(fontFiles: [], programPath: "/nowhere/cardstock-svg")
      let source = Self.dataURI(Self.green)
      let error = #expect(throws: PictureError.self) { try library(loader).check(source) }
      #expect(error?.message.contains("'/nowhere/cardstock-svg' is not there") == true)
      for trust in [SVGTrust.all, .sources([source])] {
        let item = picture(source)
        let drawn = try pixels(
          frame(60, 30, (Rect(x: 0, y: 0, width: 60, height: 30), item)),
          library(loader, trust: trust))
        #expect(drawn[30, 15] == 0x00FF00)
      }
      #expect(throws: PictureError.self) {
        try library(loader, trust: .sources(["other.svg"])).check(source)
      }
    }

    @Test func `a logo is drawn once for all workers`() async throws {
      let real = try #require(SVGProgram.find(nil)?.path)
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("svg-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let program = folder.path + "/cardstock-svg"
      try writeProgram("echo run >> '\(folder.path)/runs'\nexec '\(real)' \"$@\"", to: program)
      let loader = SVGLoader(fontFiles: Self.fonts, programPath: program)
      let source = Self.dataURI(Self.green)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask { try PictureLibrary(assetsFolder: nil, svg: loader).check(source) }
        }
        try await group.waitForAll()
      }
      #expect(runs(folder.path) == 1)
    }

    @Test func `limits of an SVG are errors with their number`() {
      let loader = SVGLoader(fontFiles: [], limits: SVGLimits(bytes: 1000, elements: 3, depth: 2))
      func message(_ body: String) -> String? {
        do throws(PictureError) {
          try library(loader).check(Self.dataURI(Self.svg(body)))
          return nil
        } catch {
          return error.message
        }
      }
      #expect(message("<g/><g/><g/>")?.contains("more than 3 elements") == true)
      #expect(message("<g><g></g></g>")?.contains("more than 2 deep") == true)
      #expect(message(String(repeating: " ", count: 1000))?.contains("at most 1000") == true)
      #expect(message("<g/>") == nil)
    }
  }
#endif
