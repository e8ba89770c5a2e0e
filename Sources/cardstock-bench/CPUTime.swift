import Foundation

/// The CPU time of this process, of the user and the system together.
enum CPUTime {
  /// The time so far in milliseconds; it counts in microseconds.
  static var milliseconds: Double {
    // POSIX fixes the clock's unit at a millionth of a second.
    Double(clock()) / 1000
  }

  /// The time in milliseconds that something takes.
  static func of(_ work: () throws -> Void) rethrows -> Double {
    let start = milliseconds
    try work()
    return milliseconds - start
  }
}
