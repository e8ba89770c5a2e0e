import CardModel
import Testing

struct CalendarDayTests {
  @Test func `a day is read and written as ISO 8601`() {
    #expect(CalendarDay("1815-12-10")?.description == "1815-12-10")
    #expect(CalendarDay("2024-02-29T23:59:59-11:00") == CalendarDay(year: 2024, month: 2, day: 29))
    #expect(CalendarDay("0987-01-02")?.description == "0987-01-02")
  }

  @Test(arguments: [
    "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10", "2024-04-31", "1/6/2024", "2024-1-2",
    "", "0000-01-01", "２０２４-01-01",
  ])
  func `what is no day is refused`(text: String) {
    #expect(CalendarDay(text) == nil)
  }
}
