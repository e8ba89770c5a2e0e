internal import Foundation

/// A number with four significant digits, without trailing zeros.
///
/// Nothing is rounded to zero: 0.000123 stays `0.000123`.
public func significant(_ value: Double) -> String {
  guard value.isFinite else { return value.description }
  return plain(value, String(format: "%.4g", value))
}

/// The number that is not smaller and has four significant digits, for a limit that accepts.
public func roundedUp(_ value: Double) -> Double {
  guard value > 0, value.isFinite else { return value }
  let unit = pow(10, floor(log10(value)) - 3)
  // 1.234 is 1234 units up to the last bits, and must stay that.
  let rounded = ((value / unit - 1e-9).rounded(.up)) * unit
  return Double(String(format: "%.4g", rounded)) ?? rounded
}

/// `%g` writes 1e+05 for 100000; a reader wants the digits.
private func plain(_ value: Double, _ text: String) -> String {
  guard text.contains("e") else { return text }
  return abs(value) >= 1
    ? String(format: "%.0f", value)
    : String(format: "%.*f", min(3 - Int(floor(log10(abs(value)))), 20), value)
}
