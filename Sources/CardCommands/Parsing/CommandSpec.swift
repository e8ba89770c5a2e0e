/// The whole command line of a tool; parser, help, errors and completions are made from it.
struct ToolSpec: Sendable {
  let name: String
  let version: String
  let abstract: String
  let commands: [CommandSpec]
  /// What may stand in place of a verb.
  let options: [OptionSpec]

  /// The verb of that name, or nil.
  func command(named name: String) -> CommandSpec? { commands.first { $0.name == name } }

  /// The options that may stand after a verb, or in place of one.
  func options(of command: CommandSpec?) -> [OptionSpec] {
    (command?.options ?? options) + [.version, .help]
  }
}

/// One verb: its arguments and its options.
struct CommandSpec: Sendable {
  let name: String
  let abstract: String
  var discussion: String?
  var arguments: [ArgumentSpec] = []
  var options: [OptionSpec] = []
  /// Whether the list of verbs leaves it out.
  var isHidden = false
}

/// A value that is known by its position.
struct ArgumentSpec: Sendable {
  let name: String
  let abstract: String
  var isRequired = true
  /// Whether it takes all the values there are.
  var repeats = false
  var completion: Completion = .none

  /// The name as help and errors write it, such as `<data>`.
  var label: String { "<\(name)>" }
}

/// A named value, or a flag where it takes no value.
struct OptionSpec: Sendable {
  let name: String
  var short: Character?
  var value: ValueSpec?
  /// Whether it may stand without a value; one that it has then follows an equals sign.
  var hasOptionalValue = false
  var isRequired = false
  /// Whether it may stand more than once, each adding a value; of others, the last one counts.
  var repeats = false
  /// The value where none is given, as it would be typed.
  var defaultValue: String?
  let abstract: String
  /// Whether with it nothing else must be there, and no argument may.
  var replacesArguments = false
  /// The title it stands under in help, or nil for the plain options.
  var section: String?

  static let help = OptionSpec(name: "help", short: "h", abstract: "Show help information.")
  static let version = OptionSpec(name: "version", abstract: "Show the version.")

  /// The long name with its dashes.
  var longName: String { "--\(name)" }

  /// The short name with its dash, where it has one.
  var shortName: String? { short.map { "-\($0)" } }

  /// The long name and its value, such as `--format <format>`.
  var label: String { label(longName) }

  /// Every name and the value, such as `-o, --output <output>`.
  var fullLabel: String { label([shortName, longName].compactMap(\.self).joined(separator: ", ")) }

  /// A name as it was typed, with the value it takes.
  func label(_ name: String) -> String {
    value.map { hasOptionalValue ? "\(name)[=<\($0.name)>]" : "\(name) <\($0.name)>" } ?? name
  }

  /// The value that a shell completes after the name.
  var completedValue: ValueSpec? { hasOptionalValue ? nil : value }
}

/// What an option's value is called, what it may be, and how a shell completes it.
struct ValueSpec: Sendable {
  let name: String
  let kind: ValueKind
  var completion: Completion = .none

  init(_ name: String, _ kind: ValueKind, completion: Completion? = nil) {
    self.name = name
    self.kind = kind
    self.completion = completion ?? kind.completion
  }
}

/// What may stand after an option.
enum ValueKind: Sendable, Equatable {
  case text
  case path
  case integer(ClosedRange<Int>)
  case number(ClosedRange<Double>)
  case choice([String])
  case cardSize
  /// A part of a whole, such as `3/10`.
  case shard
  /// Columns by rows.
  case grid
  /// A length on paper.
  case length
  /// One length, or two across and down.
  case lengths
  /// Two lengths, to the right and down, which may be negative.
  case shift

  /// How a shell completes it unless the option says otherwise.
  var completion: Completion {
    switch self {
    case .path: .file([])
    case .choice(let values): .values(values)
    case .text, .integer, .number, .cardSize, .shard, .grid, .length, .lengths, .shift:
      .none
    }
  }

  /// Whether a value such as `-5` is a value and not an option.
  var takesSign: Bool {
    switch self {
    case .integer, .number, .shift: true
    case .text, .path, .choice, .cardSize, .shard, .grid, .length, .lengths: false
    }
  }
}

/// How a shell completes a value.
enum Completion: Sendable, Equatable {
  case none
  /// Files, of these endings where any are given, and the folders that lead to them.
  case file([String])
  case folder
  case values([String])
  /// Names that are known where the script is made, and files of these endings.
  case names(NameList, files: [String])

  /// A list of names, which may have spaces.
  enum NameList: String, Sendable, CaseIterable { case templates, stocks }
}
