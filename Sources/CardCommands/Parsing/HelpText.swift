/// The texts that tell how a tool is used: help, the usage line, the text of a wrong command line.
struct HelpText: Sendable {
  let tool: ToolSpec
  /// How wide a line may be, in characters.
  var columns = 80

  /// Where the descriptions begin.
  private static let labelWidth = 26

  /// The whole help on a verb, or on the tool.
  func help(on command: CommandSpec?) -> String {
    var parts = ["OVERVIEW: \(command?.abstract ?? tool.abstract)".wrapped(to: columns)]
    if let discussion = command?.discussion { parts.append(discussion.wrapped(to: columns)) }
    parts.append("USAGE: \(usage(of: command))")

    var sections: [(title: String, lines: [String])] = []
    func add(_ label: String, _ text: String, to title: String) {
      let line = self.line(label, text)
      if let index = sections.firstIndex(where: { $0.title == title }) {
        sections[index].lines.append(line)
      } else {
        sections.append((title, [line]))
      }
    }
    for argument in command?.arguments ?? [] {
      add(argument.label, argument.abstract, to: "ARGUMENTS")
    }
    let options = tool.options(of: command)
    for option in options.filter({ $0.section != nil }) + options.filter({ $0.section == nil }) {
      add(
        option.fullLabel, option.abstract + suffix(of: option),
        to: option.section?.uppercased() ?? "OPTIONS")
    }
    if command == nil {
      for verb in tool.commands where !verb.isHidden {
        add(verb.name, verb.abstract, to: "SUBCOMMANDS")
      }
    }
    parts += sections.map { "\($0.title):\n" + $0.lines.joined(separator: "\n") }
    if command == nil {
      parts.append("  See '\(tool.name) help <subcommand>' for detailed help.")
    }
    return parts.joined(separator: "\n\n")
  }

  /// The usage of a verb, or of the tool, in one line.
  func usage(of command: CommandSpec?) -> String {
    guard let command else { return "\(tool.name) <subcommand>" }
    let arguments = command.arguments.map { argument in
      bracketed(argument.label + (argument.repeats ? " ..." : ""), unless: argument.isRequired)
    }
    var options = command.options.map { option in
      bracketed(option.label + (option.repeats ? " ..." : ""), unless: option.isRequired)
    }
    // Too many options are no synopsis: only what must be there is written out.
    if arguments.count + options.count > 12 {
      options = ["[<options>]"] + command.options.filter(\.isRequired).map(\.label)
    }
    return ([tool.name, command.name] + options + arguments).joined(separator: " ")
  }

  /// What is printed for a command line that is wrong.
  func text(of failure: ParsingFailure) -> String {
    let command = failure.command.flatMap(tool.command(named:))
    var lines = ["Error: \(failure.error.message)"]
    if failure.isBare { return lines[0] + "\n\n" + help(on: command) }
    if let subject = failure.error.subject, !subject.abstract.isEmpty {
      lines.append("Help:  \(subject.label)  \(subject.abstract)")
    }
    lines.append("Usage: \(usage(of: command))")
    let name = [tool.name, command?.name].compactMap(\.self).joined(separator: " ")
    lines.append("  See '\(name) --help' for more information.")
    return lines.joined(separator: "\n")
  }

  private func bracketed(_ text: String, unless isRequired: Bool) -> String {
    isRequired ? text : "[\(text)]"
  }

  private func line(_ label: String, _ text: String) -> String {
    let start = "  " + label
    let indent = String(repeating: " ", count: Self.labelWidth)
    let lines = text.wrapped(to: max(columns - Self.labelWidth, 20))
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { indent + $0 }
      .joined(separator: "\n")
    // A label that is too long for its column has the text below it.
    return start.count < Self.labelWidth
      ? start + lines.dropFirst(start.count)
      : start + "\n" + lines
  }

  private func suffix(of option: OptionSpec) -> String {
    var notes: [String] = []
    if case .choice(let values)? = option.value?.kind {
      notes.append("values: " + values.joined(separator: ", "))
    }
    if let value = option.defaultValue { notes.append("default: \(value)") }
    return notes.isEmpty ? "" : " (" + notes.joined(separator: "; ") + ")"
  }
}

extension String {
  /// The text with line breaks between words, so that no line is longer than `columns`.
  ///
  /// Line breaks of the text stay; a word that is longer than a line stands alone.
  func wrapped(to columns: Int) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).map { paragraph in
      var lines: [String] = []
      var current = ""
      for word in paragraph.split(separator: " ") {
        if current.isEmpty {
          current = String(word)
        } else if current.count + 1 + word.count <= columns {
          current += " " + word
        } else {
          lines.append(current)
          current = String(word)
        }
      }
      return (lines + [current]).joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
