/// How much an SVG may ask for.
package struct SVGLimits: Sendable, Hashable {
  /// The bytes of the file.
  package var bytes: Int
  /// The elements of the file.
  package var elements: Int
  /// How deep elements may be nested.
  package var depth: Int
  /// The time to draw it in seconds.
  package var seconds: Double

  /// Makes limits.
  package init(
    bytes: Int = 2 * 1024 * 1024, elements: Int = 50_000, depth: Int = 200, seconds: Double = 10
  ) {
    self.bytes = bytes
    self.elements = elements
    self.depth = depth
    self.seconds = seconds
  }

  /// 2 MiB, 50,000 elements, 200 deep, 10 seconds.
  package static let standard = SVGLimits()
}

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
