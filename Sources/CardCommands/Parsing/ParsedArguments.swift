import CardModel

/// The values of a command line that is right; defaults are filled in.
struct ParsedArguments: Sendable, Equatable {
  /// The values known by their position, by the argument's name.
  private(set) var arguments: [String: [String]] = [:]
  /// The values of each option, by its long name; of a flag, an empty list.
  private(set) var options: [String: [String]] = [:]

  /// All values of an argument, in the order typed.
  func values(_ argument: String) -> [String] { arguments[argument] ?? [] }

  /// All values of an option that may stand more than once.
  func texts(_ option: String) -> [String] { options[option] ?? [] }

  /// An option's value as it was typed, its default where it was not, or nil.
  func text(_ option: String) -> String? { options[option]?.last }

  /// An option's value as a whole number.
  func integer(_ option: String) -> Int? { text(option).flatMap { Int($0) } }

  /// An option's value as a number.
  func number(_ option: String) -> Double? { text(option).flatMap { Double($0) } }

  /// An option's value as one of a closed set of words.
  func choice<Choice: RawRepresentable<String>>(
    _ option: String, as type: Choice.Type = Choice.self
  ) -> Choice? {
    text(option).flatMap(Choice.init(rawValue:))
  }

  /// An option's value as a card size.
  func cardSize(_ option: String) -> CardSize? { text(option).flatMap(CardSize.init(argument:)) }

  /// Whether a flag was given.
  func flag(_ option: String) -> Bool { options[option] != nil }

  mutating func add(_ value: String, to argument: ArgumentSpec) {
    arguments[argument.name, default: []].append(value)
  }

  mutating func set(_ option: OptionSpec, to value: String?) {
    let earlier = option.repeats ? texts(option.name) : []
    options[option.name] = earlier + (value.map { [$0] } ?? [])
  }

  mutating func fillDefaults(of specs: [OptionSpec]) {
    for spec in specs where options[spec.name] == nil {
      if let value = spec.defaultValue { options[spec.name] = [value] }
    }
  }
}
