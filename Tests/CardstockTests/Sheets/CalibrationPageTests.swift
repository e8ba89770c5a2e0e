import Cardstock
import Testing

@Suite struct CalibrationPageTests {
  @Test func `the rulers are 100 mm and the targets 15 mm from the edges`() throws {
    var options = CardRenderer.Options()
    options.allowsSystemFonts = false
    let renderer = try CardRenderer(options: options)
    let unit = 72 / 25.4
    for paper in [PaperSize.a4, .letter] {
      let frame = try CalibrationPage(paper: paper).frame(.front, renderer: renderer)
      let size = try #require(paper.points)
      var lines: [Rect] = []
      for item in frame.items {
        if case .shape(let shape) = item.item, case .line = shape.kind { lines.append(item.bounds) }
      }
      let rulers = lines.filter { max($0.size.width, $0.size.height) > 90 * unit }
      #expect(rulers.count == 2)
      for ruler in rulers {
        #expect(abs(max(ruler.size.width, ruler.size.height) - 100 * unit) < 1e-9)
      }
      let across = try #require(rulers.first { $0.size.height == 0 })
      let ticks = lines.filter { $0.size.width == 0 && $0.origin.y == across.origin.y }
      let places = ticks.map(\.origin.x).sorted()
      #expect(places.count == 101)
      for (index, place) in places.enumerated() {
        #expect(abs(place - across.origin.x - Double(index) * unit) < 1e-9)
      }
      // The cross of the upper left target.
      #expect(
        lines.contains {
          $0.size.height == 0 && abs($0.origin.y - 15 * unit) < 1e-9
            && abs($0.origin.x + $0.size.width / 2 - 15 * unit) < 1e-9
        })
      #expect(
        lines.contains {
          $0.size.width == 0 && abs($0.origin.x - (size.width - 15 * unit)) < 1e-9
            && abs($0.maxY - (size.height - 10 * unit)) < 1e-9
        })
    }
    #expect(throws: PrinterError.self) { try CalibrationPage(paper: try #require(PaperSize("a6"))) }
  }
}
