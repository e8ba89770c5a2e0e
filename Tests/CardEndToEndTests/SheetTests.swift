import Foundation
import Testing

@Suite struct SheetTests {
  /// A word and its place on a page, in points from the upper left.
  private struct Word {
    let page: Int
    let text: String
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double
    var middle: (x: Double, y: Double) { ((left + right) / 2, (top + bottom) / 2) }
  }

  /// Points as they stand in a document, in millimetres.
  private func millimetres(_ points: Substring) -> Double {
    let value: Double = Double(points) ?? 0
    return value * 25.4 / 72
  }

  private func words(_ file: String, in folder: WorkFolder) throws -> [Word] {
    var page = 0
    var words: [Word] = []
    for line in try folder.read("pdftotext", ["-bbox", file, "-"]).split(separator: "\n") {
      if line.contains("<page ") { page += 1 }
      guard
        let match = line.firstMatch(
          of: /xMin="([0-9.]+)" yMin="([0-9.]+)" xMax="([0-9.]+)" yMax="([0-9.]+)">(.*)<\/word>/)
      else { continue }
      let numbers = [match.1, match.2, match.3, match.4].compactMap { Double($0) }
      words.append(
        Word(
          page: page, text: String(match.5), left: numbers[0], top: numbers[1],
          right: numbers[2], bottom: numbers[3]))
    }
    return words
  }

  /// A design of 60 × 40 mm whose sides name the person, and their side, near the head.
  private func writeTemplate(to folder: WorkFolder, size: String = "60x40mm") throws {
    let (width, height) = (
      size.prefix { $0 != "x" }, size.drop { $0 != "x" }.dropFirst().dropLast(2)
    )
    func side(_ letter: String) -> String {
      """
      { "kind": "vertical", "alignment": "leading", "padding": "4mm", "children": [
        { "kind": "label", "text": "\(letter){{name}}", "style": "h3" }, { "kind": "spacer" } ] }
      """
    }
    try folder.write(
      """
      { "format": 1, "title": "Pair", "size": { "width": "\(width)mm", "height": "\(height)mm" },
        "fields": [{ "name": "name", "type": "text", "required": true }],
        "front": \(side("F")), "back": \(side("B")) }
      """, to: "pair.card.json")
  }

  private func writePeople(_ count: Int, to folder: WorkFolder) throws {
    try folder.write(
      "name,n\n" + (1...max(count, 1)).prefix(count).map { "\($0),\($0 % 3)\n" }.joined(),
      to: "p.csv")
  }

  private func pages(_ file: String, in folder: WorkFolder) throws -> Int {
    let info = try folder.read("pdfinfo", [file])
    return info.firstMatch(of: /Pages:\s+(\d+)/).flatMap { Int($0.1) } ?? 0
  }

