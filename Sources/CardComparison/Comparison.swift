public import CardDiff

/// What came of comparing a reference with a candidate.
public struct Comparison: Sendable, Equatable {
  /// A part of a picture that changed.
  public struct Region: Sendable, Equatable {
    /// Where, in pixels.
    public let area: BitmapDiff.Region
    /// How many of its pixels changed.
    public let changedPixels: Int
    /// By how much its content moved, where it only moved.
    public let shift: BitmapDiff.Shift?
    /// The ids or paths of the nodes there.
    public let nodes: [String]
  }

  /// The numbers of two pictures that differ.
  public struct Numbers: Sendable, Equatable {
    /// How many pixels changed.
    public let changedPixels: Int
    /// Their share of all pixels, 0 to 1.
    public let changedShare: Double
    /// How many were excused as antialiasing.
    public let excusedPixels: Int
    /// The largest CIEDE2000 difference.
    public let largestDeltaE: Double
    /// The largest share of changed pixels in a square of 16 × 16.
    public let largestDensity: Double
    /// By how much the picture moved, where that is all.
    public let shift: BitmapDiff.Shift?
  }

  /// One picture, or one page of a document.
  public struct Page: Sendable, Equatable {
    /// What it is called, such as `page 2`; empty for a picture alone.
    public let name: String
    /// The reference as PNG.
    public let reference: [UInt8]?
    /// The candidate as PNG.
    public let candidate: [UInt8]?
    /// The picture of the difference as PNG.
    public let difference: [UInt8]?
    /// The numbers, where both were there.
    public let numbers: Numbers?
    /// What changed, largest first.
    public let regions: [Region]
    /// Whether the page is the same within the tolerance.
    public let isSame: Bool
  }

  /// Whether both are the same, within the tolerance.
  public var isSame: Bool
  /// One sentence that says how they differ, or that they do not.
  public var summary: String
  /// What is to be known before any pixel: another font, another library, another processor.
  public var notices: [String] = []
  /// What changed in the layout, a sentence each.
  public var causes: [String] = []
  /// More about the difference, a sentence each.
  public var details: [String] = []
  /// The texts' difference, where texts were compared.
  public var lines: LineDiff?
  /// The pictures, where pictures were compared and differ.
  public var pages: [Page] = []
  /// The mildest sensible setting that would accept the difference of the pictures; nil where there
  /// is none.
  public var acceptingTolerance: Tolerance?

  /// Makes an outcome.
  public init(isSame: Bool, summary: String) {
    self.isSame = isSame
    self.summary = summary
  }

  /// One sentence on what setting would accept the pictures; nil where there are none, or are equal.
  public var acceptance: String? {
    if let acceptingTolerance { return "It would be accepted by \(acceptingTolerance)." }
    let isOfPictures = pages.contains { $0.numbers != nil && !$0.isSame }
    return isOfPictures ? "No sensible tolerance would accept it." : nil
  }

  /// All that is said about a difference, in order: notices, the sentence, causes, details.
  public var text: String {
    var parts = notices
    parts.append(summary)
    parts += causes.map { "  " + $0 }
    parts += details.map { "  " + $0 }
    if let lines, !lines.isSame { parts.append(lines.hunks()) }
    if let acceptance { parts.append("  " + acceptance) }
    return parts.joined(separator: "\n")
  }
}
