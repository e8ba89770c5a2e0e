public import CardComparison

/// What became of a snapshot.
public struct SnapshotOutcome: Sendable {
  /// What became of it.
  public let status: ComparisonReport.Status
  /// The path of the reference, whether it is there or not.
  public let reference: String
  /// One sentence, and more where it fails; nil where it passes.
  public let message: String?
  /// The comparison, where there was one.
  public let comparison: Comparison?
  /// What was made of the value; nil where that failed.
  public let content: SnapshotContent?
  /// What a reader wants to see, by the names of files.
  public let attachments: [(name: String, bytes: [UInt8])]

  /// Whether the snapshot is that of its reference.
  public var passes: Bool { status == .same }
}
