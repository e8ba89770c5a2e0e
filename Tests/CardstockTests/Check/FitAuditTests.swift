import Cardstock
import Testing

@Suite struct FitAuditTests {
  /// A frame with one text, as it fitted.
  private func frame(
    _ text: String, size: Double = 8, lines: Int = 1, isCut: Bool = false,
    missing: [Unicode.Scalar] = [], faces: [FallbackFace] = [], id: String? = "name"
  ) -> Frame {
    let item = FrameText(
      text: text, style: .body(), colors: [], size: size, styleSize: 8,
      lines: (0..<lines).map {
        FrameText.Line(x: 0, baseline: Double($0), shaped: ShapedLine(text: "line", width: 9))
      }, isTruncated: isCut, missing: missing, fallbacks: faces)
    return Frame(
      size: Size(width: 100, height: 100),
      items: [
        PlacedItem(
          origin: .zero, size: Size(width: 9, height: 9),
          path: NodePath.root.appending("front").appending("children", 1), id: id,
          item: .text(item))
      ])
  }

  private func picture(_ width: Double, pixels: Int) -> Frame {
    let shown = FramePicture(
      source: "a.jpg", fit: .cover, focus: .face, outline: .rectangle(radius: 0), border: nil,
      pixels: PixelSize(width: pixels, height: pixels), alternative: nil)
    return Frame(
      size: Size(width: 100, height: 100),
      items: [
        PlacedItem(
          origin: .zero, size: Size(width: width, height: width), id: "photo",
          item: .picture(shown))
      ])
  }

  @Test func `the worst rows are kept, what is lost before what is small`() {
    var audit = FitAudit(rowLimit: 3)
    audit.add(frame("whole"), record: 1)
    audit.add(frame("small", size: 6), record: 2, place: "people.csv:3")
    audit.add(frame("cut", isCut: true), record: 3)
    audit.add(frame("no glyph", missing: ["\u{E000}"]), record: 4)
    audit.add(frame("smaller", size: 5, lines: 2), record: 5)
    audit.add(frame("face", faces: [FallbackFace(name: "Noto Sans", isSystem: false)]), record: 6)
    #expect(audit.recordCount == 6)
    let label = audit.labels[0]
    #expect(audit.labels.count == 1)
    #expect(label.name == "name")
    #expect(label.count == 6)
    #expect(label.smallestSize == 5)
    #expect(label.mostLines == 2)
    #expect(label.cutCount == 1)
    #expect(label.missingCount == 1)
    #expect(label.fallbackFaces == ["Noto Sans"])
    #expect(label.worst.map(\.text) == ["cut", "no glyph", "smaller"])
    #expect(label.worst[0].cutTo == "line")
  }

  @Test func `it does not grow with the data`() {
    var audit = FitAudit(rowLimit: 2)
    for record in 1...500 { audit.add(frame("text", size: 7, lines: 3), record: record) }
    #expect(audit.labels[0].worst.count == 2)
    #expect(audit.labels[0].worst.map(\.record) == [1, 2])
    #expect(audit.labels[0].count == 500)
  }

  @Test func `a label without an id goes by the name that is given for its path`() {
    var audit = FitAudit()
    audit.add(frame("x", id: nil), record: 1) { _ in "front.children[4]" }
    audit.add(frame("x", id: nil), record: 2)
    #expect(audit.labels.map(\.name) == ["front.children[4]", "front.children[1]"])
  }

  @Test func `gates tell what does not keep to them, with the worst record`() {
    var audit = FitAudit()
    audit.add(frame("a", size: 7), record: 1)
    audit.add(frame("b", size: 6.5, lines: 2), record: 2, place: "people.csv:3")
    audit.add(picture(72, pixels: 300), record: 3)
    audit.add(picture(72, pixels: 100), record: 4)
    #expect(audit.pictures.first?.lowestResolution == 100)
    #expect(audit.breaches(of: FitAudit.Gates()) == [])
    #expect(audit.breaches(of: FitAudit.Gates(minimumSize: 6.5, maximumLines: 2)) == [])
    let breaches = audit.breaches(
      of: FitAudit.Gates(minimumSize: 7, minimumResolution: 150, maximumLines: 1))
    #expect(breaches.map(\.gate) == ["min-size", "max-lines", "min-resolution"])
    #expect(breaches.map(\.record) == [2, 2, 4])
    #expect(breaches[0].place == "people.csv:3")
  }

  @Test func `real cards are audited with placeholders and codes`() throws {
    var options = CardRenderer.Options()
    options.allowsSystemFonts = false
    let renderer = try CardRenderer(options: options)
    var audit = FitAudit()
    let card = Card(size: .a7) {
      Stack(.vertical) {
        Picture(nil, placeholder: "Ada Lovelace", id: "photo")
          .frame(width: .mm(20), height: .mm(20))
        Label("Ada", style: .h1(), id: "name")
        Barcode(.qr, "ada", id: "code").frame(width: .mm(20), height: .mm(20))
      }
    }
    audit.add(try renderer.layout(card), record: 1)
    #expect(audit.labels.map(\.name) == ["name"])
    #expect(audit.pictures.map(\.placeholderCount) == [1])
    #expect(audit.pictures.map(\.count) == [0])
    let code = try #require(audit.codes.first)
    #expect(code.content == "ada")
    #expect(code.smallestModule >= code.leastModule)
    #expect(audit.json["records"] == .number(1))
  }
}
