internal import CardLayout
internal import CardModel

/// The one place where points become device units, and where edges meet device pixels.
///
/// Boxes, rules and codes are put on whole pixels, so that each has its full colour and rules of
/// one thickness stay so; glyphs are not. A document has no pixels: there nothing is rounded.
struct PixelGrid {
  /// Device units per point.
  let scale: Double
  /// Whether device units are pixels.
  let snaps: Bool

  /// A document in points.
  static let document = PixelGrid(scale: 1, snaps: false)

  /// Pixels of a resolution.
  static func pixels(dotsPerInch: Double) -> PixelGrid {
    PixelGrid(scale: dotsPerInch / 72, snaps: true)
  }

  /// An area; what is not empty is at least a pixel in extent.
  func area(_ rect: Rect) -> Rect {
    let (x, width) = span(from: rect.origin.x, length: rect.size.width)
    let (y, height) = span(from: rect.origin.y, length: rect.size.height)
    return Rect(x: x, y: y, width: width, height: height)
  }

  /// The thickness of a line: the same wherever it stands.
  func thickness(_ width: Double) -> Double {
    guard snaps else { return width * scale }
    return width > 0 ? max(1, (width * scale).rounded()) : 0
  }

  /// A line along the middle of an area.
  func line(_ rect: Rect, axis: Axis, width: Double) -> Rect {
    let thickness = thickness(width)
    let along = axis == .horizontal
    let middle =
      along ? rect.origin.y + rect.size.height / 2 : rect.origin.x + rect.size.width / 2
    var start = middle * scale - thickness / 2
    if snaps { start = start.rounded() }
    if along {
      let (x, length) = span(from: rect.origin.x, length: rect.size.width)
      return Rect(x: x, y: start, width: length, height: thickness)
    }
    let (y, length) = span(from: rect.origin.y, length: rect.size.height)
    return Rect(x: start, y: y, width: thickness, height: length)
  }

  private func span(from start: Double, length: Double) -> (start: Double, length: Double) {
    guard snaps else { return (start * scale, length * scale) }
    let first = (start * scale).rounded()
    let last = ((start + length) * scale).rounded()
    return (first, length > 0 ? max(1, last - first) : 0)
  }

  /// An outline over an area of points.
  func outline(_ outline: FrameOutline, over rect: Rect) -> DeviceOutline {
    DeviceOutline(outline, over: area(rect), scale: scale)
  }
}

/// An edge in device units.
enum DeviceOutline: Hashable {
  /// Corners of a radius of never more than half the shorter side.
  case rectangle(Rect, radius: Double)
  /// The ellipse that fills an area.
  case ellipse(Rect)

  init(_ outline: FrameOutline, over area: Rect, scale: Double) {
    let shorter = min(area.size.width, area.size.height)
    switch outline {
    case .rectangle(let radius):
      self = .rectangle(area, radius: min(max(radius * scale, 0), shorter / 2))
    case .ellipse:
      self = .ellipse(area)
    case .circle:
      self = .ellipse(
        Rect(
          x: area.origin.x + (area.size.width - shorter) / 2,
          y: area.origin.y + (area.size.height - shorter) / 2, width: shorter, height: shorter))
    }
  }

  /// The area it stands in.
  var area: Rect {
    switch self {
    case .rectangle(let area, _), .ellipse(let area): area
    }
  }

  /// The same edge elsewhere.
  func moved(x: Double, y: Double) -> DeviceOutline {
    let place = Rect(
      origin: Point(x: area.origin.x + x, y: area.origin.y + y), size: area.size)
    return switch self {
    case .rectangle(_, let radius): .rectangle(place, radius: radius)
    case .ellipse: .ellipse(place)
    }
  }

  /// Whether it is a plain rectangle.
  var isRectangle: Bool {
    if case .rectangle(_, let radius) = self { radius <= 0 } else { false }
  }

  /// The edge that lies inside by a distance; nil where nothing is left.
  func inset(by distance: Double) -> DeviceOutline? {
    let area = self.area
    let inner = Rect(
      x: area.origin.x + distance, y: area.origin.y + distance,
      width: area.size.width - 2 * distance, height: area.size.height - 2 * distance)
    guard inner.size.width > 0, inner.size.height > 0 else { return nil }
    switch self {
    case .rectangle(_, let radius):
      return .rectangle(inner, radius: max(0, radius - distance))
    case .ellipse:
      return .ellipse(inner)
    }
  }
}
