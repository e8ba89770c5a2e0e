import Foundation

/// The bytes of a stream on disk, so that they can be read more than once.
///
/// The file has no name as soon as it is open: whatever ends the process, nothing of it is left.
public final class SpoolFile: Sendable {
  /// Where the bytes can be opened, any number of times, as long as this object lives.
  public let path: String
  /// The number of bytes.
  public let count: Int
  private let file: FileDescriptor
  private let isNamed: Bool

  /// What stands in errors in place of a path.
  static let errorName = "temporary copy of standard input"

  /// Copies a stream to its end.
  ///
  /// - Parameters:
  ///   - folder: where the file lies; the system's place for temporary files unless given.
  ///   - limit: the most bytes.
  ///   - next: gives the next piece; an empty one at the end.
  /// - Throws: `FileError` where the disk is full or the stream is longer than `limit`, and what
  ///   `next` throws.
  public init(in folder: String? = nil, limit: Int, next: () throws -> [UInt8]) throws {
    let folder = folder ?? FileManager.default.temporaryDirectory.path
    let name = (folder as NSString).appendingPathComponent(TemporaryName.make())
    file = try FileDescriptor(
      opening: name, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600, action: .write)
    if unsafe access(file.systemPath, R_OK) == 0 {
      _ = unsafe unlink(name)
      path = file.systemPath
      isNamed = false
    } else {
      path = name
      isNamed = true
    }
    var count = 0
    do {
      while true {
        let piece = try next()
        if piece.isEmpty { break }
        count += piece.count
        guard count <= limit else {
          throw FileError.tooLarge(path: FileReading.standardInputName, limit: limit)
        }
        try file.write(piece, path: Self.errorName)
      }
    } catch {
      if isNamed { _ = unsafe unlink(name) }
      throw error
    }
    self.count = count
  }

  deinit {
    if isNamed { _ = unsafe unlink(path) }
  }
}
