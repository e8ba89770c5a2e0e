import CardModel
import Testing

@testable import CardCommands

@Suite struct CommandLineToolTests {
  private func run(
    _ arguments: String..., environment: [String: String] = [:]
  ) -> (code: ExitCode, output: String, error: String) {
    let recorded = RecordedConsole()
    let code = CommandLineTool.run(
      arguments: arguments, environment: environment, console: recorded.console)
    return (code, recorded.output, recorded.error)
  }

  @Test func `help and the version go to standard output`() {
    let help = run("render", "--help")
    #expect(help.code == .success)
    #expect(help.output.hasPrefix("OVERVIEW: Make cards"))
    #expect(help.error == "")
    #expect(run("help", "render").output == help.output)
    #expect(run("--version").output == ToolSpec.cardstock.version + "\n")
  }

  @Test func `help is as wide as COLUMNS says`() {
    let lines = run("render", "-h", environment: ["COLUMNS": "60"]).output.split(separator: "\n")
    #expect(lines.filter { !$0.hasPrefix("USAGE") }.allSatisfy { $0.count <= 60 })
  }

  @Test func `a wrong command line goes to standard error with code 64`() {
    let wrong = run("render", "a.json", "-o", "a.png", "--strct")
    #expect(wrong.code == .usage)
    #expect(wrong.output == "")
    #expect(wrong.error.hasPrefix("Error: Unknown option '--strct'. Did you mean '--strict'?\n"))
  }

  @Test func `a verb without anything shows its whole help`() {
    let bare = run("render")
    #expect(bare.code == .usage)
    #expect(bare.error.hasPrefix("Error: Missing expected argument '<data>'\n\nOVERVIEW: "))
  }

  @Test func `every verb in the table can be asked for help`() {
    for command in ToolSpec.cardstock.commands where !command.isHidden {
      #expect(run(command.name, "--help").output.hasPrefix("OVERVIEW: \(command.abstract)"))
    }
  }

  @Test func `the options of render are filled from the command line`() throws {
    guard
      case .run(_, let values) = try ArgumentParser(tool: .cardstock).parse([
        "render", "a.json", "-o", "-", "--format=pdf", "--dpi", "600", "--orientation", "portrait",
        "--font-dir", "f", "--font-dir", "g", "--no-system-fonts", "--strict",
      ])
    else {
      Issue.record("not a run")
      return
    }
    let options = RenderOptions(values)
    #expect(options.data == ["a.json"] && options.output == "-" && options.format == .pdf)
    #expect(options.resolution == 600 && options.size == .cr80.turned && options.isStrict)
    #expect(options.fontDirectories == ["f", "g"] && !options.usesSystemFonts)
    #expect(options.errorAction == .skip && options.locale == "en" && options.assets == nil)
  }
}
