internal import Foundation
internal import Synchronization

/// A detail row of an identity card.
public struct PersonRow: Sendable, Hashable {
  /// The details in the order in which a card shows them.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The day of birth.
    case birthday
    /// The e-mail address.
    case email
    /// The phone number.
    case phone
    /// The postal address.
    case address
    /// The company.
    case company
    /// The gender.
    case gender
    /// The height.
    case height
    /// The weight.
    case weight
  }

  /// Which detail it is.
  public let kind: Kind
  /// The title in the card's language.
  public let title: String
  /// The value, dates in the card's language.
  public let value: String

  /// Makes a row.
  public init(kind: Kind, title: String, value: String) {
    self.kind = kind
    self.title = title
    self.value = value
  }
}

/// Makes the detail rows of a person's record in a language.
///
/// A row exists only while its value does: what is missing or blank makes none.
public struct PersonRows: Sendable {
  private let titles: BuiltInTitles
  private let dates: DayFormatter

  /// Makes rows in a language, a BCP 47 tag such as `en` or `de-AT`.
  public init(locale: String = "en") {
    titles = BuiltInTitles(locale: locale)
    dates = DayFormatter(locale: locale)
  }

  /// The rows of a record under the names of the person file.
  ///
  /// A birthday that is known in part says no more than that. One that is not in ISO 8601 and a
  /// gender that is not known stand as they are.
  public func rows(of record: Record) -> [PersonRow] {
    PersonRow.Kind.allCases.compactMap { kind in
      guard let text = record[kind.rawValue]?.text, !isBlank(text) else { return nil }
      return PersonRow(kind: kind, title: titles.title(kind), value: value(kind, text))
    }
  }

  private func value(_ kind: PersonRow.Kind, _ text: String) -> String {
    switch kind {
    case .birthday:
      CalendarDay(text).map { dates.text($0, .medium) }
        ?? PartialDay(text).map { dates.text($0) } ?? text
    case .gender: titles.gender(text) ?? text
    default: text
    }
  }
}

/// Whether a text has nothing to see in it.
package func isBlank(_ text: String) -> Bool {
  // Nearly every text begins with a letter or a digit.
  if let first = text.utf8.first, first > 0x20, first < 0x7F { return false }
  return text.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.value == 0x200B }
}

/// Writes calendar days in a language; Gregorian always, and no time zone moves them.
public struct DayFormatter: Sendable {
  /// How much of a day is written.
  public enum Length: String, Sendable, Hashable, CaseIterable {
    /// Digits.
    case short
    /// An abbreviated month.
    case medium
    /// The month in full.
    case long
    /// The day of the week as well.
    case full
  }

  private enum Form: Hashable {
    case length(Length)
    case pattern(String)
    /// Some parts of a day, in the language's order.
    case parts(String)
  }

  /// The formatters made so far; making one takes far longer than using it.
  private final class Memo: Sendable {
    let formatters = Mutex<[Form: DateFormatter]>([:])
  }

  private let locale: String
  private let memo = Memo()

  /// Makes a formatter of a language, a BCP 47 tag.
  public init(locale: String) {
    self.locale = locale
  }

  /// The day in one of the language's own forms.
  public func text(_ day: CalendarDay, _ length: Length) -> String {
    text(day, .length(length))
  }

  /// The day by a pattern of Unicode TS #35, such as `dd.MM.yyyy`.
  public func text(_ day: CalendarDay, pattern: String) -> String {
    text(day, .pattern(pattern))
  }

  /// What is known of a day, and nothing else.
  public func text(_ day: PartialDay) -> String {
    // 2024 is a leap year; what is not known is not written.
    let whole = CalendarDay(year: day.year ?? 2024, month: day.month ?? 1, day: day.day ?? 1)
    guard let whole else { return "" }
    switch (day.year, day.month, day.day) {
    case (.some, nil, _): return text(whole, .parts("y"))
    case (.some, .some, _): return text(whole, .parts("yMMM"))
    case (nil, _, nil): return text(whole, .parts("LLLL"))
    case (nil, _, .some): return text(whole, .parts("MMMd"))
    }
  }

  private func text(_ day: CalendarDay, _ form: Form) -> String {
    let noon = noon(of: day)
    return memo.formatters.withLock { formatters in
      let formatter = formatters[form] ?? formatter(form)
      formatters[form] = formatter
      return formatter.string(from: noon)
    }
  }

  private func formatter(_ form: Form) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: locale.replacing("-", with: "_"))
    formatter.calendar = gregorian
    formatter.timeZone = .gmt
    formatter.timeStyle = .none
    switch form {
    case .length(.short): formatter.dateStyle = .short
    case .length(.medium): formatter.dateStyle = .medium
    case .length(.long): formatter.dateStyle = .long
    case .length(.full): formatter.dateStyle = .full
    case .pattern(let pattern): formatter.dateFormat = pattern
    case .parts(let parts): formatter.setLocalizedDateFormatFromTemplate(parts)
    }
    return formatter
  }

  private var gregorian: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }

  /// Noon in Greenwich: the formatter reads it in Greenwich as well, so it stays on its day.
  private func noon(of day: CalendarDay) -> Date {
    gregorian.date(
      from: DateComponents(year: day.year, month: day.month, day: day.day, hour: 12)) ?? Date()
  }
}
