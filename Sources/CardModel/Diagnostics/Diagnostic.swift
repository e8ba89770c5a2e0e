/// What every error of this package offers: a sentence, its place, and what would help.
public protocol Diagnostic: Error, Sendable, CustomStringConvertible {
  /// One sentence: capital letter, values in single quotes, what was expected.
  var message: String { get }
  /// Where it is: a file with line and column, a row and column of data, or a path in a tree.
  var place: String? { get }
  /// What would mend it, where that can be said.
  var hint: String? { get }
}

extension Diagnostic {
  /// No place unless an error says otherwise.
  public var place: String? { nil }
  /// No hint unless an error says otherwise.
  public var hint: String? { nil }
  /// The sentence, the place and the hint, a line each.
  public var description: String {
    var text = message
    if let place { text += "\n  at \(place)" }
    if let hint { text += "\n  hint: \(hint)" }
    return text
  }
}
