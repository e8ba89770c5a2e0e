import Foundation

/// A folder for temporary files, for this user alone, gone with this object.
///
/// What a kill leaves, the next run that makes such a folder removes.
public final class TemporaryFolder: Sendable {
  /// The folder's path.
  public let path: String

  /// Makes a folder in the system's place for temporary files.
  ///
  /// - Throws: `FileError` where it cannot be written.
  public init() throws(FileError) {
    let place = FileManager.default.temporaryDirectory.path
    Self.removeStale(in: place)
    path = (place as NSString).appendingPathComponent(TemporaryName.make())
    if unsafe mkdir(path, 0o700) != 0 { throw .from(errno, path, .write) }
  }

  deinit { remove() }

  /// Removes the folder and all that is in it.
  public func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Removes what runs that are dead left, as far as it is this user's.
  private static func removeStale(in place: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [] {
      guard let stale = TemporaryName(name) else { continue }
      let path = (place as NSString).appendingPathComponent(name)
      var status = stat()
      guard unsafe lstat(path, &status) == 0, status.st_uid == getuid(),
        status.st_mode & S_IFMT == S_IFDIR, stale.isStale(path: path)
      else { continue }
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}
