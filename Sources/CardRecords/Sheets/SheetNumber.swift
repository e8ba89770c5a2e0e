internal import Foundation

/// A number as a spreadsheet shows it: with 15 significant digits, which is all that one keeps.
func sheetNumber(_ value: Double) -> String {
  let rounded = Double(String(format: "%.15g", value)) ?? value
  return shortestNumber(rounded)
}
