public import CardComparison

/// How a value becomes a snapshot, and how two of them are compared.
///
/// A strategy is a value of three closures. A new one is made of an old one by saying how its
/// input comes about:
///
/// ```swift
/// extension SnapshotStrategy where Value == Attendee {
///   static var badge: SnapshotStrategy {
///     SnapshotStrategy<Card>.png(dpi: 100).pullback { try badge(for: $0) }
///   }
/// }
/// ```
public struct SnapshotStrategy<Value>: Sendable {
  /// The ending of a reference's name, such as `png`.
  public var pathExtension: String
  /// Makes the snapshot of a value.
  public var content: @Sendable (Value) throws -> SnapshotContent
  /// Compares a reference with a new snapshot.
  public var compare: @Sendable (SnapshotContent, SnapshotContent) throws -> Comparison
  /// Makes what is kept of a snapshot, smaller where it can be.
  public var compact: @Sendable (SnapshotContent) throws -> SnapshotContent

  /// Makes a strategy of its closures.
  public init(
    pathExtension: String, content: @escaping @Sendable (Value) throws -> SnapshotContent,
    compare: @escaping @Sendable (SnapshotContent, SnapshotContent) throws -> Comparison,
    compact: @escaping @Sendable (SnapshotContent) throws -> SnapshotContent = { $0 }
  ) {
    self.pathExtension = pathExtension
    self.content = content
    self.compare = compare
    self.compact = compact
  }

  /// The strategy for another kind of value, of which this one's input is made.
  public func pullback<Other>(
    _ transform: @escaping @Sendable (Other) throws -> Value
  ) -> SnapshotStrategy<Other> {
    let content = content
    return SnapshotStrategy<Other>(
      pathExtension: pathExtension, content: { try content(transform($0)) }, compare: compare,
      compact: compact)
  }
}
