internal import CardModel

/// The marks at the corners of cards, by which they are cut; all lengths in points.
public struct CropMarks: Sendable, Hashable {
  /// The length of a mark.
  public var length: Double
  /// The distance from the bleed, or from the trim where there is none.
  public var offset: Double
  /// The thickness of the line.
  public var weight: Double

  /// Makes marks; 5 mm long, 1 mm away and a quarter of a point thick unless said.
  public init(length: Double = 5 * 72 / 25.4, offset: Double = 72 / 25.4, weight: Double = 0.25) {
    self.length = length
    self.offset = offset
    self.weight = weight
  }
}

/// On which pages the marks stand that help to align front and back.
public enum RegistrationSides: String, Sendable, Hashable, CaseIterable {
  /// On fronts.
  case front
  /// On backs.
  case back
  /// On both.
  case both

  func includes(_ side: CardSide) -> Bool {
    switch self {
    case .front: side == .front
    case .back: side == .back
    case .both: true
    }
  }
}

/// What is drawn beside cards: never within a trim or its bleed, but for outlines, which are the
/// trim's own edge.
public struct SheetMarks: Sendable, Hashable {
  /// The crop marks, where there are any.
  public var crop: CropMarks?
  /// Whether folds are marked at both their ends.
  public var marksFolds: Bool
  /// The pages with registration marks.
  public var registration: RegistrationSides?
  /// Whether the edge of each place is drawn with its round corners, to try a sheet on plain paper.
  public var outlinesPlaces: Bool

  /// Makes marks; none unless said.
  public init(
    crop: CropMarks? = nil, marksFolds: Bool = false, registration: RegistrationSides? = nil,
    outlinesPlaces: Bool = false
  ) {
    self.outlinesPlaces = outlinesPlaces
    self.crop = crop
    self.marksFolds = marksFolds
    self.registration = registration
  }

  /// No marks.
  public static let none = SheetMarks()

  /// The diameter of a registration mark.
  static let registrationSize = 5 * 72 / 25.4
  /// The distance of a registration mark from the bleed.
  static let registrationGap = 72 / 25.4

  /// The room that a card alone needs around its trim for its bleed and marks.
  public func border(bleed: Double) -> Double {
    var room = 0.0
    if crop != nil || marksFolds {
      let marks = crop ?? CropMarks()
      room = marks.offset + marks.length
    }
    if registration != nil {
      room = max(room, 2 * Self.registrationGap + Self.registrationSize)
    }
    return bleed + room
  }
}

/// Makes the marks of a page.
struct MarkDrawing {
  let layout: SheetLayout
  let marks: SheetMarks
  let bleed: Double
  let side: CardSide
  private let trims: [Rect]

  init(layout: SheetLayout, marks: SheetMarks, bleed: Double, side: CardSide) {
    self.layout = layout
    self.marks = marks
    self.bleed = bleed
    self.side = side
    trims = layout.trims(on: side)
  }

  /// The marks as items of the page.
  var items: [PlacedItem] {
    var items: [PlacedItem] = []
    if let crop = marks.crop { items += lines(cuts(crop), weight: crop.weight) }
    if marks.marksFolds { items += folds(marks.crop ?? CropMarks()) }
    if marks.registration?.includes(side) ?? false { items += registrationMarks }
    if marks.outlinesPlaces { items += outlines }
    return items
  }

  /// Whether registration marks were asked for and there is room for none.
  var lacksRegistration: Bool {
    marks.registration?.includes(side) ?? false && registrationMarks.isEmpty
  }

  /// The edges of all places, the line within them.
  private var outlines: [PlacedItem] {
    trims.map { trim in
      PlacedItem(
        origin: trim.origin, size: trim.size,
        item: .shape(
          FrameShape(
            .area(.rectangle(radius: layout.cornerRadius)),
            stroke: FrameStroke(width: 0.5, color: .black))))
    }
  }

  // MARK: Cuts

  /// A line that runs along one axis, at a place on the other.
  private struct Stretch {
    let axis: Axis
    let at: Double
    var from: Double
    var to: Double
  }

  /// The cards as they are cut: folded ones are cut around both halves.
  private var cutTrims: [Rect] {
    layout.duplex == .fold ? layout.places.map { $0.front.union($0.back) } : trims
  }

  private func cuts(_ crop: CropMarks) -> [Stretch] {
    let start = bleed + crop.offset
    var found: [Stretch] = []
    for trim in cutTrims {
      for axis in [Axis.horizontal, .vertical] {
        let (low, high) = (trim.origin[axis], trim.origin[axis] + trim.size[axis])
        let across = axis.other
        for edge in [trim.origin[across], trim.origin[across] + trim.size[across]] {
          found.append(
            Stretch(axis: axis, at: edge, from: low - start - crop.length, to: low - start))
          found.append(
            Stretch(axis: axis, at: edge, from: high + start, to: high + start + crop.length))
        }
      }
    }
    return merged(found.flatMap { free($0, weight: crop.weight) })
  }

