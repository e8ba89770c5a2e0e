internal import CardModel

/// A child turned by half a turn about its middle.
struct UpsideDownArrangement: Arrangement {
  let child: LayoutItem
  let path: NodePath

  /// The child's own size; its lines of text stand upside down and align with nothing.
  func measure(_ proposal: Proposal) throws(LayoutError) -> Measure {
    Measure(try child.measure(proposal).size)
  }

  func place(
    _ proposal: Proposal, at origin: Point, on canvas: inout Canvas
  ) throws(LayoutError) {
    let rect = Rect(origin: origin, size: try child.measure(proposal).size)
    let outer = canvas.bounds
    // The bounds as the child sees them: across the middle from where they are.
    let turned = Rect(
      x: rect.maxX - outer.maxX, y: rect.maxY - outer.maxY, width: outer.size.width,
      height: outer.size.height)
    try canvas.group(rect, path: path, isUpsideDown: true) { canvas throws(LayoutError) in
      try canvas.within(turned) { canvas throws(LayoutError) in
        try child.place(proposal, at: .zero, on: &canvas)
      }
    }
  }
}
