extension ToolSpec {
  /// The command line of `cardstock`: a verb or an option exists when it stands here.
  static let cardstock = ToolSpec(
    name: "cardstock",
    version: "0.1.0",
    abstract: "Typeset identity cards, badges and labels from people's data.",
    commands: [.render, .fonts, .help],
    options: [
      OptionSpec(
        name: "generate-completion-script",
        value: ValueSpec("shell", .choice(CompletionScript.Shell.allCases.map(\.rawValue))),
        abstract: "Print the completion script of a shell.")
    ])
}

extension CommandSpec {
  static let help = CommandSpec(
    name: "help", abstract: "Show help on a subcommand.",
    arguments: [
      ArgumentSpec(
        name: "subcommand", abstract: "The subcommand to explain.", isRequired: false,
        completion: .values(["render", "fonts"]))
    ],
    isHidden: true)
}
