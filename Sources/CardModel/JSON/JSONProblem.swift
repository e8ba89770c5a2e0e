/// One thing that is wrong in a file that is JSON by its syntax.
public struct JSONProblem: Diagnostic, Hashable {
  /// One sentence.
  public let message: String
  /// Where it stands.
  public let position: JSONPosition
  /// The way to it from the root, such as `front.children[1].style`.
  public let path: String
  /// What would help.
  public let hint: String?

  /// Makes a problem.
  public init(_ message: String, at position: JSONPosition, path: String, hint: String? = nil) {
    self.message = message
    self.position = position
    self.path = path
    self.hint = hint
  }

  /// Line and column where they are known, and the way from the root.
  public var place: String? {
    let way = path.isEmpty ? "the root" : path
    return position.line == 0 ? way : "line \(position.line), column \(position.column) (\(way))"
  }
}

/// The problems found so far while a file is read, and the way to what is being read.
public struct JSONProblems: Sendable {
  /// The problems in the order in which they were found.
  public private(set) var list: [JSONProblem] = []
  private var steps: [String] = []
  /// The nodes around the one that is being read.
  var nodeDepth = 0
  /// The nodes read so far.
  var nodeCount = 0

  /// Makes an empty list.
  public init() {}

  /// The way from the root to what is being read.
  public var path: String {
    steps.reduce(into: "") { path, step in
      path += path.isEmpty || step.hasPrefix("[") ? step : "." + step
    }
  }

  /// Adds a problem with the value that is being read.
  public mutating func add(_ message: String, at value: JSONValue, hint: String? = nil) {
    add(message, at: value.position, hint: hint)
  }

  /// Adds a problem at a position.
  public mutating func add(_ message: String, at position: JSONPosition, hint: String? = nil) {
    list.append(JSONProblem(message, at: position, path: path, hint: hint))
  }

  /// Reads something one step further down.
  mutating func within<Result>(_ step: String, _ read: (inout JSONProblems) -> Result) -> Result {
    steps.append(step)
    defer { steps.removeLast() }
    return read(&self)
  }
}
