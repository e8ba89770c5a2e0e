/// A template's or a style guide's text, and the name of its file for messages.
public struct TemplateSource: Sendable, Hashable {
  /// The file as messages name it.
  public let file: String
  /// The text in UTF-8.
  public let bytes: [UInt8]

  /// Makes a source.
  public init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }
}

/// What a template asks for beyond its own file.
public enum TemplateReference: Sendable, Hashable {
  /// A component by its name: `FancyBadge` for `FancyBadge.card.json`.
  case component(String)
  /// A style guide by its path beside the template.
  case styleGuide(String)
}

/// What came of reading a template with all that it names.
public struct TemplateReading: Sendable {
  /// The templates, as far as they could be read; nil where the first one could not.
  public let set: TemplateSet?
  /// What is wrong, an error for each file in the order of reading.
  public let errors: [TemplateError]
  /// The files that were read, the template's own first.
  public let files: [String]
  /// What is named and not there.
  public let missing: [TemplateReference]
  /// The template's own text.
  public let source: TemplateSource
  /// What is around the template's own file.
  package let around: TemplateSurroundings
  /// What is wrong with the names of files that the template's own file gives.
  package let referenceProblems: [JSONProblem]

  /// The components that can be used, whatever is wrong with them: none that contains itself.
  package var usableComponents: [String: Template] {
    guard let set, !errors.dropFirst(hasOwnErrors ? 1 : 0).contains(where: \.hasLoop) else {
      return [:]
    }
    return set.components.filter { !around.failed.contains($0.key) }
  }

  /// Whether the first of the errors is about the template's own file.
  package var hasOwnErrors: Bool { errors.first.map { $0.file == source.file } ?? false }
}

/// Reads a template and, through a door, the components and style guides that it names.
///
/// Each component is read once, however often it is used. The reader knows no folders: whoever
/// opens the door says what a name means.
public struct TemplateReader: Sendable {
  /// Gives the text of what a template names, or nil where there is none of that name.
  public typealias Door = @Sendable (TemplateReference) throws -> TemplateSource?

  private let door: Door
  private let known: [String]

  /// Makes a reader; `known` are names of components for hints.
  public init(known: [String] = [], door: @escaping Door) {
    self.known = known
    self.door = door
  }

  /// Reads a template; `name` is its own, by which a component that leads back to it is found.
  ///
  /// - Throws: ``TemplateError`` of the first file that is wrong.
  public func read(
    _ source: TemplateSource, name: String? = nil
  ) throws(TemplateError) -> TemplateSet {
    let reading = check(source, name: name)
    if let error = reading.errors.first { throw error }
    guard let set = reading.set else { throw TemplateError(file: source.file, problems: []) }
    return set
  }

  /// Reads a template as far as it goes, and lists all that is wrong in all its files.
  public func check(_ source: TemplateSource, name: String? = nil) -> TemplateReading {
    var walk = Walk(door: door, known: known)
    let template = walk.read(source, stack: [name ?? ""])
    var around = walk.around
    around.failed = walk.failed
    return TemplateReading(
      set: template.map { TemplateSet($0, components: walk.components) }, errors: walk.errors,
      files: walk.files, missing: walk.missing, source: source, around: around,
      referenceProblems: walk.referenceProblems)
  }

  /// One reading on its way through the files.
  private struct Walk {
    let door: Door
    let known: [String]
    var components: [String: Template] = [:]
    /// Names that were asked for and cannot be used; what is wrong with them is said once.
    var failed: Set<String> = []
    var errors: [TemplateError] = []
    var files: [String] = []
    var missing: [TemplateReference] = []
    /// What is around the file that was read first, which is done last.
    var around = TemplateSurroundings()
    var referenceProblems: [JSONProblem] = []
    /// The style guide of the file that was read first, which holds in components, too.
    var cardStyle: JSONValue?
    /// The file of the style guide that was read last.
    var styleSource: TemplateSource?

    init(door: @escaping Door, known: [String]) {
      self.door = door
      self.known = known
    }

    mutating func read(_ source: TemplateSource, stack: [String]) -> Template? {
      files.append(source.file)
      let place = errors.count
      let json: JSONValue
      do {
        json = try JSONReader.read(source.bytes, options: .relaxed)
      } catch {
        errors.append(
          TemplateError(
            file: source.file,
            problems: [
              JSONProblem(
                error.message, at: error.position, path: "", hint: error.hint, code: .syntax)
            ]))
        return nil
      }
      var problems: [JSONProblem] = []
      var around = TemplateSurroundings(known: known)
      styleSource = nil
      around.style = style(of: json, &problems)
      around.styleSource = styleSource
      if stack.count == 1 {
        cardStyle = around.style ?? json["styleGuide"] ?? JSONValue(.object([]))
      } else {
        around.cardStyle = cardStyle
      }
      for use in ComponentUse.all(in: json) {
        component(use, stack: stack, &problems)
      }
      around.components = components
      around.failed = failed
      self.around = around
      referenceProblems = problems
      let (template, own) = TemplateFile.check(json, around: around)
      problems = JSONProblem.sorted(problems + own)
      if !problems.isEmpty {
        // Before the errors of what this file names: it was read first.
        errors.insert(TemplateError(file: source.file, problems: problems), at: place)
      }
      return template.map { around.styled($0) }
    }

