/// A JSON value that knows where it stands; numbers keep their text.
public struct JSONValue: Sendable, Hashable {
  /// The kinds of values.
  public indirect enum Kind: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, digit for digit as it is written: `1.10` stays `1.10`.
    case number(String)
    /// A text.
    case string(String)
    /// Values in their order.
    case array([JSONValue])
    /// Named values in their order; no name stands twice.
    case object([Member])
  }

  /// A named value of an object.
  public struct Member: Sendable, Hashable {
    /// The name.
    public let key: String
    /// Where the name stands.
    public let keyPosition: JSONPosition
    /// The value.
    public var value: JSONValue

    /// Makes a named value.
    public init(_ key: String, _ value: JSONValue, keyPosition: JSONPosition = .none) {
      self.key = key
      self.keyPosition = keyPosition
      self.value = value
    }

    /// Whether both say the same, wherever they stand.
    public static func == (left: Member, right: Member) -> Bool {
      left.key == right.key && left.value == right.value
    }

    /// Hashes what the member says.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(key)
      hasher.combine(value)
    }
  }

  /// What the value is.
  public let kind: Kind
  /// Where it begins; it does not count for equality.
  public let position: JSONPosition

  /// Makes a value.
  public init(_ kind: Kind, at position: JSONPosition = .none) {
    self.kind = kind
    self.position = position
  }

  /// Whether both values say the same, wherever they stand.
  public static func == (left: JSONValue, right: JSONValue) -> Bool { left.kind == right.kind }

  /// Hashes what the value says.
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }

  /// A text.
  public static func string(_ text: String) -> JSONValue { JSONValue(.string(text)) }
  /// A number.
  public static func number(_ value: Double) -> JSONValue {
    JSONValue(.number(CardModel.number(value)))
  }
  /// A whole number.
  public static func number(_ value: Int) -> JSONValue { JSONValue(.number(String(value))) }
  /// `true` or `false`.
  public static func bool(_ value: Bool) -> JSONValue { JSONValue(.bool(value)) }
  /// Values in their order.
  public static func array(_ values: [JSONValue]) -> JSONValue { JSONValue(.array(values)) }
  /// Named values in their order.
  public static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    JSONValue(.object(members.map { Member($0.0, $0.1) }))
  }

  /// The value of that name, where this is an object that has it.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = kind else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// What kind of value it is, in words for messages.
  public var kindName: String {
    switch kind {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// A line and a column in a JSON text, both from 1; the column counts characters.
public struct JSONPosition: Sendable, Hashable, CustomStringConvertible {
  /// The line from 1; 0 where the value was not read from a text.
  public let line: Int
  /// The column from 1.
  public let column: Int

  /// Makes a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The position of a value that was not read from a text.
  public static let none = JSONPosition(line: 0, column: 0)

  /// The position as it is written in messages, such as `3:14`.
  public var description: String { "\(line):\(column)" }
}
