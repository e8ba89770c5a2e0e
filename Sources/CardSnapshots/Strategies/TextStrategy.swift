internal import CardComparison

extension SnapshotStrategy where Value == String {
  /// A text, compared line by line.
  public static var lines: SnapshotStrategy {
    SnapshotStrategy(
      pathExtension: "txt", content: { SnapshotContent(Array($0.utf8)) },
      compare: { reference, candidate in
        Comparison.texts(
          String(decoding: reference.bytes, as: UTF8.self),
          String(decoding: candidate.bytes, as: UTF8.self))
      })
  }
}
