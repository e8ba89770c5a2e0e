import CardModel
import Testing

@testable import CardCommands

/// A tool that has one of everything.
let sampleTool = ToolSpec(
  name: "tool", version: "1.2", abstract: "Do things.",
  commands: [
    CommandSpec(
      name: "make", abstract: "Make a thing.",
      arguments: [
        ArgumentSpec(name: "source", abstract: "Where from."),
        ArgumentSpec(name: "more", abstract: "What else.", isRequired: false, repeats: true),
      ],
      options: [
        OptionSpec(
          name: "output", short: "o", value: ValueSpec("output", .path), isRequired: true,
          abstract: "Where to."),
        OptionSpec(
          name: "count", short: "c", value: ValueSpec("n", .integer(1...9)), defaultValue: "2",
          abstract: "How many."),
        OptionSpec(
          name: "scale", value: ValueSpec("factor", .number(0.5...2)), abstract: "How large."),
        OptionSpec(
          name: "color", value: ValueSpec("color", .choice(["a", "b", "c", "d", "e", "f"])),
          abstract: "Which color."),
        OptionSpec(
          name: "format", value: ValueSpec("format", .choice(["png", "pdf", "txt"])),
          abstract: "Which format."),
        OptionSpec(
          name: "include", short: "I", value: ValueSpec("dir", .path), repeats: true,
          abstract: "A folder."),
        OptionSpec(name: "quiet", short: "q", abstract: "Say nothing."),
        OptionSpec(name: "verbose", short: "v", abstract: "Say all.", section: "Talk options"),
      ])
  ],
  options: [])

@Suite struct ArgumentParserTests {
  private func parse(_ words: [String]) throws -> ParsedArguments {
    guard case .run("make", let values) = try ArgumentParser(tool: sampleTool).parse(words) else {
      Issue.record("not a run: \(words)")
      return ParsedArguments()
    }
    return values
  }

  @Test(arguments: [
    ["make", "in", "-o", "out"], ["make", "--output", "out", "in"], ["make", "--output=out", "in"],
    ["make", "-oout", "in"], ["make", "-o=out", "--", "in"],
    ["make", "-o", "first", "in", "-o", "out"],
  ])
  func `an option is written in any of its ways`(_ words: [String]) throws {
    let values = try parse(words)
    #expect(values.text("output") == "out")
    #expect(values.values("source") == ["in"])
    #expect(values.integer("count") == 2)
    #expect(!values.flag("quiet"))
  }

  @Test func `flags join, repeated options add up, and dashes end options`() throws {
    let values = try parse([
      "make", "-qvoout", "-I", "a", "--include=b=c", "-", "--", "-x", "--help",
    ])
    #expect(values.flag("quiet") && values.flag("verbose"))
    #expect(values.texts("include") == ["a", "b=c"])
    #expect(values.values("source") == ["-"])
    #expect(values.values("more") == ["-x", "--help"])
    #expect(values.text("output") == "out")
  }

  @Test func `a single dash is a value`() throws {
    #expect(try parse(["make", "-", "-o", "-"]).text("output") == "-")
  }

  @Test(arguments: [
    (["--help"], Invocation.help(nil)), ([], .help(nil)), (["-h"], .help(nil)),
    (["make", "--wrong", "-h"], .help("make")), (["help", "make"], .help("make")),
    (["help"], .help(nil)), (["--version"], .version), (["make", "--version"], .version),
  ])
  func `help and version come before any error`(_ words: [String], _ wanted: Invocation) throws {
    let tool = ToolSpec(
      name: "tool", version: "1", abstract: "",
      commands: sampleTool.commands + [CommandSpec(name: "help", abstract: "Help.")], options: [])
    #expect(try ArgumentParser(tool: tool).parse(words) == wanted)
  }

  @Test func `a card size is a name or two lengths`() {
    #expect(CardSize(argument: "CR80") == .cr80)
    #expect(CardSize(argument: "85x54mm") == CardSize(width: .mm(85), height: .mm(54)))
    #expect(CardSize(argument: "3.5x2in") == CardSize(width: .inches(3.5), height: .inches(2)))
    for wrong in ["", "mm", "85mm", "85x54", "0x5mm", "-1x5mm", "nanx5mm", "9e9x5mm", "1x2x3mm"] {
      #expect(CardSize(argument: wrong) == nil, "\(wrong)")
    }
  }
}
