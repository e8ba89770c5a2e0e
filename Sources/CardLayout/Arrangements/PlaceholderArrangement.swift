internal import CardModel

/// What stands in for a missing picture: its outline, filled, with initials in the middle.
struct PlaceholderArrangement: Arrangement {
  /// The size of the initials as a share of the shorter side.
  static let share = 0.4
  /// The most of the width that the initials take.
  static let room = 0.8
  /// The ideal extent in points: a portrait of 35 × 45 mm.
  static let ideal = Size(width: 35 * 72 / 25.4, height: 45 * 72 / 25.4)

  let initials: String
  let name: String
  let fit: PictureFit
  let outline: OutlineMeasure
  let border: FrameStroke?
  let type: TypeStyle
  let fill: Color
  let color: Color
  let direction: LayoutDirection
  let language: String
  let shaper: TextShaper
  let path: NodePath
  let id: String?

  func measure(_ proposal: Proposal) -> Measure {
    Measure(pictureSize(Self.ideal, in: proposal, fit: fit))
  }

  func place(
    _ proposal: Proposal, at origin: Point, on canvas: inout Canvas
  ) throws(LayoutError) {
    let size = measure(proposal).size
    try canvas.group(
      Rect(origin: origin, size: size), path: path, id: id, role: .figure(name)
    ) { canvas throws(LayoutError) in
      let area = FrameShape(.area(outline.frame(size)), fill: .color(fill), stroke: border)
      canvas.items.append(
        PlacedItem(origin: .zero, size: size, path: path, item: .shape(area)))
      try letter(size, on: &canvas)
    }
    let subject = name.isEmpty ? "The picture" : "The picture of '\(name)'"
    canvas.findings.append(
      Finding(
        .placeholder, .note,
        initials.isEmpty
          ? "\(subject) is missing; its place is left grey."
          : "\(subject) is missing; the initials '\(initials)' stand in.",
        path: path, id: id))
  }

  private func shaped(_ size: Double) throws(LayoutError) -> ShapedText {
    let run = TextRequest.Run(text: initials, face: type.face, size: size)
    let request = TextRequest(
      runs: [run], breaking: .never, direction: direction, language: language)
    return try shaper.shape(request, path: path)
  }

  private func letter(_ box: Size, on canvas: inout Canvas) throws(LayoutError) {
    var size = min(box.width, box.height) * Self.share
    guard !initials.isEmpty, size > 0.1, size.isFinite else { return }
    var shaped = try shaped(size)
    if shaped.width > box.width * Self.room {
      size *= box.width * Self.room / shaped.width
      shaped = try self.shaped(size)
    }
    let metrics = try shaper.metrics(of: type.face, size: size, path: path)
    let extent = Size(width: shaped.width, height: size * type.lineHeight)
    let baseline = (extent.height + metrics.ascent - metrics.descent) / 2
    let text = FrameText(
      text: initials, style: .h1(), colors: [color], size: size, styleSize: size,
      lines: shaped.lines.map { FrameText.Line(x: 0, baseline: baseline, shaped: $0) },
      isTruncated: shaped.isTruncated, missing: shaped.missing, fallbacks: shaped.fallbacks)
    canvas.items.append(
      PlacedItem(
        origin: Point(
          x: (box.width - extent.width) / 2, y: (box.height - extent.height) / 2),
        size: extent, path: path, item: .text(text)))
    canvas.findings += textFindings(
      text, isAtFloor: false, overflow: 0, removed: [], path: path, id: id)
  }
}
