/// All that is wrong in a template, with line, column and path.
public struct TemplateError: Diagnostic, Hashable {
  /// The template's name or path, where it has one.
  public let file: String?
  /// What is wrong, at least one, in the order of the file.
  public let problems: [JSONProblem]

  /// The first sentence, and how many more there are.
  public var message: String {
    let first = problems.first?.message ?? "The template is wrong."
    return problems.count > 1
      ? first + " There are \(problems.count - 1) more; 'cardstock check' lists them." : first
  }
  /// The file and the first place.
  public var place: String? {
    [file, problems.first?.place].compactMap(\.self).joined(separator: ", ")
  }
  /// What would help with the first.
  public var hint: String? { problems.first?.hint }
}

/// Reads template files: JSON, with comments and trailing commas.
public enum TemplateFile {
  /// What the name of a template file ends with.
  public static let ending = ".card.json"

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
  public static func check(_ bytes: [UInt8]) -> (template: Template?, problems: [JSONProblem]) {
    let json: JSONValue
    do {
      json = try JSONReader.read(bytes, options: .relaxed)
    } catch {
      return (
        nil, [JSONProblem(error.message, at: error.position, path: "", hint: error.hint)]
      )
    }
    let (template, problems) = JSONForm<Template>.template.read(json)
    let all = problems + TemplateCheck.problems(in: json)
    return (
      template,
      all.enumerated().sorted {
        ($0.element.position.line, $0.element.position.column, $0.offset)
          < ($1.element.position.line, $1.element.position.column, $1.offset)
      }.map(\.element)
    )
  }

  /// Writes a template.
  public static func text(of template: Template) -> String {
    JSONForm<Template>.template.written(template).text(pretty: true) + "\n"
  }

  /// The JSON Schema of template files (draft 7), for editors.
  public static var schema: JSONValue {
    guard case .object(let members) = JSONForm<Template>.template.schema.json.kind else {
      return JSONForm<Template>.template.schema.json
    }
    let definitions = JSONForm<Node>.definitions.map { ($0.0, $0.1.json) }
    return JSONValue(
      .object(
        [
          JSONValue.Member("$schema", .string("http://json-schema.org/draft-07/schema#")),
          JSONValue.Member("title", .string("Cardstock template")),
        ] + members + [JSONValue.Member("definitions", .object(definitions))]))
  }
}
