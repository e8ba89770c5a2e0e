public import CardLayout
public import CardModel
internal import CardRender

/// The page by which a printer is measured: two rulers of 100 mm, targets in the corners, and what
/// to do with them.
public struct CalibrationPage: Sendable {
  /// From the edges of the paper to the targets' middles, in millimetres.
  public static let targetDistance = 15.0

  /// The paper.
  public let paper: PaperSize

  /// Makes the page of a paper; it must be at least 140 by 190 mm.
  ///
  /// - Throws: ``PrinterError`` where the paper is too small for the rulers.
  public init(paper: PaperSize) throws(PrinterError) {
    guard let size = paper.points, size.width >= 140 * Self.unit, size.height >= 190 * Self.unit
    else {
      throw PrinterError(
        "A paper of '\(paper)' is too small for the rulers.",
        hint: "Calibrate on at least 140x190mm.")
    }
    self.paper = paper
  }

  /// Points in a millimetre.
  private static let unit = 72 / 25.4

  private var size: Size { paper.points ?? .zero }

  /// Both sides as a PDF document; with a profile, to check it.
  ///
  /// - Throws: `LayoutError` and `RenderError`.
  public func pdf(
    profile: PrinterProfile? = nil, renderer: CardRenderer
  ) throws -> [UInt8] {
    let document = try renderer.document(title: "Calibration")
    for side in CardSide.allCases {
      let adjustment = profile?.adjustment(of: side) ?? .none
      try document.add(
        try frame(side, adjustment: adjustment, renderer: renderer), background: nil)
    }
    return try document.finish()
  }

  /// Lays out a side; the adjustment is what a profile asks for, to check it.
  ///
  /// - Throws: `LayoutError` where a text cannot be set.
  public func frame(
    _ side: CardSide, adjustment: PageAdjustment = .none, renderer: CardRenderer
  ) throws -> Frame {
    var items = targets
    items += ruler(.horizontal, from: Point(x: (size.width - 100 * Self.unit) / 2, y: rulerTop))
    items += ruler(.vertical, from: Point(x: 30 * Self.unit, y: rulerTop + 25 * Self.unit))
    items += try texts(side, renderer)
    return Frame(size: size, items: adjusted(items, adjustment))
  }

  private var rulerTop: Double { 40 * Self.unit }

  private func adjusted(_ items: [PlacedItem], _ adjustment: PageAdjustment) -> [PlacedItem] {
    guard adjustment != .none else { return items }
    return [
      PlacedItem(
        origin: adjustment.offset, size: size,
        item: .group(
          FrameGroup(
            items: items,
            mount: FrameMount(scaleX: adjustment.scaleX, scaleY: adjustment.scaleY))))
    ]
  }

  // MARK: Lines

  private static func line(_ axis: Axis, at start: Point, length: Double) -> PlacedItem {
    var size = Size.zero
    size[axis] = length
    return PlacedItem(
      origin: start, size: size,
      item: .shape(FrameShape(.line(axis), stroke: FrameStroke(width: 0.3, color: .black))))
  }

  /// A ring with a cross at each corner.
  private var targets: [PlacedItem] {
    let distance = Self.targetDistance * Self.unit
    let (arm, ring) = (5 * Self.unit, 2.5 * Self.unit)
    var items: [PlacedItem] = []
    for x in [distance, size.width - distance] {
      for y in [distance, size.height - distance] {
        items.append(Self.line(.horizontal, at: Point(x: x - arm, y: y), length: 2 * arm))
        items.append(Self.line(.vertical, at: Point(x: x, y: y - arm), length: 2 * arm))
        items.append(
          PlacedItem(
            origin: Point(x: x - ring, y: y - ring),
            size: Size(width: 2 * ring, height: 2 * ring),
            item: .shape(
              FrameShape(.area(.ellipse), stroke: FrameStroke(width: 0.3, color: .black)))))
      }
    }
    return items
  }

  /// 100 mm with a tick for each millimetre; the first and the last tick are the ends to measure.
  private func ruler(_ axis: Axis, from start: Point) -> [PlacedItem] {
    var items = [Self.line(axis, at: start, length: 100 * Self.unit)]
    for step in 0...100 {
      let length = (step % 10 == 0 ? 6 : step % 5 == 0 ? 4 : 2.5) * Self.unit
      var tick = start
      tick[axis] += Double(step) * Self.unit
      items.append(Self.line(axis.other, at: tick, length: length))
    }
    return items
  }

  // MARK: Texts

  private func texts(_ side: CardSide, _ renderer: CardRenderer) throws -> [PlacedItem] {
    var items: [PlacedItem] = []
    func add(
      _ text: String, _ style: LabelStyle, x: Double, y: Double, width: Double,
      alignment: TextAlignment = .leading
    ) throws {
      let height = 60 * Self.unit
      let card = Card(
        size: CardSize(width: .pt(width), height: .pt(height)), background: nil,
        safeArea: .zero,
        front: Label(text, style: style, fit: .wrap(), alignment: alignment)
          .frame(width: .pt(width), alignment: alignment == .center ? .top : .topLeading).node)
      let frame = try renderer.layout(card)
      items.append(
        PlacedItem(
          origin: Point(x: x, y: y), size: frame.size,
          item: .group(FrameGroup(items: frame.items))))
    }
    let left = 48 * Self.unit
    let width = size.width - left - 20 * Self.unit
    let center = (size.width - 100 * Self.unit) / 2
    for step in stride(from: 0, through: 100, by: 10) {
      let shift = Double(step) * Self.unit
      try add(
        String(step), .caption(), x: center + shift - 10, y: rulerTop + 6.5 * Self.unit, width: 20,
        alignment: .center)
      try add(
        String(step), .caption(), x: 37 * Self.unit,
        y: rulerTop + 25 * Self.unit + shift - 4.5, width: 20)
    }
    try add(
      "A", .h3(), x: center - 8 * Self.unit, y: rulerTop - 2 * Self.unit, width: 20)
    try add(
      "B", .h3(), x: 22 * Self.unit, y: rulerTop + 24 * Self.unit, width: 20)
    try add(
      side == .front ? "Calibration" : "Calibration, back", .h2(), x: left,
      y: rulerTop + 24 * Self.unit, width: width)
    let paperName = paper.description.uppercased()
    let lines =
      side == .front
      ? [
        "Print this page on \(paperName) at 100 %, without 'fit to page', on both sides.",
        "Measure in millimetres, as exactly as you can:",
        "A: the ruler across, from the first to the last line. It should be 100.0 mm.",
        "B: the ruler down. It should be 100.0 mm.",
        "C: from the left edge of the paper to the middle of the upper left target (15.0 mm).",
        "D: from the upper edge of the paper to the middle of that target (15.0 mm).",
        "Then keep what you measured under a name of your printer, for example:",
        "cardstock render --calibrate --printer office --measured 99.6,99.7,15.4,14.8",
        "Print with '--printer office' from then on. To check it, print this page again with"
          + " '--calibrate --printer office': A and B must be 100.0 mm.",
      ]
      : [
        "Hold the sheet against the light, this side towards you, its head up.",
        "E: how far these targets stand to the right of the front's; to the left it is negative.",
        "F: how far they stand below them; above them it is negative.",
        "Add both to what you measured on the front, for example:",
        "cardstock render --calibrate --printer office --measured 99.6,99.7,15.4,14.8,0.5,-0.3",
      ]
    for (index, line) in lines.enumerated() {
      try add(
        line, .body(), x: left, y: rulerTop + (35 + Double(index) * 9) * Self.unit, width: width)
    }
    return items
  }
}
