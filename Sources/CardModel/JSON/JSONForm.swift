/// How a value stands in a file: reading, writing and the schema, from one definition.
public struct JSONForm<Value>: Sendable {
  let read: @Sendable (JSONValue, inout JSONProblems) -> Value?
  let write: @Sendable (Value) -> JSONValue
  let schema: JSONSchema

  init(
    schema: JSONSchema, read: @escaping @Sendable (JSONValue, inout JSONProblems) -> Value?,
    write: @escaping @Sendable (Value) -> JSONValue
  ) {
    self.schema = schema
    self.read = read
    self.write = write
  }

  /// Reads a value and lists all that is wrong with it; nil only where something is.
  public func read(_ json: JSONValue) -> (value: Value?, problems: [JSONProblem]) {
    var problems = JSONProblems()
    let value = read(json, &problems)
    return (value, problems.list)
  }

  /// Writes a value.
  public func written(_ value: Value) -> JSONValue { write(value) }
}

/// Adds "a text was expected" and the like.
func mismatch(
  _ expected: String, _ json: JSONValue, _ problems: inout JSONProblems, hint: String? = nil
) {
  problems.add(
    "\(expected.prefix(1).uppercased() + expected.dropFirst()) was expected, but this is "
      + "\(json.kindName).", at: json, hint: hint, code: .wrongType)
}

extension JSONForm where Value == String {
  /// Any text.
  static var string: JSONForm {
    JSONForm(schema: .string()) { json, problems in
      guard case .string(let text) = json.kind else {
        let isWord = if case .number = json.kind { true } else { json.kind.isBool }
        mismatch(
          "a text", json, &problems,
          hint: isWord ? "Write it in double quotes: \"\(json.text())\"." : nil)
        return nil
      }
      return text
    } write: {
      .string($0)
    }
  }
}

extension JSONValue {
  /// What helps where a number was expected: a text that is one, with or without a unit.
  fileprivate var numberHint: String? {
    guard case .string(let text) = kind else { return nil }
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
    guard let number = Double(digits), number.isFinite else { return nil }
    return "Write it without quotes\(digits == text ? "" : " and unit"): \(digits)."
  }
}

extension JSONValue.Kind {
  fileprivate var isBool: Bool { if case .bool = self { true } else { false } }
}

extension JSONForm where Value == Bool {
  /// `true` or `false`.
  static var bool: JSONForm {
    JSONForm(schema: .boolean) { json, problems in
      guard case .bool(let value) = json.kind else {
        mismatch("true or false", json, &problems)
        return nil
      }
      return value
    } write: {
      .bool($0)
    }
  }
}

extension JSONForm where Value == Double {
  /// A number within bounds.
  static func number(_ range: ClosedRange<Double>) -> JSONForm {
    JSONForm(schema: .number(range)) { json, problems in
      guard case .number(let digits) = json.kind, let value = Double(digits) else {
        mismatch("a number", json, &problems, hint: json.numberHint)
        return nil
      }
      guard range.contains(value) else {
        problems.add(
          "The number '\(digits)' is outside \(CardModel.number(range.lowerBound)) to "
            + "\(CardModel.number(range.upperBound)).", at: json)
        return nil
      }
      return value
    } write: {
      .number($0)
    }
  }
}

extension JSONForm where Value == Int {
  /// A whole number within bounds.
  static func integer(_ range: ClosedRange<Int>) -> JSONForm {
    JSONForm(schema: .integer(range)) { json, problems in
      guard case .number(let digits) = json.kind, let value = Int(digits) else {
        if case .number(let digits) = json.kind {
          problems.add(
            "A whole number from \(range.lowerBound) to \(range.upperBound) was expected, but this "
              + "is \(digits.prefix(40)).", at: json, code: .wrongType)
        } else {
          mismatch("a whole number", json, &problems, hint: json.numberHint)
        }
        return nil
      }
      guard range.contains(value) else {
        problems.add(
          "The number '\(digits)' is outside \(range.lowerBound) to \(range.upperBound).", at: json)
        return nil
      }
      return value
    } write: {
      .number($0)
    }
  }
}

