import Foundation

/// A file that lines are added to one by one, each at once, so that a run that is killed leaves
/// all but perhaps its last.
public final class GrowingFile {
  private let path: String
  private let file: FileDescriptor

  /// Opens a file at its end; it is made where it is not there.
  ///
  /// - Throws: `FileError` where it cannot be written.
  public init(_ path: String) throws(FileError) {
    self.path = path
    file = try FileDescriptor(
      opening: path, flags: O_WRONLY | O_CREAT | O_APPEND, action: .write)
  }

  /// Adds a line.
  ///
  /// - Throws: `FileError` where it cannot be written.
  public func add(_ line: String) throws(FileError) {
    try file.write(Array((line + "\n").utf8), path: path)
  }
}
