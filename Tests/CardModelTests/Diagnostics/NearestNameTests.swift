import CardModel
import Testing

struct NearestNameTests {
  @Test(arguments: [
    ("nmae", "name"), ("Name", "name"), ("adress", "address"), ("phnoe", "phone"),
  ])
  func `a mistyped name finds the one that was meant`(typed: String, meant: String) {
    #expect(nearestName(to: typed, among: ["name", "address", "phone", "id"]) == meant)
  }

  @Test func `a name like none of them finds none`() {
    #expect(nearestName(to: "zzz", among: ["name", "id"]) == nil)
    #expect(nearestName(to: "name", among: []) == nil)
  }
}
