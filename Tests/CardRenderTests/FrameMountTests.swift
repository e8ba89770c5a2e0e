import CardLayout
import CardModel
import Testing

@testable import CardRender

@Suite struct FrameMountTests {
  let faces = FileFaces()
  let pictures = MemoryPictures()

  /// A card with all that snaps to pixels: text, a picture, thin lines and a round edge.
  private func card() throws -> Frame {
    pictures.add("photo", width: 60, height: 80) { x, y in
      0xFF_0000_00 | UInt32(x * 4) << 16 | UInt32(y * 3) << 8
    }
    return frame(
      120, 70,
      (
        Rect(x: 0, y: 0, width: 120, height: 70),
        .shape(
          FrameShape(
            .area(.rectangle(radius: 0)),
            fill: .gradient(from: .white, to: Color(red: 200, green: 220, blue: 255), angle: 90)))
      ),
      (Rect(x: 5.3, y: 6.1, width: 30, height: 40), .picture(picture("photo", 60, 80))),
      (Rect(x: 44.7, y: 11.2, width: 60, height: 14), .text(try faces.text("Ada Å", size: 11))),
      (
        Rect(x: 44.4, y: 33.3, width: 60.2, height: 0.4),
        .shape(FrameShape(.line(.horizontal), stroke: FrameStroke(width: 0.4, color: .black)))
      ),
      (
        Rect(x: 44.4, y: 40.2, width: 22.2, height: 22.2),
        .shape(
          FrameShape(
            .area(.circle), fill: .color(Color(red: 180, green: 30, blue: 30)),
            stroke: FrameStroke(width: 1, color: .black)))
      ))
  }

  private func draw(_ frame: Frame, dotsPerInch: Double) throws -> Pixels {
    let rasterizer = try Rasterizer(faces: faces, pictures: pictures)
    return try Pixels(
      rasterizer.draw(frame, background: .color(.white), dotsPerInch: dotsPerInch))
  }

  private func mounted(_ card: Frame, at origin: Point, turn: QuarterTurn = .none) -> Frame {
    let size =
      turn.exchangesSides ? Size(width: card.size.height, height: card.size.width) : card.size
    return Frame(
      size: Size(width: 300, height: 300),
      items: [
        PlacedItem(
          origin: origin, size: size,
          item: .group(FrameGroup(items: card.items, mount: FrameMount(turn: turn))))
      ])
  }

  @Test(arguments: [
    (Point(x: 0, y: 0), 72.0), (Point(x: 36, y: 72), 150.0), (Point(x: 31.37, y: 47.91), 300.0),
    (Point(x: 7.2, y: 100.49), 203.0),
  ])
  func `a mounted card has the pixels that it has alone, wherever it lies`(
    _ origin: Point, _ dotsPerInch: Double
  ) throws {
    let card = try card()
    let alone = try draw(card, dotsPerInch: dotsPerInch)
    let sheet = try draw(mounted(card, at: origin), dotsPerInch: dotsPerInch)
    let x = Int((origin.x * dotsPerInch / 72).rounded())
    let y = Int((origin.y * dotsPerInch / 72).rounded())
    var differing = 0
    for row in 0..<alone.height {
      for column in 0..<alone.width where sheet[x + column, y + row] != alone[column, row] {
        differing += 1
      }
    }
    #expect(differing == 0)
  }

  @Test(arguments: [QuarterTurn.quarter, .half, .threeQuarters])
  func `a turned card's shapes are the same pixels in another order`(_ turn: QuarterTurn) throws {
    // Letters are drawn anew in each direction; edges of boxes are not.
    var card = try card()
    card.items.removeAll { if case .text = $0.item { true } else { false } }
    card.items.removeAll {
      if case .shape(let shape) = $0.item { shape.kind == .area(.circle) } else { false }
    }
    let alone = try draw(card, dotsPerInch: 150)
    let sheet = try draw(
      mounted(card, at: Point(x: 48, y: 24), turn: turn), dotsPerInch: 150)
    let (left, top) = (100, 50)
    var worst: UInt32 = 0
    for y in 0..<alone.height {
      for x in 0..<alone.width {
        let (column, row) =
          switch turn {
          case .none: (x, y)
          case .quarter: (alone.height - 1 - y, x)
          case .half: (alone.width - 1 - x, alone.height - 1 - y)
          case .threeQuarters: (y, alone.width - 1 - x)
          }
        let (one, other) = (alone[x, y], sheet[left + column, top + row])
        for shift in [0, 8, 16] as [UInt32] {
          let (a, b) = (one >> shift & 255, other >> shift & 255)
          worst = max(worst, a > b ? a - b : b - a)
        }
      }
    }
    #expect(worst <= 2)
  }

  @Test func `turned text is found in a document, and scale stretches about the corner`() throws {
    let encoder = try PDFEncoder(
      PDFEncoder.Options(title: "Sheet"), faces: faces, pictures: pictures)
    try encoder.add(
      mounted(try card(), at: Point(x: 50, y: 60), turn: .half), background: nil)
    var scaled = mounted(try card(), at: Point(x: 50, y: 60))
    guard case .group(var group) = scaled.items[0].item else { return }
    group.mount = FrameMount(scaleX: 1.1, scaleY: 1.2)
    scaled.items[0].item = .group(group)
    try encoder.add(scaled, background: nil)
    try withFile(try encoder.finish(), "pdf") { path in
      guard let text = try run("pdftotext", "-bbox", path, "-") else { return }
      #expect(text.contains(">Ada</word>") && text.contains(">Å</word>"))
      let starts = text.matches(
        of: /xMin="([0-9.]+)" yMin="([0-9.]+)" xMax="([0-9.]+)" yMax="([0-9.]+)">Ada/)
      #expect(starts.count == 2)
      // Half a turn: what began 44.7 from the left ends 44.7 from the right.
      let end = try #require(starts.first.flatMap { Double($0.output.3) })
      #expect(abs(end - (50 + 120 - 44.7)) < 1)
      let begin = try #require(starts.last.flatMap { Double($0.output.1) })
      #expect(abs(begin - (50 + 44.7 * 1.1)) < 1)
    }
  }
}
