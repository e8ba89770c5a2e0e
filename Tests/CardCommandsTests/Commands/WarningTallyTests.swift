import Testing

@testable import CardCommands

struct WarningTallyTests {
  @Test func `the first few warnings of each node are told, the rest is counted`() {
    var tally = WarningTally()
    let told = (0..<8).map { _ in tally.admits("name") }
    #expect(told == [true, true, true, true, true, false, false, false])
    let isTold = tally.admits("code")
    #expect(isTold)
    for _ in 0..<5 { _ = tally.admits("") }
    _ = tally.admits("")
    #expect(
      tally.rest == [
        "Warning: 3 more warnings of 'name' are not shown; a file for '--report' has them all.",
        "Warning: 1 more warning is not shown; a file for '--report' has them all.",
      ])
  }

  @Test func `where all were told nothing is added`() {
    var tally = WarningTally()
    for _ in 0..<WarningTally.limit { _ = tally.admits("name") }
    #expect(tally.rest == [])
  }
}
