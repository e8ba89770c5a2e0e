import CardFiles
import Cardstock

extension CommandSpec {
  static let worker = CommandSpec(
    name: "worker", abstract: "Answer NDJSON requests on standard input, one line each.",
    arguments: [],
    options: [
      OptionSpec(
        name: "template", short: "t",
        value: ValueSpec(
          "template", .path, completion: .names(.templates, files: ["card.json"])),
        defaultValue: "identity",
        abstract: "The design of requests that name none: a built-in template or a .card.json file."
      ),
      OptionSpec(
        name: "assets", value: ValueSpec("dir", .path, completion: .folder),
        abstract: "Where pictures lie, for requests that do not say. "
          + "Without it, the working folder."),
      OptionSpec(
        name: "locale", value: ValueSpec("id", .text), defaultValue: "en",
        abstract: "The language of dates, numbers and titles, for requests that do not say."),
      OptionSpec(name: "strict", abstract: "Let a warning fail the card."),
      .fontDirectory, .noSystemFonts,
    ])
}

/// Serves requests until standard input ends.
struct WorkerCommand {
  let defaults: WorkerRequest.Defaults
  let isStrict: Bool
  let fontDirectories: [String]
  let usesSystemFonts: Bool
  let environment: [String: String]
  let console: Console

  init(_ arguments: ParsedArguments, environment: [String: String], console: Console) {
    defaults = WorkerRequest.Defaults(
      template: arguments.text("template") ?? "identity",
      locale: arguments.text("locale") ?? "en", assets: arguments.text("assets") ?? ".")
    isStrict = arguments.flag("strict")
    fontDirectories = arguments.texts("font-dir")
    usesSystemFonts = !arguments.flag("no-system-fonts")
    self.environment = environment
    self.console = console
  }

  func run() throws -> ExitCode {
    var options = CardRenderer.Options()
    options.fontFiles = try FontFolders.files(in: fontDirectories)
    options.allowsSystemFonts = usesSystemFonts
    options.documentDate = try DocumentDate.seconds(in: environment)
    var worker = try CardWorker(
      defaults: defaults, options: options, isStrict: isStrict, environment: environment)
    let interrupt = Interrupt()
    let input = LineInput(limit: CardWorker.lineLimit) { interrupt.isRaised }
    while let line = try input.next() {
      guard let answer = worker.answer(line) else { continue }
      try console.write(answer + [0x0A])
    }
    return interrupt.isRaised ? .interrupted : .success
  }
}
