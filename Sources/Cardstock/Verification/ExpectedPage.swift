internal import CardLayout
internal import CardModel

/// An area of a page in points from the upper left.
struct PageArea: Sendable, Hashable, Codable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  init(_ rect: Rect) {
    (x, y, width, height) = (rect.origin.x, rect.origin.y, rect.size.width, rect.size.height)
  }

  /// The area with more on each side.
  func grown(by distance: Double) -> PageArea {
    PageArea(
      Rect(
        x: x - distance, y: y - distance, width: width + 2 * distance,
        height: height + 2 * distance))
  }

  func contains(x: Double, y: Double) -> Bool {
    x >= self.x && x <= self.x + width && y >= self.y && y <= self.y + height
  }
}

/// A code that a page has to show.
struct ExpectedCode: Sendable, Hashable, Codable {
  /// What it says.
  var content: String
  /// Where it is, with its quiet zone.
  var area: PageArea
  /// Whether it is of a kind that zbarimg reads: QR, or one with a single row.
  var isReadable: Bool
  /// Whether it is one with a single row.
  var isLinear: Bool

  init(_ code: FrameBarcode, area: Rect) {
    content = code.content
    self.area = PageArea(area)
    isLinear = code.symbol.rows == 1
    isReadable = isLinear || code.symbol.looksLikeQR
  }

  /// Whether a reader's text is the code's: readers of linear codes add what closes the number.
  func isSaid(by text: String) -> Bool {
    if text == content { return true }
    guard isLinear else { return false }
    return (text.hasPrefix(content) && text.count == content.count + 1) || text == "0" + content
  }
}

extension CodeSymbol {
  /// Whether it has the extent of a QR code and its squares in three corners.
  fileprivate var looksLikeQR: Bool {
    guard rows == columns, rows >= 21, (rows - 21) % 4 == 0 else { return false }
    func hasSquare(_ x: Int, _ y: Int) -> Bool {
      (0..<7).allSatisfy { step in
        modules[y * columns + x + step] && modules[(y + step) * columns + x]
      }
    }
    return hasSquare(0, 0) && hasSquare(columns - 7, 0) && hasSquare(0, rows - 7)
      && !modules[columns + 1]
  }
}

/// A card that a page has to show.
struct ExpectedCard: Sendable, Hashable, Codable {
  /// The number of its record, from 1.
  var record: Int
  /// Where it is cut.
  var trim: PageArea
  /// How far it may reach.
  var bleed: PageArea
  /// Its lines of text, as it shows them.
  var lines: [String] = []
  /// Its codes.
  var codes: [ExpectedCode] = []
}

/// What a page of a file has to show.
struct ExpectedPage: Sendable, Hashable, Codable {
  /// The file.
  var file: String
  /// The number of the page, from 1.
  var page: Int
  /// The extent in points.
  var width: Double
  /// The extent in points.
  var height: Double
  /// Its cards.
  var cards: [ExpectedCard] = []
  /// Where marks may be.
  var marks: [PageArea] = []
  /// The resolution, where it is a picture and no page.
  var dotsPerInch: Double?
  /// 1 where a picture is black and white.
  var bitsPerPixel: Int?
  /// Whether it is a label of a thermal printer, `page` its number in the file.
  var isLabel: Bool?

  /// What a frame shows, which is one card from edge to edge.
  init(_ frame: Frame, record: Int, file: String, page: Int) {
    (self.file, self.page) = (file, page)
    (width, height) = (frame.size.width, frame.size.height)
    let whole = PageArea(Rect(origin: .zero, size: frame.size))
    var card = ExpectedCard(record: record, trim: whole, bleed: whole)
    card.add(frame.items, in: FramePlace())
    cards = [card]
  }

  /// What a page of laid cards shows; its items are the cards in the order of their trims, then
  /// marks.
  init(
    _ frame: Frame, trims: [Rect], bleed: Double, records: [Int], file: String, page: Int
  ) {
    (self.file, self.page) = (file, page)
    (width, height) = (frame.size.width, frame.size.height)
    var (items, place) = (frame.items, FramePlace())
    if items.count == 1, case .group(let group) = items[0].item, group.mount != nil {
      // Moved and scaled as a whole, to make up for a printer.
      place = place.inside(items[0], group.mount)
      items = group.items
    }
    for ((placed, trim), record) in zip(zip(items, trims), records) {
      let area = place.area(trim)
      var card = ExpectedCard(
        record: record, trim: PageArea(area), bleed: PageArea(area).grown(by: bleed))
      card.add([placed], in: place)
      cards.append(card)
    }
    marks = items.dropFirst(trims.count).map { PageArea(place.area($0.bounds)).grown(by: 1) }
  }

  /// Whether anything of the page lies outside its cards.
  var hasOutside: Bool {
    cards.count != 1 || cards[0].trim.width < width - 0.5 || cards[0].trim.height < height - 0.5
  }
}

extension ExpectedCard {
  fileprivate mutating func add(_ items: [PlacedItem], in place: FramePlace) {
    for placed in items {
      switch placed.item {
      case .group(let group) where group.opacity > 0:
        add(group.items, in: place.inside(placed, group.mount))
      case .text(let text): lines += text.lines.map(\.shaped.text).filter { !$0.isEmpty }
      case .barcode(let code):
        codes.append(ExpectedCode(code, area: place.area(placed.bounds)))
      case .group, .shape, .picture: break
      }
    }
  }
}
