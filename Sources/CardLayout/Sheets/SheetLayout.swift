public import CardModel

/// How a card's back comes behind its front.
public enum Duplex: String, Sendable, Hashable, CaseIterable {
  /// The printer turns sheets over their long edge.
  case longEdge = "long-edge"
  /// The printer turns sheets over their short edge.
  case shortEdge = "short-edge"
  /// Front and back lie side by side on one page, and are folded.
  case fold
  /// Backs go to a document of their own, for a second run of sheets turned over the long edge.
  case separate
}

/// The edge of a front at which the back hangs, to be folded behind it.
public enum FoldEdge: String, Sendable, Hashable, CaseIterable {
  /// The back lies above, upside down.
  case top
  /// The back lies below, upside down.
  case bottom
  /// The back lies to the left, upright.
  case left
  /// The back lies to the right, upright.
  case right

  /// Whether the fold runs from left to right.
  var isHorizontal: Bool { self == .top || self == .bottom }
  /// Whether the back lies before the front in reading order.
  var isBefore: Bool { self == .top || self == .left }
}

/// A place on a sheet: where the front lies, and the back.
public struct SheetPlace: Sendable, Hashable {
  /// The front, on the front page.
  public let front: Rect
  /// The back: on the back page, or on the same page where it is folded.
  public let back: Rect

  /// Makes a place.
  public init(front: Rect, back: Rect) {
    self.front = front
    self.back = back
  }
}

/// The places of a sheet with both their sides.
///
/// A back always has its head behind the front's head: where a sheet turns over a horizontal axis,
/// or a fold is horizontal, it lies upside down on its page.
public struct SheetLayout: Sendable, Hashable {
  /// The sheet in points.
  public let sheet: Size
  /// The places, row by row.
  public let places: [SheetPlace]
  /// The number of columns of places.
  public let columns: Int
  /// The number of rows of places.
  public let rows: Int
  /// How a back comes behind its front.
  public let duplex: Duplex
  /// Where the back hangs, for folds.
  public let foldEdge: FoldEdge
  /// The radius of a place's corners, in points.
  public let cornerRadius: Double

  /// The turn of a back on its page.
  public var backTurn: QuarterTurn {
    switch duplex {
    case .fold: foldEdge.isHorizontal ? .half : .none
    case .longEdge, .separate: sheet.isUpright ? .none : .half
    case .shortEdge: sheet.isUpright ? .half : .none
    }
  }

  /// Lays out a grid of single places.
  ///
  /// Where cards are folded, a place and its neighbour are one card's two sides; a row or column
  /// that is left without a neighbour stays empty.
  ///
  /// - Throws: ``SheetError`` where no place has a neighbour to fold onto.
  public init(
    _ grid: SheetGrid, duplex: Duplex = .longEdge, foldEdge: FoldEdge = .top
  ) throws(SheetError) {
    guard duplex == .fold else {
      self.init(grid, turnedOver: duplex)
      return
    }
    var (columns, rows) = (grid.columns, grid.rows)
    if foldEdge.isHorizontal { rows /= 2 } else { columns /= 2 }
    guard columns > 0, rows > 0 else {
      throw SheetError(
        "A sheet of \(grid.columns)x\(grid.rows) places has no neighbours to fold at the"
          + " \(foldEdge.rawValue).",
        hint: "Give another '--fold-edge', or another sheet.")
    }
    var places: [SheetPlace] = []
    for row in 0..<rows {
      for column in 0..<columns {
        let (first, second) =
          foldEdge.isHorizontal
          ? (
            grid.rect(column: column, row: 2 * row), grid.rect(column: column, row: 2 * row + 1)
          )
          : (
            grid.rect(column: 2 * column, row: row), grid.rect(column: 2 * column + 1, row: row)
          )
        places.append(
          foldEdge.isBefore
            ? SheetPlace(front: second, back: first) : SheetPlace(front: first, back: second))
      }
    }
    self.init(
      sheet: grid.sheet, places: places, columns: columns, rows: rows, duplex: .fold,
      foldEdge: foldEdge, cornerRadius: grid.cornerRadius)
  }

  /// Lays out cards on plain paper.
  ///
  /// Where cards are folded, a grid counts the folded cards, whose two halves touch.
  ///
  /// - Throws: ``SheetError`` where they do not fit.
  public init(
    paper: Size, card: Size, count: GridCount? = nil, gap: Size = .zero, margin: Size? = nil,
    duplex: Duplex = .longEdge, foldEdge: FoldEdge = .top
  ) throws(SheetError) {
    guard duplex == .fold else {
      self.init(
        try SheetGrid(sheet: paper, place: card, count: count, gap: gap, margin: margin),
        turnedOver: duplex)
      return
    }
    let open =
      foldEdge.isHorizontal
      ? Size(width: card.width, height: 2 * card.height)
      : Size(width: 2 * card.width, height: card.height)
    let grid = try SheetGrid(sheet: paper, place: open, count: count, gap: gap, margin: margin)
    let places = grid.rects.map { rect in
      let first = Rect(origin: rect.origin, size: card)
      let second = Rect(
        x: foldEdge.isHorizontal ? rect.origin.x : rect.origin.x + card.width,
        y: foldEdge.isHorizontal ? rect.origin.y + card.height : rect.origin.y,
        width: card.width, height: card.height)
      return foldEdge.isBefore
        ? SheetPlace(front: second, back: first) : SheetPlace(front: first, back: second)
    }
    self.init(
      sheet: paper, places: places, columns: grid.columns, rows: grid.rows, duplex: .fold,
      foldEdge: foldEdge)
  }

  /// One card in the middle of a sheet that is larger by a border, as print shops want it.
  public init(single card: Size, border: Double) {
    let sheet = Size(width: card.width + 2 * border, height: card.height + 2 * border)
    let rect = Rect(x: border, y: border, width: card.width, height: card.height)
    self.init(
      sheet: sheet, places: [SheetPlace(front: rect, back: rect)], columns: 1, rows: 1,
      duplex: sheet.isUpright ? .longEdge : .shortEdge, foldEdge: .top)
  }

  private init(_ grid: SheetGrid, turnedOver duplex: Duplex) {
    let mirrorsAcross = grid.sheet.isUpright == (duplex != .shortEdge)
    self.init(
      sheet: grid.sheet,
      places: grid.rects.map { front in
        var back = front
        if mirrorsAcross {
          back.origin.x = grid.sheet.width - front.maxX
        } else {
          back.origin.y = grid.sheet.height - front.maxY
        }
        return SheetPlace(front: front, back: back)
      }, columns: grid.columns, rows: grid.rows, duplex: duplex, foldEdge: .top,
      cornerRadius: grid.cornerRadius)
  }

  private init(
    sheet: Size, places: [SheetPlace], columns: Int, rows: Int, duplex: Duplex,
    foldEdge: FoldEdge, cornerRadius: Double = 0
  ) {
    self.cornerRadius = cornerRadius
    self.sheet = sheet
    self.places = places
    self.columns = columns
    self.rows = rows
    self.duplex = duplex
    self.foldEdge = foldEdge
  }

  /// The trims on a page of a side; a fold has both sides on its front page.
  public func trims(on side: CardSide) -> [Rect] {
    switch (duplex, side) {
    case (.fold, .front): places.flatMap { [$0.front, $0.back] }
    case (.fold, .back): []
    case (_, .front): places.map(\.front)
    case (_, .back): places.map(\.back)
    }
  }
}

extension Size {
  /// Whether the vertical edges are the long ones; a square is taken as upright.
  var isUpright: Bool { height >= width }
}