extension JSONForm where Value: LosslessStringConvertible & SendableMetatype {
  /// A text of a certain form, such as a length; `example` shows one, and `advice` helps with a
  /// mistake that is often made.
  static func text(
    _ name: String, example: String, pattern: String? = nil,
    advice: @escaping @Sendable (String) -> String? = { _ in nil }
  ) -> JSONForm {
    let hint = "Write it like '\(example)'."
    return JSONForm(schema: .string(pattern: pattern, example: example)) { json, problems in
      guard case .string(let text) = json.kind else {
        mismatch(name, json, &problems, hint: hint)
        return nil
      }
      guard let value = Value(text) else {
        problems.add("'\(text)' is not \(name).", at: json, hint: advice(text) ?? hint)
        return nil
      }
      return value
    } write: {
      .string($0.description)
    }
  }
}

extension JSONForm {
  /// One of a few words.
  static func choice(_ name: String, _ choices: [(String, Value)]) -> JSONForm
  where Value: Equatable & Sendable {
    JSONForm(schema: .enumeration(choices.map(\.0))) { json, problems in
      guard case .string(let text) = json.kind else {
        mismatch("a word for the \(name)", json, &problems)
        return nil
      }
      if let match = choices.first(where: { $0.0 == text }) { return match.1 }
      let nearest = nearestName(to: text, among: choices.map(\.0))
      problems.add(
        "The \(name) '\(text)' is unknown.", at: json.position,
        hint: (FamiliarName.question(for: text, among: choices.map(\.0)).map { $0 + " " } ?? "")
          + "There are " + choices.map { "'\($0.0)'" }.joined(separator: ", ") + ".",
        code: .wrongValue, suggestion: nearest)
      return nil
    } write: { value in
      .string(choices.first { $0.1 == value }?.0 ?? "")
    }
  }

  /// One of an enumeration's raw values.
  static func choice(_ name: String) -> JSONForm
  where Value: CaseIterable & RawRepresentable & Equatable & Sendable, Value.RawValue == String {
    choice(name, Value.allCases.map { ($0.rawValue, $0) })
  }

  /// A list.
  static func list<Entry>(_ form: JSONForm<Entry>) -> JSONForm where Value == [Entry] {
    JSONForm(schema: .array(form.schema)) { json, problems in
      guard case .array(let entries) = json.kind else {
        mismatch("a list", json, &problems)
        return nil
      }
      var values: [Entry] = []
      for (index, entry) in entries.enumerated() {
        if let value = problems.within("[\(index)]", { form.read(entry, &$0) }) {
          values.append(value)
        }
      }
      return values.count == entries.count ? values : nil
    } write: { values in
      .array(values.map(form.write))
    }
  }

  /// Values under names that the file chooses.
  static func map<Key: Hashable & LosslessStringConvertible & Sendable, Entry>(
    _ keyName: String, _ form: JSONForm<Entry>
  ) -> JSONForm where Value == [Key: Entry] {
    JSONForm(schema: .map(form.schema)) { json, problems in
      guard case .object(let members) = json.kind else {
        mismatch("an object", json, &problems)
        return nil
      }
      var values: [Key: Entry] = [:]
      for member in members {
        guard let key = Key(member.key) else {
          problems.add(
            "'\(member.key)' is not \(keyName).", at: member.keyPosition,
            hint: "Begin it with a letter, and go on with letters, digits, '_' or '-'.")
          continue
        }
        if let value = problems.within(member.key, { form.read(member.value, &$0) }) {
          values[key] = value
        }
      }
      return values.count == members.count ? values : nil
    } write: { values in
      .object(values.map { ($0.key.description, form.write($0.value)) }.sorted { $0.0 < $1.0 })
    }
  }

  /// The same form under another type.
  func map<Other>(
    _ make: @escaping @Sendable (Value) -> Other, _ take: @escaping @Sendable (Other) -> Value
  ) -> JSONForm<Other> {
    JSONForm<Other>(schema: schema) { json, problems in
      read(json, &problems).map(make)
    } write: { other in
      write(take(other))
    }
  }
}
