internal import Foundation
internal import Synchronization

/// The words, dates and numbers of one language, kept from card to card.
final class BindingLanguage: Sendable {
  /// The language as a BCP 47 tag.
  let tag: String
  let locale: Locale
  let dates: DayFormatter
  let rows: PersonRows
  let builtIn: BuiltInTitles
  /// The titles of each template, by the name that components give; "" is the card's own.
  private let titles: [String: [String: String]]
  /// By the number of decimals; making one takes far longer than using it.
  private let numbers = Mutex<[Int: NumberFormatter]>([:])

  init(_ tag: String, units: some Sequence<TemplateUnit>) {
    self.tag = tag
    locale = Locale(identifier: tag.replacing("-", with: "_"))
    dates = DayFormatter(locale: tag)
    rows = PersonRows(locale: tag)
    builtIn = BuiltInTitles(locale: tag)
    let language = String(tag.prefix { $0 != "-" && $0 != "_" })
    var titles: [String: [String: String]] = [:]
    for unit in units {
      titles[unit.name ?? ""] = (unit.template.titles["en"] ?? [:])
        .merging(unit.template.titles[language] ?? [:]) { $1 }
        .merging(unit.template.titles[tag] ?? [:]) { $1 }
    }
    self.titles = titles
  }

  /// A title of a template: its own, else the card's, else a built-in one.
  func title(_ name: String, in unit: TemplateUnit) -> String? {
    titles[unit.name ?? ""]?[name] ?? titles[""]?[name]
      ?? PersonRow.Kind(rawValue: name).map(builtIn.title)
  }

  /// A number as the language writes it, with as many decimals as the data has unless said.
  func number(_ text: String, decimals: Int?) -> String {
    guard let value = Decimal(string: text), Double(text) != nil else { return text }
    let own = text.firstIndex(of: ".").map { text[$0...].count - 1 } ?? 0
    let digits = min(max(decimals ?? own, 0), 20)
    return numbers.withLock { numbers in
      let formatter = numbers[digits] ?? formatter(decimals: digits)
      numbers[digits] = formatter
      return formatter.string(from: value as NSDecimalNumber) ?? text
    }
  }

  private func formatter(decimals: Int) -> NumberFormatter {
    let formatter = NumberFormatter()
    formatter.locale = locale
    formatter.numberStyle = .decimal
    formatter.minimumFractionDigits = decimals
    formatter.maximumFractionDigits = decimals
    return formatter
  }
}
