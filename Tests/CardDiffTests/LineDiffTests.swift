import CardDiff
import Testing

struct LineDiffTests {
  @Test func `changed lines stand with a few lines around them`() {
    let before = (1...20).map { "line \($0)" }.joined(separator: "\n")
    let after = before.replacing("line 10\n", with: "line ten \n")
    #expect(
      LineDiff(before, after).hunks(context: 1) == """
          ⋯
          line 9
        − line 10
        + line ten·
          line 11
        """)
  }

  @Test func `equal texts have no hunks`() {
    #expect(LineDiff("a\nb", "a\nb").isSame)
    #expect(LineDiff("a\nb", "a\nb").hunks() == "")
    #expect(LineDiff("", "").isSame)
  }

  @Test func `a line at the end counts`() {
    let diff = LineDiff("a\n", "a\nb\n")
    #expect(diff.changedLines == 1)
    #expect(diff.hunks() == "  a\n+ b\n  ")
  }
}
