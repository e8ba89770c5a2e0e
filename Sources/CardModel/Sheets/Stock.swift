/// A sheet product: where its labels lie, and where that is known from.
public struct Stock: Sendable, Hashable {
  /// The product's names, such as `Avery 5160`; the first one is shown.
  public var names: [String] = []
  /// What it is for, such as `Address labels`.
  public var kind = ""
  /// The sheet.
  public var sheet = PaperSize.a4
  /// The number of columns and rows of labels.
  public var columns = 1
  /// The number of rows of labels.
  public var rows = 1
  /// The width of a label.
  public var width = Length.zero
  /// The height of a label.
  public var height = Length.zero
  /// The left edge of the first column.
  public var left = Length.zero
  /// The upper edge of the first row.
  public var top = Length.zero
  /// From the left edge of a column to that of the next.
  public var columnPitch = Length.zero
  /// From the upper edge of a row to that of the next.
  public var rowPitch = Length.zero
  /// The radius of a label's corners.
  public var radius = Length.zero
  /// Where the measures are from.
  public var source = ""
  /// The second, independent source that has the same measures within half a millimetre.
  public var confirmedBy: String?

  /// Makes an empty stock.
  public init() {}

  /// The name that is shown.
  public var name: String { names.first ?? "Stock" }

  /// Whether a second source has the same measures.
  public var isVerified: Bool { confirmedBy != nil }

  /// Whether a name means this stock: case, spaces and dashes do not count, and the maker's name
  /// may be left out.
  public func answers(to name: String) -> Bool {
    let wanted = Self.key(name)
    guard !wanted.isEmpty else { return false }
    return names.contains { own in
      Self.key(own) == wanted || own.split(separator: " ").last.map(Self.key) == wanted
    }
  }

  /// Whether every word of a search is in a name, the kind or the sheet.
  public func matches(search: String) -> Bool {
    let text = (names + [kind, sheet.description]).joined(separator: " ").lowercased()
    let squeezed = Self.key(text)
    return search.lowercased().split(separator: " ").allSatisfy {
      text.contains($0) || squeezed.contains(Self.key($0))
    }
  }

  private static func key(_ text: some StringProtocol) -> String {
    String(text.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}
