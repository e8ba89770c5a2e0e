/// A template text, read once: fixed pieces, and placeholders such as `{{name | upper}}`.
package struct PlaceholderText: Sendable, Hashable {
  /// What a text is made of.
  package enum Piece: Sendable, Hashable {
    /// A text as it is.
    case fixed(String)
    /// A field and what is done to its value, in order.
    case field(path: [String], filters: [FilterCall])
  }

  /// A filter and its arguments.
  package struct FilterCall: Sendable, Hashable {
    package let filter: Filter
    package let arguments: [String]
  }

  /// The filters that a placeholder may name.
  package enum Filter: String, Sendable, Hashable, CaseIterable {
    case date, number, unit, upper, lower, title, initials, `default`, join
  }

  /// What is wrong with a placeholder.
  package struct Problem: Sendable, Hashable {
    /// One sentence.
    package let message: String
    /// What would help.
    package let hint: String?
  }

  /// The pieces in their order; no two fixed ones are neighbours.
  package private(set) var pieces: [Piece] = []
  /// What could not be read.
  package private(set) var problems: [Problem] = []

  /// Reads a text that somebody wrote into a template.
  package init(_ text: String) {
    var rest = Substring(text)
    while let opening = rest.firstIndex(of: "{{") {
      appendFixed(rest[..<opening])
      let inside = rest[opening...].dropFirst(2)
      guard let closing = inside.closingBraces else {
        add("The placeholder '\(rest[opening...].prefix(40))' has no '}}'.", "Close it with '}}'.")
        return
      }
      readPlaceholder(inside[..<closing])
      rest = inside[closing...].dropFirst(2)
    }
    appendFixed(rest)
  }

  /// The first name of every field that the text asks for.
  package var fieldNames: [String] {
    pieces.compactMap { if case .field(let path, _) = $0 { path.first } else { nil } }
  }

  private mutating func appendFixed(_ text: Substring) {
    if !text.isEmpty { pieces.append(.fixed(String(text))) }
  }

  private mutating func add(_ message: String, _ hint: String? = nil) {
    problems.append(Problem(message: message, hint: hint))
  }

  private mutating func readPlaceholder(_ text: Substring) {
    let parts = text.split(outsideQuotes: "|").map { $0.trimmed }
    let path = parts[0].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard !path.contains(where: \.isEmpty) else {
      add("The placeholder '{{\(text)}}' names no field.", "Write it like '{{name}}'.")
      return
    }
    var filters: [FilterCall] = []
    for part in parts.dropFirst() {
      let name = String(part.prefix { $0 != ":" }.trimmed)
      guard let filter = Filter(rawValue: name) else {
        let known = Filter.allCases.map(\.rawValue)
        let nearest = FamiliarName.question(for: name, among: known).map { $0 + " " } ?? ""
        add(
          "The filter '\(name)' is unknown.",
          nearest + "There are " + known.map { "'\($0)'" }.joined(separator: ", ") + ".")
        continue
      }
      let tail = part.drop { $0 != ":" }.dropFirst().trimmed
      let arguments = tail.isEmpty ? [] : tail.split(outsideQuotes: ",").map { $0.trimmed.unquoted }
      let call = FilterCall(filter: filter, arguments: arguments)
      if let problem = call.problem { problems.append(problem) }
      filters.append(call)
    }
    pieces.append(.field(path: path, filters: filters))
  }
}

