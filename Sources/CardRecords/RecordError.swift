public import CardModel

/// Why data, or one record of it, could not be read.
public struct RecordError: Diagnostic, Hashable {
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

  /// The file, line, column and record.
  public var place: String? { location?.description }
}
