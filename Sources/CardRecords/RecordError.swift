public import CardModel

/// Why data, or one record of it, could not be read.
public struct RecordError: DataDiagnostic, Hashable {
  /// One sentence.
  public let message: String
  /// Where in the data.
  public let location: DataPlace?
  /// What would help.
  public let hint: String?

  /// Makes an error.
  public init(_ message: String, at location: DataPlace? = nil, hint: String? = nil) {
    self.message = message
    self.location = location
    self.hint = hint
  }

  /// None: it is about a record, or all of the data.
  public var fieldName: String? { nil }
  /// None: a value that could not be read is not there to be shown.
  public var value: String? { nil }

  /// The file, line, column and record.
  public var place: String? { location?.description }
}