  @Test(
    .enabled(if: Tool.installed("qpdf") != nil),
    arguments: [
      // Stock, then the upper left corners of the first and the last label and its size, in mm.
      ("Avery 5160", 4.7625, 12.7, 144.4625, 241.3, 66.675, 25.4),
      ("Avery 5163", 3.96875, 12.7, 110.33125, 215.9, 101.6, 50.8),
      ("Avery 5371", 19.05, 12.7, 107.95, 215.9, 88.9, 50.8),
      ("Avery 5392", 6.35, 25.4, 107.95, 177.8, 101.6, 76.2),
      ("Avery 5395", 17.4625, 14.81667, 112.7125, 205.31667, 85.725, 59.26667),
      ("Avery L7160", 7.2, 15.15, 139.28, 243.75, 63.5, 38.1),
      ("Avery L7163", 4.67, 15.15, 106.27, 243.75, 99.06, 38.1),
      ("Avery L7418", 19, 38.5, 105, 203.5, 86, 55),
      ("Zweckform 32011", 15, 13.5, 110, 229.5, 85, 54),
      ("Herma 4608", 8.48, 8.8, 153.26, 262.8, 48.26, 25.4),
      ("Durable 1445", 15, 12, 105, 228, 90, 54),
    ])
  func `each label lies within 0.05 mm of its catalogue row`(
    _ stock: String, _ left: Double, _ top: Double, _ lastLeft: Double, _ lastTop: Double,
    _ width: Double, _ height: Double
  ) throws {
    let folder = try WorkFolder()
    try writePeople(44, to: folder)
    try folder.write(
      """
      { "format": 1, "title": "Plain", "size": { "width": "\(width)mm", "height": "\(height)mm" },
        "fields": [{ "name": "name", "type": "text" }],
        "front": { "kind": "label", "text": "{{name}}" } }
      """, to: "plain.card.json")
    let name = stock.hasPrefix("Zweckform") ? "Avery " + stock : stock
    let result = try folder.run([
      "render", "p.csv", "-t", "plain.card.json", "--sheet", name, "-o", "s.pdf",
    ])
    #expect(result.exitCode == 0, "\(result.error)")
    let listing = try folder.run(["stocks", stock, "--json"])
    let stocks = try JSONDecoder().decode(Listing.self, from: Data(listing.output)).stocks
    let row = try #require(stocks.first { $0.names.contains(name) })
    let grid = row.grid.split(separator: "x").compactMap { Int($0) }
    // The edges that the cards are cut at, as the document has them.
    let text = try folder.read("qpdf", ["--qdf", "--object-streams=disable", "s.pdf", "-"])
    let first = try #require(firstPage(text))
    let sheetHeight = row.sheet == "a4" ? 297.0 : 279.4
    let box = try #require(text.firstMatch(of: /MediaBox \[\s+0\s+0\s+[0-9.]+\s+([0-9.]+)/))
    #expect(abs(millimetres(box.1) - sheetHeight) < 0.01)
    let corners = first.matches(of: /([-0-9.]+) ([-0-9.]+) ([0-9.]+) ([0-9.]+) re\nW n/).map {
      match in
      let edge = [match.1, match.2, match.3, match.4].map { millimetres($0) }
      return [edge[0], sheetHeight - edge[1] - edge[3], edge[2], edge[3]]
    }
    try #require(corners.count == min(grid[0] * grid[1], 44))
    func isNear(_ corner: [Double], _ x: Double, _ y: Double) -> Bool {
      abs(corner[0] - x) < 0.05 && abs(corner[1] - y) < 0.05 && abs(corner[2] - width) < 0.05
        && abs(corner[3] - height) < 0.05
    }
    for (index, corner) in corners.enumerated() {
      let (column, line) = (index % grid[0], index / grid[0])
      #expect(
        isNear(
          corner, row.millimetres(row.left) + Double(column) * row.millimetres(row.columnPitch),
          row.millimetres(row.top) + Double(line) * row.millimetres(row.rowPitch)))
    }
    #expect(isNear(corners[0], left, top))
    if grid[0] * grid[1] <= 44 { #expect(isNear(corners[corners.count - 1], lastLeft, lastTop)) }
  }

  private struct Listing: Decodable {
    struct Row: Decodable {
      let names: [String]
      let sheet, grid, left, top, columnPitch, rowPitch: String

      func millimetres(_ length: String) -> Double {
        let value = Double(length.prefix { $0.isNumber || $0 == "." }) ?? 0
        return length.hasSuffix("in") ? value * 25.4 : value
      }
    }
    let stocks: [Row]
  }

  @Test(
    .enabled(if: Tool.installed("pdftotext") != nil),
    arguments: [
      ("a4", "long-edge", true), ("a4", "short-edge", false), ("a4-landscape", "long-edge", false),
      ("a4-landscape", "short-edge", true), ("a4", "separate", true),
    ])
  func `seven backs in three columns lie behind their fronts`(
    _ paper: String, _ mode: String, _ overVerticalEdge: Bool
  ) throws {
    let folder = try WorkFolder()
    try writePeople(7, to: folder)
    try writeTemplate(to: folder)
    let result = try folder.run([
      "render", "p.csv", "-t", "pair.card.json", "--sheet", paper, "--grid", "3x2", "--margin",
      "8mm,13mm", "--gap", "3mm", "--duplex", mode, "-o", "o.pdf",
    ])
    #expect(result.error == "" && result.exitCode == 0)
    let isSeparate = mode == "separate"
    var found = try words("o.pdf", in: folder)
    if isSeparate {
      #expect(try pages("o.pdf", in: folder) == 2 && pages("o-back.pdf", in: folder) == 2)
      found += try words("o-back.pdf", in: folder)
    } else {
      #expect(try pages("o.pdf", in: folder) == 4)
    }
    #expect(found.count == 14)
    let (width, height) = paper == "a4" ? (595.28, 841.89) : (841.89, 595.28)
    for number in 1...7 {
      let front = try #require(found.first { $0.text == "F\(number)" })
      let back = try #require(found.first { $0.text == "B\(number)" })
      let sheet = number <= 6 ? 1 : 2
      #expect(front.page == (isSeparate ? sheet : 2 * sheet - 1))
      #expect(back.page == (isSeparate ? sheet : 2 * sheet))
      let place = (number - 1) % 6
      let trimLeft = (8 + Double(place % 3) * 63) * 72 / 25.4
      let trimTop = (13 + Double(place / 3) * 43) * 72 / 25.4
      let (cardWidth, cardHeight) = (60 * 72 / 25.4, 40 * 72 / 25.4)
      // Seen through the paper.
      let x = overVerticalEdge ? width - back.middle.x : back.middle.x
      let y = overVerticalEdge ? back.middle.y : height - back.middle.y
      #expect(x > trimLeft && x < trimLeft + cardWidth, "\(number) across")
      #expect(y > trimTop && y < trimTop + cardHeight / 2, "\(number) down, head behind head")
      #expect(abs(y - front.middle.y) < 1)
      #expect(abs((x - trimLeft) - (trimLeft + cardWidth - front.middle.x)) < 1.5)
    }
  }

