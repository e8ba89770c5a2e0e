import Foundation
import Testing

@testable import CardCommands

@Suite struct CompletionScriptTests {
  private static let shells = ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]

  private static let names: [Completion.NameList: [String]] = [
    .templates: ["conference", "contact"], .stocks: ["Avery 5390", "A6 O'Neil 2x2"],
  ]

  private static func path(of shell: String) -> String? {
    shells.map { "\($0)/\(shell)" }.first(where: FileManager.default.isExecutableFile)
  }

  /// Runs a shell on a script file and gives its output and its exit code.
  private func run(
    _ shell: String, _ arguments: [String], in folder: URL
  ) throws -> (output: String, code: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: shell)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: output, as: UTF8.self), process.terminationStatus)
  }

  private func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(
      at: folder.appending(path: "a folder"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["ada.json", "ada.jpg", "two words.json", "my.card.json"] {
      try Data().write(to: folder.appending(path: name))
    }
    return try body(folder)
  }

  @Test(arguments: CompletionScript.Shell.allCases)
  func `each shell takes its script`(_ shell: CompletionScript.Shell) throws {
    guard let path = Self.path(of: shell.rawValue) else { return }
    try withFolder { folder in
      let script = folder.appending(path: "script")
      try CompletionScript(tool: .cardstock, names: Self.names).script(for: shell)
        .write(to: script, atomically: true, encoding: .utf8)
      let (output, code) = try run(path, ["-n", script.path], in: folder)
      #expect(output == "")
      #expect(code == 0)
    }
  }

  @Test(
    arguments: [
      (
        [""],
        [
          "check", "diff", "fonts", "help", "inspect", "new", "render", "stocks", "templates",
          "worker",
        ]
      ), (["re"], ["render"]),
      (["help", "f"], ["fonts"]),
      (["--gen"], ["--generate-completion-script"]),
      (["--generate-completion-script", ""], ["bash", "fish", "zsh"]),
      (["render", "--font"], ["--font-dir"]),
      (["render", "--format", "p"], ["pdf", "png", "png-1bit"]),
      (["render", "--format", "=", "pn"], ["png", "png-1bit"]),
      (["render", "--format", "="], ["pdf", "png", "png-1bit", "zpl"]),
      (["render", "--dpi", ""], []), (["render", "ad"], ["ada.json"]),
      (["render", "t"], ["two words.json"]), (["render", "--assets", ""], ["a folder"]),
      (["render", "-t", "con"], ["conference", "contact"]),
      (["render", "--template", "="], ["a folder", "conference", "contact", "my.card.json"]),
      (["render", "-t", "m"], ["my.card.json"]), (["check", "my"], ["my.card.json"]),
      (["inspect", "conf"], ["conference"]), (["templates", ""], ["conference", "contact"]),
      (["render", "--sheet", "A"], ["A6\\ O\\'Neil\\ 2x2", "Avery\\ 5390"]),
      (["render", "--sheet", "Avery\\ 53"], ["Avery\\ 5390"]),
      (["render", "--sheet", "\"Avery 5"], ["Avery 5390"]), (["render", "--sheet", "x"], []),
      (["render", "-o", "ada"], ["ada.jpg", "ada.json"]), (["fonts", "--s"], []),
    ])
  func `bash completes what the tool defines`(_ words: [String], _ wanted: [String]) throws {
    let bash = try #require(Self.path(of: "bash"))
    try withFolder { folder in
      let script = CompletionScript(tool: .cardstock, names: Self.names).script(for: .bash)
      let quoted = words.map { "'\($0)'" }.joined(separator: " ")
      let test = """
        set -u
        \(script)
        COMP_WORDS=(cardstock \(quoted)); COMP_CWORD=\(words.count); _cardstock
        ((${#COMPREPLY[@]})) && printf '%s\\n' "${COMPREPLY[@]}"
        exit 0
        """
      let (output, code) = try run(bash, ["--norc", "-c", test], in: folder)
      #expect(output.split(separator: "\n").map(String.init).sorted() == wanted)
      #expect(code == 0)
    }
  }

  @Test func `every shell is told the names there are, and files of templates`() {
    let wanted: [(CompletionScript.Shell, [String])] = [
      (.bash, ["-t|--template) __cardstock_files card.json; __cardstock_names 'conference'"]),
      (
        .zsh,
        [
          ":template:__cardstock_templates_files'", ":stock:__cardstock_stocks'",
          "__cardstock_templates_files() {\n  local -a names\n  names=('conference' 'contact')\n"
            + "  compadd -a names\n  _files -g \"*.(card.json)\"\n}",
          "names=('Avery 5390' 'A6 O'\\''Neil 2x2')",
        ]
      ),
      (
        .fish,
        [
          "-l template -s t -r -k -f -a '(printf \\'%s\\\\n\\' \\'conference\\' "
            + "\\'contact\\'; __fish_complete_suffix .card.json)'"
        ]
      ),
    ]
    for (shell, texts) in wanted {
      let script = CompletionScript(tool: .cardstock, names: Self.names).script(for: shell)
      for text in texts { #expect(script.contains(text), "\(shell): \(text)") }
    }
  }

  @Test func `the tool tells its templates, stocks and papers`() {
    let console = RecordedConsole()
    let code = CommandLineTool.run(
      arguments: ["--generate-completion-script", "bash"], environment: [:],
      console: console.console)
    #expect(code == .success)
    for name in ["'identity'", "'conference'", "'table-tent'", "'a4'", "'Avery 5390'"] {
      #expect(console.output.contains(" \(name) "), "\(name)")
    }
  }
}
