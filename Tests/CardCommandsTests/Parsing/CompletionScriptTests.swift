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
      (["check", "my.card.json", "ad"], ["ada.json"]),
      (["check", "--locale", "de", "my"], ["my.card.json"]),
      (["check", "--locale", "=", "de", "--strict", "my.card.json", "t"], ["two words.json"]),
      (["check", "my.card.json", "ada.json", "co"], []),
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

  /// Lines of which each is completed alike by all shells, and what is offered.
  private static let lines: [(line: String, wanted: [String])] = [
    ("cardstock re", ["render"]), ("cardstock help f", ["fonts"]),
    ("cardstock render --font", ["--font-dir"]),
    ("cardstock render --format pn", ["png", "png-1bit"]),
    ("cardstock render -t con", ["conference", "contact"]),
    ("cardstock render -t m", ["my.card.json"]), ("cardstock render ad", ["ada.json"]),
    ("cardstock render two", ["two words.json"]), ("cardstock check my", ["my.card.json"]),
    ("cardstock check --locale de co", ["conference", "contact"]),
    ("cardstock check my.card.json ad", ["ada.json"]),
    ("cardstock templates con", ["conference", "contact"]),
    ("cardstock render --sheet Av", ["Avery 5390"]), ("cardstock render --dpi ", []),
  ]

  @Test func `fish completes what the tool defines`() throws {
    guard let fish = Self.path(of: "fish") else { return }
    try withFolder { folder in
      try CompletionScript(tool: .cardstock, names: Self.names).script(for: .fish)
        .write(to: folder.appending(path: "script"), atomically: true, encoding: .utf8)
      for (line, wanted) in Self.lines {
        let test = "source script; complete -C '\(line)'"
        let (output, code) = try run(fish, ["--no-config", "-c", test], in: folder)
        let offered = output.split(separator: "\n").map { $0.split(separator: "\t")[0] }
        #expect(offered.map(String.init).sorted() == wanted, "\(line)")
        #expect(code == 0)
      }
    }
  }

  /// A shell on a terminal of its own, in which each line is completed; what is offered is noted.
  private static let zshDriver = #"""
    zmodload zsh/zpty
    zpty -b shell zsh -f -i
    zpty -w shell 'PROMPT= RPROMPT=; stty columns 400 rows 200; autoload -Uz compinit; compinit -u -D
    source script
    note() {
      compadd() {
        builtin compadd -A found "$@"
        print -rl -- "$found[@]" >> offered
        builtin compadd "$@"
      }
      _main_complete
      : > done
    }
    zle -C note complete-word note; bindkey "^T" note; : > ready'
    wait_for() { repeat 200; do [[ -e $1 ]] && return; sleep 0.05; done }
    wait_for ready
    for line; do
      rm -f done offered
      zpty -n -w shell "$line"$'\x14'
      wait_for done
      print -r -- "= $line"
      [[ -e offered ]] && grep -v '^$' offered | sort -u
      zpty -n -w shell $'\x15'
    done
    zpty -d shell
    """#

  @Test func `zsh completes what the tool defines`() throws {
    guard let zsh = Self.path(of: "zsh") else { return }
    try withFolder { folder in
      try CompletionScript(tool: .cardstock, names: Self.names).script(for: .zsh)
        .write(to: folder.appending(path: "script"), atomically: true, encoding: .utf8)
      try Self.zshDriver.write(
        to: folder.appending(path: "driver"), atomically: true, encoding: .utf8)
      let (output, _) = try run(zsh, ["-f", "driver"] + Self.lines.map(\.line), in: folder)
      let blocks = output.split(separator: "= ").map { $0.split(separator: "\n") }
      #expect(blocks.count == Self.lines.count, "\(output)")
      for (block, line) in zip(blocks, Self.lines) {
        let offered = block.dropFirst().map { String($0).replacing("\\ ", with: " ") }
        #expect(offered.sorted() == line.wanted, "\(line.line)")
      }
    }
  }

  @Test func `every shell is told the names there are, and files of templates`() {
    let wanted: [(CompletionScript.Shell, [String])] = [
      (.bash, ["-t|--template) __cardstock_files card.json; __cardstock_names 'conference'"]),
      (
        .zsh,
        [
          ":template:__cardstock_names_templates_files'", ":stock:__cardstock_names_stocks'",
          "__cardstock_names_templates_files() {\n  local -a names\n  names=('conference' 'contact')\n"
            + "  compadd -a names\n  _files -g \"*.card.json\"\n}",
          "names=('Avery 5390' 'A6 O'\\''Neil 2x2')",
        ]
      ),
      (
        .fish,
        [
          "-l template -s t -r -k -f -a '(printf \\'%s\\\\n\\' \\'conference\\' "
            + "\\'contact\\'; __cardstock_files card.json)'"
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
