import CardLayout
import CardModel
import Testing

@testable import CardRender

@Suite struct PDFContentTests {
  private func text(_ write: (inout PDFContent) -> Void) -> String {
    var content = PDFContent()
    write(&content)
    return String(decoding: content.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (0.0, "0 "), (1, "1 "), (-1, "-1 "), (0.5, ".5 "), (-0.25, "-.25 "), (12.3456, "12.346 "),
    (0.0004, "0 "), (-0.0004, "0 "), (100.02, "100.02 "), (1234567.891, "1234567.891 "),
    (.nan, "0 "), (.infinity, "0 "),
  ])
  func `a number has at most three decimals and no more digits than it needs`(
    _ value: Double, _ written: String
  ) {
    #expect(text { $0.number(value) } == written)
  }

  @Test(arguments: [
    (1.0, "1 "), (0.995, ".995 "), (1.002004, "1.002004 "), (-0.9985, "-0.9985 "), (0, "0 "),
  ])
  func `a factor has six decimals`(_ value: Double, _ written: String) {
    #expect(text { $0.factor(value) } == written)
  }

  @Test(arguments: [
    ("Badges", "(Badges)"), ("a (b) \\", "(a \\(b\\) \\\\)"), ("é", "<FEFF00E9>"),
    ("😀", "<FEFFD83DDE00>"), ("line\nbreak", "<FEFF006C0069006E0065000A0062007200650061006B>"),
  ])
  func `a string is plain where it is ASCII and UTF-16 where not`(
    _ value: String, _ written: String
  ) {
    #expect(text { $0.string(value) } == written)
  }

  @Test func `dark modules become as few rectangles as their rows allow`() {
    let symbol = CodeSymbol(
      columns: 3, rows: 3,
      modules: [true, true, false, true, true, false, false, false, true],
      quietZone: (left: 0, top: 0, right: 0, bottom: 0), minimumModule: 1)
    #expect(
      symbol.darkBlocks == [
        .init(column: 0, row: 0, columns: 2, rows: 2),
        .init(column: 2, row: 2, columns: 1, rows: 1),
      ])
  }

  @Test func `a map and its inverse leave a point where it was`() {
    let map = AffineMap(xx: 2, yx: 1, xy: -1, yy: 3, x0: 5, y0: -7)
    let point = map.inverse.apply(map.apply(Point(x: 4, y: 9)))
    #expect(abs(point.x - 4) < 1e-9 && abs(point.y - 9) < 1e-9)
  }
}
