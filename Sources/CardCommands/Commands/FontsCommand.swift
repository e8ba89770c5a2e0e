extension CommandSpec {
  static let fonts = CommandSpec(
    name: "fonts", abstract: "List the fonts there are.",
    options: [.fontDirectory, .noSystemFonts])
}

/// Lists the fonts there are.
struct FontsCommand {
  let fontDirectories: [String]
  let usesSystemFonts: Bool
  let console: Console

  func run() throws -> ExitCode {
    throw CommandFailure("'fonts' is not built.")
  }
}
