import CardModel
import CardRecords
import Cardstock
internal import Foundation

extension OptionSpec {
  /// The options that say how data is read, as `check` and `inspect` take them.
  static let dataOptions: [OptionSpec] = [
    OptionSpec(
      name: "data-format",
      value: ValueSpec("format", .choice(DataFormat.allCases.map(\.rawValue))),
      abstract: "The data's format, where the file's ending does not tell."),
    OptionSpec(
      name: "encoding", value: ValueSpec("name", .text),
      abstract: "The text encoding of the data, where it is neither UTF-8 nor UTF-16."),
    OptionSpec(
      name: "table", value: ValueSpec("name", .text),
      abstract: "The sheet or table to read; without it the first sheet, or the only table."),
    OptionSpec(
      name: "query", value: ValueSpec("sql", .text),
      abstract: "The SELECT that gives the records of an SQLite database."),
    OptionSpec(
      name: "map", value: ValueSpec("field=column", .text), repeats: true,
      abstract: "Read a field from a column of another name; may be given more than once."),
    OptionSpec(
      name: "first", value: ValueSpec("n", .integer(1...Int.max)),
      abstract: "Only the first so many records."),
    OptionSpec(
      name: "last", value: ValueSpec("n", .integer(1...Int.max)),
      abstract: "Only the last so many records."),
    OptionSpec(
      name: "only", value: ValueSpec("expr", .text), repeats: true,
      abstract: "Only records whose field has a value: 'field=value' or 'field!=value'; all hold "
        + "where given more than once."),
  ]

  static let assets = OptionSpec(
    name: "assets", value: ValueSpec("dir", .path, completion: .folder),
    abstract: "Where pictures lie; nothing outside is read. Without it, the data file's folder, or "
      + "the template's where there is no data.")

  static let locale = OptionSpec(
    name: "locale", value: ValueSpec("id", .text), defaultValue: "en",
    abstract: "The language of dates, numbers and titles.")
}

/// The template, the data and the fonts that `check` and `inspect` were given.
struct DataArguments: Sendable {
  /// `identity`, the name of another built-in template, or a template's path.
  let template: String
  /// Paths, or `-` for standard input.
  let data: [String]
  let locale: String
  private let values: ParsedArguments
  private let environment: [String: String]

  init(_ values: ParsedArguments, environment: [String: String]) {
    self.environment = environment
    template = values.values("template").first ?? "identity"
    data = values.values("data")
    locale = values.text("locale") ?? "en"
    self.values = values
  }

  /// The template as a file or a built-in one; not the identity card.
  var templateArgument: TemplateArgument {
    TemplateArgument(name: template, environment: environment)
  }

  /// Whether the template is the identity card, which has no file.
  var isIdentity: Bool { template == "identity" }

  /// The records of all data.
  func records(_ console: Console) throws -> RecordStream {
    var settings = RecordOptions()
    settings.encoding = values.text("encoding")
    settings.table = values.text("table")
    settings.query = values.text("query")
    let format: DataFormat? = values.choice("data-format")
    let sources = try data.map { path in
      guard path == "-" else {
        return try RecordSource(path: path, format: format, options: settings)
      }
      return RecordSource(
        bytes: try console.readAll(limit: 1 << 30), format: format ?? .json, options: settings)
    }
    return try RecordStream(
      sources: sources, maps: values.texts("map"), only: values.texts("only"),
      first: values.integer("first"), last: values.integer("last"))
  }

  /// What cards are laid out and drawn with.
  func rendererOptions() throws -> CardRenderer.Options {
    var renderer = CardRenderer.Options()
    renderer.fontFiles = try FontFolders.files(in: values.texts("font-dir"))
    renderer.allowsSystemFonts = !values.flag("no-system-fonts")
    renderer.assetsFolder = values.text("assets") ?? folder
    return renderer
  }

  /// The folder of the first data file, or the template's; else the working folder.
  private var folder: String {
    let path = data.first { $0 != "-" } ?? (data.isEmpty && !isIdentity ? template : "")
    let folder = (path as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }
}
