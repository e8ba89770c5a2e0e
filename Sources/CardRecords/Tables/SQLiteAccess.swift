internal import Foundation

/// How the file of a database is opened for reading.
///
/// A database with a write-ahead log is read together with that log, for which SQLite makes a file
/// beside it. Where it can't, the log must be empty, or what was written last would be missing.
enum SQLiteAccess: Equatable {
  /// As one that others may be writing.
  case shared
  /// As one that nobody writes: neither log nor lock is looked at.
  case immutable

  /// What is left to try where nothing can be read of a shared database; nil where there is
  /// something in its log, or it has none and the reason is another.
  static func fallback(of path: String, head: [UInt8]) -> SQLiteAccess? {
    hasLog(head) && !isLogFilled(of: path) ? .immutable : nil
  }

  /// Whether the first bytes of a database tell that it has a log beside it.
  static func hasLog(_ head: [UInt8]) -> Bool { head.count > 19 && head[19] == 2 }

  /// The path of the log, beside the file itself and not beside a link to it.
  static func log(of path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().path + "-wal"
  }

  private static func isLogFilled(of path: String) -> Bool {
    guard let facts = try? FileManager.default.attributesOfItem(atPath: log(of: path)) else {
      return false
    }
    return facts[.size] as? Int != 0
  }

  /// The name by which SQLite opens a file so.
  func uri(of path: String) -> String {
    URL(filePath: path).absoluteString + (self == .shared ? "?mode=ro" : "?mode=ro&immutable=1")
  }
}
