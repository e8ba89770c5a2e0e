import Foundation

/// Reads whole files, up to a limit.
public enum FileReading {
  /// The name that stands in errors in place of a path.
  static let standardInputName = "standard input"

  /// All bytes of a regular file, at most `limit`.
  ///
  /// - Throws: `FileError`, one sentence for each cause.
  public static func file(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let file = try opened(path)
    let size = try file.status(path: path, action: .read).size
    if size > limit { throw .tooLarge(path: path, limit: limit) }
    return try file.read(limit: limit, path: path)
  }

  /// The bytes of a regular file piece by piece.
  ///
  /// - Throws: `FileError`, one sentence for each cause.
  public static func pieces(of path: String, take: ([UInt8]) -> Void) throws(FileError) {
    let file = try opened(path)
    while true {
      let piece = try file.readPiece(path: path)
      if piece.isEmpty { return }
      take(piece)
    }
  }

  /// Opens a regular file.
  private static func opened(_ path: String) throws(FileError) -> FileDescriptor {
    // Without O_NONBLOCK, opening a named pipe would wait for somebody to write into it.
    let file = try FileDescriptor(opening: path, flags: O_RDONLY | O_NONBLOCK, action: .read)
    let status = try file.status(path: path, action: .read)
    if status.kind == S_IFDIR { throw .isFolder(path: path) }
    guard status.kind == S_IFREG else { throw .notRegular(path: path) }
    return file
  }

  /// The next piece of standard input; empty at its end.
  ///
  /// - Throws: `FileError`.
  public static func nextOfStandardInput() throws(FileError) -> [UInt8] {
    try FileDescriptor.readPiece(from: STDIN_FILENO, path: standardInputName)
  }
}
