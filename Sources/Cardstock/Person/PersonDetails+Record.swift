public import CardModel

/// Why a record is not a person: one sentence for each field that is wrong.
public struct PersonError: DataDiagnostic, Hashable {
  /// The field.
  public let field: String
  /// One sentence.
  public let message: String
  /// Where the field stands.
  public let location: DataPlace?
  /// What would help.
  public let hint: String?
  /// The value that is wrong, where there is one.
  public internal(set) var value: String?

  /// The field.
  public var fieldName: String? { field }

  /// The place as it is written in messages.
  public var place: String? { location.map { "\($0), field '\(field)'" } ?? "field '\(field)'" }
}

extension PersonDetails {
  /// Reads a person from a record under the names of the person file.
  ///
  /// A text where a number is expected is read as one, since CSV has nothing else; other wrong
  /// types are errors.
  ///
  /// - Throws: ``PersonError`` with the first field that is wrong.
  public init(_ record: Record) throws(PersonError) {
    let reader = FieldReader(record: record)
    guard let name = try reader.text("name") else {
      throw PersonError(
        field: "name", message: "The person has no 'name'.", location: record.place,
        hint: "Please provide a name; it is the only value that must be there.")
    }
    self.init(name: name)
    icon = try reader.text("icon")
    birthday = try reader.day("birthday")
    address = try reader.text("address")
    phone = try reader.text("phone")
    email = try reader.text("email")
    company = try reader.text("company")
    height = try reader.number("height")
    weight = try reader.number("weight")
    gender = try reader.gender("gender")
  }
}

/// Reads single fields; what is missing or blank is nil.
private struct FieldReader {
  let record: Record

  private func wrong(
    _ field: Record.Field, _ expected: String, hint: String? = nil
  ) -> PersonError {
    let shown = field.value.text.map { ", but this is '\($0.prefix(60))'" }
    return PersonError(
      field: field.name,
      message: "The field '\(field.name)' should be \(expected)"
        + (shown ?? ", but this is \(field.value.kindName)") + ".",
      location: field.place ?? record.place, hint: hint, value: field.value.text)
  }

  private func present(_ name: String) throws(PersonError) -> Record.Field? {
    guard let field = record.field(name) else { return nil }
    if let fault = record.fault(of: name) {
      throw PersonError(
        field: name, message: fault.message, location: fault.location, hint: fault.hint)
    }
    if let text = field.value.text, isBlank(text) { return nil }
    return field
  }

  func text(_ name: String) throws(PersonError) -> String? {
    guard let field = try present(name) else { return nil }
    guard case .text(let text) = field.value else {
      throw wrong(field, "a text", hint: "Write it in double quotes.")
    }
    return text
  }

  func day(_ name: String) throws(PersonError) -> CalendarDay? {
    guard let field = try present(name) else { return nil }
    guard case .text(let text) = field.value, let day = CalendarDay(text) else {
      // The row says what is known; a day of the calendar it is not.
      if case .text(let text) = field.value, PartialDay(text) != nil { return nil }
      throw wrong(
        field, "a day of the calendar", hint: "Write it as year-month-day, like '1815-12-10'.")
    }
    return day
  }

  func number(_ name: String) throws(PersonError) -> Double? {
    guard let field = try present(name) else { return nil }
    switch field.value {
    case .number(let text), .text(let text):
      if let value = Double(text.filter { $0 != " " }), value.isFinite { return value }
      throw wrong(field, "a number", hint: "Write it with digits and a point, like '1.65'.")
    case .boolean, .list, .group, .fault: throw wrong(field, "a number")
    }
  }

  func gender(_ name: String) throws(PersonError) -> Gender? {
    guard let field = try present(name) else { return nil }
    guard case .text(let text) = field.value, let gender = Gender(text: text) else {
      throw wrong(
        field, "a gender",
        hint: "There are " + Gender.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
          + ".")
    }
    return gender
  }
}
