/// A named part of an object in a file.
struct JSONField<Object>: Sendable {
  let key: String
  let summary: String
  let isRequired: Bool
  let schema: JSONSchema
  let read: @Sendable (JSONValue, inout Object, inout JSONProblems) -> Bool
  let write: @Sendable (Object) -> JSONValue?

  /// What helps where the part is missing.
  var advice: String {
    let isPlain = summary.lowercased() == "the \(key.lowercased())."
    let first = summary.prefix { $0 != " " }
    // A name such as FancyBadge stays as it is.
    let isName = first.dropFirst().contains { $0.isUppercase }
    let words = isName ? summary : first.lowercased() + summary.dropFirst(first.count)
    return "Add \"\(key)\"" + (isPlain ? "." : ": \(words)")
  }

  /// A part that may be left out; then it keeps the default of the object.
  static func optional<Value: Equatable & Sendable>(
    _ key: String, _ path: any WritableKeyPath<Object, Value> & Sendable, _ form: JSONForm<Value>,
    _ defaultValue: Value, _ summary: String
  ) -> JSONField {
    JSONField(
      key: key, summary: summary, isRequired: false, schema: form.schema,
      read: { json, object, problems in
        guard let value = form.read(json, &problems) else { return false }
        object[keyPath: path] = value
        return true
      },
      write: { object in
        let value = object[keyPath: path]
        return value == defaultValue ? nil : form.write(value)
      })
  }

  /// A part that may be left out; then there is none.
  static func optional<Value: Equatable & Sendable>(
    _ key: String, _ path: any WritableKeyPath<Object, Value?> & Sendable, _ form: JSONForm<Value>,
    _ summary: String
  ) -> JSONField {
    JSONField(
      key: key, summary: summary, isRequired: false, schema: form.schema,
      read: { json, object, problems in
        guard let value = form.read(json, &problems) else { return false }
        object[keyPath: path] = value
        return true
      },
      write: { object in object[keyPath: path].map(form.write) })
  }

  /// A part that must be there.
  static func required<Value>(
    _ key: String, _ path: any WritableKeyPath<Object, Value> & Sendable, _ form: JSONForm<Value>,
    _ summary: String
  ) -> JSONField {
    JSONField(
      key: key, summary: summary, isRequired: true, schema: form.schema,
      read: { json, object, problems in
        guard let value = form.read(json, &problems) else { return false }
        object[keyPath: path] = value
        return true
      },
      write: { object in form.write(object[keyPath: path]) })
  }
}

/// An object in a file: its parts, and what it is where none is given.
struct JSONObjectForm<Object>: Sendable {
  let name: String
  let summary: String
  let fields: [JSONField<Object>]
  let prototype: @Sendable () -> Object

  init(
    _ name: String, _ summary: String, prototype: @escaping @Sendable () -> Object,
    _ fields: [JSONField<Object>]
  ) {
    self.name = name
    self.summary = summary
    self.prototype = prototype
    self.fields = fields
  }

  /// Reads the parts that are among `members` into an object; the rest is returned.
  func read(
    _ members: [JSONValue.Member], at position: JSONPosition, into problems: inout JSONProblems
  ) -> (object: Object?, rest: [JSONValue.Member]) {
    var object = prototype()
    var isWhole = true
    var rest: [JSONValue.Member] = []
    for member in members {
      guard let field = fields.first(where: { $0.key == member.key }) else {
        rest.append(member)
        continue
      }
      let isRead = problems.within(member.key) { field.read(member.value, &object, &$0) }
      isWhole = isWhole && isRead
    }
    let keys = fields.map(\.key)
    for field in fields where field.isRequired && !members.contains(where: { $0.key == field.key })
    {
      isWhole = false
      // One that is written wrongly is told as such.
      if rest.contains(where: { nearestName(to: $0.key, among: keys) == field.key }) { continue }
      problems.add(
        "The \(name) has no '\(field.key)'.", at: position, hint: field.advice,
        code: .missingKey)
    }
    return (isWhole ? object : nil, rest)
  }

  /// The parts of an object that differ from what it is where they are not given.
  func members(of object: Object) -> [(String, JSONValue)] {
    fields.compactMap { field in field.write(object).map { (field.key, $0) } }
  }

  /// The form of such an object alone.
  var form: JSONForm<Object> {
    JSONForm(schema: .object(name: name, summary: summary, fields: schemaFields)) {
      json, problems in
      guard case .object(let members) = json.kind else {
        mismatch("an object", json, &problems)
        return nil
      }
      let (object, rest) = read(members, at: json.position, into: &problems)
      refuse(rest, known: fields.map(\.key), of: name, &problems)
      return rest.isEmpty ? object : nil
    } write: { object in
      .object(members(of: object))
    }
  }

  var schemaFields: [JSONSchema.Field] {
    fields.map {
      JSONSchema.Field(
        key: $0.key, schema: $0.schema, isRequired: $0.isRequired, summary: $0.summary)
    }
  }
}

/// Lists each unknown part with the nearest one there is.
func refuse(
  _ members: [JSONValue.Member], known: [String], of name: String, _ problems: inout JSONProblems
) {
  for member in members {
    let nearest = nearestName(to: member.key, among: known)
    problems.add(
      "The \(name) has no part '\(member.key)'.", at: member.keyPosition,
      hint: FamiliarName.question(for: member.key, among: known)
        ?? "There are " + known.map { "'\($0)'" }.joined(separator: ", ") + ".",
      code: .unknownKey, suggestion: nearest)
  }
}

/// Lists each part of an object that is none of the known ones; of no other value.
func refuseOthers(
  _ known: [String], _ json: JSONValue, of name: String, _ problems: inout JSONProblems
) {
  guard case .object(let members) = json.kind else { return }
  refuse(members.filter { !known.contains($0.key) }, known: known, of: name, &problems)
}
