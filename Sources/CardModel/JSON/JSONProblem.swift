/// One thing that is wrong in a file that is JSON by its syntax.
public struct JSONProblem: Diagnostic, Hashable {
  /// What kinds of problems there are; the code stands in reports and never changes its meaning.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The text is not JSON.
    case syntax
    /// An object has a part that it cannot have.
    case unknownKey = "unknown-key"
    /// An object lacks a part that it must have.
    case missingKey = "missing-key"
    /// A value is of another type than it should be.
    case wrongType = "wrong-type"
    /// A value is of the right type, but none that can stand there.
    case wrongValue = "wrong-value"
    /// A field's sample is not what the field asks for.
    case sample
    /// A field's default is not what the field asks for.
    case `default`
    /// A placeholder cannot be read.
    case placeholder
    /// A field, a part, a title, a label type or a colour is named that is not there.
    case unknownName = "unknown-name"
    /// A name is there twice.
    case duplicateName = "duplicate-name"
    /// A part contains itself.
    case loop
    /// There is more of something than can be read.
    case limit
  }

  /// What kind of problem it is.
  public let code: Code
  /// What should stand in place of what does, where that can be guessed.
  package let suggestion: String?
  /// One sentence.
  public let message: String
  /// Where it stands.
  public let position: JSONPosition
  /// The way to it from the root, such as `front.children[1].style`.
  public let path: String
  /// What would help.
  public let hint: String?

  /// Makes a problem.
  public init(
    _ message: String, at position: JSONPosition, path: String, hint: String? = nil,
    code: Code = .wrongValue
  ) {
    self.init(message, at: position, path: path, hint: hint, code: code, suggestion: nil)
  }

  init(
    _ message: String, at position: JSONPosition, path: String, hint: String?, code: Code,
    suggestion: String?
  ) {
    self.code = code
    self.suggestion = suggestion
    self.message = message
    self.position = position
    self.path = path
    self.hint = hint
  }

  /// Problems in the order in which they stand in their file.
  static func sorted(_ problems: [JSONProblem]) -> [JSONProblem] {
    problems.enumerated().sorted {
      ($0.element.position.line, $0.element.position.column, $0.offset)
        < ($1.element.position.line, $1.element.position.column, $1.offset)
    }.map(\.element)
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
  public mutating func add(
    _ message: String, at value: JSONValue, hint: String? = nil,
    code: JSONProblem.Code = .wrongValue
  ) {
    add(message, at: value.position, hint: hint, code: code)
  }

  /// Adds a problem at a position.
  public mutating func add(
    _ message: String, at position: JSONPosition, hint: String? = nil,
    code: JSONProblem.Code = .wrongValue
  ) {
    add(message, at: position, hint: hint, code: code, suggestion: nil)
  }

  mutating func add(
    _ message: String, at position: JSONPosition, hint: String?, code: JSONProblem.Code,
    suggestion: String?
  ) {
    list.append(
      JSONProblem(
        message, at: position, path: path, hint: hint, code: code, suggestion: suggestion))
  }

  /// Reads something one step further down.
  mutating func within<Result>(_ step: String, _ read: (inout JSONProblems) -> Result) -> Result {
    steps.append(step)
    defer { steps.removeLast() }
    return read(&self)
  }
}
