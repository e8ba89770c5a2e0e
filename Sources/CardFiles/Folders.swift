import Foundation

/// Makes folders.
public enum Folders {
  /// Makes a folder and those it lies in, as far as they are missing.
  ///
  /// - Throws: `FileError`.
  public static func make(_ folder: String) throws(FileError) {
    guard !folder.isEmpty, !folder.utf8.contains(0) else { throw .badPath(path: folder) }
    if unsafe mkdir(folder, 0o777) == 0 { return }
    switch errno {
    case EEXIST:
      var status = stat()
      guard unsafe stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        throw .notFolder(path: folder)
      }
    case ENOENT:
      let parent = FilePath.folder(of: folder)
      guard parent != folder, parent != "." || folder.contains("/") else {
        throw .noFolder(path: folder, folder: parent)
      }
      try make(parent)
      if unsafe mkdir(folder, 0o777) != 0, errno != EEXIST { throw .from(errno, folder, .write) }
    default: throw .from(errno, folder, .write)
    }
  }
}
