extension JSONValue: Codable {
  /// Reads any value that a decoder offers; positions are unknown.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: JSONKey.self) {
      self.init(
        .object(
          try container.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
            Member(key.stringValue, try container.decode(JSONValue.self, forKey: key))
          }))
      return
    }
    if var container = try? decoder.unkeyedContainer() {
      var values: [JSONValue] = []
      while !container.isAtEnd { values.append(try container.decode(JSONValue.self)) }
      self.init(.array(values))
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self.init(.null)
    } else if let value = try? container.decode(Bool.self) {
      self.init(.bool(value))
    } else if let value = try? container.decode(Double.self) {
      self.init(.number(CardModel.number(value)))
    } else {
      self.init(.string(try container.decode(String.self)))
    }
  }

  /// Writes the value through any encoder.
  public func encode(to encoder: any Encoder) throws {
    switch kind {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .number(let digits):
      var container = encoder.singleValueContainer()
      if let whole = Int(digits) {
        try container.encode(whole)
      } else {
        try container.encode(Double(digits) ?? 0)
      }
    case .string(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .array(let values):
      var container = encoder.unkeyedContainer()
      for value in values { try container.encode(value) }
    case .object(let members):
      var container = encoder.container(keyedBy: JSONKey.self)
      for member in members {
        try container.encode(member.value, forKey: JSONKey(stringValue: member.key))
      }
    }
  }
}

private struct JSONKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
