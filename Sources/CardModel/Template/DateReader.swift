/// Reads days as ISO 8601 writes them, or by a format such as `d/M/yyyy`.
struct DateReader: Sendable {
  private enum Part: Sendable {
    case year, month, day
    case fixed(Character)
  }

  private let parts: [Part]?

  /// Makes a reader; without a format it reads ISO 8601.
  ///
  /// Nil where the format has not one each of `yyyy`, `M` or `MM`, and `d` or `dd`.
  init?(format: String?) {
    guard let format else {
      parts = nil
      return
    }
    var parts: [Part] = []
    var rest = Substring(format)
    while let first = rest.first {
      let run = rest.prefix { $0 == first }
      switch (first, run.count) {
      case ("y", 4): parts.append(.year)
      case ("M", 1...2): parts.append(.month)
      case ("d", 1...2): parts.append(.day)
      default:
        if first.isASCII, first.isLetter { return nil }
        parts += run.map { .fixed($0) }
      }
      rest = rest.dropFirst(run.count)
    }
    let counts = parts.reduce(into: [0, 0, 0]) { counts, part in
      switch part {
      case .year: counts[0] += 1
      case .month: counts[1] += 1
      case .day: counts[2] += 1
      case .fixed: break
      }
    }
    guard counts == [1, 1, 1] else { return nil }
    self.parts = parts
  }

  /// The day that a text writes, or nil.
  func day(_ text: String) -> CalendarDay? {
    guard let parts else { return CalendarDay(text) }
    var (year, month, day) = (0, 0, 0)
    var rest = Substring(text)
    func number(_ most: Int) -> Int? {
      let digits = rest.prefix(most).prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      return Int(digits)
    }
    for part in parts {
      switch part {
      case .year:
        guard let value = number(4), value >= 1000 else { return nil }
        year = value
      case .month:
        guard let value = number(2) else { return nil }
        month = value
      case .day:
        guard let value = number(2) else { return nil }
        day = value
      case .fixed(let character):
        guard rest.first == character else { return nil }
        rest.removeFirst()
      }
    }
    return rest.isEmpty ? CalendarDay(year: year, month: month, day: day) : nil
  }

  /// Whether a text is three numbers of which the first two may both be a month.
  static func isAmbiguous(_ text: String) -> Bool {
    let numbers = text.split(whereSeparator: { "/.- ".contains($0) }).map { Int($0) }
    guard numbers.count == 3, let first = numbers[0], let second = numbers[1], numbers[2] != nil
    else { return false }
    return (1...12).contains(first) && (1...12).contains(second)
  }
}
