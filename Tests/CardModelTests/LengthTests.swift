import CardModel
import Testing

struct LengthTests {
  @Test func `an inch is 25.4 millimetres and 72 points`() {
    #expect(Length.inches(1).points() == 72)
    #expect(Length.mm(25.4).points() == 72)
    #expect(Length.px(300).points(dotsPerInch: 300) == 72)
    #expect(Length.px(300).points() == nil)
  }
}
