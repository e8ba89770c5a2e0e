internal import CardModel

/// A container with an id: a group of its own, so that it can be found.
struct NamedArrangement: Arrangement {
  let child: LayoutItem
  let path: NodePath
  let id: String?

  func measure(_ proposal: Proposal) throws(LayoutError) -> Measure {
    try child.measure(proposal)
  }

  func place(
    _ proposal: Proposal, at origin: Point, on canvas: inout Canvas
  ) throws(LayoutError) {
    let size = try child.measure(proposal).size
    try canvas.group(Rect(origin: origin, size: size), path: path, id: id) {
      canvas throws(LayoutError) in
      try child.place(proposal, at: .zero, on: &canvas)
    }
  }
}
