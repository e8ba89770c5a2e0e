import CardModel

extension ValueKind {
  /// Whether a text is a value of this kind.
  func accepts(_ text: String) -> Bool {
    switch self {
    case .text: true
    case .path: !text.isEmpty
    case .integer(let range): Int(text).map(range.contains) ?? false
    case .number(let range): Double(text).map(range.contains) ?? false
    case .choice(let values): values.contains(text)
    case .cardSize: CardSize(argument: text) != nil
    case .grid: GridCount(text) != nil
    case .length: Length(text)?.paperPoints.map { $0 >= 0 } ?? false
    case .lengths: Size(lengths: text) != nil
    case .shift: Point(shift: text) != nil
    }
  }

  /// What would have been right, as a sentence; nil where there is nothing to add.
  var expectation: String? {
    switch self {
    case .text: nil
    case .path: "Please provide a path."
    case .integer(let range):
      "Please provide a whole number from \(range.lowerBound) to \(range.upperBound)."
    case .number(let range):
      "Please provide a number from \(range.lowerBound) to \(range.upperBound)."
    case .choice(let values) where values.count < 6:
      "Please provide one of \(Self.listed(values))."
    case .choice(let values):
      "Please provide one of the following:\n" + values.map { "  - \($0)" }.joined(separator: "\n")
    case .grid:
      "Please provide columns by rows such as '2x5', each at most \(GridCount.limit)."
    case .length: "Please provide a length such as '3mm', '8pt' or '0.125in'."
    case .lengths: "Please provide a length such as '2mm', or two such as '2mm,5mm'."
    case .shift: "Please provide two lengths such as '0.5mm,-1mm'."
    case .cardSize:
      "Please provide a width and height such as '85x54mm', or one of "
        + Self.listed(CardSize.named.compactMap(\.name)) + "."
    }
  }

  private static func listed(_ values: [String]) -> String {
    let quoted = values.map { "'\($0)'" }
    return quoted.count < 2
      ? quoted.joined()
      : quoted.dropLast().joined(separator: ", ") + " or " + quoted.suffix(1).joined()
  }
}

extension CardSize {
  /// The size that a word means: a name such as `cr80`, or `85x54mm`, or nil.
  ///
  /// The unit is `mm`, `in` or `pt`, once for both lengths; each is from 1 mm to 2 m.
  init?(argument: String) {
    if let named = Self.named(argument) {
      self = named
      return
    }
    let text = argument.lowercased()
    let units: [(String, (Double) -> Length)] = [
      ("mm", { .mm($0) }), ("in", { .inches($0) }), ("pt", { .pt($0) }),
    ]
    guard let (unit, length) = units.first(where: { text.hasSuffix($0.0) }) else { return nil }
    let parts = text.dropLast(unit.count).split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]) else {
      return nil
    }
    let size = CardSize(width: length(width), height: length(height))
    let limits = 72 / 25.4...2000 * 72 / 25.4
    guard let points = size.points(), limits.contains(points.width),
      limits.contains(points.height)
    else { return nil }
    self = size
  }
}
