import Testing

@testable import CardCommands

@Suite struct UsageErrorTests {
  @Test(arguments: [
    (["make", "a", "-o", "b", "--qiet"], "Unknown option '--qiet'. Did you mean '--quiet'?"),
    (["make", "a", "-o", "b", "--foo"], "Unknown option '--foo'"),
    (["make", "a", "-o", "b", "-x"], "Unknown option '-x'"),
    (["make", "a", "-o", "b", "-quiet"], "Unknown option '-quiet'. Did you mean '--quiet'?"),
    (["make", "a", "-output", "b"], "Unknown option '-output'. Did you mean '--output'?"),
    (["--frmat"], "Unknown option '--frmat'"),
    (["mke"], "Unexpected argument 'mke'. Did you mean 'make'?"),
    (["make", "-o", "b"], "Missing expected argument '<source>'"),
    (["make", "a"], "Missing expected argument '--output <output>'"),
    (["make", "a", "-o"], "Missing value for '-o <output>'"),
    (["make", "a", "-o", "--quiet"], "Missing value for '-o <output>'"),
    (
      ["make", "a", "--output="],
      "The value '' is invalid for '--output <output>'. "
        + "Please provide a path."
    ),
    (
      ["make", "a", "-o", "b", "--count", "-5"],
      "The value '-5' is invalid for '--count <n>'. "
        + "Please provide a whole number from 1 to 9."
    ),
    (
      ["make", "a", "-o", "b", "--scale", "nan"],
      "The value 'nan' is invalid for "
        + "'--scale <factor>'. Please provide a number from 0.5 to 2.0."
    ),
    (
      ["make", "a", "-o", "b", "--format", "gif"],
      "The value 'gif' is invalid for "
        + "'--format <format>'. Please provide one of 'png', 'pdf' or 'txt'."
    ),
    (
      ["make", "a", "-o", "b", "--color=x"],
      "The value 'x' is invalid for '--color <color>'. "
        + "Please provide one of the following:\n  - a\n  - b\n  - c\n  - d\n  - e\n  - f"
    ),
    (
      ["make", "a", "-o", "b", "--quiet=x"],
      "The option '--quiet' does not take any value, "
        + "but 'x' was specified."
    ),
    (["--"], "Missing required subcommand."),
  ])
  func `every wrong command line has its sentence`(_ words: [String], _ sentence: String) {
    let failure = #expect(throws: ParsingFailure.self) {
      try ArgumentParser(tool: sampleTool).parse(words)
    }
    #expect(failure?.error.message == sentence)
  }

  @Test func `arguments that nobody expects are listed`() {
    #expect(
      UsageError.unexpectedArguments(["b", "baz"], nearest: nil).message
        == "2 unexpected arguments: 'b', 'baz'")
    #expect(
      UsageError.unexpectedArguments(["b"], nearest: nil).message == "Unexpected argument 'b'")
  }
}
