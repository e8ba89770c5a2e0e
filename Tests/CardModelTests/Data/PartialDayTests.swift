import CardModel
import Testing

@Suite struct PartialDayTests {
  @Test(
    arguments: [
      ("--12-10", nil, 12, 10), ("--02-29", nil, 2, 29), ("--12", nil, 12, nil),
      ("1996-04", 1996, 4, nil), ("1985", 1985, nil, nil),
    ] as [(String, Int?, Int?, Int?)])
  func `what is known of a day is read, and no more`(
    text: String, year: Int?, month: Int?, day: Int?
  ) throws {
    let found = try #require(PartialDay(text))
    #expect([found.year, found.month, found.day] == [year, month, day])
  }

  @Test(arguments: [
    "", "--", "---10", "--13-01", "--02-30", "--2-3", "1996-13", "1996-4", "96", "0000",
    "1996-04-15",
    "1996-04-", "--12-10-", "circa 1800", "-1985", "１９８５",
  ])
  func `anything else is no such day`(text: String) {
    #expect(PartialDay(text) == nil)
  }

  @Test(arguments: [
    ("--12-10", "en", "Dec 10"), ("--12-10", "de", "10. Dez."), ("1996-04", "en", "Apr 1996"),
    ("1985", "en", "1985"), ("--12", "en", "December"), ("--02-29", "en", "Feb 29"),
  ])
  func `a birthday known in part is written without what is not known`(
    text: String, locale: String, written: String
  ) {
    let rows = PersonRows(locale: locale).rows(of: Record([.init("birthday", .text(text))]))
    #expect(rows.map(\.value) == [written])
  }
}