  @Test(.enabled(if: Tool.installed("pdftotext") != nil), arguments: ["top", "left"])
  func `folded, each back lies on its head or beside its front`(_ edge: String) throws {
    let folder = try WorkFolder()
    try writePeople(7, to: folder)
    try writeTemplate(to: folder)
    let result = try folder.run([
      "render", "p.csv", "-t", "pair.card.json", "--sheet", "a4-landscape", "--grid",
      edge == "top" ? "3x2" : "2x4", "--duplex", "fold", "--fold-edge", edge, "--fold-marks",
      "--crop-marks", "-o", "o.pdf",
    ])
    #expect(result.error == "" && result.exitCode == 0)
    let found = try words("o.pdf", in: folder)
    #expect(try pages("o.pdf", in: folder) == (edge == "top" ? 2 : 1))
    for number in 1...7 {
      let front = try #require(found.first { $0.text == "F\(number)" })
      let back = try #require(found.first { $0.text == "B\(number)" })
      #expect(front.page == back.page)
      if edge == "top" {
        // Both heads are near the fold, one on each side; the texts begin at opposite edges.
        let fold = (front.middle.y + back.middle.y) / 2
        #expect(back.middle.y < front.middle.y)
        #expect(front.middle.y - fold < 30 && back.middle.x - front.middle.x > 60)
      } else {
        #expect(abs(front.middle.y - back.middle.y) < 1)
        #expect(abs(front.left - back.left - 60 * 72 / 25.4) < 1.5)
      }
    }
  }

  @Test(
    .enabled(if: Tool.installed("pdfinfo") != nil),
    arguments: [(1, 1), (7, 1), (8, 1), (9, 2), (16, 2), (17, 3)])
  func `eight to a sheet give no blank page and lose none`(_ cards: Int, _ sheets: Int) throws {
    let folder = try WorkFolder()
    try writePeople(cards, to: folder)
    for order in ["rows", "columns", "cut-stack"] {
      let result = try folder.run([
        "render", "p.csv", "--sheet", "a4", "--grid", "2x4", "--order", order, "-o", "o.pdf",
      ])
      #expect(result.error == "" && result.exitCode == 0)
      #expect(try pages("o.pdf", in: folder) == sheets)
      let names = try words("o.pdf", in: folder).map(\.text).filter { Int($0) != nil }
      #expect(Set(names.compactMap { Int($0) }).isSuperset(of: Set(1...cards)))
    }
  }

  @Test func `no records make no sheet`() throws {
    let folder = try WorkFolder()
    try folder.write("name\n", to: "p.csv")
    let result = try folder.run(["render", "p.csv", "--sheet", "a4", "-o", "o.pdf"])
    #expect(result.exitCode == 1)
    #expect(try folder.names == ["p.csv"])
  }

