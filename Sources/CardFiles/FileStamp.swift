import Foundation

/// What tells that a file is another one than before, without reading it.
public struct FileStamp: Sendable, Hashable {
  private let device: UInt
  private let number: UInt
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int
  // Of the last change of the file or of what is known of it: a copy that keeps times sets the ones
  // above back, but not these.
  private let changeSeconds: Int
  private let changeNanoseconds: Int

  /// Looks at a file; nil where there is none.
  public init?(_ path: String) {
    var status = stat()
    guard !path.utf8.contains(0), unsafe stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
    size = Int(status.st_size)
    seconds = Int(status.st_mtim.tv_sec)
    nanoseconds = Int(status.st_mtim.tv_nsec)
    changeSeconds = Int(status.st_ctim.tv_sec)
    changeNanoseconds = Int(status.st_ctim.tv_nsec)
  }
}
