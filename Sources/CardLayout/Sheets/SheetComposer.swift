public import CardModel

/// What a printer does to pages, and what makes up for it.
public struct PageAdjustment: Sendable, Hashable {
  /// The shift in points, to the right and down.
  public var offset: Point
  /// The scale across.
  public var scaleX: Double
  /// The scale down.
  public var scaleY: Double

  /// Makes an adjustment; none unless said.
  public init(offset: Point = .zero, scaleX: Double = 1, scaleY: Double = 1) {
    self.offset = offset
    self.scaleX = scaleX
    self.scaleY = scaleY
  }

  /// No adjustment.
  public static let none = PageAdjustment()

  /// Items of a page, moved and scaled as one.
  func applied(to items: [PlacedItem], page: Size) -> [PlacedItem] {
    guard self != .none else { return items }
    return [
      PlacedItem(
        origin: offset, size: page,
        item: .group(
          FrameGroup(items: items, mount: FrameMount(scaleX: scaleX, scaleY: scaleY))))
    ]
  }
}

/// How cards are laid on sheets: the places, their order, bleed, marks and adjustments.
public struct SheetSetup: Sendable, Hashable {
  /// The places.
  public var layout: SheetLayout
  /// Which card goes where.
  public var plan: SheetPlan
  /// How far backgrounds extend beyond the trim, in points.
  public var bleed: Double
  /// What is drawn beside the cards.
  public var marks: SheetMarks
  /// What makes up for the printer on fronts.
  public var frontAdjustment: PageAdjustment
  /// What makes up for the printer on backs.
  public var backAdjustment: PageAdjustment

  /// Makes a setup.
  public init(
    layout: SheetLayout, plan: SheetPlan, bleed: Double = 0, marks: SheetMarks = .none,
    frontAdjustment: PageAdjustment = .none, backAdjustment: PageAdjustment = .none
  ) {
    self.layout = layout
    self.plan = plan
    self.bleed = bleed
    self.marks = marks
    self.frontAdjustment = frontAdjustment
    self.backAdjustment = backAdjustment
  }

  /// How a card lies in its place.
  public struct Fit: Sendable, Hashable {
    /// The turn; a card that fits only turned is turned by a quarter.
    public let turn: QuarterTurn
    /// Whether it has the size of the place.
    public let isExact: Bool
  }

  /// The most that a card's size may differ from its place, in points: a tenth of a millimetre.
  static let sizeTolerance = 0.1 * 72 / 25.4

  /// How a card of a size lies in its place; it is never scaled.
  ///
  /// - Throws: ``SheetError`` where it is larger than its place, however it is turned.
  public func fit(_ card: Size) throws(SheetError) -> Fit {
    guard let place = layout.places.first?.front.size else {
      throw SheetError("The sheet has no places.")
    }
    func lack(_ card: Size) -> (over: Double, under: Double) {
      let (across, down) = (card.width - place.width, card.height - place.height)
      return (max(across, down), max(-across, -down))
    }
    let upright = lack(card)
    let turned = lack(Size(width: card.height, height: card.width))
    func isExact(_ lack: (over: Double, under: Double)) -> Bool {
      max(lack.over, lack.under) <= Self.sizeTolerance
    }
    if isExact(upright) { return Fit(turn: .none, isExact: true) }
    if isExact(turned) { return Fit(turn: .quarter, isExact: true) }
    if upright.over <= Self.sizeTolerance { return Fit(turn: .none, isExact: false) }
    if turned.over <= Self.sizeTolerance { return Fit(turn: .quarter, isExact: false) }
    throw SheetError(
      "A card of \(millimetres(card)) does not fit in a place of \(millimetres(place)), and cards"
        + " are never scaled.",
      hint: "Give '--size' or a template of the place's size, or another '--sheet'.")
  }

  /// The warnings about a card in its place: that it is smaller, or that round corners cut off some
  /// of what one of its sides says.
  ///
  /// - Throws: ``SheetError`` where it does not fit.
  public func findings(for sides: [Frame]) throws(SheetError) -> [Finding] {
    guard let card = sides.first?.size, let place = layout.places.first?.front.size else {
      return []
    }
    guard try fit(card).isExact else {
      return [
        Finding(
          .labelSize, .warning,
          "The card of \(millimetres(card)) stands in the middle of a place of"
            + " \(millimetres(place)).")
      ]
    }
    return sides.flatMap { $0.cornerFindings(radius: layout.cornerRadius) }
  }
}

