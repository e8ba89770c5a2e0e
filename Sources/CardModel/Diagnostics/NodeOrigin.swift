/// Where in a template's file a node of a card comes from.
public struct NodeOrigin: Sendable, Hashable, CustomStringConvertible {
  /// The file, as messages name it.
  public let file: String
  /// Its line and column; nil where they are not known.
  public let position: JSONPosition?
  /// The way to it from the root of the file, such as `front.children[1]`.
  public let path: String

  /// Makes an origin.
  public init(file: String, position: JSONPosition?, path: String) {
    self.file = file
    self.position = position
    self.path = path
  }

  /// As messages write it: `Badge.card.json:49:14 (front.children[1])`.
  public var description: String {
    file + (position.map { ":\($0.line):\($0.column)" } ?? "") + (path.isEmpty ? "" : " (\(path))")
  }
}
