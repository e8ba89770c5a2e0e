internal import CardComparison
internal import CardFiles
internal import Foundation

/// A reference on disk and what lies beside it.
struct SnapshotStore: Sendable {
  /// The most bytes of a reference unless a test says that it is large.
  static let byteLimit = 32 * 1024
  /// The most bytes that are read.
  private static let readLimit = 1 << 30

  /// The path of the reference.
  let path: String

  /// Whether the reference is there.
  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// The reference and what it was made with, as far as that is known.
  func read() throws -> (content: SnapshotContent, isProvenanceKnown: Bool) {
    let bytes = try FileReading.file(path, limit: Self.readLimit)
    let facts = try? FileReading.file(path + Provenance.ending, limit: Self.readLimit)
    let provenance = facts.flatMap { Provenance($0) }
    return (
      SnapshotContent(bytes, provenance: provenance ?? Provenance()), provenance != nil
    )
  }

  /// Writes a reference, whole or not at all.
  ///
  /// - Throws: ``SnapshotError`` where it is too large, `FileError` where it cannot be written.
  func write(_ content: SnapshotContent, isLarge: Bool) throws {
    if !isLarge, content.bytes.count > Self.byteLimit {
      let size = (content.bytes.count + 1023) / 1024
      throw SnapshotError(
        "The reference would have \(size) KiB, but at most \(Self.byteLimit / 1024) KiB are"
          + " kept: '\(path)'.",
        hint: "Take a lower resolution or a smaller part, or say 'large: true'.")
    }
    try Folders.make(URL(filePath: path).deletingLastPathComponent().path)
    try WholeFile.write(content.provenance.bytes, to: path + Provenance.ending)
    try WholeFile.write(content.bytes, to: path)
  }

  /// The files of a folder that no snapshot used, without what lies beside them.
  ///
  /// - `used`: The paths that were used.
  /// - `framework`: Only references of tests of this framework count; nil for all.
  /// - `mustBeKnown`: Whether those count of which nothing tells the framework.
  static func unused(
    in folder: String, used: Set<String>, framework: String?, mustBeKnown: Bool = false
  ) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map { folder + "/" + $0 }.filter { path in
      guard !path.hasSuffix(Provenance.ending), !used.contains(path),
        !URL(filePath: path).lastPathComponent.hasPrefix(".")
      else { return false }
      let facts = try? FileReading.file(path + Provenance.ending, limit: readLimit)
      let known = facts.flatMap { Provenance($0) }?.framework
      return framework == nil || (known == nil && !mustBeKnown) || known == framework
    }
  }

  /// Removes a reference and what lies beside it, and their folder where it was the last.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
    try? FileManager.default.removeItem(atPath: path + Provenance.ending)
    let folder = URL(filePath: path).deletingLastPathComponent().path
    if (try? FileManager.default.contentsOfDirectory(atPath: folder))?.isEmpty == true {
      try? FileManager.default.removeItem(atPath: folder)
    }
  }
}
