/// Which SVGs the caller vouches for, so that they may be drawn in the caller's own process.
///
/// It matters only where the program `cardstock-svg` is missing: any other SVG is refused there, as
/// a file can be made to crash the library that draws it.
public enum SVGTrust: Sendable, Hashable {
  /// None.
  case none
  /// Those that pictures name by these sources.
  case sources(Set<String>)
  /// All of them.
  case all

  /// Whether a picture's source is trusted.
  func includes(_ source: String) -> Bool {
    switch self {
    case .none: false
    case .sources(let sources): sources.contains(source)
    case .all: true
    }
  }
}
