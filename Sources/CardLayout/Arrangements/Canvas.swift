internal import CardModel

/// What has been placed so far, in the coordinates of one group.
struct Canvas {
  /// The items from back to front.
  var items: [PlacedItem] = []
  /// What happened.
  var findings: [Finding] = []
  /// The place within which things should stay; infinite where nothing bounds it.
  var bounds: Rect
  /// Where the group's corner stands on the side.
  var corner = Point.zero
  /// Whether the group stands upside down on the side.
  var isTurned = false

  /// Draws within a smaller place.
  mutating func within(
    _ place: Rect, _ draw: (inout Canvas) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    let outer = bounds
    bounds = place
    try draw(&self)
    bounds = outer
  }

  /// Draws into a group of its own, in coordinates that begin at the group's corner.
  mutating func group(
    _ rect: Rect, path: NodePath, id: String? = nil, clip: FrameOutline? = nil,
    opacity: Double = 1, role: FrameGroup.Role = .none, isUpsideDown: Bool = false,
    _ draw: (inout Canvas) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    var inner = Canvas(
      bounds: Rect(
        x: bounds.origin.x - rect.origin.x, y: bounds.origin.y - rect.origin.y,
        width: bounds.size.width, height: bounds.size.height))
    inner.isTurned = isTurned != isUpsideDown
    inner.corner = onSide(isUpsideDown ? Point(x: rect.maxX, y: rect.maxY) : rect.origin)
    try draw(&inner)
    findings += inner.findings
    let group = FrameGroup(
      items: inner.items, clip: clip, opacity: opacity, role: role,
      mount: isUpsideDown ? FrameMount(turn: .half) : nil)
    items.append(
      PlacedItem(
        origin: rect.origin, size: rect.size, path: path, id: id, item: .group(group)))
  }

  /// Where a rectangle of the group is seen on the side.
  func onSide(_ rect: Rect) -> Rect {
    let (first, last) = (onSide(rect.origin), onSide(Point(x: rect.maxX, y: rect.maxY)))
    return Rect(origin: isTurned ? last : first, size: rect.size)
  }

  private func onSide(_ point: Point) -> Point {
    isTurned
      ? Point(x: corner.x - point.x, y: corner.y - point.y)
      : Point(x: corner.x + point.x, y: corner.y + point.y)
  }

  /// How far a rectangle sticks out of the bounds, on its worst side.
  func overflow(of rect: Rect) -> Double {
    max(
      bounds.origin.x - rect.origin.x, bounds.origin.y - rect.origin.y,
      rect.maxX - bounds.maxX, rect.maxY - bounds.maxY, 0)
  }

  /// No bounds at all; finite, so that differences stay numbers.
  static let unbounded = Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9)
}
