internal import Foundation

extension BindingScope {
  /// A template text with its fields filled in, and whether it asked for any and got one.
  func fill(_ text: PlaceholderText) -> (text: String, isAsking: Bool, isFilled: Bool) {
    var result = ""
    var (isAsking, isFilled, isEmptied) = (false, false, false)
    for piece in text.pieces {
      switch piece {
      case .fixed(let fixed):
        // An empty placeholder takes one of the spaces around it with it.
        let isDoubled = isEmptied && fixed.first == " " && (result.last ?? " ").isWhitespace
        result += isDoubled ? String(fixed.dropFirst()) : fixed
        isEmptied = false
      case .field(let path, let filters):
        let shown = shown(path, filters)
        isEmptied = shown == nil
        result += shown ?? ""
        if path.first != "titles" {
          isAsking = true
          isFilled = isFilled || shown != nil
        }
      }
    }
    if isEmptied, result.last == " " { result.removeLast() }
    return (result, isAsking, isFilled)
  }

  private func shown(_ path: [String], _ filters: [PlaceholderText.FilterCall]) -> String? {
    let name = path.joined(separator: ".")
    let value = value(path)
    let texts: [String] =
      if case .list(let entries)? = value {
        entries.compactMap(\.text).filter { !isBlank($0) }
      } else {
        value?.text.map { [$0] } ?? []
      }
    // A filter for each entry; `join` and `default` for all of them.
    var entries = texts
    var isDateWritten = filters.contains { $0.filter == .date }
    if !isDateWritten, type(of: name) == .date {
      entries = entries.map { day(name, $0).map { dates.text($0, .medium) } ?? $0 }
      isDateWritten = true
    }
    var separator = ", "
    for call in filters {
      switch call.filter {
      case .join:
        separator = call.arguments.first ?? separator
        entries = entries.isEmpty ? [] : [entries.joined(separator: separator)]
      case .default:
        if entries.isEmpty, let text = call.arguments.first, !isBlank(text) { entries = [text] }
      default: entries = entries.map { apply(call, to: $0, of: name) }
      }
    }
    let joined = entries.joined(separator: separator)
    return isBlank(joined) ? nil : joined
  }

  private func apply(
    _ call: PlaceholderText.FilterCall, to text: String, of name: String
  ) -> String {
    let first = call.arguments.first
    switch call.filter {
    case .date:
      guard let day = day(name, text) else { return text }
      let joined = call.arguments.joined(separator: ",")
      if let length = DayFormatter.Length(rawValue: joined.isEmpty ? "medium" : joined) {
        return dates.text(day, length)
      }
      return dates.text(day, pattern: joined)
    case .number: return language.number(text, decimals: first.flatMap { Int($0) })
    case .unit:
      // A no-break space keeps the unit on the line of its number.
      return language.number(text, decimals: nil) + (first.map { "\u{A0}" + $0 } ?? "")
    case .upper: return text.uppercased(with: locale)
    case .lower: return text.lowercased(with: locale)
    case .title:
      return text.split(separator: " ", omittingEmptySubsequences: false).map {
        String($0.prefix(1)).uppercased(with: locale) + $0.dropFirst()
      }.joined(separator: " ")
    case .initials:
      let words = text.split(separator: " ").filter { $0.first?.isLetter == true }
      let ends = words.count > 1 ? [words[0], words[words.count - 1]] : words
      return ends.map { String($0.prefix(1)).uppercased(with: locale) }.joined()
    case .default, .join: return text
    }
  }

  private var dates: DayFormatter { language.dates }
}
