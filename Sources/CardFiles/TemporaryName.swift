import Foundation

/// The name of a file that is not whole yet: `.cardstock-HOST-PID-RUN-NUMBER.tmp`.
///
/// Host and process tell a later run whether anybody still writes it.
struct TemporaryName {
  private let host: String
  private let process: pid_t
  private let run: String

  private static let prefix = ".cardstock-"
  private static let suffix = ".tmp"
  // The number of a process comes again after a restart; this word does not.
  private static let thisRun = String(UInt32.random(in: .min ... .max), radix: 36)
  private static let thisHost = hash(ProcessInfo.processInfo.hostName)
  /// How old a file of another host must be to count as left, in seconds.
  private static let patience = 86_400

  /// A new name.
  static func make() -> String {
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    return "\(prefix)\(thisHost)-\(getpid())-\(thisRun)-\(number)\(suffix)"
  }

  /// Reads a name, or gives nil where it is not of this kind.
  init?(_ name: String) {
    guard name.hasPrefix(Self.prefix), name.hasSuffix(Self.suffix) else { return nil }
    let parts = name.dropFirst(Self.prefix.count).dropLast(Self.suffix.count).split(separator: "-")
    guard parts.count == 4, let process = pid_t(parts[1]), process > 0 else { return nil }
    host = String(parts[0])
    self.process = process
    run = String(parts[2])
  }

  /// Whether nobody writes the file any more.
  func isStale(path: String) -> Bool {
    guard host == Self.thisHost else {
      var status = stat()
      guard unsafe lstat(path, &status) == 0 else { return false }
      return time(nil) - Int(status.st_mtim.tv_sec) > Self.patience
    }
    if process == getpid() { return run != Self.thisRun }
    return kill(process, 0) != 0 && errno == ESRCH
  }

  /// A short word for a text (FNV-1a), the same in every run.
  private static func hash(_ text: String) -> String {
    let value = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return String(value, radix: 36)
  }
}
