internal import Foundation

/// When a snapshot is written to disk as the reference.
///
/// A run that writes one always fails, so that no first run passes by accident.
public struct RecordMode: Sendable, Hashable, CustomStringConvertible {
  private enum Mode: String, CaseIterable { case all, missing, failed, never }

  private let mode: Mode

  /// Every reference is written anew.
  public static let all = RecordMode(mode: .all)
  /// A reference that is not there is written.
  public static let missing = RecordMode(mode: .missing)
  /// A reference that is not there, or that differs, is written.
  public static let failed = RecordMode(mode: .failed)
  /// Nothing is written; a reference that is not there is a failure.
  public static let never = RecordMode(mode: .never)

  /// The environment variable that sets the mode where nothing nearer does.
  public static let variable = "CARDSTOCK_SNAPSHOTS"

  private init(mode: Mode) { self.mode = mode }

  /// The mode of that name: `all`, `missing`, `failed` or `never`.
  public init?(_ name: String) {
    guard let mode = Mode(rawValue: name.lowercased()) else { return nil }
    self.mode = mode
  }

  /// The name.
  public var description: String { mode.rawValue }

  /// The mode that counts: the argument, else that of `withSnapshots`, else the test trait's, else
  /// the environment's; without any `never` where `CI` is set, and `missing` elsewhere.
  static func resolved(
    argument: RecordMode?, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(SnapshotError) -> RecordMode {
    if let mode = argument ?? SnapshotScope.task.record ?? SnapshotScope.trait.record {
      return mode
    }
    if let name = environment[variable], !name.isEmpty {
      guard let mode = RecordMode(name) else {
        throw SnapshotError(
          "The environment variable \(variable) is '\(name)', which is no record mode.",
          hint: "Please provide 'all', 'missing', 'failed' or 'never'.")
      }
      return mode
    }
    return isContinuousIntegration(environment) ? .never : .missing
  }

  /// Whether `CI` is set to anything but `0`, `false` or nothing.
  static func isContinuousIntegration(_ environment: [String: String]) -> Bool {
    guard let value = environment["CI"] else { return false }
    return !["", "0", "false", "no"].contains(value.lowercased())
  }

  /// Whether a reference that is not there is written.
  var writesMissing: Bool { mode != .never }
  /// Whether a reference that differs is written over.
  var writesDifferent: Bool { mode == .all || mode == .failed }
  /// Whether a reference is written over without a look at it.
  var writesAlways: Bool { mode == .all }
}
