import CardModel
import Testing

@Suite struct PaperSizeTests {
  @Test(arguments: [
    ("a4", 595.28, 841.89), ("A4-landscape", 841.89, 595.28), ("letter", 612, 792),
    ("210x297mm", 595.28, 841.89), ("8.5x11in", 612, 792), ("300x200pt", 300, 200),
  ])
  func `a paper is a name or two lengths`(_ text: String, _ width: Double, _ height: Double) throws
  {
    let points = try #require(PaperSize(text)?.points)
    #expect(abs(points.width - width) < 0.01 && abs(points.height - height) < 0.01)
  }

  @Test(arguments: ["", "a44", "210x297", "210mm", "1x1mm", "10000x10000mm", "99x99px", "ax4mm"])
  func `anything else is no paper`(_ text: String) {
    #expect(PaperSize(text) == nil)
  }

  @Test func `a turned paper has a name that is read again`() throws {
    let turned = PaperSize.a4.turned
    #expect(turned.description == "a4-landscape")
    #expect(PaperSize(turned.description) == turned)
    #expect(turned.turned == .a4)
    #expect(PaperSize("210x300mm")?.description == "210x300mm")
  }

  @Test func `a grid is columns by rows`() {
    #expect(GridCount("2x5") == GridCount(columns: 2, rows: 5))
    for text in ["0x5", "2x", "2x201", "2", "-1x2", "2x5x1"] { #expect(GridCount(text) == nil) }
  }
}
