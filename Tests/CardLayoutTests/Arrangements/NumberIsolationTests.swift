import CardLayout
import CardModel
import Testing

struct NumberIsolationTests {
  private func shaped(_ text: String, _ direction: LayoutDirection) throws -> [String] {
    let label = Label(text, style: .ten, fit: .wrap())
    let frame = try LayoutEngine.fake(direction: direction).layout(
      label.node, in: Proposal(width: 500, height: nil))
    #expect(frame.texts.first?.text == text)
    return frame.texts[0].lines.map(\.shaped.text)
  }

  @Test(arguments: [
    ("+44 20 7946 0999", LayoutDirection.rightToLeft, ["\u{2066}+44 20 7946 0999\u{2069}"]),
    ("+44 20 7946 0999", .leftToRight, ["+44 20 7946 0999"]),
    ("Room 12 34", .rightToLeft, ["Room 12 34"]),
    ("הרצל 12\n03 555", .leftToRight, ["הרצל 12", "\u{2066}03 555\u{2069}"]),
    ("12 B\n03 555", .leftToRight, ["12 B", "03 555"]),
    ("–", .rightToLeft, ["–"]),
    // The marks in an Arabic date say how it is read.
    ("29\u{200F}/2\u{200F}/2024", .rightToLeft, ["29\u{200F}/2\u{200F}/2024"]),
    ("\u{2066}12 34\u{2069}", .rightToLeft, ["\u{2066}12 34\u{2069}"]),
  ])
  func `numbers among letters from the right keep their order`(
    text: String, direction: LayoutDirection, lines: [String]
  ) throws {
    #expect(try shaped(text, direction) == lines)
  }
}