/// A page of cards.
public struct SheetPage: Sendable, Equatable {
  /// The sheet, from 1.
  public let sheet: Int
  /// The side of the sheet.
  public let side: CardSide
  /// What is drawn.
  public let frame: Frame
  /// The trims of the cards that lie on it, in points from the upper left.
  public let trims: [Rect]
}

/// Lays cards on sheets as they come, and hands on each sheet once it is full.
public struct SheetComposer {
  /// How cards are laid.
  public let setup: SheetSetup
  private let frontMarks: [PlacedItem]
  private let backMarks: [PlacedItem]
  private let frontAreas: [Rect]
  private let backAreas: [Rect]
  private var sheet: Int?
  private var fronts: [PlacedItem] = []
  private var backs: [PlacedItem] = []
  private var frontTrims: [Rect] = []
  private var backTrims: [Rect] = []
  private var next = 0
  /// Whether any card so far had a back: then every sheet has two sides.
  private var hasBacks = false

  /// Makes a composer with no card on its sheet.
  public init(_ setup: SheetSetup) {
    self.setup = setup
    let layout = setup.layout
    func marks(_ side: CardSide) -> [PlacedItem] {
      MarkDrawing(layout: layout, marks: setup.marks, bleed: setup.bleed, side: side).items
    }
    frontMarks = marks(.front)
    backMarks = marks(.back)
    let front = layout.trims(on: .front)
    let areas = front.map { bleedArea(of: $0, among: front, bleed: setup.bleed) }
    if layout.duplex == .fold {
      frontAreas = areas.indices.filter { $0 % 2 == 0 }.map { areas[$0] }
      backAreas = areas.indices.filter { $0 % 2 == 1 }.map { areas[$0] }
    } else {
      let back = layout.trims(on: .back)
      frontAreas = areas
      backAreas = back.map { bleedArea(of: $0, among: back, bleed: setup.bleed) }
    }
  }

  /// Whether registration marks were asked for and there is room for none.
  public var lacksRegistrationMarks: Bool {
    [CardSide.front, .back].contains { side in
      MarkDrawing(layout: setup.layout, marks: setup.marks, bleed: setup.bleed, side: side)
        .lacksRegistration
    }
  }

  /// Lays the next card, and gives the pages of the sheet before where this one begins another.
  ///
  /// - Throws: ``SheetError`` where the card does not fit in its place.
  public mutating func add(front: Frame, back: Frame?) throws(SheetError) -> [SheetPage] {
    defer { next += 1 }
    return try add(front: front, back: back, at: setup.plan.slot(ofCard: next))
  }

  /// Lays a card in a slot; slots come in the order of the sheets.
  ///
  /// - Throws: ``SheetError`` where the card does not fit in its place.
  public mutating func add(
    front: Frame, back: Frame?, at slot: SheetSlot
  ) throws(SheetError) -> [SheetPage] {
    let fit = try setup.fit(front.size)
    let pages = sheet != nil && sheet != slot.sheet ? takePages() : []
    sheet = slot.sheet
    let place = setup.layout.places[slot.place]
    fronts.append(
      laid(
        front, in: place.front, area: frontAreas[slot.place], turn: fit.turn, isBack: false))
    frontTrims.append(trim(of: front, in: place.front, turn: fit.turn))
    if let back {
      hasBacks = true
      // A card that lies on its side on the front page lies on the other side seen from behind.
      let turn: QuarterTurn = fit.turn == .none ? .none : backSideways
      let whole = turn.then(setup.layout.backTurn)
      let item = laid(
        back, in: place.back, area: backAreas[slot.place], turn: whole, isBack: true)
      let trim = trim(of: back, in: place.back, turn: whole)
      if setup.layout.duplex == .fold {
        fronts.append(item)
        frontTrims.append(trim)
      } else {
        backs.append(item)
        backTrims.append(trim)
      }
    }
    return pages
  }

  /// Gives the pages of the last sheet; none where no card came.
  public mutating func finish() -> [SheetPage] { takePages() }

  /// The turn of a back whose front is turned by a quarter clockwise.
  private var backSideways: QuarterTurn { .threeQuarters }

