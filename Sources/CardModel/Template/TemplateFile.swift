/// All that is wrong in a template, with line, column and path.
public struct TemplateError: Diagnostic, Hashable {
  /// The template's name or path, where it has one.
  public let file: String?
  /// What is wrong, at least one, in the order of the file.
  public let problems: [JSONProblem]

  /// Makes an error of what is wrong in a file.
  public init(file: String?, problems: [JSONProblem]) {
    self.file = file
    self.problems = problems
  }

  /// Makes an error about a file as a whole.
  public init(_ message: String, file: String? = nil, hint: String? = nil) {
    self.init(
      file: file, problems: [JSONProblem(message, at: .none, path: "", hint: hint)])
  }

  /// Whether something contains itself.
  var hasLoop: Bool { problems.contains { $0.code == .loop } }

  /// The first sentence, and how many more there are.
  public var message: String {
    let first = problems.first?.message ?? "The template is wrong."
    return problems.count > 1
      ? first
        + (problems.count == 2
          ? " There is 1 more; 'cardstock check' lists it."
          : " There are \(problems.count - 1) more; 'cardstock check' lists them.") : first
  }

  /// The file and the first place.
  public var place: String? {
    let first = problems.first { !$0.path.isEmpty || $0.position.line > 0 }
    let parts = [file, first?.place].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
  /// What would help with the first.
  public var hint: String? { problems.first?.hint }
}

/// Reads template files: JSON, with comments and trailing commas.
public enum TemplateFile {
  /// What the name of a template file ends with.
  public static let ending = ".card.json"
  /// What the name of a style guide's file ends with.
  public static let styleEnding = ".style.json"

  /// Reads a template.
  ///
  /// - Throws: ``TemplateError`` with all that is wrong.
  public static func read(
    _ bytes: [UInt8], file: String? = nil
  ) throws(TemplateError) -> Template {
    let (template, problems) = check(bytes)
    guard let template, problems.isEmpty else {
      throw TemplateError(file: file, problems: problems)
    }
    return template
  }

  /// Reads a template as far as it can be read, and lists all that is wrong.
  ///
  /// It has no components but its own parts, and no style guide in a file of its own; for those
  /// there is ``TemplateReader``.
  public static func check(_ bytes: [UInt8]) -> (template: Template?, problems: [JSONProblem]) {
    let reading = TemplateReader { _ in nil }.check(TemplateSource(file: "", bytes: bytes))
    return (reading.set?.template, reading.errors.flatMap(\.problems))
  }

  /// Reads a template from its JSON, checked against what lies around it.
  static func check(
    _ json: JSONValue, around: TemplateSurroundings
  ) -> (template: Template?, problems: [JSONProblem]) {
    let (template, problems) = JSONForm<Template>.template.read(json)
    return (
      template, JSONProblem.sorted(problems + TemplateCheck.problems(in: json, around: around))
    )
  }

  /// Reads a style guide from a file of its own, and lists all that is wrong.
  public static func checkStyleGuide(
    _ bytes: [UInt8]
  ) -> (guide: TemplateStyle?, problems: [JSONProblem]) {
    do {
      let json = try JSONReader.read(bytes, options: .relaxed)
      let (guide, problems) = JSONForm<TemplateStyle>.styleGuideFile.read(json)
      return (guide, JSONProblem.sorted(problems))
    } catch {
      return (
        nil,
        [JSONProblem(error.message, at: error.position, path: "", hint: error.hint, code: .syntax)]
      )
    }
  }

  /// The problems of the names in a template's JSON: fields, parts, types, colours and titles.
  package static func nameProblems(
    in json: JSONValue, around: TemplateSurroundings = TemplateSurroundings()
  ) -> [JSONProblem] {
    TemplateCheck.problems(in: json, around: around)
  }

  /// The way to the first node of a template's JSON that names a component.
  package static func pathOfComponent(_ name: String, in json: JSONValue) -> String? {
    ComponentUse.all(in: json).first { $0.name == name }.map { String($0.path.dropLast(5)) }
  }

  /// Writes a template.
  public static func text(of template: Template) -> String {
    JSONForm<Template>.template.written(template).text(pretty: true) + "\n"
  }

  /// The JSON Schema of template files (draft 7), for editors.
  public static var schema: JSONValue {
    document(
      "Cardstock template", JSONForm<Template>.template.schema,
      definitions: JSONForm<Node>.definitions)
  }

  /// The JSON Schema of style guides in files of their own (draft 7), for editors.
  public static var styleGuideSchema: JSONValue {
    document("Cardstock style guide", JSONForm<TemplateStyle>.styleGuideFile.schema)
  }

  private static func document(
    _ title: String, _ schema: JSONSchema, definitions: [(String, JSONSchema)] = []
  ) -> JSONValue {
    guard case .object(let members) = schema.json.kind else { return schema.json }
    var document =
      [
        JSONValue.Member("$schema", .string("http://json-schema.org/draft-07/schema#")),
        JSONValue.Member("title", .string(title)),
      ] + members
    if !definitions.isEmpty {
      document.append(.init("definitions", .object(definitions.map { ($0.0, $0.1.json) })))
    }
    return JSONValue(.object(document))
  }
}
