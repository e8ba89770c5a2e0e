public import CardModel

/// What stands at one place of the data: a record, or the reason why it can't be read.
public enum RecordResult: Sendable, Hashable {
  /// A record.
  case record(Record)
  /// The error of one record; reading can go on.
  case failure(RecordError)

  /// The record, or nil.
  public var record: Record? {
    if case .record(let record) = self { record } else { nil }
  }

  /// The error, or nil.
  public var failure: RecordError? {
    if case .failure(let error) = self { error } else { nil }
  }
}

/// What a format offers: its columns, and one record after the other.
protocol RecordStream: AnyObject {
  var fieldNames: [String]? { get }
  func next() throws(RecordError) -> RecordResult?
}

/// Reads records one after the other and holds one at a time.
public final class RecordReader {
  private let stream: any RecordStream
  private var isAtEnd = false

  init(_ stream: any RecordStream) { self.stream = stream }

  /// The names of the columns; nil where each record has its own fields.
  public var fieldNames: [String]? { stream.fieldNames }

  /// Reads the next record, or the reason why it can't be read; nil at the end.
  ///
  /// - Throws: ``RecordError`` where nothing after it can be read.
  public func next() throws(RecordError) -> RecordResult? {
    guard !isAtEnd else { return nil }
    do {
      let result = try stream.next()
      isAtEnd = result == nil
      return result
    } catch {
      isAtEnd = true
      throw error
    }
  }
}