extension PlaceholderText.FilterCall {
  /// What is wrong with the arguments, if anything.
  fileprivate var problem: PlaceholderText.Problem? {
    func wrong(_ message: String, _ hint: String) -> PlaceholderText.Problem {
      PlaceholderText.Problem(message: message, hint: hint)
    }
    let name = filter.rawValue
    let text = arguments.joined(separator: ",")
    switch filter {
    case .upper, .lower, .title, .initials:
      return arguments.isEmpty
        ? nil
        : wrong(
          "The filter '\(name)' takes nothing after it, but this is '\(text)'.", "Leave it out.")
    case .number:
      let isCount = arguments.count == 1 && (Int(text).map { (0...20).contains($0) } ?? false)
      return arguments.isEmpty || isCount
        ? nil
        : wrong(
          "The filter 'number' takes a number of decimals, but this is '\(text)'.",
          "Write it like '{{height | number: 2}}'.")
    case .unit, .default:
      return arguments.first.map(isBlank) == false
        ? nil
        : wrong(
          "The filter '\(name)' needs \(filter == .unit ? "a unit" : "a text") after it.",
          filter == .unit
            ? "Write it like '{{height | unit: m}}'." : "Write it like '{{role | default: Guest}}'."
        )
    case .join: return nil
    case .date: return arguments.isEmpty ? nil : problem(ofDate: text)
    }
  }

  /// Letters that other tools take for the year and the day, and that mean something else.
  private func mixed(_ letters: Set<Character>, in text: String) -> PlaceholderText.Problem? {
    // A week has a year of its own, and a day of the year has no month.
    let year = letters.contains("Y") && letters.isDisjoint(with: ["w", "e", "c"])
    let day = letters.contains("D") && !letters.isDisjoint(with: ["M", "L"])
    guard year || day else { return nil }
    let wrong = [
      year ? "'Y' is the year of the week" : nil, day ? "'D' counts the days of the year" : nil,
    ].compactMap(\.self)
    let right = text.map { letter -> Character in
      letter == "Y" && year ? "y" : letter == "D" && day ? "d" : letter
    }
    return PlaceholderText.Problem(
      message: "The pattern '\(text)' of the filter 'date' is no day of the calendar: "
        + wrong.joined(separator: ", ") + ".", hint: "Write '\(String(right))'.")
  }

  private func problem(ofDate text: String) -> PlaceholderText.Problem? {
    let lengths = DayFormatter.Length.allCases.map(\.rawValue)
    if lengths.contains(text) { return nil }
    var isQuoted = false
    var others: [Character] = []
    var letters: Set<Character> = []
    for character in text {
      if character == "'" { isQuoted.toggle() }
      guard !isQuoted, character.isASCII, character.isLetter else { continue }
      letters.insert(character)
      if !"GyYuUrQqMLwWdDFgEec".contains(character) { others.append(character) }
    }
    guard isQuoted || !others.isEmpty else { return mixed(letters, in: text) }
    let nearest = nearestName(to: text, among: lengths).map { "Did you mean '\($0)'? " } ?? ""
    let isTime = others.contains { "hHKkmsSaABbzZOvVXx".contains($0) } && nearest.isEmpty
    return PlaceholderText.Problem(
      message: "The filter 'date' has no pattern '\(text)'.",
      hint: nearest + (isTime ? "A day has no hours. " : "") + "Write "
        + lengths.map { "'\($0)'" }.joined(separator: ", ")
        + " or a pattern such as 'd MMMM yyyy', letters that stand for themselves in single quotes."
    )
  }
}

extension Substring {
  fileprivate func firstIndex(of braces: String) -> Index? {
    indices.first { self[$0...].hasPrefix(braces) }
  }

  /// Where `}}` stands outside of quotes.
  fileprivate var closingBraces: Index? {
    var quoted = false
    for index in indices {
      if self[index] == "\"" { quoted.toggle() }
      if !quoted, self[index...].hasPrefix("}}") { return index }
    }
    return nil
  }

  fileprivate func split(outsideQuotes separator: Character) -> [Substring] {
    var quoted = false
    return split(omittingEmptySubsequences: false) {
      if $0 == "\"" { quoted.toggle() }
      return $0 == separator && !quoted
    }
  }

  fileprivate var trimmed: Substring {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  fileprivate var unquoted: String {
    count >= 2 && first == "\"" && last == "\"" ? String(dropFirst().dropLast()) : String(self)
  }
}
