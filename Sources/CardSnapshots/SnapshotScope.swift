public import Testing

/// What holds for the snapshots within a task or a test.
struct SnapshotScope: Sendable {
  var record: RecordMode?
  var directory: String?

  /// What ``withSnapshots(record:directory:_:)`` set.
  @TaskLocal static var task = SnapshotScope()
  /// What a test's trait set.
  @TaskLocal static var trait = SnapshotScope()
}

/// Runs something with a record mode, a folder of references, or both, for all snapshots in it.
///
/// ```swift
/// try withSnapshots(record: .all) {
///   expectSnapshot(of: badge, as: .layout)
/// }
/// ```
public func withSnapshots<Result>(
  record: RecordMode? = nil, directory: String? = nil, _ operation: () throws -> Result
) rethrows -> Result {
  var scope = SnapshotScope.task
  if let record { scope.record = record }
  if let directory { scope.directory = directory }
  return try SnapshotScope.$task.withValue(scope, operation: operation)
}

/// Runs something asynchronous with a record mode, a folder of references, or both.
public func withSnapshots<Result>(
  record: RecordMode? = nil, directory: String? = nil,
  isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
) async rethrows -> Result {
  var scope = SnapshotScope.task
  if let record { scope.record = record }
  if let directory { scope.directory = directory }
  return try await SnapshotScope.$task.withValue(scope, operation: operation)
}

/// A trait that sets how the snapshots of a test or a suite are recorded.
public struct SnapshotTrait: SuiteTrait, TestTrait, TestScoping {
  let record: RecordMode?
  let directory: String?

  /// Whether the tests within a suite have it too.
  public var isRecursive: Bool { true }

  /// Runs a test within the trait's settings.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    var scope = SnapshotScope.trait
    if let record { scope.record = record }
    if let directory { scope.directory = directory }
    try await SnapshotScope.$trait.withValue(scope, operation: function)
  }
}

extension Trait where Self == SnapshotTrait {
  /// Sets the record mode, the folder of references, or both, for a test or a suite.
  ///
  /// ```swift
  /// @Suite(.snapshots(record: .failed)) struct BadgeTests {}
  /// ```
  public static func snapshots(
    record: RecordMode? = nil, directory: String? = nil
  ) -> SnapshotTrait {
    SnapshotTrait(record: record, directory: directory)
  }
}
