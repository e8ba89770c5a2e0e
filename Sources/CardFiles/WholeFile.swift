import Foundation

/// A file that appears under its name whole, or not at all.
///
/// The bytes go to a temporary name in the same folder; ``commit()`` renames it over the final name.
/// Without a commit nothing is left. A device or a pipe has no such name: it is written directly.
public final class WholeFile {
  /// The final name, as it was given.
  public let path: String
  private let temporary: String?
  private let target: String
  private var isOpen = true
  private var file: FileDescriptor?

  /// Begins a file of that name.
  ///
  /// - Throws: `FileError`, where the place cannot be written; nothing is left then.
  public init(_ path: String) throws(FileError) {
    self.path = path
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .badPath(path: path) }
    if FilePath.name(of: path).utf8.count > 255 { throw .nameTooLong(path: path) }
    switch try Self.kind(of: path) {
    case S_IFDIR: throw .isFolder(path: path)
    case nil where path.hasSuffix("/"): throw .noFolder(path: path, folder: path)
    case nil:
      target = path
    case S_IFREG where !path.hasPrefix("/dev/") && !path.hasPrefix("/proc/"):
      // Renaming over a file needs no right to write it, so that is asked for here.
      if unsafe access(path, W_OK) != 0 { throw .from(errno, path, .write) }
      target = Self.resolved(path)
    default:
      target = path
      temporary = nil
      file = try FileDescriptor(opening: path, flags: O_WRONLY, action: .write)
      return
    }
    let name = FilePath.folder(of: target) + "/" + TemporaryName.make()
    temporary = name
    do throws(FileError) {
      file = try FileDescriptor(
        opening: name, flags: O_WRONLY | O_CREAT | O_EXCL, action: .write)
    } catch {
      throw error.renamed(from: name, to: path)
    }
  }

  deinit { abandon() }

  /// Writes all the bytes as a file of that name.
  ///
  /// - Throws: `FileError`; what stood under the name before is untouched then.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let file = try WholeFile(path)
    try file.write(bytes)
    try file.commit()
  }

  /// Adds bytes at the end.
  ///
  /// - Throws: `FileError`; the file is abandoned then.
  public func write(_ chunk: [UInt8]) throws(FileError) {
    precondition(isOpen, "A file takes no bytes after its end.")
    do throws(FileError) {
      try file?.write(chunk, path: path)
    } catch {
      abandon()
      throw error
    }
  }

  /// Gives the file its final name.
  ///
  /// - Throws: `FileError`; the file is abandoned then.
  public func commit() throws(FileError) {
    precondition(isOpen, "A file ends once.")
    do throws(FileError) {
      if let file = file.take() { try file.finish(path: path) }
      if let temporary, unsafe rename(temporary, target) != 0 {
        throw FileError.from(errno, path, .write)
      }
      isOpen = false
    } catch {
      abandon()
      throw error
    }
  }

  /// The folder that a path lies in; `.` where it names none.
  public static func folder(of path: String) -> String { FilePath.folder(of: path) }

  /// Leaves nothing of the file.
  public func abandon() {
    guard isOpen else { return }
    isOpen = false
    file = nil
    if let temporary { _ = unsafe unlink(temporary) }
  }

  /// Removes from a folder what runs that are dead left under temporary names; gives their number.
  ///
  /// With a `depth`, the folders in it are searched as well, so many levels down.
  @discardableResult
  public static func removeStale(in folder: String, depth: Int = 0) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var count = 0
    for name in names {
      let path = folder + "/" + name
      if let stale = TemporaryName(name) {
        if stale.isStale(path: path), unsafe unlink(path) == 0 { count += 1 }
      } else if depth > 0, isFolder(path) {
        count += removeStale(in: path, depth: depth - 1)
      }
    }
    return count
  }

  /// Whether a path is a folder, and not a link to one.
  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The kind of what a path leads to, or nil where there is nothing.
  private static func kind(of path: String) throws(FileError) -> mode_t? {
    var status = stat()
    if unsafe stat(path, &status) == 0 { return status.st_mode & S_IFMT }
    if errno == ENOENT { return nil }
    throw .from(errno, path, .write)
  }

  /// The file itself, where the path is a symbolic link to it.
  private static func resolved(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }
}

extension FileError {
  /// The same error about the name that the user knows.
  fileprivate func renamed(from temporary: String, to path: String) -> FileError {
    switch self {
    case .noFolder(_, let folder): .noFolder(path: path, folder: folder)
    case .notFolder: .notFolder(path: path)
    case .noPermission(_, let action): .noPermission(path: path, action)
    case .readOnly: .readOnly(path: path)
    case .noSpace: .noSpace(path: path)
    case .nameTooLong: .nameTooLong(path: path)
    case .other(_, let action, let code): .other(path: path, action, code: code)
    case .missing, .isFolder, .notRegular, .tooLarge, .badPath, .brokenPipe: self
    }
  }
}
