internal import Foundation

/// The values that placeholders see: those of the record, and nearer ones of a list's entry or of
/// a component.
struct BindingScope {
  /// The record whose rows `person.rows` are.
  let person: Record
  var record: Record
  /// Nearest last.
  var layers: [Record] = []
  /// What the fields that a part was given are, by their names there.
  var given: [String: TemplateField] = [:]
  /// Which field `value` is an entry of, where it is one.
  var listName: String?
  let unit: TemplateUnit
  let language: BindingLanguage
  let troubles: BindingTroubles

  var fields: [String: TemplateField] { unit.fields }
  var locale: Locale { language.locale }

  /// The value at the end of a path, or nil where there is none or a blank one.
  ///
  /// One that stands in the data and is none is a trouble of the card.
  func value(_ path: [String]) -> FieldValue? {
    guard let first = path.first, let value = found(path) else { return nil }
    guard case .fault = value else { return value }
    troubles.add(record.fault(of: first))
    return nil
  }

  /// The same, with what stands in the data and is no value.
  private func found(_ path: [String]) -> FieldValue? {
    guard let first = path.first else { return nil }
    if first == "titles", path.count == 2 { return title(path[1]).map { .text($0) } }
    if path.count == 2, path[0] == "person", let value = person(path[1]) { return value }
    var value = layers.reversed().lazy.compactMap { $0[first] }.first ?? own(first)
    if case .fault? = value { return value }
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
    case .fault: false
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
    do {
      return try CodeContact(
        Record(names.compactMap { name in found([name]).map { Record.Field(name, $0) } }))
    } catch {
      // A code without a name is left out; one that lacks what the data has is not the person's.
      troubles.add(error.field.flatMap(record.fault))
      return nil
    }
  }

  private var personRows: FieldValue {
    for kind in PersonRow.Kind.allCases { troubles.add(person.fault(of: kind.rawValue)) }
    return .list(
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
    // What a part is given is in ISO 8601 already.
    if given[name] != nil { return CalendarDay(text) }
    return unit.readers[name]?.day(text) ?? CalendarDay(text)
  }

  /// What kind of values a field has, where that is known.
  func type(of name: String) -> TemplateField.Kind? {
    let name = fieldName(name)
    return (given[name] ?? fields[name])?.type
  }

  /// The field that a name stands for: `value` is an entry of the list around it.
  func fieldName(_ name: String) -> String { name == "value" ? listName ?? name : name }

  /// The scope of a part of the same template: all there is around it, and what it is given.
  func within(
    _ component: Component, text: (TextContent) -> TextContent?,
    asked: (TextContent) -> [String]?
  ) -> BindingScope {
    guard !component.fields.isEmpty else { return self }
    var inner = self
    var values: [Record.Field] = []
    for (name, given) in component.fields.sorted(by: { $0.key < $1.key }) {
      var field = TemplateField(name)
      if case .text(let content) = given, let path = asked(content),
        let type = type(of: path.joined(separator: "."))
      {
        field.type = type
      }
      inner.given[name] = field
      // A blank text hides a field of the same name outside.
      values.append(Record.Field(name, resolved(given, text: text, asked: asked)))
    }
    inner.layers.append(Record(values))
    return inner
  }

  /// What a component is given, with its placeholders filled.
  ///
  /// A placeholder alone hands its value on as it is: a list stays a list, a day a day.
  private func resolved(
    _ value: ComponentValue, text: (TextContent) -> TextContent?,
    asked: (TextContent) -> [String]?
  ) -> FieldValue {
    switch value {
    case .text(let content):
      if let path = asked(content) { return passed(path) ?? .text("") }
      return .text(text(content)?.text ?? "")
    case .number(let digits): return .number(digits)
    case .boolean(let value): return .boolean(value)
    case .list(let entries):
      return .list(
        entries.flatMap { entry -> [FieldValue] in
          let value = resolved(entry, text: text, asked: asked)
          // A list within a list is its entries there.
          if case .text = entry, case .list(let inner) = value { return inner }
          return [value]
        })
    case .group(let values):
      return .group(
        Record(
          values.sorted { $0.key < $1.key }.map {
            Record.Field($0.key, resolved($0.value, text: text, asked: asked))
          }))
    }
  }

  /// The scope of a component from elsewhere: its own fields and no others, each from what the
  /// component is given, else from the field of the same name here, else its default.
  func entering(
    _ unit: TemplateUnit, given: [String: ComponentValue], text: (TextContent) -> TextContent?,
    asked: (TextContent) -> [String]?
  ) -> BindingScope {
    var values: [Record.Field] = []
    let names = unit.fields.isEmpty ? given.keys.sorted() : unit.template.fields.map(\.name)
    for name in names {
      if let given = given[name] {
        values.append(.init(name, resolved(given, text: text, asked: asked)))
      } else if let value = passed([name]) {
        values.append(.init(name, value))
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
    guard type(of: name) == .date else { return value }
    func iso(_ value: FieldValue) -> FieldValue {
      if case .list(let entries) = value { return .list(entries.map(iso)) }
      return value.text.flatMap { day(name, $0) }.map { .text($0.description) } ?? value
    }
    return iso(value)
  }

  /// Whether a field's value means yes.
  func isTrue(_ name: String, _ value: FieldValue) -> Bool {
    if case .boolean(let value) = value { return value }
    guard type(of: name) == .boolean, let text = value.text else { return true }
    return TemplateField.Kind.truth(of: text) ?? true
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

  func add(_ fault: FieldFault?) {
    guard let fault else { return }
    add(
      BindingError(
        field: fault.field, message: fault.message, location: fault.location, hint: fault.hint))
  }
}
