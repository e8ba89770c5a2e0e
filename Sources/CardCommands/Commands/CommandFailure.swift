import CardModel

/// A run that ends with nothing made: one sentence, and what would help.
struct CommandFailure: Diagnostic, Equatable {
  let message: String
  let place: String?
  let hint: String?

  init(_ message: String, place: String? = nil, hint: String? = nil) {
    self.message = message
    self.place = place
    self.hint = hint
  }
}
