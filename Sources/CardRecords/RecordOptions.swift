/// How data is to be read where it doesn't say so itself.
public struct RecordOptions: Sendable, Hashable {
  /// The name of a text encoding; nil for UTF-8, or UTF-16 where the bytes show it.
  public var encoding: String?
  /// The character between the values of a CSV file; nil to find it by looking.
  public var delimiter: Character?
  /// The sheet or table to read; nil for the first sheet, or the only table.
  public var table: String?
  /// The query that selects the records of a database.
  public var query: String?

  /// Makes options.
  public init(
    encoding: String? = nil, delimiter: Character? = nil, table: String? = nil,
    query: String? = nil
  ) {
    self.encoding = encoding
    self.delimiter = delimiter
    self.table = table
    self.query = query
  }
}