  private mutating func takePages() -> [SheetPage] {
    guard let sheet else { return [] }
    let size = setup.layout.sheet
    func page(_ items: [PlacedItem], _ trims: [Rect], isBack: Bool) -> Frame {
      var frame = Frame(size: size, items: items)
      frame.trims = trims
      frame.bleed = setup.bleed
      frame.isBack = isBack
      return frame
    }
    var pages = [
      SheetPage(
        sheet: sheet + 1, side: .front,
        frame: page(
          setup.frontAdjustment.applied(to: fronts + frontMarks, page: size), frontTrims,
          isBack: false), trims: frontTrims)
    ]
    if hasBacks, setup.layout.duplex != .fold {
      pages.append(
        SheetPage(
          sheet: sheet + 1, side: .back,
          frame: page(
            setup.backAdjustment.applied(to: backs + backMarks, page: size), backTrims,
            isBack: true), trims: backTrims))
    }
    self.sheet = nil
    fronts = []
    backs = []
    frontTrims = []
    backTrims = []
    return pages
  }

  /// Where a card lies in its place: in the middle.
  private func trim(of frame: Frame, in place: Rect, turn: QuarterTurn) -> Rect {
    let size =
      turn.exchangesSides
      ? Size(width: frame.size.height, height: frame.size.width) : frame.size
    var x = place.origin.x
    var y = place.origin.y
    // The catalogue's corner is exact where both sizes are the same but for rounding.
    if abs(size.width - place.size.width) > SheetSetup.sizeTolerance {
      x += (place.size.width - size.width) / 2
    }
    if abs(size.height - place.size.height) > SheetSetup.sizeTolerance {
      y += (place.size.height - size.height) / 2
    }
    return Rect(origin: Point(x: x, y: y), size: size)
  }

  /// A card as an item of the page, cut at its bleed.
  private func laid(
    _ frame: Frame, in place: Rect, area: Rect, turn: QuarterTurn, isBack: Bool
  ) -> PlacedItem {
    let trim = trim(of: frame, in: place, turn: turn)
    // A card smaller than its place bleeds no further than one that fills it.
    let clip = Rect(
      x: max(area.origin.x, trim.origin.x - setup.bleed),
      y: max(area.origin.y, trim.origin.y - setup.bleed),
      width: min(area.maxX, trim.maxX + setup.bleed)
        - max(area.origin.x, trim.origin.x - setup.bleed),
      height: min(area.maxY, trim.maxY + setup.bleed)
        - max(area.origin.y, trim.origin.y - setup.bleed))
    let mounted = PlacedItem(
      origin: Point(x: trim.origin.x - clip.origin.x, y: trim.origin.y - clip.origin.y),
      size: trim.size,
      item: .group(FrameGroup(items: frame.items, mount: FrameMount(turn: turn))))
    return PlacedItem(
      origin: clip.origin, size: clip.size,
      item: .group(
        FrameGroup(
          items: [mounted], clip: .rectangle(radius: 0), role: isBack ? .cardBack : .card)))
  }
}

/// How far a card's bleed may reach: as far as it goes, and half-way to its neighbours.
func bleedArea(of trim: Rect, among trims: [Rect], bleed: Double) -> Rect {
  var (left, top) = (trim.origin.x - bleed, trim.origin.y - bleed)
  var (right, bottom) = (trim.maxX + bleed, trim.maxY + bleed)
  for other in trims where other != trim && bleed > 0 {
    let sharesRows = other.origin.y < trim.maxY && trim.origin.y < other.maxY
    let sharesColumns = other.origin.x < trim.maxX && trim.origin.x < other.maxX
    if sharesRows, other.origin.x >= trim.maxX {
      right = min(right, (trim.maxX + other.origin.x) / 2)
    }
    if sharesRows, other.maxX <= trim.origin.x {
      left = max(left, (trim.origin.x + other.maxX) / 2)
    }
    if sharesColumns, other.origin.y >= trim.maxY {
      bottom = min(bottom, (trim.maxY + other.origin.y) / 2)
    }
    if sharesColumns, other.maxY <= trim.origin.y {
      top = max(top, (trim.origin.y + other.maxY) / 2)
    }
  }
  return Rect(x: left, y: top, width: right - left, height: bottom - top)
}
