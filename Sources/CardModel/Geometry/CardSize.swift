/// The trim size of a card, by its standard name or by two lengths.
public struct CardSize: Sendable, Hashable {
  /// The standard name, such as `cr80`, where it has one.
  public let name: String?
  /// The width.
  public let width: Length
  /// The height.
  public let height: Length

  /// Makes a size of two lengths.
  public init(width: Length, height: Length) {
    self.init(name: nil, width: width, height: height)
  }

  private init(name: String?, width: Length, height: Length) {
    self.name = name
    self.width = width
    self.height = height
  }

  /// ISO/IEC 7810 ID-1, the bank card: 85.60 × 53.98 mm.
  public static let cr80 = CardSize(name: "cr80", width: .mm(85.6), height: .mm(53.98))
  /// ISO/IEC 7810 ID-2: 105 × 74 mm.
  public static let id2 = CardSize(name: "id2", width: .mm(105), height: .mm(74))
  /// ISO/IEC 7810 ID-3, the passport page: 125 × 88 mm.
  public static let id3 = CardSize(name: "id3", width: .mm(125), height: .mm(88))
  /// ISO 216 A6: 105 × 148 mm.
  public static let a6 = CardSize(name: "a6", width: .mm(105), height: .mm(148))
  /// ISO 216 A7: 74 × 105 mm.
  public static let a7 = CardSize(name: "a7", width: .mm(74), height: .mm(105))
  /// A 4 × 3 inch badge.
  public static let badge4x3 = CardSize(name: "4x3in", width: .inches(4), height: .inches(3))

  /// The sizes with a name.
  ///
  /// `id1` is another name of `cr80`.
  public static let named: [CardSize] = [.cr80, .id2, .id3, .a6, .a7, .badge4x3]

  /// The size of that name in any case, or nil.
  public static func named(_ name: String) -> CardSize? {
    let wanted = name.lowercased()
    return named.first { $0.name == (wanted == "id1" || wanted == "id-1" ? "cr80" : wanted) }
  }

  /// The same size with width and height exchanged.
  public var turned: CardSize { CardSize(name: nil, width: height, height: width) }

  /// The size in points, or nil where it is in pixels and no resolution is given.
  public func points(dotsPerInch: Double? = nil) -> Size? {
    guard let width = width.points(dotsPerInch: dotsPerInch),
      let height = height.points(dotsPerInch: dotsPerInch)
    else { return nil }
    return Size(width: width, height: height)
  }
}
