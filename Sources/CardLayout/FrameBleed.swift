package import CardModel

/// How far an item is drawn beyond its bounds at edges at which the card is cut, in points.
///
/// What is drawn there is cut off, or seen where the cut is a little off; within its bounds an item
/// is as it would be without.
public struct FrameBleed: Sendable, Hashable {
  /// Beyond the left edge.
  public var left: Double
  /// Beyond the upper edge.
  public var top: Double
  /// Beyond the right edge.
  public var right: Double
  /// Beyond the lower edge.
  public var bottom: Double

  /// Makes a bleed of four distances.
  public init(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// Nothing beyond the bounds.
  public static let none = FrameBleed()

  /// The bleed after half a turn.
  var turned: FrameBleed { FrameBleed(left: right, top: bottom, right: left, bottom: top) }
}

extension Rect {
  /// The rectangle and what lies in its bleed.
  package func grown(by bleed: FrameBleed) -> Rect {
    Rect(
      x: origin.x - bleed.left, y: origin.y - bleed.top,
      width: size.width + bleed.left + bleed.right, height: size.height + bleed.top + bleed.bottom)
  }
}

/// Carries what ends at a card's trim on into its bleed.
///
/// Filled rectangles, pictures and rules whose edges lie on the trim would leave slivers of paper
/// where the cut is a little off. Round edges and edges with a line along them end where they are
/// drawn to end. Texts and codes stay as they are.
struct BleedExtension {
  /// The most that an edge is off the trim, in points: a twentieth of a millimetre.
  private static let tolerance = 0.05 * 72 / 25.4

  private let trim: Size
  private let bleed: Double

  init(trim: Size, bleed: Double) {
    self.trim = trim
    self.bleed = bleed
  }

  /// The items of a card, carried on.
  func extended(_ items: [PlacedItem]) -> [PlacedItem] {
    bleed > 0 ? extended(items, in: FramePlace(), isTurned: false) : items
  }

  private func extended(
    _ items: [PlacedItem], in place: FramePlace, isTurned: Bool
  ) -> [PlacedItem] {
    items.map { placed in
      var placed = placed
      let seen = reach(of: place.area(placed.bounds))
      let own = isTurned ? seen.turned : seen
      switch placed.item {
      case .text, .barcode: break
      case .shape(var shape):
        switch shape.kind {
        case .area(.rectangle(radius: 0)) where shape.stroke.map({ $0.width <= 0 }) ?? true:
          shape.bleed = own
        case .line(.horizontal): shape.bleed = FrameBleed(left: own.left, right: own.right)
        case .line(.vertical): shape.bleed = FrameBleed(top: own.top, bottom: own.bottom)
        case .area: break
        }
        placed.item = .shape(shape)
      case .picture(var picture):
        if picture.outline == .rectangle(radius: 0), picture.border.map({ $0.width <= 0 }) ?? true {
          picture.bleed = own
        }
        placed.item = .picture(picture)
      case .group(var group):
        if group.clip == .rectangle(radius: 0) { group.bleed = own }
        group.items = extended(
          group.items, in: place.inside(placed, group.mount),
          isTurned: isTurned != group.isUpsideDown)
        placed.item = .group(group)
      }
      return placed
    }
  }

  /// How far an area of the card has to be carried on at each of its edges.
  private func reach(of area: Rect) -> FrameBleed {
    func beyond(_ distance: Double) -> Double {
      // A part of the bleed may be filled already.
      distance <= Self.tolerance && distance > -bleed ? max(bleed + distance, 0) : 0
    }
    guard area.maxX > 0, area.maxY > 0, area.origin.x < trim.width, area.origin.y < trim.height
    else { return .none }
    return FrameBleed(
      left: beyond(area.origin.x), top: beyond(area.origin.y),
      right: beyond(trim.width - area.maxX), bottom: beyond(trim.height - area.maxY))
  }
}
