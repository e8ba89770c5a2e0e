import Foundation

/// An open file of the system, closed when it goes away.
struct FileDescriptor: ~Copyable {
  private let number: Int32

  /// Opens a path.
  ///
  /// - Throws: `FileError`.
  init(
    opening path: String, flags: Int32, mode: mode_t = 0o666, action: FileError.Action
  ) throws(FileError) {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .badPath(path: path) }
    var number: Int32
    repeat {
      number = unsafe open(path, flags | O_CLOEXEC, mode)
    } while number < 0 && errno == EINTR
    guard number >= 0 else { throw .from(errno, path, action) }
    self.number = number
  }

  deinit { _ = close(number) }

  /// A path under which the system opens the same file anew, even where it has no name.
  var systemPath: String { "/proc/self/fd/\(number)" }

  /// Writes all the bytes.
  func write(_ bytes: [UInt8], path: String) throws(FileError) {
    try Self.write(bytes, to: number, path: path)
  }

  /// Reads to the end.
  func read(limit: Int, path: String) throws(FileError) -> [UInt8] {
    try Self.read(from: number, limit: limit, path: path)
  }

  /// Reads what comes next; empty at the end.
  func readPiece(path: String) throws(FileError) -> [UInt8] {
    try Self.readPiece(from: number, path: path)
  }

  /// What kind of file it is, and its size in bytes.
  func status(path: String, action: FileError.Action) throws(FileError) -> (
    kind: mode_t, size: Int
  ) {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw .from(errno, path, action) }
    return (status.st_mode & S_IFMT, Int(status.st_size))
  }

  /// Closes the file and tells what the system held back until then.
  consuming func finish(path: String) throws(FileError) {
    let number = self.number
    discard self
    if close(number) != 0, errno != EINTR { throw .from(errno, path, .write) }
  }

  static func write(_ bytes: [UInt8], to number: Int32, path: String) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(number, buffer, from: done)
      }
      if count >= 0 {
        done += count
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&waiting, 1, -1)
      } else if errno != EINTR {
        throw .from(errno, path, .write)
      }
    }
  }

  private static func systemWrite(
    _ number: Int32, _ buffer: UnsafeRawBufferPointer, from start: Int
  ) -> Int {
    let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
    return unsafe Foundation.write(number, rest.baseAddress, rest.count)
  }

  static func read(from number: Int32, limit: Int, path: String) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let piece = try readPiece(from: number, path: path)
      if piece.isEmpty { return bytes }
      guard bytes.count + piece.count <= limit else { throw .tooLarge(path: path, limit: limit) }
      bytes += piece
    }
  }

  /// Reads what comes next, at most 64 KiB; empty at the end.
  static func readPiece(from number: Int32, path: String) throws(FileError) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe Foundation.read(number, buffer.baseAddress, buffer.count)
      }
      if count >= 0 {
        chunk.removeLast(chunk.count - count)
        return chunk
      }
      if errno != EINTR { throw .from(errno, path, .read) }
    }
  }
}