    private mutating func component(
      _ use: ComponentUse, stack: [String], _ problems: inout [JSONProblem]
    ) {
      let name = use.name
      func refuse(
        _ message: String, hint: String?, code: JSONProblem.Code = .wrongValue
      ) {
        problems.append(
          JSONProblem(message, at: use.position, path: use.path, hint: hint, code: code))
      }
      if let start = stack.firstIndex(of: name) {
        let loop = (stack[start...] + [name]).map { "'\($0)'" }.joined(separator: " → ")
        refuse(
          "The component '\(name)' contains itself: \(loop).",
          hint: "Take one of these components out.", code: .loop)
        failed.insert(name)
        return
      }
      if components[name] != nil || failed.contains(name) { return }
      guard TemplateName.isInside(name) else {
        refuse(
          "The component '\(name)' is not a name in the template's folder.",
          hint: "Put the file in that folder or below it, and write its name without '..' and "
            + "without '\(TemplateFile.ending)'.")
        failed.insert(name)
        return
      }
      guard stack.count <= TemplateLimits.depth else {
        refuse(
          "The components are nested deeper than \(TemplateLimits.depth) levels.",
          hint: "They are \(stack.suffix(3).map { "'\($0)'" }.joined(separator: ", ")) and so on.",
          code: .limit)
        failed.insert(name)
        return
      }
      guard files.count < TemplateLimits.count else {
        refuse("The template has more than \(TemplateLimits.count) files.", hint: nil, code: .limit)
        failed.insert(name)
        return
      }
      do {
        // Where the door has none, the check says which names there are.
        guard let source = try door(.component(name)) else {
          if !missing.contains(.component(name)) { missing.append(.component(name)) }
          return
        }
        if let template = read(source, stack: stack + [name]) {
          components[name] = template
        } else {
          failed.insert(name)
        }
      } catch {
        let cause = error as? any Diagnostic
        refuse(
          "The component '\(name)' cannot be read. \(cause?.message ?? "\(error)")",
          hint: cause?.hint)
        failed.insert(name)
      }
    }

    /// The style guide that a template names, as it stands in its file.
    private mutating func style(
      of json: JSONValue, _ problems: inout [JSONProblem]
    ) -> JSONValue? {
      guard let value = json["styleGuide"], case .string(let path) = value.kind else { return nil }
      func refuse(_ message: String, hint: String?) {
        problems.append(JSONProblem(message, at: value.position, path: "styleGuide", hint: hint))
      }
      // What stands in for a guide that cannot be read, so that its names are not told as well.
      let unread = JSONValue(.null)
      guard TemplateName.isInside(path) else {
        refuse(
          "The style guide '\(path)' is not in the template's folder.",
          hint: "Put the file in that folder or below it, and write its path without '..'.")
        return unread
      }
      do {
        guard let source = try door(.styleGuide(path)) else {
          missing.append(.styleGuide(path))
          refuse(
            "There is no style guide '\(path)' beside the template.",
            hint: "Write the name of a file such as 'house\(TemplateFile.styleEnding)', or the "
              + "types and colours themselves.")
          return unread
        }
        if !files.contains(source.file) { files.append(source.file) }
        let (guide, wrong) = TemplateFile.checkStyleGuide(source.bytes)
        guard let guide, wrong.isEmpty else {
          if !errors.contains(where: { $0.file == source.file }) {
            errors.append(TemplateError(file: source.file, problems: wrong))
          }
          return unread
        }
        styleSource = source
        return JSONForm<TemplateStyle>.templateStyle.written(guide)
      } catch {
        let cause = error as? any Diagnostic
        refuse(
          "The style guide '\(path)' cannot be read. \(cause?.message ?? "\(error)")",
          hint: cause?.hint)
        return unread
      }
    }
  }
}

/// The names of files that a template may give.
enum TemplateName {
  /// Whether a name stays in its folder: no way up, no hidden file, nothing that is no name.
  static func isInside(_ name: String) -> Bool {
    let steps = name.split(separator: "/", omittingEmptySubsequences: false)
    return name.utf8.count <= 200
      && steps.allSatisfy { step in
        !step.isEmpty && step.first != "." && step.first != " " && step.last != " "
          && !step.unicodeScalars.contains {
            $0.properties.generalCategory == .control || "\\:*?\"<>|".unicodeScalars.contains($0)
          }
      }
  }
}
