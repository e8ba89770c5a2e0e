public import CardModel

/// Where the coordinates of a group lie on its page.
public struct FramePlace: Sendable, Hashable {
  private let xx: Double
  private let yx: Double
  private let xy: Double
  private let yy: Double
  private let x0: Double
  private let y0: Double

  /// Makes the place of the page itself.
  public init() { self.init(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0) }

  private init(xx: Double, yx: Double, xy: Double, yy: Double, x0: Double, y0: Double) {
    self.xx = xx
    self.yx = yx
    self.xy = xy
    self.yy = yy
    self.x0 = x0
    self.y0 = y0
  }

  /// The place within a group that lies here.
  public func inside(_ placed: PlacedItem, _ mount: FrameMount?) -> FramePlace {
    let (width, height) = (placed.size.width, placed.size.height)
    var inner =
      switch mount?.turn ?? .none {
      case .none: FramePlace()
      case .quarter: FramePlace(xx: 0, yx: 1, xy: -1, yy: 0, x0: width, y0: 0)
      case .half: FramePlace(xx: -1, yx: 0, xy: 0, yy: -1, x0: width, y0: height)
      case .threeQuarters: FramePlace(xx: 0, yx: -1, xy: 1, yy: 0, x0: 0, y0: height)
      }
    let (scaleX, scaleY) = (mount?.scaleX ?? 1, mount?.scaleY ?? 1)
    inner = inner.then(FramePlace(xx: scaleX, yx: 0, xy: 0, yy: scaleY, x0: 0, y0: 0))
    let (x, y) = (placed.origin.x, placed.origin.y)
    return inner.then(FramePlace(xx: 1, yx: 0, xy: 0, yy: 1, x0: x, y0: y)).then(self)
  }

  /// The area of the page that an area of the group covers.
  public func area(_ rect: Rect) -> Rect {
    let one = point(rect.origin)
    let two = point(Point(x: rect.maxX, y: rect.maxY))
    return Rect(
      x: min(one.x, two.x), y: min(one.y, two.y), width: abs(two.x - one.x),
      height: abs(two.y - one.y))
  }

  private func point(_ point: Point) -> Point {
    Point(x: xx * point.x + xy * point.y + x0, y: yx * point.x + yy * point.y + y0)
  }

  private func then(_ next: FramePlace) -> FramePlace {
    FramePlace(
      xx: next.xx * xx + next.xy * yx, yx: next.yx * xx + next.yy * yx,
      xy: next.xx * xy + next.xy * yy, yy: next.yx * xy + next.yy * yy,
      x0: next.xx * x0 + next.xy * y0 + next.x0, y0: next.yx * x0 + next.yy * y0 + next.y0)
  }
}
