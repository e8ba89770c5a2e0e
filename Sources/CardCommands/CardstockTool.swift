internal import Cardstock

extension ToolSpec {
  private static let verbs: [CommandSpec] = [
    .render, .check, .inspect, .diff, .worker, .new, .templates, .fonts, .stocks,
  ]

  /// The command line of `cardstock`: a verb or an option exists when it stands here.
  static let cardstock = ToolSpec(
    name: "cardstock",
    version: CardstockVersion.text,
    abstract: "Typeset identity cards, badges and labels from people's data.",
    commands: verbs + [.help(on: verbs)],
    options: [
      OptionSpec(
        name: "generate-completion-script",
        value: ValueSpec("shell", .choice(CompletionScript.Shell.allCases.map(\.rawValue))),
        abstract: "Print the completion script of a shell.")
    ])
}

extension CommandSpec {
  /// The verb that explains the others.
  fileprivate static func help(on verbs: [CommandSpec]) -> CommandSpec {
    CommandSpec(
      name: "help", abstract: "Show help on a subcommand.",
      arguments: [
        ArgumentSpec(
          name: "subcommand", abstract: "The subcommand to explain.", isRequired: false,
          completion: .values(verbs.map(\.name)))
      ],
      isHidden: true)
  }
}
