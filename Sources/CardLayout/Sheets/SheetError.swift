public import CardModel

/// Why cards cannot be put on a sheet.
public struct SheetError: Diagnostic, Hashable {
  /// One sentence with the measures.
  public let message: String
  /// What would help.
  public let hint: String?

  /// Makes an error.
  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

/// A length in points as millimetres with at most two decimals, such as `85.6`.
func millimetres(_ points: Double) -> String { decimals(points * 25.4 / 72) }

/// An extent in points as millimetres, such as `85.6×53.98 mm`.
package func millimetres(_ size: Size) -> String {
  "\(millimetres(size.width))×\(millimetres(size.height)) mm"
}
