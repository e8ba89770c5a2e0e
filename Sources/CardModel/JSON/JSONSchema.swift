/// What a file may hold, as editors understand it (JSON Schema, draft 7).
indirect enum JSONSchema: Sendable {
  case string(pattern: String? = nil, example: String? = nil)
  case number(ClosedRange<Double>)
  case integer(ClosedRange<Int>)
  case boolean
  case enumeration([String])
  case constant(String)
  case array(JSONSchema)
  case map(JSONSchema)
  case object(name: String, summary: String, fields: [Field])
  case any([JSONSchema])
  /// A definition by its name; the schema of a recursive form.
  case reference(String)

  /// A named part of an object.
  struct Field: Sendable {
    let key: String
    let schema: JSONSchema
    let isRequired: Bool
    let summary: String
  }

  /// The schema as JSON.
  var json: JSONValue {
    switch self {
    case .string(let pattern, let example):
      var members: [(String, JSONValue)] = [("type", .string("string"))]
      if let pattern { members.append(("pattern", .string(pattern))) }
      if let example { members.append(("examples", .array([.string(example)]))) }
      return .object(members)
    case .number(let range):
      return .object(
        [("type", .string("number"))]
          + bounds(
            range.lowerBound == -.infinity ? nil : .number(range.lowerBound),
            range.upperBound == .infinity ? nil : .number(range.upperBound)))
    case .integer(let range):
      return .object(
        [("type", .string("integer"))]
          + bounds(
            .number(range.lowerBound),
            range.upperBound == .max ? nil : .number(range.upperBound)))
    case .boolean: return .object([("type", .string("boolean"))])
    case .enumeration(let words): return .object([("enum", .array(words.map { .string($0) }))])
    case .constant(let word): return .object([("const", .string(word))])
    case .array(let entry):
      return .object([("type", .string("array")), ("items", entry.json)])
    case .map(let entry):
      return .object([("type", .string("object")), ("additionalProperties", entry.json)])
    case .object(_, let summary, let fields):
      var members: [(String, JSONValue)] = [
        ("type", .string("object")), ("description", .string(summary)),
        ("properties", .object(fields.map { ($0.key, $0.json) })),
      ]
      let required = fields.filter(\.isRequired).map { JSONValue.string($0.key) }
      if !required.isEmpty { members.append(("required", .array(required))) }
      members.append(("additionalProperties", .bool(false)))
      return .object(members)
    case .any(let choices): return .object([("anyOf", .array(choices.map(\.json)))])
    case .reference(let name): return .object([("$ref", .string("#/definitions/\(name)"))])
    }
  }

  private func bounds(_ least: JSONValue?, _ most: JSONValue?) -> [(String, JSONValue)] {
    [least.map { ("minimum", $0) }, most.map { ("maximum", $0) }].compactMap { $0 }
  }
}

extension JSONSchema.Field {
  /// The schema of the part with its summary.
  var json: JSONValue {
    guard case .object(let members) = schema.json.kind else { return schema.json }
    if members.contains(where: { $0.key == "description" }) { return schema.json }
    // Beside a `$ref`, draft 7 reads nothing; the description then goes around it.
    if members.contains(where: { $0.key == "$ref" }) {
      return .object([("description", .string(summary)), ("allOf", .array([schema.json]))])
    }
    return JSONValue(
      .object([JSONValue.Member("description", .string(summary))] + members))
  }
}
