import Foundation
import Testing

@Suite struct UsageErrorTests {
  private static let usage = "Usage: cardstock render [<options>] --output <output> <data> ...\n"
  private static let more = "  See 'cardstock render --help' for more information.\n"
  private static let rootUsage =
    "Usage: cardstock <subcommand>\n  See 'cardstock --help' for more information.\n"

  @Test(arguments: [
    (["rendr"], "Error: Unexpected argument 'rendr'. Did you mean 'render'?\n" + rootUsage),
    (["--"], "Error: Missing required subcommand.\n" + rootUsage),
    (
      ["render", "a.json", "-o", "a.png", "--font-dri", "f"],
      "Error: Unknown option '--font-dri'. Did you mean '--font-dir'?\n" + usage + more
    ),
    (
      ["render", "-o", "a.png"],
      "Error: Missing expected argument '<data>'\n"
        + "Help:  <data>  The data: a file such as people.json or people.csv, or '-' for "
        + "standard input.\n" + usage + more
    ),
    (
      ["render", "a.json", "-o", "a.png", "--dpi", "none"],
      "Error: The value 'none' is invalid for '--dpi <dpi>'. "
        + "Please provide a whole number from 36 to 1200.\n"
        + "Help:  --dpi <dpi>  The resolution of PNG in dots per inch, 300 unless given; of ZPL 203 "
        + "or 300, 203 unless given.\n" + usage + more
    ),
    (
      ["fonts", "a", "b"],
      "Error: 2 unexpected arguments: 'a', 'b'\n"
        + "Usage: cardstock fonts [--font-dir <dir> ...] [--no-system-fonts]\n"
        + "  See 'cardstock fonts --help' for more information.\n"
    ),
  ])
  func `a wrong command line is told on standard error`(
    _ arguments: [String], _ text: String
  ) throws {
    let result = try Tool.run(arguments)
    #expect(result.error == text)
    #expect(result.text == "")
    #expect(result.exitCode == 64)
  }

  @Test func `help goes to standard output`() throws {
    let result = try Tool.run(["--help"])
    #expect(result.text.hasPrefix("OVERVIEW: Typeset identity cards"))
    #expect(result.error == "")
    #expect(result.exitCode == 0)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
  func `a reader that goes away ends the tool quietly`() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = [
      // The sleep lets the reader close before the tool writes.
      "-c", "(sleep 0.3; exec \"$0\" --help) | true; echo ${PIPESTATUS[0]}",
      try Tool.executable.path,
    ]
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    try process.run()
    process.waitUntilExit()
    #expect(try output.fileHandleForReading.readToEnd() == Data("0\n".utf8))
    #expect(try error.fileHandleForReading.readToEnd() ?? Data() == Data())
  }
}
