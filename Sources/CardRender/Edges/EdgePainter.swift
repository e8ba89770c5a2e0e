internal import CardModel

/// Fills edges of pixels with the source, by exact coverage.
///
/// The drawing library samples fifteen lines a pixel, which is seen on large round photos. So
/// round edges go through masks of our own; they are kept, as each card has the same ones.
final class EdgePainter {
  private struct Key: Hashable {
    let edge: DeviceOutline
    let hole: DeviceOutline?
    let rows: Range<Int>
  }

  private var kept = SurfaceCache<Key>(limit: 4 << 20)

  /// Fills an edge, or what lies between it and one inside of it.
  func fill(
    _ edge: DeviceOutline, around hole: DeviceOutline? = nil,
    on context: borrowing CairoContext
  ) throws(RenderError) {
    guard !edge.isRectangle || hole?.isRectangle == false else {
      context.add(edge)
      if let hole { context.add(hole) }
      return context.fill(evenOdd: hole != nil)
    }
    // As a whole pixel's shift changes nothing, one mask serves many places.
    let box = edge.area.pixelBounds
    let (x, y) = (box.origin.x, box.origin.y)
    let edge = edge.moved(x: -x, y: -y)
    let hole = hole?.moved(x: -x, y: -y)
    let (width, height) = (Int(box.size.width), Int(box.size.height))
    let middle = plainRows(edge, hole, height)
    for rows in [0..<middle.lowerBound, middle.upperBound..<height] where !rows.isEmpty {
      context.mask(
        try mask(Key(edge: edge, hole: hole, rows: rows), width: width), x: x,
        y: y + Double(rows.lowerBound))
    }
    guard !middle.isEmpty else { return }
    let whole = Rect(
      x: x, y: y + Double(middle.lowerBound), width: Double(width), height: Double(middle.count))
    context.addRectangle(whole)
    if let hole {
      context.addRectangle(
        Rect(
          x: x + hole.area.origin.x, y: whole.origin.y, width: hole.area.size.width,
          height: whole.size.height))
    }
    context.fill(evenOdd: hole != nil)
  }

  /// Fills an edge with one paint and the line inside of it with another, neither shining through
  /// the other's edge.
  ///
  /// The closures set the source. The line lies between the edge and the inner one; where nothing
  /// is left of that, there is only the line.
  func fill(
    _ inner: DeviceOutline?, _ setInner: () throws(RenderError) -> Void, line edge: DeviceOutline,
    _ setLine: () throws(RenderError) -> Void, on context: borrowing CairoContext
  ) throws(RenderError) {
    guard let inner, !edge.isRectangle || !inner.isRectangle else {
      if let inner {
        try setInner()
        try fill(inner, on: context)
      }
      try setLine()
      return try fill(edge, around: inner, on: context)
    }
    // Side by side the shares of a pixel are added; one over the other they would be blended.
    context.save()
    context.addRectangle(edge.area.pixelBounds)
    context.clip()
    context.pushGroup()
    try setInner()
    try fill(inner, on: context)
    context.addsColors = true
    try setLine()
    try fill(edge, around: inner, on: context)
    context.popGroupToSource()
    context.addsColors = false
    context.paint()
    context.restore()
  }

  /// The rows of plain rectangles, where there are enough to be worth it.
  private func plainRows(
    _ edge: DeviceOutline, _ hole: DeviceOutline?, _ height: Int
  ) -> Range<Int> {
    var (from, to) = EdgeCoverage(edge).straightRows
    if let hole {
      let rows = EdgeCoverage(hole).straightRows
      (from, to) = (max(from, rows.from), min(to, rows.to))
    }
    let first = max(Int(from.rounded(.up)), 0)
    let last = min(Int(to.rounded(.down)), height)
    let isWhole = edge.area.origin.x == 0 && edge.area.size.width.rounded() == edge.area.size.width
    return isWhole && last - first > 8 ? first..<last : height..<height
  }

  private func mask(_ key: Key, width: Int) throws(RenderError) -> ImageSurface {
    if let kept = kept[key] { return kept }
    let surface = try ImageSurface(width: width, height: key.rows.count, format: .coverage)
    let outer = EdgeCoverage(key.edge)
    let hole = key.hole.map(EdgeCoverage.init)
    var shares = [Int16](repeating: 0, count: width)
    for (line, row) in key.rows.enumerated() {
      for column in shares.indices { shares[column] = 0 }
      outer.add(row: row, from: 0, to: &shares, sign: 1)
      hole?.add(row: row, from: 0, to: &shares, sign: -1)
      surface.set(row: line, to: shares)
    }
    surface.markChanged()
    kept.keep(surface, for: key)
    return surface
  }
}

extension Rect {
  /// The whole pixels that it touches.
  var pixelBounds: Rect {
    let (x, y) = (origin.x.rounded(.down), origin.y.rounded(.down))
    return Rect(
      x: x, y: y, width: max(maxX.rounded(.up) - x, 0), height: max(maxY.rounded(.up) - y, 0))
  }
}
