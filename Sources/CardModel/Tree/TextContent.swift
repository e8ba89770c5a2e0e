/// A text that is either final, or a template with `{{field}}` in it.
///
/// Somebody's data is always `.literal`, so a `{{` in it is never read as a placeholder.
public enum TextContent: Sendable, Hashable {
  /// The text as it is.
  case literal(String)
  /// A text with placeholders for binding to fill.
  case template(String)

  /// The text, placeholders included.
  public var text: String {
    switch self {
    case .literal(let text), .template(let text): text
    }
  }

  /// Reads a text that somebody wrote into a template: with `{{` in it, it is a template.
  public init(written text: String) {
    self = text.utf8.contains(0x7B) && text.contains("{{") ? .template(text) : .literal(text)
  }
}

extension TextContent: ExpressibleByStringInterpolation {
  /// A text written in Swift source; with `{{` in it, it is a template.
  public init(stringLiteral text: String) { self.init(written: text) }
}
