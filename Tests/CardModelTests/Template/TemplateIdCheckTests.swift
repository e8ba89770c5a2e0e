import Testing

@testable import CardModel

struct TemplateIdCheckTests {
  private func problems(_ front: String, more: String = "") -> [JSONProblem] {
    TemplateFile.check(Array("{ \"format\": 1, \(more)\"front\": \(front) }".utf8)).problems
  }

  private func label(_ more: String) -> String { "{ \"kind\": \"label\", \"text\": \"x\"\(more) }" }

  @Test func `an id that two nodes have is an error with the other one's line`() {
    let twice = problems(
      "{ \"kind\": \"vertical\", \"children\": [\(label(", \"id\": \"a\"")),\n"
        + "\(label(", \"id\": \"a\""))] }")
    #expect(twice.map(\.message) == ["The id 'a' is there twice."])
    #expect(twice.first?.position.line == 2)
    #expect(twice.first?.path == "front.children[1].id")
    #expect(twice.first?.hint == "The other one is on line 1; give one of them another id.")
  }

  @Test func `front and back share their ids, parts have their own`() {
    let id = label(", \"id\": \"a\"")
    #expect(
      problems(id, more: "\"back\": \(id), ").map(\.message) == ["The id 'a' is there twice."])
    #expect(problems(id, more: "\"parts\": { \"P\": \(id) }, ").isEmpty)
  }

  @Test func `two sides of a condition may share an id`() {
    #expect(
      problems(
        "{ \"kind\": \"vertical\", \"children\": [\(label(", \"id\": \"a\", \"when\": \"b\"")), "
          + "\(label(", \"id\": \"a\", \"when\": { \"empty\": \"b\" }"))] }"
      ).isEmpty)
    #expect(
      problems(
        "{ \"kind\": \"vertical\", \"children\": [\(label(", \"id\": \"a\", \"when\": \"b\"")), "
          + "\(label(", \"id\": \"a\""))] }"
      ).count == 1)
  }

  @Test func `an id with a point cannot be asked for`() {
    #expect(
      problems(label(", \"id\": \"a.b\"")).map(\.message) == ["The id 'a.b' cannot be asked for."])
  }
}
