internal import CardLayout
internal import CardModel

/// How a picture lies in its place: all in device units.
struct PicturePlacement: Equatable {
  /// The part of the place that the picture covers.
  let visible: Rect
  /// The whole picture, some of it perhaps outside its place.
  let whole: Rect

  /// Whether the picture leaves no room in its place.
  func fills(_ area: Rect, within tolerance: Double) -> Bool {
    abs(visible.origin.x - area.origin.x) <= tolerance
      && abs(visible.origin.y - area.origin.y) <= tolerance
      && abs(visible.maxX - area.maxX) <= tolerance && abs(visible.maxY - area.maxY) <= tolerance
  }

  /// A part of a picture that lies somewhere.
  init(visible: Rect, whole: Rect) {
    self.visible = visible
    self.whole = whole
  }

  /// Places a picture of an upright extent in pixels in an area.
  init(_ pixels: PixelSize, in area: Rect, fit: PictureFit, focus: FocalPoint, snaps: Bool) {
    let size = Size(width: Double(max(pixels.width, 1)), height: Double(max(pixels.height, 1)))
    self.init(size, in: area, fit: fit, focus: focus, snaps: snaps)
  }

  /// Places a picture of an upright extent, whose proportions alone count, in an area.
  init(_ extent: Size, in area: Rect, fit: PictureFit, focus: FocalPoint, snaps: Bool) {
    let (width, height) = (extent.width, extent.height)
    let across = area.size.width / width
    let down = area.size.height / height
    switch fit {
    case .stretch:
      whole = area
      visible = area
    case .cover:
      let factor = max(across, down)
      let size = Size(width: width * factor, height: height * factor)
      // The focal point comes to the middle, as far as the picture still fills the place.
      func start(_ from: Double, _ room: Double, _ extent: Double, _ share: Double) -> Double {
        min(from, max(from + room - extent, from + room / 2 - extent * share))
      }
      whole = Rect(
        origin: Point(
          x: start(area.origin.x, area.size.width, size.width, focus.x),
          y: start(area.origin.y, area.size.height, size.height, focus.y)),
        size: size)
      visible = area
    case .contain:
      let factor = min(across, down)
      var size = Size(width: width * factor, height: height * factor)
      var origin = Point(
        x: area.origin.x + (area.size.width - size.width) / 2,
        y: area.origin.y + (area.size.height - size.height) / 2)
      if snaps {
        size = Size(width: max(1, size.width.rounded()), height: max(1, size.height.rounded()))
        origin = Point(x: origin.x.rounded(), y: origin.y.rounded())
      }
      whole = Rect(origin: origin, size: size)
      visible = whole
    }
  }
}
