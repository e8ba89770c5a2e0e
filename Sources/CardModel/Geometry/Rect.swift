/// A rectangle in points.
public struct Rect: Sendable, Hashable {
  /// The top left corner.
  public var origin: Point
  /// The extent.
  public var size: Size

  /// Makes a rectangle from its top left corner and its extent.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Makes a rectangle from its four numbers, in points.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The right edge.
  public var maxX: Double { origin.x + size.width }
  /// The bottom edge.
  public var maxY: Double { origin.y + size.height }

  /// The smallest rectangle that holds both.
  public func union(_ other: Rect) -> Rect {
    let x = min(origin.x, other.origin.x)
    let y = min(origin.y, other.origin.y)
    return Rect(
      x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
  }
}
