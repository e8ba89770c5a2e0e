internal import CardModel

extension LayoutItem {
  /// Where a horizontal alignment line lies, from the leading edge.
  func guide(_ alignment: HorizontalAlignment, of measure: Measure) -> Double {
    switch alignment {
    case .leading: guides[.leading] ?? 0
    case .center: guides[.horizontalCenter] ?? measure.size.width / 2
    case .trailing: guides[.trailing] ?? measure.size.width
    }
  }

  /// Where a vertical alignment line lies, from the top.
  func guide(_ alignment: VerticalAlignment, of measure: Measure) -> Double {
    switch alignment {
    case .top: guides[.top] ?? 0
    case .center: guides[.verticalCenter] ?? measure.size.height / 2
    case .bottom: guides[.bottom] ?? measure.size.height
    case .firstBaseline: measure.firstBaseline ?? measure.size.height
    case .lastBaseline: measure.lastBaseline ?? measure.size.height
    }
  }

  /// The alignment line across a stack along `axis`.
  func guide(_ alignment: Alignment, across axis: Axis, of measure: Measure) -> Double {
    axis == .horizontal
      ? guide(alignment.vertical, of: measure) : guide(alignment.horizontal, of: measure)
  }

  /// Where the item stands in a box, from its top leading corner.
  func origin(of measure: Measure, in box: Size, _ alignment: Alignment) -> Point {
    let own = Point(
      x: guide(alignment.horizontal, of: measure), y: guide(alignment.vertical, of: measure))
    let x: Double =
      switch alignment.horizontal {
      case .leading: 0
      case .center: box.width / 2
      case .trailing: box.width
      }
    let y: Double =
      switch alignment.vertical {
      case .top: 0
      case .center: box.height / 2
      case .bottom: box.height
      // A box has no baseline but that of what it holds, which so stands at its top or bottom.
      case .firstBaseline: own.y
      case .lastBaseline: box.height - (measure.size.height - own.y)
      }
    return Point(x: x - own.x, y: y - own.y)
  }
}

extension LayoutDirection {
  /// The left edge of something whose leading edge is given, in a box of a width.
  func left(_ leading: Double, width: Double, in box: Double) -> Double {
    self == .leftToRight ? leading : box - leading - width
  }
}

/// The first and the last baseline of several measures at their heights.
func baselines(_ placed: [(y: Double, measure: Measure)]) -> (first: Double?, last: Double?) {
  var lines: (first: Double?, last: Double?) = (nil, nil)
  for (y, measure) in placed {
    if let first = measure.firstBaseline { lines.first = min(lines.first ?? .infinity, y + first) }
    if let last = measure.lastBaseline { lines.last = max(lines.last ?? -.infinity, y + last) }
  }
  return lines
}
