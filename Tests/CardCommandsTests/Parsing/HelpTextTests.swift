import Testing

@testable import CardCommands

@Suite struct HelpTextTests {
  private let help = HelpText(tool: sampleTool)

  @Test func `the help of a verb has its sections in order`() {
    #expect(
      help.help(on: sampleTool.commands[0]) == """
        OVERVIEW: Make a thing.

        USAGE: tool make --output <output> [--count <n>] [--scale <factor>] [--color <color>] \
        [--format <format>] [--include <dir> ...] [--quiet] [--verbose] <source> [<more> ...]

        ARGUMENTS:
          <source>                Where from.
          <more>                  What else.

        TALK OPTIONS:
          -v, --verbose           Say all.

        OPTIONS:
          -o, --output <output>   Where to.
          -c, --count <n>         How many. (default: 2)
          --scale <factor>        How large.
          --color <color>         Which color. (values: a, b, c, d, e, f)
          --format <format>       Which format. (values: png, pdf, txt)
          -I, --include <dir>     A folder.
          -q, --quiet             Say nothing.
          --version               Show the version.
          -h, --help              Show help information.
        """)
  }

  @Test func `the help of the tool lists its verbs`() {
    #expect(
      help.help(on: nil) == """
        OVERVIEW: Do things.

        USAGE: tool <subcommand>

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.

        SUBCOMMANDS:
          make                    Make a thing.

          See 'tool help <subcommand>' for detailed help.
        """)
  }

  @Test func `a line is never longer than the terminal`() {
    for columns in [50, 80, 120] {
      let text = HelpText(tool: .cardstock, columns: columns).help(on: .render)
      let lines = text.split(separator: "\n").filter { !$0.hasPrefix("USAGE") }
      let longest = lines.map(\.count).max() ?? 0
      #expect(longest <= columns)
      #expect(longest > columns - 12)
    }
  }

  @Test func `a wrong command line gets its subject, its usage and the way to help`() {
    let failure = ParsingFailure(
      error: .missingArgument(label: "<source>", abstract: "Where from."), command: "make")
    let usage = help.usage(of: sampleTool.commands[0])
    #expect(
      help.text(of: failure) == """
        Error: Missing expected argument '<source>'
        Help:  <source>  Where from.
        Usage: \(usage)
          See 'tool make --help' for more information.
        """)
  }

  @Test func `a verb of many options has a short usage`() {
    #expect(
      HelpText(tool: .cardstock).usage(of: .render)
        == "cardstock render [<options>] --output <output> <data> ...")
  }
}
