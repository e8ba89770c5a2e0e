/// Why an SVG is not drawn: the end of a sentence that begins with its name.
struct SVGRefusal: Error, Hashable, Sendable {
  /// What is wrong, such as `has a document type of its own, which is not read`.
  var reason: String
  /// What would help.
  var hint: String?

  init(_ reason: String, hint: String? = nil) {
    self.reason = reason
    self.hint = hint
  }
}
