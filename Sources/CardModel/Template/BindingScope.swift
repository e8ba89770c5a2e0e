/// The values that placeholders see: those of the record, and nearer ones of a list's entry or of
/// a component.
struct BindingScope {
  let record: Record
  /// Nearest last.
  var layers: [Record] = []
  let fields: [String: TemplateField]
  let readers: [String: DateReader]
  let titles: [String: String]
  let builtIn: BuiltInTitles
  let locale: String

  /// The value at the end of a path, or nil where there is none or a blank one.
  func value(_ path: [String]) -> FieldValue? {
    guard let first = path.first else { return nil }
    if first == "titles", path.count == 2 { return title(path[1]).map { .text($0) } }
    if path == ["person", "rows"] { return personRows }
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
    titles[name] ?? PersonRow.Kind(rawValue: name).map(builtIn.title)
  }

  private var personRows: FieldValue {
    .list(
      PersonRows(locale: locale).rows(of: record).map { row in
        .group(
          Record([
            Record.Field("kind", .text(row.kind.rawValue)),
            Record.Field("title", .text(row.title)), Record.Field("value", .text(row.value)),
          ]))
      })
  }

  /// The day of a field, where its value is one.
  func day(_ name: String, _ text: String) -> CalendarDay? {
    readers[name]?.day(text) ?? CalendarDay(text)
  }

  /// Whether a field's value means yes.
  func isTrue(_ name: String, _ value: FieldValue) -> Bool {
    if case .boolean(let value) = value { return value }
    guard fields[name]?.type == .boolean, let text = value.text else { return true }
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
