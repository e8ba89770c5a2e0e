public import CardComparison

/// What a strategy makes of a value: the bytes of a reference, and what they were made with.
public struct SnapshotContent: Sendable, Equatable {
  /// The bytes as they are compared and kept.
  public var bytes: [UInt8]
  /// The processor, the libraries, the fonts and the layout.
  public var provenance: Provenance

  /// Makes a content; without a provenance it remembers the processor and the libraries.
  public init(_ bytes: [UInt8], provenance: Provenance = Provenance()) {
    self.bytes = bytes
    self.provenance = provenance
  }
}
