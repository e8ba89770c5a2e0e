/// A value of a record, letter for letter as the data has it.
public indirect enum FieldValue: Sendable, Hashable {
  /// A text: `00123` stays `00123`.
  case text(String)
  /// A number that the data writes as one, digit for digit: `1.10` stays `1.10`.
  case number(String)
  /// `true` or `false`, where the data writes it as such.
  case boolean(Bool)
  /// Several values in their order.
  case list([FieldValue])
  /// Values with names.
  case group(Record)
  /// No value, and the sentence that says why; an error only where the value is used.
  case fault(String)

  /// The value as text, where it is a single one.
  public var text: String? {
    switch self {
    case .text(let text), .number(let text): text
    case .boolean(let value): value ? "true" : "false"
    case .list, .group, .fault: nil
    }
  }

  /// What kind of value it is, in words for messages.
  public var kindName: String {
    switch self {
    case .text: "a text"
    case .number: "a number"
    case .boolean: "true or false"
    case .list: "a list"
    case .group: "an object"
    case .fault: "no value"
    }
  }
}

/// One person's data: named values in their order, and where they come from.
public struct Record: Sendable, Hashable {
  /// A named value.
  public struct Field: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The value.
    public let value: FieldValue
    /// Where the value stands in the data.
    public let place: DataPlace?

    /// Makes a named value.
    public init(_ name: String, _ value: FieldValue, place: DataPlace? = nil) {
      self.name = name
      self.value = value
      self.place = place
    }
  }

  /// The values in the order of the data.
  public var fields: [Field]
  /// Where the record stands in the data.
  public var place: DataPlace?
  /// What happened while it was read; it is told of the card as well.
  public var findings: [Finding] = []

  /// Makes a record.
  public init(_ fields: [Field] = [], place: DataPlace? = nil) {
    self.fields = fields
    self.place = place
  }

  /// The value of that name, or nil.
  public subscript(name: String) -> FieldValue? { field(name)?.value }

  /// The field of that name, or nil.
  public func field(_ name: String) -> Field? { fields.first { $0.name == name } }
}

/// A place in somebody's data.
public struct DataPlace: Sendable, Hashable, CustomStringConvertible {
  /// The file's name; nil for standard input.
  public var file: String?
  /// The line or row, from 1.
  public var line: Int?
  /// The column of that line, from 1.
  public var column: Int?
  /// The number of the record, from 1.
  public var record: Int?

  /// Makes a place.
  public init(file: String? = nil, line: Int? = nil, column: Int? = nil, record: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.record = record
  }

  /// The place as it is written in messages: `people.json:3:14, record 2`.
  public var description: String {
    var text = file ?? "standard input"
    if let line { text += ":\(line)" }
    if line != nil, let column { text += ":\(column)" }
    if let record { text += ", record \(record)" }
    return text
  }
}
