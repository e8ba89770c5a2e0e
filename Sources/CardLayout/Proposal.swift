public import CardModel

/// What a parent offers a child on each axis, in points.
///
/// Nil asks for the ideal extent, 0 for the least, infinity for the most; a number means "about
/// this much". The child answers what it likes, and the parent takes the answer.
public struct Proposal: Sendable, Hashable {
  /// The offered width in points.
  public var width: Double?
  /// The offered height in points.
  public var height: Double?

  /// Makes a proposal.
  public init(width: Double?, height: Double?) {
    self.width = width
    self.height = height
  }

  /// Makes a proposal of exactly a size.
  public init(_ size: Size) {
    self.init(width: size.width, height: size.height)
  }

  /// Asks for the ideal size.
  public static let unspecified = Proposal(width: nil, height: nil)
  /// Asks for the least size.
  public static let zero = Proposal(width: 0, height: 0)
  /// Asks for the most.
  public static let infinity = Proposal(width: .infinity, height: .infinity)

  /// The offer along an axis.
  public subscript(axis: Axis) -> Double? {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }
}