  @Test(.enabled(if: Tool.installed("pdftotext") != nil))
  func `a started sheet, copies by a field and cut stacks put each card in its place`() throws {
    let folder = try WorkFolder()
    try writePeople(5, to: folder)
    try writeTemplate(to: folder)
    func order(_ more: [String]) throws -> [String] {
      let result = try folder.run(
        [
          "render", "p.csv", "-t", "pair.card.json", "--sheet", "a4", "--grid", "2x2",
          "--duplex", "separate", "-o", "o.pdf",
        ] + more)
      #expect(result.error == "" && result.exitCode == 0)
      return try words("o.pdf", in: folder).sorted {
        ($0.page, ($0.top / 20).rounded(), $0.left) < ($1.page, ($1.top / 20).rounded(), $1.left)
      }.map { "\($0.page):\($0.text)" }
    }
    #expect(try order(["--skip", "3"]) == ["1:F1", "2:F2", "2:F3", "2:F4", "2:F5"])
    #expect(
      try order(["--copies", "n"]) == ["1:F1", "1:F2", "1:F2", "1:F4", "2:F5", "2:F5"])
    #expect(
      try order(["--copies", "2", "--order", "columns"])
        == [
          "1:F1", "1:F2", "1:F1", "1:F2", "2:F3", "2:F4", "2:F3", "2:F4", "3:F5", "3:F5",
        ])
    #expect(try order(["--order", "cut-stack"]) == ["1:F1", "1:F3", "1:F4", "1:F5", "2:F2"])
  }

  @Test(arguments: ["rows", "cut-stack"])
  func `the report says where each card lies`(order: String) throws {
    let folder = try WorkFolder()
    try writePeople(5, to: folder)
    try writeTemplate(to: folder)
    func report(_ ending: String) throws -> String {
      let result = try folder.run([
        "render", "p.csv", "-t", "pair.card.json", "--sheet", "a4", "--grid", "2x2", "--copies",
        "n", "--skip", "1", "--order", order, "-o", "o.pdf", "--report", "r.\(ending)",
      ])
      #expect(result.exitCode == 0, "\(result.error)")
      return String(decoding: try folder.bytes("r.\(ending)"), as: UTF8.self)
    }
    // Copies: 1, 2, none, 1, 2; the first place is used up.
    let places =
      order == "rows"
      ? [["1 1 2"], ["1 2 1", "1 2 2"], [], ["2 1 1"], ["2 1 2", "2 2 1"]]
      : [["2 1 1"], ["1 1 2", "2 1 2"], [], ["1 2 1"], ["2 2 1", "1 2 2"]]
    let said = try report("json").split(separator: "\n").filter { $0.contains("\"record\"") }
      .sorted().map { line in
        line.matches(of: /"sheet": ?(\d), ?"row": ?(\d), ?"column": ?(\d)/)
          .map { "\($0.1) \($0.2) \($0.3)" }.sorted()
      }
    #expect(said == places.map { $0.sorted() })
    #expect(try report("ndjson").contains(#""sheetPlaces":[{"sheet":1,"row":1,"column":2}"#))
    let page = try report("html")
    #expect(
      page.contains(
        order == "rows"
          ? "Sheet 1: row 2 column 1, row 2 column 2"
          : "Sheet 1: row 1 column 2; Sheet 2: row 1 column 2"), "\(page)")
    // What is told is where the text is.
    let words = try words("o.pdf", in: folder).filter { $0.text.hasPrefix("F") }
    for (index, own) in places.enumerated() {
      let found = words.filter { $0.text == "F\(index + 1)" }.map { word in
        let row = word.middle.y < 842 / 2 ? 1 : 2
        let column = word.middle.x < 595 / 2 ? 1 : 2
        // Fronts and backs take turns.
        return "\((word.page + 1) / 2) \(row) \(column)"
      }
      #expect(found.sorted() == own.sorted(), "\(index + 1)")
    }
  }

  @Test(.enabled(if: Tool.installed("pdftoppm") != nil))
  func `a picture and a band at the trim are carried on into the bleed`() throws {
    let folder = try WorkFolder()
    try folder.copy("people/ada.jpg", to: "ada.jpg")
    try writePeople(1, to: folder)
    try folder.write(
      """
      { "format": 1, "title": "Full", "size": { "width": "60mm", "height": "40mm" },
        "fields": [{ "name": "name", "type": "text" }],
        "front": { "kind": "horizontal", "spacing": "0mm", "children": [
          { "kind": "picture", "source": "ada.jpg", "fit": "cover", "width": "30mm",
            "height": "40mm" },
          { "kind": "shape", "fill": "black", "width": "30mm", "height": "40mm" } ] } }
      """, to: "full.card.json")
    func render(_ name: String, _ more: [String]) throws {
      let result = try folder.run(
        ["render", "p.csv", "-t", "full.card.json", "--dpi", "254", "-o", name] + more)
      #expect(result.error == "" && result.exitCode == 0, "\(result.error)")
    }
    try render("trim.png", [])
    try render("bleed.png", ["--bleed", "3mm"])
    // 3 mm are 30 pixels; the content has not moved.
    #expect(try differences("trim.png", "bleed.png", at: 30, 30, in: folder) == 0)
    try render("bleed.pdf", ["--bleed", "3mm"])
    _ = try folder.read("pdftoppm", ["-r", "254", "-png", "-singlefile", "bleed.pdf", "page"])
    for name in ["bleed.png", "page.png"] {
      let picture = try PNGFile(folder.bytes(name))
      let greys = try picture.gray()
      // No paper is left to the very edge, all around.
      for x in stride(from: 2, to: picture.width - 2, by: 8) {
        #expect(greys[2 * picture.width + x] < 250 && greys[455 * picture.width + x] < 250)
      }
      for y in stride(from: 2, to: 458, by: 8) {
        #expect(greys[y * picture.width + 2] < 250 && greys[y * picture.width + 655] < 30)
      }
    }
    let boxes = try folder.read("pdfinfo", ["-box", "bleed.pdf"])
    #expect(boxes.contains(/TrimBox: +8.50 +8.50 +178.58 +121.89/), "\(boxes)")
  }

  @Test func `badges of text with a logo take under two kilobytes each, whenever made`() throws {
    let folder = try WorkFolder()
    try folder.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="12mm" height="12mm" viewBox="0 0 12 12">
      <circle cx="6" cy="6" r="6" fill="#0a5"/><path d="M3 6l2 3 4-6" stroke="#fff" fill="none"/></svg>
      """, to: "logo.svg")
    let names = (1...200).map { "Person \($0) Muster,Company \($0 * 7) & Sons" }
    try folder.write("name,company\n" + names.joined(separator: "\n"), to: "p.csv")
    try folder.write(
      """
      { "format": 1, "title": "Badge", "size": { "width": "90mm", "height": "54mm" },
        "fields": [{ "name": "name", "type": "text" }, { "name": "company", "type": "text" }],
        "front": { "kind": "vertical", "padding": "5mm", "spacing": "3mm", "children": [
          { "kind": "picture", "source": "logo.svg", "alternative": "", "width": "12mm",
            "height": "12mm" },
          { "kind": "label", "text": "{{name}}", "style": "h2" },
          { "kind": "label", "text": "{{company}}", "style": "body" } ] } }
      """, to: "badge.card.json")
    func arguments(_ name: String) -> [String] {
      [
        "render", "p.csv", "-t", "badge.card.json", "--sheet", "a4", "--grid", "2x5", "--pdf",
        "plain", "-o", name,
      ]
    }
    let result = try folder.run(arguments("one.pdf"))
    #expect(result.error == "" && result.exitCode == 0, "\(result.error)")
    let one = try folder.bytes("one.pdf")
    #expect(try pages("one.pdf", in: folder) == 20)
    #expect(one.count < 200 * 2000, "\(one.count)")
    // Later by whole seconds: a date would show.
    Thread.sleep(forTimeInterval: 1.1)
    _ = try folder.run(arguments("other.pdf"))
    #expect(try folder.bytes("other.pdf") == one)
  }

  @Test(.enabled(if: Tool.installed("pdfinfo") != nil))
  func `each page has the paper that was asked for`() throws {
    let folder = try WorkFolder()
    try writePeople(5, to: folder)
    let result = try folder.run([
      "render", "p.csv", "--sheet", "330.2x482.6mm", "--grid", "1x2", "-o", "o.pdf",
    ])
    #expect(result.error == "" && result.exitCode == 0, "\(result.error)")
    let info = try folder.read("pdfinfo", ["-f", "1", "-l", "9", "o.pdf"])
    #expect(info.matches(of: /Page +\d size: +936 x 1368 pts/).count == 3, "\(info)")
  }

  @Test func `texts in corners that a label does not have are warned of, and shown`() throws {
    let folder = try WorkFolder()
    try folder.write(
      """
      { "format": 1, "stocks": [ { "names": ["Round"], "sheet": "a4", "grid": "2x4",
        "width": "60mm", "height": "40mm", "left": "15mm", "top": "20mm", "columnPitch": "65mm",
        "rowPitch": "45mm", "radius": "8mm" } ] }
      """, to: "own.json")
    try writePeople(2, to: folder)
    try folder.write(
      """
      { "format": 1, "title": "Corner", "size": { "width": "60mm", "height": "40mm" },
        "fields": [{ "name": "name", "type": "text" }],
        "front": { "kind": "vertical", "alignment": "leading", "padding": "1mm", "children": [
          { "kind": "label", "text": "Corner {{name}}", "style": "body" }, { "kind": "spacer" } ] } }
      """, to: "corner.card.json")
    let common = ["render", "p.csv", "-t", "corner.card.json", "--stocks", "own.json"]
    let round = try folder.run(common + ["--sheet", "Round", "-o", "o.pdf"])
    #expect(round.exitCode == 0)
    #expect(round.error.contains("'Corner 1' reaches into a corner that the label does not have"))
    #expect(try folder.run(common + ["--sheet", "Round", "--strict", "-o", "s.pdf"]).exitCode == 1)
    let square = try folder.run(
      ["render", "p.csv", "-t", "corner.card.json", "--sheet", "a4", "-o", "o.pdf"])
    #expect(square.error == "", "\(square.error)")
    // Curves are drawn only where the edges are asked for.
    func curves(_ more: [String]) throws -> Int {
      _ = try folder.run(common + ["--sheet", "Round", "-o", "o.pdf"] + more)
      let text = try folder.read("qpdf", ["--qdf", "--object-streams=disable", "o.pdf", "-"])
      return try #require(firstPage(text)).matches(of: /\ c\n/).count
    }
    #expect(try curves([]) == 0)
    #expect(try curves(["--outlines"]) == 8 * 8)
  }

  /// How many pixels of a picture differ from those of a part of another.
  private func differences(
    _ part: String, _ whole: String, at left: Int, _ top: Int, in folder: WorkFolder
  ) throws -> Int {
    let (one, other) = (try PNGFile(folder.bytes(part)), try PNGFile(folder.bytes(whole)))
    let (small, large) = (try one.gray(), try other.gray())
    var count = 0
    for row in 0..<one.height {
      let start = (row + top) * other.width + left
      let line = large[start..<start + one.width]
      if !line.elementsEqual(small[row * one.width..<(row + 1) * one.width]) { count += 1 }
    }
    return count
  }

  @Test func `a card cut from a sheet has the pixels that it has alone`() throws {
    let folder = try WorkFolder()
    try writePeople(4, to: folder)
    // 254 dpi: a tenth of a millimetre is a pixel.
    let common = ["--size", "50x30mm", "--dpi", "254"]
    var result = try folder.run(
      [
        "render", "p.csv", "--sheet", "120x75mm", "--grid", "2x2", "--margin", "7mm,5.1mm",
        "--gap", "3.3mm", "-o", "sheet.png",
      ] + common)
    #expect(result.error == "" && result.exitCode == 0)
    result = try folder.run(["render", "p.csv", "-o", "{{index}}.png"] + common)
    #expect(result.error == "" && result.exitCode == 0)
    let sheet = try PNGFile(folder.bytes("sheet.png"))
    #expect(sheet.width == 1200 && sheet.height == 750)
    for (name, x, y) in [("1", 70, 51), ("2", 603, 51), ("3", 70, 384), ("4", 603, 384)] {
      #expect(try differences("\(name).png", "sheet.png", at: x, y, in: folder) == 0)
    }
  }

  @Test(.enabled(if: Tool.installed("pdfinfo") != nil))
  func `bleed makes the page larger on all sides, and the content stays`() throws {
    let folder = try WorkFolder()
    try writePeople(1, to: folder)
    let size = ["--size", "54x85.6mm"]
    for more in [[], ["--bleed", "3mm"]] {
      let name = more.isEmpty ? "trim" : "bleed"
      for ending in ["pdf", "png"] {
        let result = try folder.run(
          ["render", "p.csv", "-o", "\(name).\(ending)", "--dpi", "127"] + size + more)
        #expect(result.error == "" && result.exitCode == 0)
      }
    }
    let info = try folder.read("pdfinfo", ["bleed.pdf"])
    let page = try #require(info.firstMatch(of: /Page size:\s+([0-9.]+) x ([0-9.]+)/))
    let extent = [page.1, page.2].map { millimetres($0) }
    #expect(abs(extent[0] - 60) < 0.001)
    #expect(abs(extent[1] - 91.6) < 0.001)
    let picture = try PNGFile(folder.bytes("bleed.png"))
    #expect(picture.width == 300 && picture.height == 458)
    #expect(try differences("trim.png", "bleed.png", at: 15, 15, in: folder) == 0)
    let (small, large) = (try words("trim.pdf", in: folder), try words("bleed.pdf", in: folder))
    #expect(small.count == large.count && !small.isEmpty)
    for (one, other) in zip(small, large) {
      #expect(abs(other.left - one.left - 3 * 72 / 25.4) < 0.01)
      #expect(abs(other.top - one.top - 3 * 72 / 25.4) < 0.01)
    }
  }

  @Test func `sheets of pictures are named by their number, backs beside them`() throws {
    let folder = try WorkFolder()
    try writePeople(5, to: folder)
    try writeTemplate(to: folder)
    let common = [
      "render", "p.csv", "-t", "pair.card.json", "--sheet", "a4", "--grid", "2x2", "--dpi", "40",
    ]
    var result = try folder.run(common + ["-o", "out/s{{sheet}}.png"])
    #expect(result.error == "" && result.exitCode == 0)
    #expect(
      try folder.names.filter { $0.hasSuffix("png") } == [
        "out/s1-back.png", "out/s1.png", "out/s2-back.png", "out/s2.png",
      ])
    result = try folder.run(common + ["-o", "one.png"])
    #expect(result.exitCode == 1)
    #expect(result.error.contains("is one picture, but there are several sheets"))
    result = try folder.run(common + ["-o", "{{name}}.png"])
    #expect(result.error.contains("A sheet has no 'name'"))
    result = try folder.run(common + ["-o", "one.png", "--first", "4"])
    #expect(result.exitCode == 0)
    #expect(try !folder.names.contains { $0.hasPrefix("one") && $0.contains("2") })
  }

  @Test func `what cannot be is refused before anything is made`() throws {
    let folder = try WorkFolder()
    try writePeople(2, to: folder)
    for (arguments, words) in [
      (["--grid", "2x2"], "'--grid' has no meaning without '--sheet'"),
      (["--sheet", "Avery 5160", "--gap", "2mm"], "'--gap' has no meaning here"),
      (["--sheet", "Avery 9999999"], "The stock 'Avery 9999999' is unknown"),
      (["--sheet", "a4", "--grid", "9x9"], "there is room for 2x5"),
      (["--sheet", "a4", "--skip", "10"], "10 of them cannot be skipped"),
      (["--sheet", "a4", "--fold-edge", "top"], "has no meaning without a fold"),
      (["--sheet", "a4", "--copies", "0"], "'0' is not a number of copies"),
      (["--sheet", "a4", "--printer", "none"], "The printer 'none' has no profile"),
      (["--sheet", "Avery 5160", "--size", "a6"], "cards are never scaled"),
      (["--mark-length", "3mm"], "no meaning without marks"),
      (["--sheet", "a4", "--resume"], "'--resume' has no meaning with '--sheet'"),
      (["--sheet", "a4", "--changed-only"], "'--changed-only' has no meaning with '--sheet'"),
      (["--sheet", "a4", "--list"], "'--list' has no meaning with '--sheet'"),
    ] {
      let result = try folder.run(
        ["render", "p.csv", "-o", "o.pdf"] + arguments,
        environment: ["XDG_CONFIG_HOME": folder.url.path])
      #expect(result.exitCode == 1)
      #expect(result.error.contains(words), "\(result.error)")
      #expect(try folder.names == ["p.csv"])
    }
  }

  @Test func `a small card on a label is centred with a warning, and strict runs refuse it`() throws
  {
    let folder = try WorkFolder()
    try writePeople(1, to: folder)
    let common = ["render", "p.csv", "--sheet", "Avery 5392", "--size", "cr80", "-o", "o.pdf"]
    let result = try folder.run(common)
    #expect(result.exitCode == 0)
    #expect(
      result.error.hasPrefix(
        "Warning: The card of 85.6×53.98 mm stands in the middle of a place of 101.6×76.2 mm."))
    #expect(try folder.run(common + ["--strict"]).exitCode == 1)
  }

  @Test func `an unverified stock says so, and the verb lists what is unverified`() throws {
    let folder = try WorkFolder()
    try writePeople(1, to: folder)
    let result = try folder.run([
      "render", "p.csv", "--sheet", "Durable 1456", "-o", "o.pdf",
    ])
    #expect(result.exitCode == 0)
    #expect(result.error.hasPrefix("Warning: The measures of 'Durable 1456' are unverified"))
    let list = try folder.run(["stocks", "durable"])
    #expect(
      list.text.split(separator: "\n").contains {
        $0.hasPrefix("Durable 1456") && $0.hasSuffix("unverified")
      })
    #expect(
      list.text.split(separator: "\n").contains {
        $0.hasPrefix("Durable 1445") && !$0.hasSuffix("unverified")
      })
    #expect(try folder.run(["stocks", "nothing-of-that-name"]).exitCode == 1)
  }

  @Test(.enabled(if: Tool.installed("qpdf") != nil))
  func `the calibration page needs no data, and 100 mm are 100.0 mm`() throws {
    let folder = try WorkFolder()
    let settings = ["XDG_CONFIG_HOME": folder.file("settings").path]
    var result = try folder.run(["render", "--calibrate", "-o", "c.pdf"], environment: settings)
    #expect(result.error == "" && result.exitCode == 0)
    #expect(try rulers(in: "c.pdf", folder).allSatisfy { abs($0 - 100) < 0.01 })
    let text = try folder.read("pdftotext", ["c.pdf", "-"])
    #expect(text.contains("It should be 100.0 mm") && text.contains("Calibration, back"))
    // With a profile the page is printed larger by what the printer makes smaller.
    result = try folder.run(
      ["render", "--calibrate", "--printer", "office", "--measured", "99.5,99.8,15.3,14.9"],
      environment: settings)
    #expect(result.exitCode == 0)
    #expect(result.text.contains("settings/cardstock/printers.json"))
    result = try folder.run(
      ["render", "--calibrate", "--printer", "office", "-o", "d.pdf"], environment: settings)
    #expect(result.exitCode == 0)
    let corrected = try rulers(in: "d.pdf", folder)
    #expect(abs(corrected[0] - 100 / 0.995) < 0.02 && abs(corrected[1] - 100 / 0.998) < 0.02)
    result = try folder.run(["render", "p.csv", "--calibrate", "-o", "c.pdf"])
    #expect(result.exitCode == 64)
    #expect(result.error.hasPrefix("Error: Unexpected argument 'p.csv'"))
  }

  /// The content of the first page of a document that qpdf has unfolded.
  private func firstPage(_ text: String) -> String? {
    text.components(separatedBy: "%% Contents for page 1").dropFirst().first?
      .components(separatedBy: "endstream").first
  }

  /// The lengths of the longest line across and down on the first page, in millimetres.
  private func rulers(in file: String, _ folder: WorkFolder) throws -> [Double] {
    let text = try folder.read("qpdf", ["--qdf", "--object-streams=disable", file, "-"])
    let page = try #require(firstPage(text))
    let boxes = page.matches(of: /[-0-9.]+ [-0-9.]+ ([0-9.]+) ([0-9.]+) re\nf/)
    let scale = page.firstMatch(of: /([0-9.]+) -?0 -?0 ([0-9.]+) [-0-9.]+ [-0-9.]+ cm/)
    let widths: [Double] = boxes.map { millimetres($0.1) }
    let heights: [Double] = boxes.map { millimetres($0.2) }
    return [
      (widths.max() ?? 0) * (scale.flatMap { Double($0.1) } ?? 1),
      (heights.max() ?? 0) * (scale.flatMap { Double($0.2) } ?? 1),
    ]
  }

  @Test(.enabled(if: Tool.installed("qpdf") != nil))
  func `two runs and any number of workers give the same sheets`() throws {
    let folder = try WorkFolder()
    try writePeople(40, to: folder)
    try writeTemplate(to: folder)
    for (name, jobs) in [("a", "1"), ("b", "3")] {
      for order in ["rows", "cut-stack"] {
        let result = try folder.run([
          "render", "p.csv", "-t", "pair.card.json", "--sheet", "a4", "--order", order,
          "--crop-marks", "--registration-marks", "both", "--jobs", jobs, "-o",
          "\(name)-\(order).pdf",
        ])
        #expect(result.error == "" && result.exitCode == 0)
      }
    }
    #expect(try folder.bytes("a-rows.pdf") == folder.bytes("b-rows.pdf"))
    #expect(try folder.bytes("a-cut-stack.pdf") == folder.bytes("b-cut-stack.pdf"))
    #expect(try folder.read("qpdf", ["--check", "a-rows.pdf"]).contains("No syntax or stream"))
  }
}
