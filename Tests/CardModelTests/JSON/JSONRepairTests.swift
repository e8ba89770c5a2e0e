import Testing

@testable import CardModel

@Suite struct JSONRepairTests {
  private func repaired(_ text: String) throws -> (JSONValue?, Set<String>) {
    let json = try JSONReader.read(Array(text.utf8), options: .relaxed)
    let (_, problems) = JSONForm<Node>.node.read(json)
    var touched: Set<String> = []
    return (json.repaired(problems, touched: &touched), touched)
  }

  @Test(arguments: [
    // A misspelt name and a misspelt word are put right.
    ("{\"kind\":\"spacer\",\"minimu\":\"2mm\"}", "{\"kind\":\"spacer\",\"minimum\":\"2mm\"}", ""),
    ("{\"kind\":\"spaecr\"}", "{\"kind\":\"spacer\"}", ""),
    // What cannot be guessed is left out, and where is told.
    (
      "{\"kind\":\"spacer\",\"minimum\":3}", "{\"kind\":\"spacer\"}", ""
    ),
    (
      "{\"kind\":\"vertical\",\"children\":[{\"text\":\"x\"},{\"kind\":\"spacer\"}]}",
      "{\"kind\":\"vertical\",\"children\":[{\"kind\":\"spacer\"}]}", "children children[0]"
    ),
    // A name that is there already is not put there twice.
    (
      "{\"kind\":\"spacer\",\"minimum\":\"1mm\",\"minimu\":\"2mm\"}",
      "{\"kind\":\"spacer\",\"minimum\":\"1mm\"}", ""
    ),
  ])
  func `what is wrong is put right or left out`(
    text: String, expected: String, touched: String
  ) throws {
    let (json, places) = try repaired(text)
    #expect(json?.text() == expected)
    if !touched.isEmpty { #expect(places.sorted().joined(separator: " ") == touched) }
  }

  @Test func `a value that is wrong as a whole leaves nothing`() throws {
    #expect(try repaired("{\"text\":\"x\"}").0 == nil)
    #expect(try repaired("3").0 == nil)
  }

  @Test func `positions are found by the way from the root`() throws {
    let json = try JSONReader.read(
      Array("{ \"a\": [1,\n  { \"b\": true }] }".utf8), options: .strict)
    let positions = JSONPositions(json)
    #expect(positions[""] == JSONPosition(line: 1, column: 1))
    #expect(positions["a[0]"] == JSONPosition(line: 1, column: 9))
    #expect(positions["a[1].b"] == JSONPosition(line: 2, column: 10))
    #expect(positions["a[2]"] == nil)
  }
}
