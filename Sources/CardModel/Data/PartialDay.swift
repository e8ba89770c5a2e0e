/// A day of which the year, or all but the year, is not known: `--12-10`, `1996-04`, `1985`.
///
/// That is how contact cards write a birthday that is known in part; nothing is ever added to it.
public struct PartialDay: Sendable, Hashable {
  /// The year, 1 to 9999, where it is known.
  public let year: Int?
  /// The month, 1 to 12, where it is known.
  public let month: Int?
  /// The day of the month, where it is known.
  public let day: Int?

  /// Reads `--12-10`, `--12`, `1996-04` or `1985`; nil for anything else, a whole day included.
  public init?(_ text: String) {
    func number(_ digits: Substring, _ count: Int) -> Int? {
      digits.utf8.count == count && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        ? Int(digits) : nil
    }
    let hasYear = !text.hasPrefix("--")
    let parts = (hasYear ? Substring(text) : text.dropFirst(2))
      .split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count <= 2 else { return nil }
    guard hasYear else {
      year = nil
      day = parts.count == 2 ? number(parts[1], 2) : nil
      // 2024 is a leap year: a birthday may well be 29 February.
      guard parts.count == 1 || day != nil, let month = number(parts[0], 2),
        CalendarDay(year: 2024, month: month, day: day ?? 1) != nil
      else { return nil }
      self.month = month
      return
    }
    guard let year = number(parts[0], 4), year >= 1 else { return nil }
    self.year = year
    day = nil
    month = parts.count == 2 ? number(parts[1], 2) : nil
    guard parts.count == 1 || month.map({ (1...12).contains($0) }) == true else { return nil }
  }
}
