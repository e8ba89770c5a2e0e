import Foundation
import Testing

@testable import CardCommands

@Suite struct CompletionScriptTests {
  private static let shells = ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]

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
    for name in ["ada.json", "ada.jpg", "two words.json"] {
      try Data().write(to: folder.appending(path: name))
    }
    return try body(folder)
  }

  @Test(arguments: CompletionScript.Shell.allCases)
  func `each shell takes its script`(_ shell: CompletionScript.Shell) throws {
    guard let path = Self.path(of: shell.rawValue) else { return }
    try withFolder { folder in
      let script = folder.appending(path: "script")
      try CompletionScript(tool: .cardstock).script(for: shell)
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
      (["render", "-o", "ada"], ["ada.jpg", "ada.json"]), (["fonts", "--s"], []),
    ])
  func `bash completes what the tool defines`(_ words: [String], _ wanted: [String]) throws {
    let bash = try #require(Self.path(of: "bash"))
    try withFolder { folder in
      let script = CompletionScript(tool: .cardstock).script(for: .bash)
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
}
