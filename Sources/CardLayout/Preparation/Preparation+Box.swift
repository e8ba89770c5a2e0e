internal import CardModel

extension Preparation {
  /// The item of a box: its layers from the inside out, those that do nothing left out.
  mutating func box(
    _ box: Box, _ path: NodePath, _ axis: Axis?, _ depth: Int
  ) throws(LayoutError) -> LayoutItem {
    let child = try item(box.child, path: path.appending("child"), axis: axis, depth: depth + 1)
    let priority = box.priority ?? child.priority
    var guides: [AlignmentGuide: Double] = [:]
    var item = child
    let trace = trace
    func wrap(_ arrangement: any Arrangement) {
      item = LayoutItem(
        arrangement, path: path, id: box.id, priority: priority, guides: guides,
        isSingleLine: child.isSingleLine)
      item.trace = trace
    }

    // What neither moves nor resizes the child lets its alignment lines through.
    let width = try rule(box.width, box.minWidth, box.idealWidth, box.maxWidth, path)
    let height = try rule(box.height, box.minHeight, box.idealHeight, box.maxHeight, path)
    let isFramed = box.padding != nil || width != .none || height != .none
    if !isFramed { guides = child.guides }

    if box.fixedWidth || box.fixedHeight {
      wrap(FixedSizeArrangement(width: box.fixedWidth, height: box.fixedHeight, child: item))
    }
    if let ratio = box.aspectRatio, ratio > 0, ratio.isFinite {
      wrap(AspectRatioArrangement(ratio: ratio, fit: box.aspectFit, child: item))
    }
    if let padding = box.padding {
      wrap(
        PaddingArrangement(
          top: try resolution.points(padding.top, path),
          leading: try resolution.points(padding.leading, path),
          bottom: try resolution.points(padding.bottom, path),
          trailing: try resolution.points(padding.trailing, path), direction: direction,
          child: item))
    }
    if width != .none || height != .none {
      wrap(
        FrameArrangement(
          width: width, height: height, anchor: box.anchor, direction: direction, child: item))
    }
    for (guide, length) in box.guides { guides[guide] = try resolution.points(length, path) }
    let opacity = min(max(box.opacity ?? 1, 0), 1)
    let background = try secondary(box.background, path.appending("background"), depth)
    let overlay = try secondary(box.overlay, path.appending("overlay"), depth)
    let decoration = DecorationArrangement(
      outline: try outline(box.outline, path), fill: try paint(box.fill, path),
      border: try stroke(box.border, path), clips: box.clips, opacity: opacity,
      anchor: box.anchor, direction: direction, background: background, overlay: overlay,
      child: item, path: path, id: box.id)
    // Most boxes only give room; they still have a say among their siblings.
    if decoration.isSeen || item === child || !box.guides.isEmpty { wrap(decoration) }
    if box.isUpsideDown {
      guides = [:]
      wrap(UpsideDownArrangement(child: item, path: path))
    }
    return item
  }

  private mutating func secondary(
    _ node: Node?, _ path: NodePath, _ depth: Int
  ) throws(LayoutError) -> LayoutItem? {
    guard let node else { return nil }
    return try item(node, path: path, depth: depth + 1)
  }

  private func rule(
    _ fixed: Length?, _ least: Length?, _ ideal: Length?, _ most: Length?, _ path: NodePath
  ) throws(LayoutError) -> FrameRule {
    func finite(_ length: Length?) throws(LayoutError) -> Double? {
      guard let length else { return nil }
      return max(try resolution.points(length, path), 0)
    }
    if let fixed = try finite(fixed) { return .fixed(fixed) }
    let least = try finite(least)
    let ideal = try finite(ideal)
    var limit: Double?
    if let most { limit = max(try resolution.bound(most, path), 0) }
    guard least != nil || ideal != nil || limit != nil else { return .none }
    return .flexible(min: least, ideal: ideal, max: limit)
  }
}
