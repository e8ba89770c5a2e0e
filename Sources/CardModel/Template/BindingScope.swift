internal import Foundation

/// The values that placeholders see: those of the record, and nearer ones of a list's entry or of
/// a component.
struct BindingScope {
  /// The record whose rows `person.rows` are.
  let person: Record
  var record: Record
  /// Nearest last.
  var layers: [Record] = []
  /// Which field `value` is an entry of, where it is one.
  var listName: String?
  let unit: TemplateUnit
  let language: BindingLanguage
  let troubles: BindingTroubles

  var fields: [String: TemplateField] { unit.fields }
  var locale: Locale { language.locale }

  /// The value at the end of a path, or nil where there is none or a blank one.
  func value(_ path: [String]) -> FieldValue? {
    guard let first = path.first else { return nil }
    if first == "titles", path.count == 2 { return title(path[1]).map { .text($0) } }
    if path.count == 2, path[0] == "person", let value = person(path[1]) { return value }
    var value = layers.reversed().lazy.compactMap { $0[first] }.first ?? own(first)
    for name in path.dropFirst() {
      guard case .group(let group)? = value else { return nil }
      value = group[name]
    }
    return value.flatMap { BindingScope.isEmpty($0) ? nil : $0 }
  }

  private func own(_ name: String) -> FieldValue? {
    let value = record[name].flatMap { BindingScope.isEmpty($0) ? nil : $0 }
    return value ?? fields[name]?.defaultValue
  }

  /// Whether placeholders show nothing for a value.
  static func isEmpty(_ value: FieldValue) -> Bool {
    switch value {
    case .list(let entries): entries.allSatisfy(isEmpty)
    case .group(let record): record.fields.isEmpty
    case .text, .number, .boolean: isBlank(value.text ?? "")
    }
  }

  private func title(_ name: String) -> String? {
    language.title(name, in: unit)
  }

  /// What is made of a person's fields: rows for a table, texts for a code.
  private func person(_ name: String) -> FieldValue? {
    switch name {
    case "rows": personRows
    case "vCard": contact.map { .text(CodeContent.vCard($0)) }
    case "meCard": contact.map { .text(CodeContent.meCard($0)) }
    default: nil
    }
  }

  /// The person as a code tells of them, by the fields that the template declares: what it does
  /// not ask for is not in its codes either.
  private var contact: CodeContact? {
    let names = fields.isEmpty ? record.fields.map(\.name) : fields.keys.sorted()
    return try? CodeContact(
      Record(names.compactMap { name in value([name]).map { Record.Field(name, $0) } }))
  }

  private var personRows: FieldValue {
    .list(
      language.rows.rows(of: person).map { row in
        .group(
          Record([
            Record.Field("kind", .text(row.kind.rawValue)),
            Record.Field("title", .text(row.title)), Record.Field("value", .text(row.value)),
          ]))
      })
  }

  /// The day of a field, where its value is one.
  func day(_ name: String, _ text: String) -> CalendarDay? {
    let name = fieldName(name)
    return unit.readers[name]?.day(text) ?? CalendarDay(text)
  }

  /// The field that a name stands for: `value` is an entry of the list around it.
  func fieldName(_ name: String) -> String { name == "value" ? listName ?? name : name }

  /// The scope of a part of the same template: all there is around it, and what it is given.
  func within(
    _ component: Component, text: (TextContent) -> TextContent?
  ) -> BindingScope {
    guard !component.fields.isEmpty else { return self }
    var inner = self
    // A blank text hides a field of the same name outside.
    inner.layers.append(
      Record(
        component.fields.sorted { $0.key < $1.key }.map { name, content in
          Record.Field(name, .text(text(content)?.text ?? ""))
        }))
    return inner
  }

  /// The scope of a component from elsewhere: its own fields and no others, each from what the
  /// component is given, else from the field of the same name here, else its default.
  func entering(
    _ unit: TemplateUnit, given: [String: TextContent], text: (TextContent) -> TextContent?,
    asked: (TextContent) -> [String]?
  ) -> BindingScope {
    var values: [Record.Field] = []
    let names = unit.fields.isEmpty ? given.keys.sorted() : unit.template.fields.map(\.name)
    for name in names {
      guard let content = given[name] else {
        if let value = passed([name]) { values.append(.init(name, value)) }
        continue
      }
      // A placeholder alone hands its value on as it is: a list stays a list, a day a day.
      if let path = asked(content) {
        values.append(.init(name, passed(path) ?? .text("")))
      } else {
        values.append(.init(name, .text(text(content)?.text ?? "")))
      }
    }
    let own = Record(values, place: record.place)
    var inner = BindingScope(
      person: person, record: own, unit: unit, language: language, troubles: troubles)
    if unit.fields.isEmpty {
      // A template that lists no fields sees all that there is around it.
      inner.record = record
      inner.layers = layers + [own]
    }
    return inner
  }

  /// A value for another template, whose days are written in ISO 8601.
  private func passed(_ path: [String]) -> FieldValue? {
    guard let value = value(path) else { return nil }
    let name = path.joined(separator: ".")
    guard fields[fieldName(name)]?.type == .date else { return value }
    func iso(_ value: FieldValue) -> FieldValue {
      if case .list(let entries) = value { return .list(entries.map(iso)) }
      return value.text.flatMap { day(name, $0) }.map { .text($0.description) } ?? value
    }
    return iso(value)
  }

  /// Whether a field's value means yes.
  func isTrue(_ name: String, _ value: FieldValue) -> Bool {
    if case .boolean(let value) = value { return value }
    guard fields[fieldName(name)]?.type == .boolean, let text = value.text else { return true }
    return BindingScope.boolean(text) ?? true
  }

  /// Reads `true`, `yes`, `1` and their opposites, in any case.
  static func boolean(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "y", "1": true
    case "false", "no", "n", "0": false
    default: nil
    }
  }

  /// Whether a condition holds.
  func holds(_ condition: Condition) -> Bool {
    switch condition {
    case .present(let field):
      value(steps(field)).map { isTrue(field, $0) } ?? false
    case .empty(let field): !holds(.present(field))
    case .equals(let field, let text): matches(field, [text])
    case .among(let field, let texts): matches(field, texts)
    case .and(let parts): parts.allSatisfy(holds)
    case .or(let parts): parts.contains(where: holds)
    case .not(let part): !holds(part)
    }
  }

  private func matches(_ field: String, _ texts: [String]) -> Bool {
    guard let value = value(steps(field)) else { return texts.contains("") }
    if case .list(let entries) = value {
      return entries.contains { texts.contains($0.text ?? "") }
    }
    return texts.contains(value.text ?? "")
  }

  /// The steps of a path as it is written.
  func steps(_ path: String) -> [String] { path.split(separator: ".").map(String.init) }
}

/// What went wrong while a tree was bound.
final class BindingTroubles {
  private(set) var first: BindingError?

  func add(_ error: BindingError?) { first = first ?? error }
}
