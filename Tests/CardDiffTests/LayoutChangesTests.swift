import CardDiff
import CardLayout
import CardModel
import Testing

struct LayoutChangesTests {
  private func text(
    _ lines: [String], at y: Double = 10, size: Double = 12, fallbacks: [String] = [],
    id: String? = nil, path: NodePath
  ) -> PlacedItem {
    PlacedItem(
      origin: Point(x: 20, y: y), size: Size(width: 60, height: 14.4 * Double(lines.count)),
      path: path, id: id,
      item: .text(
        FrameText(
          text: lines.joined(separator: " "), style: .h3(), colors: [.black], size: size,
          styleSize: 12,
          lines: lines.enumerated().map { index, line in
            FrameText.Line(
              x: 0, baseline: 10 + 14.4 * Double(index),
              shaped: ShapedLine(text: line, width: 50))
          }, isTruncated: false, missing: [],
          fallbacks: fallbacks.map { FallbackFace(name: $0, isSystem: false) })))
  }

  private func outline(_ items: [PlacedItem]) -> LayoutOutline {
    LayoutOutline(Frame(size: Size(width: 240, height: 150), items: items))
  }

  private let row = NodePath([.key("table"), .index("rows", 3), .index("cells", 1)])
  private let other = NodePath([.key("table"), .index("rows", 4), .index("cells", 1)])

  @Test func `a wrapped row and another fallback face are told by the row's path`() {
    let before = outline([text(["Acme Works"], path: row), text(["Female"], at: 30, path: other)])
    let after = outline([
      text(["Acme", "Works"], fallbacks: ["Noto Sans Regular"], path: row),
      text(["Female"], at: 44.4, path: other),
    ])
    let changes = LayoutChanges(from: before, to: after)
    #expect(
      changes.sentences == [
        "'table.rows[3].cells[1]' wrapped to 2 lines (was 1); the fallback face"
          + " Noto Sans Regular came in; is 60 × 28.8 pt, was 60 × 14.4 pt",
        "'table.rows[4].cells[1]' moved by (0, 14.4) pt",
      ])
  }

  @Test func `a fallback face that changes is named before and after`() {
    let changes = LayoutChanges(
      from: outline([text(["Ada"], fallbacks: ["Noto Sans Thai"], path: row)]),
      to: outline([text(["Ada"], fallbacks: ["Noto Sans"], path: row)]))
    #expect(
      changes.sentences == [
        "'table.rows[3].cells[1]' the fallback face changed from Noto Sans Thai to Noto Sans"
      ])
  }

  @Test func `a text that is another one, smaller, new or gone is told`() {
    let changes = LayoutChanges(
      from: outline([text(["Ada"], id: "name", path: row), text(["x"], id: "old", path: other)]),
      to: outline([
        text(["Grace"], size: 10, id: "name", path: row), text(["y"], id: "new", path: other),
      ]))
    #expect(
      changes.sentences == [
        "'name' says 'Grace', was 'Ada'; shrank to 10 pt (was 12 pt)", "'new' is new",
        "'old' is gone",
      ])
  }

  @Test func `a region is named by what changed there, else by what is there`() {
    let items = [
      PlacedItem(
        origin: .zero, size: Size(width: 240, height: 150), path: NodePath([.key("background")]),
        item: .shape(FrameShape(.area(.rectangle(radius: 0)), fill: .color(.white)))),
      text(["Ada"], id: "name", path: row), text(["Female"], at: 30, id: "gender", path: other),
    ]
    var moved = items
    moved[2].origin.y = 31
    let region = BitmapDiff.Region(x: 20, y: 30, width: 40, height: 10)
    let changes = LayoutChanges(from: outline(items), to: outline(moved))
    #expect(changes.nodes(in: region, dotsPerInch: 72) == ["gender"])
    let same = LayoutChanges(from: nil, to: outline(items))
    let top = BitmapDiff.Region(x: 25, y: 12, width: 4, height: 4)
    #expect(same.nodes(in: top, dotsPerInch: 72) == ["name"])
    let corner = BitmapDiff.Region(x: 230, y: 140, width: 4, height: 4)
    #expect(same.nodes(in: corner, dotsPerInch: 72) == ["background"])
  }

  @Test func `an outline comes back from JSON as it was`() throws {
    let outline = outline([text(["Ada \"x\"", "ü"], id: "name", path: row)])
    let json = try JSONReader.read(Array(outline.json.text(pretty: true).utf8))
    #expect(LayoutOutline(json) == outline)
    #expect(LayoutOutline(.string("no")) == nil)
  }
}