  /// What is left of a stretch outside all bleeds, on the sheet.
  private func free(_ stretch: Stretch, weight: Double) -> [Stretch] {
    let across = stretch.axis.other
    var parts = [(max(stretch.from, 0), min(stretch.to, layout.sheet[stretch.axis]))]
    for trim in trims {
      let low = trim.origin[across] - bleed - weight / 2
      let high = trim.origin[across] + trim.size[across] + bleed + weight / 2
      guard low < stretch.at, stretch.at < high else { continue }
      let from = trim.origin[stretch.axis] - bleed
      let to = trim.origin[stretch.axis] + trim.size[stretch.axis] + bleed
      parts = parts.flatMap { part in
        [(part.0, min(part.1, from)), (max(part.0, to), part.1)]
      }.filter { $0.0 < $0.1 }
    }
    // A dot is no mark.
    return parts.filter { $0.1 - $0.0 >= 1 }.map {
      Stretch(axis: stretch.axis, at: stretch.at, from: $0.0, to: $0.1)
    }
  }

  /// Stretches of one line that touch, as one; neighbours have their marks in common.
  private func merged(_ stretches: [Stretch]) -> [Stretch] {
    let sorted = stretches.sorted {
      ($0.axis.rawValue, $0.at, $0.from) < ($1.axis.rawValue, $1.at, $1.from)
    }
    var result: [Stretch] = []
    for stretch in sorted {
      if let last = result.last, last.axis == stretch.axis, abs(last.at - stretch.at) < 0.001,
        stretch.from <= last.to
      {
        result[result.count - 1].to = max(last.to, stretch.to)
      } else {
        result.append(stretch)
      }
    }
    return result
  }

  private func lines(_ stretches: [Stretch], weight: Double) -> [PlacedItem] {
    stretches.map { stretch in
      var item = PlacedItem(
        origin: .zero, size: .zero,
        item: .shape(
          FrameShape(
            .line(stretch.axis), stroke: FrameStroke(width: weight, color: .black))))
      item.origin[stretch.axis] = stretch.from
      item.origin[stretch.axis.other] = stretch.at
      item.size[stretch.axis] = stretch.to - stretch.from
      return item
    }
  }

  // MARK: Folds

  /// Three dashes at each end of each fold.
  private func folds(_ crop: CropMarks) -> [PlacedItem] {
    guard layout.duplex == .fold else { return [] }
    var found: [Stretch] = []
    for place in layout.places {
      let both = place.front.union(place.back)
      let axis: Axis = layout.foldEdge.isHorizontal ? .horizontal : .vertical
      let (first, second) =
        layout.foldEdge.isBefore ? (place.back, place.front) : (place.front, place.back)
      // In the middle between both halves, so that they meet where they do not touch.
      let at =
        (first.origin[axis.other] + first.size[axis.other] + second.origin[axis.other]) / 2
      let start = bleed + crop.offset
      let dash = crop.length / 5
      for step in 0..<3 {
        let offset = start + Double(2 * step) * dash
        let (low, high) = (both.origin[axis], both.origin[axis] + both.size[axis])
        found.append(
          Stretch(axis: axis, at: at, from: low - offset - dash, to: low - offset))
        found.append(
          Stretch(axis: axis, at: at, from: high + offset, to: high + offset + dash))
      }
    }
    return lines(merged(found.flatMap { free($0, weight: crop.weight) }), weight: crop.weight)
  }

  // MARK: Registration

  /// A ring with a cross in the middle of each margin that has room for it.
  private var registrationMarks: [PlacedItem] {
    guard let first = trims.first else { return [] }
    let block = trims.dropFirst().reduce(first) { $0.union($1) }
    let sheet = layout.sheet
    let size = SheetMarks.registrationSize
    let need = size + 2 * SheetMarks.registrationGap
    var middles: [Point] = []
    let (centerX, centerY) = (sheet.width / 2, sheet.height / 2)
    let (left, top) = (block.origin.x - bleed, block.origin.y - bleed)
    let (right, bottom) = (sheet.width - block.maxX - bleed, sheet.height - block.maxY - bleed)
    // Rounding must not decide where a border was made to measure.
    let slack = SheetGrid.tolerance
    if left >= need - slack { middles.append(Point(x: left / 2, y: centerY)) }
    if right >= need - slack { middles.append(Point(x: sheet.width - right / 2, y: centerY)) }
    if top >= need - slack { middles.append(Point(x: centerX, y: top / 2)) }
    if bottom >= need - slack { middles.append(Point(x: centerX, y: sheet.height - bottom / 2)) }
    return middles.flatMap { ringAndCross($0, size: size) }
  }

  private func ringAndCross(_ middle: Point, size: Double) -> [PlacedItem] {
    let stroke = FrameStroke(width: 0.25, color: .black)
    let corner = Point(x: middle.x - size / 2, y: middle.y - size / 2)
    let ring = size * 0.6
    return [
      PlacedItem(
        origin: Point(x: middle.x - ring / 2, y: middle.y - ring / 2),
        size: Size(width: ring, height: ring),
        item: .shape(FrameShape(.area(.ellipse), stroke: stroke))),
      PlacedItem(
        origin: Point(x: corner.x, y: middle.y), size: Size(width: size, height: 0),
        item: .shape(FrameShape(.line(.horizontal), stroke: stroke))),
      PlacedItem(
        origin: Point(x: middle.x, y: corner.y), size: Size(width: 0, height: size),
        item: .shape(FrameShape(.line(.vertical), stroke: stroke))),
    ]
  }
}
