import CardModel

/// What a command line asks for.
enum Invocation: Sendable, Equatable {
  /// Help on a verb, or on the tool where there is none.
  case help(String?)
  case version
  /// A verb, or what stands in place of one (nil), with its values.
  case run(String?, ParsedArguments)
}

/// A command line that is wrong, and the verb it was for.
struct ParsingFailure: Error, Equatable {
  let error: UsageError
  let command: String?
  /// Whether nothing stood after the verb, so that the whole help is the better answer.
  var isBare = false
}

/// Turns the words of a command line into values, by the tool's definition.
struct ArgumentParser: Sendable {
  let tool: ToolSpec

  /// Reads the words after the tool's own name.
  func parse(_ words: [String]) throws(ParsingFailure) -> Invocation {
    guard let first = words.first else { return .help(nil) }
    guard !first.hasPrefix("-") || first == "-" else { return try parse(words, as: nil) }
    guard let command = tool.command(named: first) else {
      if words.prefix(while: { $0 != "--" }).contains(where: Self.asksForHelp) {
        return .help(nil)
      }
      throw ParsingFailure(error: unknownVerb(first), command: nil)
    }
    if command.name == "help" { return try parseHelp(Array(words.dropFirst())) }
    return try parse(Array(words.dropFirst()), as: command)
  }

  private func parseHelp(_ words: [String]) throws(ParsingFailure) -> Invocation {
    let verbs = words.filter { !Self.asksForHelp($0) }
    if let option = verbs.first(where: { $0.hasPrefix("-") && $0 != "-" }) {
      throw ParsingFailure(error: unknown(option, in: []), command: nil)
    }
    guard let verb = verbs.first else { return .help(nil) }
    guard tool.command(named: verb) != nil else {
      throw ParsingFailure(error: unknownVerb(verb), command: nil)
    }
    guard verbs.count == 1 else {
      throw ParsingFailure(
        error: .unexpectedArguments(Array(verbs.dropFirst()), nearest: nil), command: nil)
    }
    return .help(verb)
  }

  private func parse(
    _ words: [String], as command: CommandSpec?
  ) throws(ParsingFailure) -> Invocation {
    let beforeEnd = words.prefix { $0 != "--" }
    if beforeEnd.contains(where: Self.asksForHelp) { return .help(command?.name) }
    if beforeEnd.contains(OptionSpec.version.longName) { return .version }
    do {
      return .run(command?.name, try values(of: words, as: command))
    } catch {
      throw ParsingFailure(error: error, command: command?.name, isBare: words.isEmpty)
    }
  }

  private func values(
    of words: [String], as command: CommandSpec?
  ) throws(UsageError) -> ParsedArguments {
    let specs = tool.options(of: command)
    var parsed = ParsedArguments()
    var positional: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        positional += rest
        break
      }
      if word.hasPrefix("--") {
        try parseLong(word, rest: &rest, specs: specs, into: &parsed)
      } else if word.hasPrefix("-"), word != "-" {
        try parseShort(word, rest: &rest, specs: specs, into: &parsed)
      } else {
        positional.append(word)
      }
    }
    if specs.contains(where: { $0.replacesArguments && parsed.flag($0.name) }) {
      if !positional.isEmpty { throw .unexpectedArguments(positional, nearest: nil) }
    } else {
      try place(positional, as: command, into: &parsed)
      for spec in specs where spec.isRequired && !parsed.flag(spec.name) {
        throw .missingArgument(label: spec.label, abstract: spec.abstract)
      }
    }
    parsed.fillDefaults(of: specs)
    return parsed
  }

  private func parseLong(
    _ word: String, rest: inout ArraySlice<String>, specs: [OptionSpec],
    into parsed: inout ParsedArguments
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let spec = specs.first(where: { $0.longName == name }) else {
      throw unknown(name, in: specs)
    }
    try take(
      spec, as: name, joined: parts.count > 1 ? String(parts[1]) : nil, rest: &rest, into: &parsed)
  }

  /// Reads `-o value`, `-o=value`, `-ovalue`, and flags in one word such as `-qv`.
  private func parseShort(
    _ word: String, rest: inout ArraySlice<String>, specs: [OptionSpec],
    into parsed: inout ParsedArguments
  ) throws(UsageError) {
    // A long name with one dash is a slip, and no bundle: `-output x` must not make a file `utput`.
    let bare = word.prefix { $0 != "=" }
    if specs.contains(where: { $0.longName == "-\(bare)" }) {
      throw unknown(String(bare), in: specs)
    }
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      guard let spec = specs.first(where: { $0.short == letter }) else {
        // A long name with one dash is unknown as a whole.
        throw unknown(word.count > 2 && letters.count == word.count - 2 ? word : name, in: specs)
      }
      var joined: String?
      if letters.first == "=" {
        joined = String(letters.dropFirst())
      } else if spec.value != nil, !letters.isEmpty {
        joined = String(letters)
      }
      try take(spec, as: name, joined: joined, rest: &rest, into: &parsed)
      if joined != nil { return }
    }
  }

  private func take(
    _ spec: OptionSpec, as name: String, joined: String?, rest: inout ArraySlice<String>,
    into parsed: inout ParsedArguments
  ) throws(UsageError) {
    guard let value = spec.value else {
      if let joined { throw .valueForFlag(name, value: joined) }
      parsed.set(spec, to: nil)
      return
    }
    if spec.hasOptionalValue, joined == nil {
      parsed.set(spec, to: nil)
      return
    }
    let label = spec.label(name)
    guard let text = joined ?? Self.popValue(value.kind, from: &rest) else {
      throw .missingValue(label: label, abstract: spec.abstract)
    }
    guard value.kind.accepts(text) else {
      throw .invalidValue(
        text, label: label, abstract: spec.abstract, expected: value.kind.expectation)
    }
    parsed.set(spec, to: text)
  }

  /// The next word where it is a value and not an option.
  private static func popValue(_ kind: ValueKind, from rest: inout ArraySlice<String>) -> String? {
    guard let next = rest.first else { return nil }
    let isSigned = kind.takesSign && next.dropFirst().first?.isNumber == true
    guard !next.hasPrefix("-") || next == "-" || isSigned else { return nil }
    return rest.popFirst()
  }

  private func place(
    _ values: [String], as command: CommandSpec?, into parsed: inout ParsedArguments
  ) throws(UsageError) {
    guard let command else {
      if let first = values.first { throw unknownVerb(first) }
      if parsed.options.isEmpty { throw .missingSubcommand }
      return
    }
    var rest = values[...]
    for argument in command.arguments {
      if rest.isEmpty, argument.isRequired {
        throw .missingArgument(label: argument.label, abstract: argument.abstract)
      }
      while let value = rest.first, argument.repeats || parsed.values(argument.name).isEmpty {
        parsed.add(value, to: argument)
        rest = rest.dropFirst()
      }
    }
    if !rest.isEmpty { throw .unexpectedArguments(Array(rest), nearest: nil) }
  }

  private func unknown(_ name: String, in specs: [OptionSpec]) -> UsageError {
    let nearest =
      name.count > 2
      ? nearestName(
        to: String(name.drop { $0 == "-" }), among: (specs + [.help, .version]).map(\.name)) : nil
    return .unknownOption(name, nearest: nearest.map { "--\($0)" })
  }

  private func unknownVerb(_ name: String) -> UsageError {
    .unexpectedArguments([name], nearest: nearestName(to: name, among: tool.commands.map(\.name)))
  }

  private static func asksForHelp(_ word: String) -> Bool { word == "-h" || word == "--help" }
}
