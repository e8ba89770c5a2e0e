import CardModel
import Cardstock

extension CommandSpec {
  static let templates = CommandSpec(
    name: "templates", abstract: "List the built-in templates, or print one to start from.",
    arguments: [
      ArgumentSpec(
        name: "name", abstract: "The template whose file is printed.", isRequired: false,
        completion: .names(.templates, files: []))
    ],
    options: [
      OptionSpec(name: "json", abstract: "Print the list as JSON, each field with its type."),
      OptionSpec(
        name: "schema", value: ValueSpec("kind", .choice(["template", "style"])),
        hasOptionalValue: true,
        abstract: "Print the JSON Schema of template files, for editors; with '--schema=style' "
          + "that of style guides."),
    ])
}

/// Lists the built-in templates with their sizes and fields, or prints the file of one.
struct TemplatesCommand {
  let name: String?
  let isJSON: Bool
  let schema: Schema?
  let environment: [String: String]
  let console: Console

  /// A kind of file that there is a schema of.
  enum Schema: String { case template, style }

  func run() throws -> ExitCode {
    if let schema {
      let value = schema == .style ? TemplateFile.styleGuideSchema : TemplateFile.schema
      try console.print(value.text(pretty: true))
      return .success
    }
    if let name {
      guard name != Entry.identity.name else {
        throw CommandFailure(
          "The identity card is made in Swift, for any size, and has no file.",
          hint: "Start from another one, such as 'cardstock templates staff'.")
      }
      try console.write(BuiltInTemplates.bytes(name, environment: environment))
      return .success
    }
    let entries =
      try [Entry.identity]
      + BuiltInTemplates.names(environment: environment).map { name in
        Entry(name, try BuiltInTemplates.read(name, environment: environment))
      }
    if isJSON {
      try console.print(JSONValue.array(entries.map(\.json)).text(pretty: true))
    } else {
      try console.print(entries.map(\.lines).joined(separator: "\n\n"))
    }
    return .success
  }
}

/// A template as the list shows it.
private struct Entry {
  let name: String
  let summary: String
  let size: CardSize
  let hasBack: Bool
  let fields: [TemplateField]

  init(_ name: String, _ template: Template) {
    self.name = name
    summary = template.summary ?? template.title ?? ""
    size = template.cardSize
    hasBack = template.back != nil
    fields = template.fields
  }

  private init() {
    name = "identity"
    summary =
      "A photo, the name, and a table of the person's details; any size, with '--size' and "
      + "'--orientation'."
    size = .cr80
    hasBack = false
    fields =
      [TemplateField("name", isRequired: true), TemplateField("icon", .picture)]
      + PersonRow.Kind.allCases.map { kind in
        switch kind {
        case .birthday: TemplateField(kind.rawValue, .date)
        case .height, .weight: TemplateField(kind.rawValue, .number)
        case .email, .phone, .address, .company, .gender: TemplateField(kind.rawValue)
        }
      }
  }

  /// The one design that is no file.
  static let identity = Entry()

  var lines: String {
    let size = "\(length(size.width)) × \(length(size.height))" + (hasBack ? ", two sides" : "")
    let fields = fields.map { $0.name + ($0.isRequired ? " (required)" : "") }
    return "\(name)  \(size)\n  \(summary)\n  Fields: \(fields.joined(separator: ", "))"
  }

  private func length(_ length: Length) -> String {
    var text = length.description
    text.removeLast(length.unit.rawValue.count)
    return text + " " + length.unit.rawValue
  }

  var json: JSONValue {
    .object([
      ("name", .string(name)), ("summary", .string(summary)),
      ("width", .string(size.width.description)), ("height", .string(size.height.description)),
      ("sides", .number(hasBack ? 2 : 1)),
      (
        "fields",
        .array(
          fields.map { field in
            .object(
              [
                ("name", .string(field.name)), ("type", .string(field.type.rawValue)),
                ("required", .bool(field.isRequired)),
              ] + (field.summary.map { [("summary", .string($0))] } ?? []))
          })
      ),
    ])
  }
}
