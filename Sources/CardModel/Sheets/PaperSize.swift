/// A size of paper, by its standard name or by two lengths.
public struct PaperSize: Sendable, Hashable {
  /// The standard name, such as `a4`, where it has one.
  public let name: String?
  /// The width.
  public let width: Length
  /// The height.
  public let height: Length

  /// Makes a size of two lengths, in points, millimetres or inches.
  public init(width: Length, height: Length) {
    self.init(name: nil, width: width, height: height)
  }

  private init(name: String?, width: Length, height: Length) {
    self.name = name
    self.width = width
    self.height = height
  }

  /// ISO 216 A4, upright: 210 × 297 mm.
  public static let a4 = PaperSize(name: "a4", width: .mm(210), height: .mm(297))
  /// US Letter, upright: 8.5 × 11 inches.
  public static let letter = PaperSize(name: "letter", width: .inches(8.5), height: .inches(11))

  /// The sizes with a name, all upright.
  public static let named: [PaperSize] = [
    PaperSize(name: "a3", width: .mm(297), height: .mm(420)), .a4,
    PaperSize(name: "a5", width: .mm(148), height: .mm(210)),
    PaperSize(name: "a6", width: .mm(105), height: .mm(148)),
    PaperSize(name: "sra3", width: .mm(320), height: .mm(450)),
    PaperSize(name: "b4", width: .mm(250), height: .mm(353)),
    PaperSize(name: "b5", width: .mm(176), height: .mm(250)),
    .letter,
    PaperSize(name: "legal", width: .inches(8.5), height: .inches(14)),
    PaperSize(name: "tabloid", width: .inches(11), height: .inches(17)),
  ]

  /// What the name of a size ends with where the sheet lies across.
  public static let acrossEnding = "-landscape"

  /// The same size with width and height exchanged.
  public var turned: PaperSize {
    let turnedName = name.map { name in
      name.hasSuffix(Self.acrossEnding)
        ? String(name.dropLast(Self.acrossEnding.count)) : name + Self.acrossEnding
    }
    return PaperSize(name: turnedName, width: height, height: width)
  }

  /// The size in points, or nil where it is in pixels.
  public var points: Size? {
    guard let width = width.points(), let height = height.points() else { return nil }
    return Size(width: width, height: height)
  }
}

extension PaperSize: LosslessStringConvertible {
  /// Reads `a4`, `letter-landscape` or `210x297mm`; nil for anything else.
  ///
  /// Each side is from 10 mm to 5 m.
  public init?(_ text: String) {
    let text = text.lowercased()
    if let known = Self.named.first(where: { $0.name == text }) {
      self = known
      return
    }
    if text.hasSuffix(Self.acrossEnding),
      let known = Self.named.first(where: {
        $0.name == String(text.dropLast(Self.acrossEnding.count))
      })
    {
      self = known.turned
      return
    }
    guard let unit = Length.Unit.allCases.first(where: { text.hasSuffix($0.rawValue) }),
      unit != .pixels
    else { return nil }
    let parts = text.dropLast(unit.rawValue.count)
      .split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]) else {
      return nil
    }
    let size = PaperSize(width: Length(width, unit), height: Length(height, unit))
    let limits = 10 * 72 / 25.4...5000 * 72 / 25.4
    guard let points = size.points, limits.contains(points.width), limits.contains(points.height)
    else { return nil }
    self = size
  }

  /// The name, or the two lengths such as `210x297mm`.
  public var description: String {
    if let name { return name }
    return width.unit == height.unit
      ? "\(number(width.value))x\(height)" : "\(width)x\(height)"
  }
}

/// So many columns by so many rows: `2x5` is 2 columns by 5 rows.
public struct GridCount: Sendable, Hashable, LosslessStringConvertible {
  /// The number of columns, at least 1.
  public let columns: Int
  /// The number of rows, at least 1.
  public let rows: Int

  /// The most columns or rows.
  public static let limit = 200

  /// One place.
  static let one = GridCount(place: 1)

  private init(place: Int) {
    columns = place
    rows = place
  }

  /// Makes a count; nil unless both are from 1 to ``limit``.
  public init?(columns: Int, rows: Int) {
    guard 1...Self.limit ~= columns, 1...Self.limit ~= rows else { return nil }
    self.columns = columns
    self.rows = rows
  }

  /// Reads `2x5`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]) else {
      return nil
    }
    self.init(columns: columns, rows: rows)
  }

  /// The count as it is written, such as `2x5`.
  public var description: String { "\(columns)x\(rows)" }
}
