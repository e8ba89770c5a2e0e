import Testing

@testable import CardModel

@Suite struct PlaceholderTextTests {
  @Test func `fields, paths, filters and quoted arguments are read`() {
    let text = PlaceholderText("To {{ address.city | default: \"a | }} b\" | upper }}!")
    #expect(text.problems.isEmpty)
    #expect(
      text.pieces == [
        .fixed("To "),
        .field(
          path: ["address", "city"],
          filters: [
            .init(filter: .default, arguments: ["a | }} b"]), .init(filter: .upper, arguments: []),
          ]), .fixed("!"),
      ])
    #expect(text.fieldNames == ["address"])
  }

  @Test func `an unknown filter names the nearest`() {
    let problem = PlaceholderText("{{name | uper}}").problems.first
    #expect(problem?.message == "The filter 'uper' is unknown.")
    #expect(problem?.hint?.hasPrefix("Did you mean 'upper'?") == true)
  }

  @Test(arguments: ["{{name", "{{}}", "{{a..b}}", "{{ | upper}}"])
  func `what is no placeholder is a problem`(text: String) {
    #expect(PlaceholderText(text).problems.count == 1)
  }
}
