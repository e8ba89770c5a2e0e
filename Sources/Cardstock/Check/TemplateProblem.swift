public import CardModel

/// One thing that is wrong with a template, with its place in the file.
public struct TemplateProblem: Sendable, Hashable {
  /// What kind of problem it is; a code stands in reports and never changes its meaning.
  public let code: String
  /// How much it matters: an error fails cards, a warning does so in a strict run.
  public let severity: Severity
  /// One sentence.
  public let message: String
  /// The template's file, or another one that it is made of.
  public let file: String?
  /// Where it stands; nil where that is not known.
  public let position: JSONPosition?
  /// The way to it from the root, such as `front.children[1].style`.
  public let path: String
  /// What would help.
  public let hint: String?

  init(
    code: String, _ severity: Severity, _ message: String, file: String?,
    position: JSONPosition?, path: String, hint: String?
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.file = file
    self.position = position
    self.path = path
    self.hint = hint
  }

  /// A problem of the file's text or names: always an error.
  init(_ problem: JSONProblem, file: String?) {
    self.init(
      code: problem.code.rawValue, .error, problem.message, file: file,
      position: problem.position.line > 0 ? problem.position : nil, path: problem.path,
      hint: problem.hint)
  }
}
