/// How much an SVG may ask for; each limit is an error with its number.
public struct SVGLimits: Sendable, Hashable {
  /// The most bytes of the file; over 8 MiB nothing is drawn.
  public var bytes: Int
  /// The most elements of the file.
  public var elements: Int
  /// How deep elements may be nested.
  public var depth: Int
  /// The most seconds that drawing it takes; a run ends after 8 seconds of processor time.
  public var seconds: Double

  /// Makes limits.
  public init(
    bytes: Int = 2 * 1024 * 1024, elements: Int = 50_000, depth: Int = 200, seconds: Double = 8
  ) {
    self.bytes = bytes
    self.elements = elements
    self.depth = depth
    self.seconds = seconds
  }

  /// 2 MiB, 50,000 elements, 200 deep, 8 seconds.
  public static let standard = SVGLimits()
}
