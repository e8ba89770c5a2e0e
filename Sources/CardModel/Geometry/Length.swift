/// A length with its unit: `3mm`, `8pt`, `1in`, or `24px` where the card states its resolution.
public struct Length: Sendable, Hashable {
  /// A unit of length, as it is written in files.
  public enum Unit: String, Sendable, Hashable, CaseIterable {
    /// 1/72 of an inch.
    case points = "pt"
    /// 1/25.4 of an inch.
    case millimetres = "mm"
    /// 72 points.
    case inches = "in"
    /// One device pixel of the resolution that the card states.
    case pixels = "px"
  }

  /// The number in front of the unit.
  public let value: Double
  /// The unit.
  public let unit: Unit

  /// Makes a length of `value` `unit`s.
  public init(_ value: Double, _ unit: Unit) {
    self.value = value
    self.unit = unit
  }

  /// No length at all.
  public static let zero = Length(0, .points)
  /// As much as there is: a flexible frame with this maximum fills its proposal.
  public static let infinity = Length(.infinity, .points)

  /// A length in points (1/72 inch).
  public static func pt(_ value: Double) -> Length { Length(value, .points) }
  /// A length in millimetres.
  public static func mm(_ value: Double) -> Length { Length(value, .millimetres) }
  /// A length in inches.
  public static func inches(_ value: Double) -> Length { Length(value, .inches) }
  /// A length in device pixels; the card must state its `dotsPerInch`.
  public static func px(_ value: Double) -> Length { Length(value, .pixels) }

  /// The length in points, or nil for pixels where no resolution is given.
  ///
  /// This is the one place where units are converted: 1 in = 25.4 mm = 72 pt.
  public func points(dotsPerInch: Double? = nil) -> Double? {
    switch unit {
    case .points: value
    case .millimetres: value * 72 / 25.4
    case .inches: value * 72
    case .pixels: dotsPerInch.map { value * 72 / $0 }
    }
  }
}

extension Length: LosslessStringConvertible {
  /// Reads `3mm`, `8 pt`, `1.5in`, `24px`, `0` or `infinity`; nil for anything else.
  public init?(_ text: String) {
    if text == "infinity" {
      self = .infinity
      return
    }
    if text == "0" {
      self = .zero
      return
    }
    guard let unit = Unit.allCases.first(where: { text.hasSuffix($0.rawValue) }) else { return nil }
    var number = text.dropLast(unit.rawValue.count)
    while number.last == " " { number.removeLast() }
    guard let first = number.first, first.isASCII, first.isNumber || "-+.".contains(first),
      let value = Double(number), value.isFinite
    else { return nil }
    self.init(value, unit)
  }

  /// The length as it is written in files, such as `3mm`.
  public var description: String {
    if value == .infinity { return "infinity" }
    return number(value) + unit.rawValue
  }
}

/// The shortest text of a number: `3` rather than `3.0`.
package func number(_ value: Double) -> String {
  if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
  return String(value)
}
