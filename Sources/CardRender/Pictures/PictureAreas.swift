internal import CardLayout
internal import CardModel

/// Pixels of the columns from `left` up to, but without `right`, and so down.
struct PixelArea: Hashable {
  var left: Int
  var top: Int
  var right: Int
  var bottom: Int

  func overlaps(_ other: PixelArea) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }
}

/// Where a frame has pictures that may come again on other cards, such as photos of people: the
/// encoder keeps what lies there.
///
/// Small ones are not worth it, nor are those with texts, codes or large pictures on them, which
/// are others on each card.
struct PictureAreas {
  /// The least extent either way, in pixels.
  static let leastExtent = 64

  private(set) var areas: [PixelArea] = []
  private let width: Int
  private let height: Int

  init(of frame: Frame, size: PixelSize, grid: PixelGrid) {
    (width, height) = (size.width, size.height)
    add(frame.items, at: .zero, map: AffineMap(), grid)
  }

  private mutating func add(
    _ items: [PlacedItem], at offset: Point, map: AffineMap, _ grid: PixelGrid
  ) {
    for placed in items {
      let bounds = Rect(origin: offset + placed.origin, size: placed.size)
      switch placed.item {
      case .group(let group):
        if let mount = group.mount {
          let inner = mount.map(in: bounds, grid: grid)
          add(group.items, at: .zero, map: inner.then(map), grid)
        } else {
          add(group.items, at: bounds.origin, map: map, grid)
        }
      case .picture(let picture):
        let area = pixels(of: grid.area(bounds.grown(by: picture.bleed)), map)
        guard area.right - area.left >= Self.leastExtent,
          area.bottom - area.top >= Self.leastExtent
        else { continue }
        remove(under: area)
        areas.append(area)
      case .text, .barcode:
        if !areas.isEmpty { remove(under: pixels(of: grid.area(bounds), map)) }
      case .shape: break
      }
    }
  }

  private mutating func remove(under area: PixelArea) {
    areas.removeAll { $0.overlaps(area) }
  }

  /// The whole pixels of an area that lie on the surface.
  private func pixels(of area: Rect, _ map: AffineMap) -> PixelArea {
    let corners = [
      map.point(x: area.origin.x, y: area.origin.y), map.point(x: area.maxX, y: area.maxY),
    ]
    func bounds(_ values: [Double], within limit: Int) -> (Int, Int) {
      let sorted = values.map { min(max($0, 0), Double(limit)) }.sorted()
      return (Int(sorted[0].rounded(.down)), Int(sorted[1].rounded(.up)))
    }
    let (left, right) = bounds(corners.map(\.x), within: width)
    let (top, bottom) = bounds(corners.map(\.y), within: height)
    return PixelArea(left: left, top: top, right: right, bottom: bottom)
  }
}

extension AffineMap {
  fileprivate func point(x: Double, y: Double) -> Point {
    Point(x: xx * x + xy * y + x0, y: yx * x + yy * y + y0)
  }
}
