internal import CardModel
internal import Foundation

/// Where bytes come from.
enum ByteOrigin: Sendable {
  case file(String)
  case bytes([UInt8])
}

/// Bytes that are read in pieces.
final class ByteInput {
  private static let pieceLength = 1 << 17
  private let handle: FileHandle?
  private var rest: [UInt8]
  private let name: String?

  init(_ origin: ByteOrigin, name: String?) throws(RecordError) {
    self.name = name
    switch origin {
    case .bytes(let bytes):
      handle = nil
      rest = bytes
    case .file(let path):
      rest = []
      let place = DataPlace(file: name)
      // By the system's own call: a spooled stream has a path, but no name to be resolved.
      var status = stat()
      guard !path.utf8.contains(0), unsafe stat(path, &status) == 0 else {
        throw RecordError("The data file '\(path)' was not found.", at: place)
      }
      // A pipe could be read only once, and opening one may wait for ever.
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw RecordError(
          "The data '\(path)' is not a regular file.", at: place,
          hint: "Give a stream as '-' with --data-format.")
      }
      guard let opened = FileHandle(forReadingAtPath: path) else {
        throw RecordError(
          "The data file '\(path)' can't be opened.", at: place,
          hint: "Check that you may read it.")
      }
      handle = opened
    }
  }

  deinit { try? handle?.close() }

  /// The next piece; empty at the end.
  func next() throws(RecordError) -> [UInt8] {
    guard let handle else {
      defer { rest = [] }
      return rest
    }
    do {
      return try handle.read(upToCount: Self.pieceLength).map { [UInt8]($0) } ?? []
    } catch {
      throw RecordError("The data can't be read: its medium failed.", at: DataPlace(file: name))
    }
  }
}
