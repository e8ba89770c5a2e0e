import CardLayout
import CardModel
import Testing

struct TextFitTests {
  private func text(_ text: String, _ fit: Fit, width: Double) throws -> FrameText {
    let label = Label(text, style: LabelStyle(.named("twenty")), fit: fit)
    let frame = try LayoutEngine.fake().layout(
      label.node, in: Proposal(width: width, height: 200))
    return try #require(frame.texts.first)
  }

  @Test(arguments: [
    // Ten letters of half an em: 100 wide at 20 points.
    (100.0, 20.0, 1), (80, 16, 1), (75, 15, 1), (74, 20, 2), (40, 16, 2),
  ])
  func `one line is kept down to its own floor, then there are more`(
    width: Double, size: Double, lines: Int
  ) throws {
    let text = try text("fift smith", .shrink(to: 8, lines: 2, oneLineTo: 15), width: width)
    #expect(text.size == size)
    #expect(text.lines.count == lines)
  }

  @Test func `without a floor of its own one line gives way at once`() throws {
    #expect(try text("fift smith", .shrink(to: 8, lines: 2), width: 80).lines.count == 2)
  }
}
