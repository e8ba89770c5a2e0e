internal import Testing
internal import XCTest

/// Expects a value to look as its reference does.
///
/// It works in XCTest and in Swift Testing, and records a failure at the caller's line where the
/// snapshot differs, where there is no reference, or where one was written:
///
/// ```swift
/// @Test func `a badge`() throws {
///   expectSnapshot(of: try badge(for: ada), as: .png(dpi: 100))
/// }
/// ```
///
/// - `value`: What is looked at; an error that it throws is a failure.
/// - `strategy`: How it becomes a snapshot.
/// - `name`: What tells it from the other snapshots of the test; a second one must have a name.
/// - `record`: When the reference is written; see ``RecordMode``.
/// - `directory`: The folder of references, relative to the test file's; `__Snapshots__` and the
///   test file's name where there is none.
/// - `large`: Whether the reference may have more than 32 KiB.
/// - Returns: The outcome, as
///   ``verifySnapshot(of:as:named:record:directory:large:fileID:filePath:line:column:function:)``
///   gives it.
@discardableResult
public func expectSnapshot<Value>(
  of value: @autoclosure () throws -> Value, as strategy: SnapshotStrategy<Value>,
  named name: String? = nil, record: RecordMode? = nil, directory: String? = nil,
  large: Bool = false, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, function: String = #function
) -> SnapshotOutcome {
  let outcome = verifySnapshot(
    of: try value(), as: strategy, named: name, record: record, directory: directory,
    large: large, fileID: fileID, filePath: filePath, line: line, column: column,
    function: function)
  guard let message = outcome.message else { return outcome }
  if Test.current != nil || SnapshotPlace.isSwiftTesting {
    let place = SourceLocation(
      fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
    for attachment in outcome.attachments {
      Attachment.record(attachment.bytes, named: attachment.name, sourceLocation: place)
    }
    Issue.record(Comment(rawValue: message), sourceLocation: place)
  } else {
    XCTFail(message, file: filePath, line: line)
    #if canImport(Darwin)
      XCTContext.runActivity(named: outcome.reference) { activity in
        for attachment in outcome.attachments {
          let attached = XCTAttachment(data: Data(attachment.bytes))
          attached.name = attachment.name
          activity.add(attached)
        }
      }
    #endif
  }
  return outcome
}
