public import CardModel

/// Why a snapshot could not be taken, compared or written.
public struct SnapshotError: Diagnostic, Equatable {
  /// One sentence.
  public let message: String
  /// What would help.
  public let hint: String?

  /// Makes an error.
  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
