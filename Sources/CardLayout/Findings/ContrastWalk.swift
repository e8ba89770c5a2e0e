internal import CardModel

/// Looks at every text of a frame against what was painted behind it.
///
/// What a picture or a code paints is not known here, so a text over one is passed over.
struct ContrastWalk {
  /// The least contrast of a text that is easy to read in print.
  static let least = 3.0
  /// So many pairs of a text and an area are looked at, so that a huge tree stays fast.
  static let pairLimit = 4_000_000

  private struct Area {
    /// Where something is painted at all.
    let outer: Rect
    /// Where it surely covers everything.
    let inner: Rect
    /// Its colours; empty where they are not known.
    let colors: [Color]
  }

  private var areas: [Area] = []
  private var pairs = 0
  private(set) var findings: [Finding] = []

  /// Walks a frame's items from back to front; `paper` lies behind them all.
  init(_ items: [PlacedItem], paper: Color = .white) {
    let everywhere = Canvas.unbounded
    areas.append(Area(outer: everywhere, inner: everywhere, colors: [paper]))
    walk(items, at: .zero, opacity: 1, clip: everywhere)
  }

  private mutating func walk(
    _ items: [PlacedItem], at corner: Point, opacity: Double, clip: Rect
  ) {
    for placed in items {
      let rect = Rect(origin: corner + placed.origin, size: placed.size)
      switch placed.item {
      case .group(let group):
        walk(
          group.seenItems(in: placed.size), at: rect.origin, opacity: opacity * group.opacity,
          clip: group.clip == nil ? clip : common(clip, rect))
      case .shape(let shape):
        guard case .area(let outline) = shape.kind, let fill = shape.fill else { continue }
        let colors: [Color] =
          switch fill {
          case .color(let color): [color]
          case .gradient(let start, let end, _): [start, end]
          }
        add(rect, outline, colors.map { faded($0, opacity) }, clip)
      case .picture(let picture): add(rect, picture.outline, [], clip)
      case .barcode: add(rect, .rectangle(radius: 0), [], clip)
      case .text(let text): check(text, placed, at: rect.origin, opacity: opacity, clip: clip)
      }
    }
  }

  private mutating func add(_ rect: Rect, _ outline: FrameOutline, _ colors: [Color], _ clip: Rect)
  {
    let outer = common(rect, clip)
    guard outer.size.width > 0, outer.size.height > 0 else { return }
    // The rectangle inside an ellipse; the corners of a rounded one rarely matter.
    var inner = rect
    if outline == .ellipse || outline == .circle {
      var size = rect.size
      if outline == .circle {
        let side = min(size.width, size.height)
        size = Size(width: side, height: side)
      }
      size = Size(width: size.width * 0.5.squareRoot(), height: size.height * 0.5.squareRoot())
      inner = Rect(
        x: rect.origin.x + (rect.size.width - size.width) / 2,
        y: rect.origin.y + (rect.size.height - size.height) / 2, width: size.width,
        height: size.height)
    }
    areas.append(Area(outer: outer, inner: common(inner, clip), colors: colors))
  }

  private mutating func check(
    _ text: FrameText, _ placed: PlacedItem, at corner: Point, opacity: Double, clip: Rect
  ) {
    guard opacity > 0, text.lines.contains(where: { $0.shaped.width > 0 }) else { return }
    let left = text.lines.map(\.x).min() ?? 0
    let right = text.lines.map { $0.x + $0.shaped.width }.max() ?? 0
    let place = common(
      Rect(
        x: corner.x + left, y: corner.y, width: right - left, height: placed.size.height), clip)
    guard place.size.width > 0, place.size.height > 0 else { return }
    pairs += areas.count
    guard pairs <= Self.pairLimit, let behind = colors(behind: place) else { return }
    var worst = Double.infinity
    for color in text.colors.count > 1 ? Array(Set(text.colors)) : text.colors {
      for ground in behind {
        worst = min(worst, faded(color, opacity).over(ground).contrast(with: ground))
      }
    }
    guard worst < Self.least else { return }
    findings.append(
      Finding(
        .contrast, .warning,
        "The text '\(text.text)' has a contrast of \(decimals(worst)):1 with what lies behind it, "
          + "and at least \(decimals(Self.least)):1 is expected.", path: placed.path, id: placed.id)
    )
  }

  /// The colours that lie behind a place, or nil where they are not known.
  private func colors(behind place: Rect) -> [Color]? {
    var known: [Color]? = []
    for area in areas {
      guard !common(area.outer, place).isEmpty else { continue }
      let covers = area.inner.holds(place)
      if area.colors.isEmpty {
        known = nil
      } else if covers, area.colors.allSatisfy({ $0.alpha == 255 }) {
        known = area.colors
      } else if let grounds = known {
        let mixed = grounds.flatMap { ground in area.colors.map { $0.over(ground) } }
        // Dozens of colours behind one text say no more than the first few.
        known = Array(Set(covers ? mixed : grounds + mixed).prefix(16))
      }
    }
    return known
  }
}

private func faded(_ color: Color, _ opacity: Double) -> Color {
  Color(
    red: color.red, green: color.green, blue: color.blue,
    alpha: UInt8((Double(color.alpha) * min(max(opacity, 0), 1)).rounded()))
}

/// What two rectangles have in common; without extent where that is nothing.
func common(_ left: Rect, _ right: Rect) -> Rect {
  let x = max(left.origin.x, right.origin.x)
  let y = max(left.origin.y, right.origin.y)
  return Rect(
    x: x, y: y, width: max(min(left.maxX, right.maxX) - x, 0),
    height: max(min(left.maxY, right.maxY) - y, 0))
}

extension Rect {
  fileprivate var isEmpty: Bool { size.width < tolerance || size.height < tolerance }

  fileprivate func holds(_ other: Rect) -> Bool {
    origin.x <= other.origin.x + tolerance && origin.y <= other.origin.y + tolerance
      && maxX >= other.maxX - tolerance && maxY >= other.maxY - tolerance
  }
}
