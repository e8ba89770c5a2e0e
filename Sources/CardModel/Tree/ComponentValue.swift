/// What a component is given for one of its fields: a text, or data of any other kind.
///
/// In a file it is what it looks like: `"Speaker"`, `"{{name}}"`, `3`, `true`, `["a", "{{b}}"]`.
public indirect enum ComponentValue: Sendable, Hashable {
  /// A text, in which placeholders may stand.
  case text(TextContent)
  /// A number, digit for digit.
  case number(String)
  /// `true` or `false`.
  case boolean(Bool)
  /// Several values in their order.
  case list([ComponentValue])
  /// Values with names, such as the entries of a list have them.
  case group([String: ComponentValue])

  /// The value of a record as it is: braces in it are just braces, and what is none is blank.
  public init(_ value: FieldValue) {
    switch value {
    case .text(let text): self = .text(.literal(text))
    case .number(let digits): self = .number(digits)
    case .boolean(let value): self = .boolean(value)
    case .list(let entries): self = .list(entries.map(ComponentValue.init))
    case .group(let record):
      self = .group(
        Dictionary(record.fields.map { ($0.name, ComponentValue($0.value)) }) { first, _ in first })
    case .fault: self = .text(.literal(""))
    }
  }

  /// The value as a record has it; placeholders in it stay as they are written.
  public var fieldValue: FieldValue {
    switch self {
    case .text(let content): .text(content.text)
    case .number(let digits): .number(digits)
    case .boolean(let value): .boolean(value)
    case .list(let entries): .list(entries.map(\.fieldValue))
    case .group(let values):
      .group(
        Record(
          values.sorted { $0.key < $1.key }.map { Record.Field($0.key, $0.value.fieldValue) }))
    }
  }

  /// Whether placeholders stand in it.
  var isTemplate: Bool {
    switch self {
    case .text(.template): true
    case .text(.literal), .number, .boolean: false
    case .list(let entries): entries.contains(where: \.isTemplate)
    case .group(let values): values.values.contains(where: \.isTemplate)
    }
  }
}

extension ComponentValue: ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
  /// A text written in Swift source; with `{{` in it, it is a template.
  public init(stringLiteral text: String) { self = .text(TextContent(written: text)) }

  /// A list.
  public init(arrayLiteral entries: ComponentValue...) { self = .list(entries) }

  /// True or false.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }

  /// A whole number.
  public init(integerLiteral value: Int) { self = .number(String(value)) }
}

/// What Swift can give to a component's field.
public protocol ComponentValueConvertible {
  /// The value for the field; a text is data, never read as a template.
  var componentValue: ComponentValue { get }
}

extension ComponentValue: ComponentValueConvertible {
  /// The value itself.
  public var componentValue: ComponentValue { self }
}

extension String: ComponentValueConvertible {
  /// The text as it is.
  public var componentValue: ComponentValue { .text(.literal(self)) }
}

extension Int: ComponentValueConvertible {
  /// The number.
  public var componentValue: ComponentValue { .number(String(self)) }
}

extension Double: ComponentValueConvertible {
  /// The number in its shortest digits; a whole one has no point.
  public var componentValue: ComponentValue {
    // What is no number stands as a text, which a field of numbers then refuses.
    guard isFinite else { return .text(.literal(description)) }
    return .number(Int(exactly: self).map(String.init) ?? description)
  }
}

extension Bool: ComponentValueConvertible {
  /// True or false.
  public var componentValue: ComponentValue { .boolean(self) }
}

extension CalendarDay: ComponentValueConvertible {
  /// The day in ISO 8601.
  public var componentValue: ComponentValue { .text(.literal(description)) }
}

extension Record: ComponentValueConvertible {
  /// The values by their names.
  public var componentValue: ComponentValue { ComponentValue(.group(self)) }
}

extension Array: ComponentValueConvertible where Element: ComponentValueConvertible {
  /// The list.
  public var componentValue: ComponentValue { .list(map(\.componentValue)) }
}
