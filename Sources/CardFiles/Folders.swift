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

  /// Whether files can be made in a folder.
  public static func isWritable(_ folder: String) -> Bool {
    unsafe access(folder, W_OK | X_OK) == 0
  }

  /// Makes a folder below a base that has to be there; the base itself is never made.
  ///
  /// - Throws: `FileError`; `noFolder` where the base is gone.
  public static func make(_ folder: String, below base: String) throws(FileError) {
    guard folder != base else { return }
    if unsafe mkdir(folder, 0o777) == 0 || errno == EEXIST { return }
    let parent = FilePath.folder(of: folder)
    guard errno == ENOENT, parent != folder, parent != base else {
      throw .from(errno, folder, .write)
    }
    try make(parent, below: base)
    if unsafe mkdir(folder, 0o777) != 0, errno != EEXIST { throw .from(errno, folder, .write) }
  }
}
