import Testing

@testable import CardModel

struct TemplateFieldCheckTests {
  private func messages(_ field: String) -> [String] {
    TemplateFile.check(
      Array(
        "{ \"format\": 1, \"fields\": [\(field)], \"front\": { \"kind\": \"spacer\" } }".utf8)
    ).problems.map(\.message)
  }

  @Test(arguments: ["d/M/yyyy", "dd.MM.yyyy", "yyyy/MM/dd", "M-d-yyyy", "yyyy年MM月dd日"])
  func `a format that says where year, month and day stand is one`(format: String) {
    #expect(
      messages("{ \"name\": \"day\", \"type\": \"date\", \"format\": \"\(format)\" }").isEmpty)
  }

  @Test(arguments: ["", "yy-MM-dd", "d/M", "dd/MM/yyyy HH", "DD/MM/YYYY", "d/d/yyyy", "long"])
  func `any other format is an error when the template is read`(format: String) {
    #expect(
      messages("{ \"name\": \"day\", \"type\": \"date\", \"format\": \"\(format)\" }") == [
        "The format '\(format)' does not say where year, month and day stand."
      ])
  }

  @Test func `a format without a date is an error`() {
    #expect(
      messages("{ \"name\": \"day\", \"format\": \"d/M/yyyy\" }") == [
        "Only a date has a 'format', but this is a text."
      ])
  }

  @Test(arguments: [
    (
      "\"type\": \"date\", \"sample\": \"1/6/2024\"",
      "The date '1/6/2024' of the field 'f' can be read in two ways."
    ),
    (
      "\"type\": \"number\", \"default\": \"tall\"",
      "The default of the field 'f' should be a number, but this is 'tall'."
    ),
    (
      "\"type\": \"boolean\", \"sample\": \"perhaps\"",
      "The sample of the field 'f' should be true or false, but this is 'perhaps'."
    ),
    (
      "\"type\": \"date\", \"sample\": [\"2024-06-01\", \"soon\"]",
      "The sample of the field 'f' should be a day of the calendar, but this is 'soon'."
    ),
  ])
  func `a sample and a default are of the field's type`(field: String, message: String) {
    #expect(messages("{ \"name\": \"f\", \(field) }") == [message])
  }

  @Test func `a name that no placeholder can give is an error`() {
    #expect(
      messages("{ \"name\": \"a.b\" }") == ["The field's name 'a.b' cannot stand in a placeholder."]
    )
    #expect(messages("{ \"name\": \"Full name\" }").isEmpty)
    #expect(
      messages("{ \"name\": \"a\" }, { \"name\": \"a\" }") == ["The field 'a' is there twice."])
  }
}
