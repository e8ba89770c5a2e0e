public import CardModel

/// Why two things could not be compared.
public struct ComparisonError: Diagnostic, Equatable {
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
