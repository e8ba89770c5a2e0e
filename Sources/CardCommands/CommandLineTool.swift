internal import CardFiles
import CardModel
internal import Cardstock

/// The tool `cardstock`, as a function from a command line to an exit code.
public enum CommandLineTool {
  /// Does what a command line asks for; `arguments` begin after the tool's own name.
  public static func run(
    arguments: [String], environment: [String: String], console: Console
  ) -> ExitCode {
    let tool = ToolSpec.cardstock
    let help = HelpText(tool: tool, columns: columns(environment, console))
    let invocation: Invocation
    do {
      invocation = try ArgumentParser(tool: tool).parse(arguments)
    } catch {
      console.printError(help.text(of: error))
      return .usage
    }
    do {
      return try run(
        invocation, tool: tool, help: help, environment: environment, console: console)
    } catch FileError.brokenPipe {
      // The reader has had enough: no word, and no blame unless what it lost was a card.
      if case .run(let verb?, _) = invocation,
        [CommandSpec.render.name, CommandSpec.worker.name].contains(verb)
      {
        return .failure
      }
      return .success
    } catch let error as any Diagnostic {
      console.printError("Error: \(error.description)")
      return .failure
    } catch {
      console.printError("Error: \(error)")
      return .failure
    }
  }

  private static func run(
    _ invocation: Invocation, tool: ToolSpec, help: HelpText, environment: [String: String],
    console: Console
  ) throws -> ExitCode {
    switch invocation {
    case .help(let verb):
      try console.print(help.help(on: verb.flatMap(tool.command(named:))))
      return .success
    case .version:
      try console.print(tool.version)
      return .success
    case .run(nil, let values):
      if let shell: CompletionScript.Shell = values.choice("generate-completion-script") {
        let script = CompletionScript(tool: tool, names: names(environment)).script(for: shell)
        try console.write(Array(script.utf8))
      }
      return .success
    case .run(let verb?, let values):
      return try run(verb, values, environment: environment, console: console)
    }
  }

  /// The names that shells complete; none of a kind that is not installed.
  private static func names(_ environment: [String: String]) -> [Completion.NameList: [String]] {
    let templates = (try? BuiltInTemplates.names(environment: environment)) ?? []
    let stocks =
      (try? StockCatalogue(files: [], environment: environment).search(""))?.map(\.name) ?? []
    return [
      .templates: ["identity"] + templates,
      .stocks: PaperSize.named.compactMap(\.name) + stocks,
    ]
  }

  private static func run(
    _ verb: String, _ values: ParsedArguments, environment: [String: String], console: Console
  ) throws -> ExitCode {
    switch verb {
    case CommandSpec.check.name:
      return try CheckCommand(values, environment: environment, console: console).run()
    case CommandSpec.inspect.name:
      return try InspectCommand(values, environment: environment, console: console).run()
    case CommandSpec.diff.name: return try DiffCommand(values, console: console).run()
    case CommandSpec.fonts.name:
      return try FontsCommand(
        fontDirectories: values.texts("font-dir"), usesSystemFonts: !values.flag("no-system-fonts"),
        console: console
      ).run()
    case CommandSpec.new.name:
      return try NewCommand(
        path: values.values("name").first ?? "", writesSwift: values.flag("swift"),
        environment: environment, console: console
      ).run()
    case CommandSpec.templates.name:
      return try TemplatesCommand(
        name: values.values("name").first, isJSON: values.flag("json"),
        schema: values.flag("schema") ? values.choice("schema") ?? .template : nil,
        environment: environment,
        console: console
      ).run()
    case CommandSpec.stocks.name:
      return try StocksCommand(
        search: values.values("search").joined(separator: " "), files: values.texts("stocks"),
        isJSON: values.flag("json"), environment: environment, console: console
      ).run()
    case CommandSpec.worker.name:
      return try WorkerCommand(values, environment: environment, console: console).run()
    case CommandSpec.render.name where values.flag("calibrate"):
      return try CalibrateCommand(
        output: values.text("output"), sheet: values.text("sheet"),
        printer: values.text("printer"), measured: values.text("measured"),
        stockFiles: values.texts("stocks"), environment: environment, console: console
      ).run()
    case CommandSpec.render.name:
      return try RenderCommand(
        options: RenderOptions(values), environment: environment, console: console
      ).run()
    default:
      throw CommandFailure("The command '\(verb)' is not built.")
    }
  }

  /// How wide help may be: `COLUMNS`, else the terminal's width, else 80.
  private static func columns(_ environment: [String: String], _ console: Console) -> Int {
    let columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    return max(columns ?? console.columns ?? 80, 40)
  }
}
