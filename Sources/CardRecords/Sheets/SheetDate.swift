/// Days and times as spreadsheets count them: days since an epoch, with a fraction.
enum SheetDate {
  /// A day and time in ISO 8601; nil where the number is none.
  ///
  /// Day 60 of the epoch of 1900 is 29 February 1900, which never was.
  static func text(
    _ serial: Double, is1904: Bool, hasDate: Bool, hasTime: Bool
  ) -> String? {
    guard serial.isFinite, serial >= 0, serial < 2_958_466 else { return nil }
    let total = Int((serial * 86_400).rounded())
    let (days, seconds) = (total / 86_400, total % 86_400)
    if !hasDate { return time(total) }
    if days == 0, !is1904 { return hasTime && seconds > 0 ? time(seconds) : nil }
    let day: String
    if is1904 {
      day = date(days - 24_107)
    } else if days == 60 {
      day = "1900-02-29"
    } else {
      day = date(days - (days < 60 ? 25_568 : 25_569))
    }
    return hasTime && seconds > 0 ? "\(day)T\(time(seconds))" : day
  }

  /// A number of seconds as hours, minutes and seconds.
  static func time(_ seconds: Int) -> String {
    [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }.joined(separator: ":")
  }

  /// The day of a number of days since 1 January 1970.
  private static func date(_ days: Int) -> String {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return
      "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfYear - (153 * part + 2) / 5 + 1, 2))"
  }

  /// A number with noughts before it.
  static func padded(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}

/// What a number format makes of a number.
enum NumberFormat: Equatable {
  case number
  case date(hasDate: Bool, hasTime: Bool)
  /// An integer of at least so many digits, such as `00000`.
  case padded(Int)

  /// The format with a number of those that every workbook has.
  init(builtIn number: Int) {
    self =
      switch number {
      case 14...17: .date(hasDate: true, hasTime: false)
      case 18...21, 45...47: .date(hasDate: false, hasTime: true)
      // Some of these are times in some languages.
      case 22, 27...36, 50...58: .date(hasDate: true, hasTime: true)
      default: .number
      }
  }

  /// Reads the first section of a format such as `dd.mm.yyyy;@`.
  init(code: String) {
    var signs = ""
    var rest = Substring(code)
    loop: while let sign = rest.popFirst() {
      switch sign {
      case ";": break loop
      case "\"":
        rest = rest.drop { $0 != "\"" }.dropFirst()
      case "\\", "_", "*": rest = rest.dropFirst()
      case "[":
        let inner = rest.prefix { $0 != "]" }.lowercased()
        rest = rest.dropFirst(inner.count + 1)
        if !inner.isEmpty, inner.allSatisfy({ "hms".contains($0) }) { signs += "h" }
      default: signs.append(contentsOf: sign.lowercased())
      }
    }
    if signs.contains("general") || signs == "@" {
      self = .number
      return
    }
    let hasTime = signs.contains { $0 == "h" || $0 == "s" }
    let hasDate = signs.contains { $0 == "y" || $0 == "d" } || (!hasTime && signs.contains("m"))
    if hasDate || hasTime {
      self = .date(hasDate: hasDate, hasTime: hasTime)
    } else if signs.count > 1, signs.count < 20, signs.allSatisfy({ $0 == "0" }) {
      self = .padded(signs.count)
    } else {
      self = .number
    }
  }
}
