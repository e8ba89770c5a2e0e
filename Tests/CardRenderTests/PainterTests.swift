import CardLayout
import CardModel
import Foundation
import Testing

@testable import CardRender

@Suite struct PainterTests {
  let faces = FileFaces()
  let pictures = MemoryPictures()
  let rasterizer: Rasterizer

  init() throws { rasterizer = try Rasterizer(faces: faces, pictures: pictures) }

  func draw(
    _ frame: Frame, on background: Color? = .white, dotsPerInch: Double = 300
  ) throws -> Pixels {
    try Pixels(
      try rasterizer.draw(
        frame, background: background.map { .color($0) }, dotsPerInch: dotsPerInch))
  }

  @Test func `rules have the same thickness and full colour at any height`() throws {
    let rule = FrameItem.shape(
      FrameShape(.line(.horizontal), stroke: FrameStroke(width: 0.5, color: .black)))
    var card = Frame(size: cr80)
    for row in 0..<20 {
      card.items.append(
        PlacedItem(
          origin: Point(x: 5, y: 7.13 * Double(row) + 3.37),
          size: Size(width: 100, height: 0.5), item: rule))
    }
    let pixels = try draw(card)
    let column = (0..<pixels.height).map { pixels[200, $0] }
    #expect(Set(column) == [0, 0xFF_FFFF])
    #expect(column.filter { $0 == 0 }.count == 40)
    #expect(zip(column, column.dropFirst()).filter { $0 != $1 }.count == 40)
  }

  @Test func `a group upside down is the upright one read from its end`() throws {
    pictures.add("photo", width: 30, height: 20) { x, y in
      0xFF_000000 | UInt32(x * 8) << 16 | UInt32(y * 12)
    }
    func card(isUpsideDown: Bool) -> Frame {
      let inner = frame(
        40, 20,
        (
          Rect(x: 0, y: 0, width: 11.3, height: 7.1),
          .shape(FrameShape(.area(.rectangle(radius: 0)), fill: .color(.black)))
        ),
        (Rect(x: 12, y: 3, width: 15, height: 10), .picture(picture("photo", 30, 20))))
      let group = FrameGroup(
        items: inner.items, mount: isUpsideDown ? FrameMount(turn: .half) : nil)
      return frame(40, 20, (Rect(x: 0, y: 0, width: 40, height: 20), .group(group)))
    }
    let upright = try draw(card(isUpsideDown: false))
    let turned = try draw(card(isUpsideDown: true))
    #expect(upright.values != turned.values)
    #expect(upright.values == turned.values.reversed())
  }

  @Test func `a border leaves no seam to its photo or its fill`() throws {
    pictures.add("photo", width: 30, height: 30) { _, _ in 0xFF_0000_00 }
    let stroke = FrameStroke(width: 1, color: .black)
    for item in [
      FrameItem.picture(picture("photo", 30, 30, outline: .circle, border: stroke)),
      .shape(FrameShape(.area(.circle), fill: .color(.black), stroke: stroke)),
    ] {
      let pixels = try draw(frame(40, 40, (Rect(x: 5, y: 5, width: 30, height: 30), item)))
      for y in 0..<pixels.height {
        for x in 0..<pixels.width {
          let reach = hypot(
            Double(x) + 0.5 - 83.5, Double(y) + 0.5 - 83.5)
          if reach < 60 { #expect(pixels[x, y] == 0, "\(x), \(y)") }
        }
      }
    }
  }

  @Test func `a stroke lies inside its edge, and a radius is at most half the shorter side`() throws
  {
    let pixels = try draw(
      frame(
        20, 20,
        (
          Rect(x: 5, y: 5, width: 10, height: 6),
          .shape(
            FrameShape(
              .area(.rectangle(radius: 99)), stroke: FrameStroke(width: 1, color: .black)))
        )), dotsPerInch: 144)
    #expect((10..<30).allSatisfy { x in (0..<10).allSatisfy { pixels[x, $0] == 0xFF_FFFF } })
    #expect(pixels[20, 10] == 0 && pixels[20, 11] == 0 && pixels[20, 12] == 0xFF_FFFF)
    #expect(pixels[10, 16] < 0x80_8080 && pixels[9, 16] == 0xFF_FFFF)
    #expect(pixels[10, 10] == 0xFF_FFFF)
  }

  @Test(arguments: [203.0, 300, 305, 600])
  func `a code has two colours and modules of one size`(dotsPerInch: Double) throws {
    let symbol = CodeSymbol(
      columns: 21, rows: 21, modules: (0..<441).map { $0 % 3 == 0 || $0 / 21 % 5 == 0 },
      quietZone: (4, 4, 4, 4), minimumModule: 0.5)
    let module = 1.013
    let card = frame(
      60, 60,
      (
        Rect(x: 7.3, y: 6.1, width: 29 * module, height: 29 * module),
        .barcode(
          FrameBarcode(
            symbol: symbol, origin: Point(x: 4 * module, y: 4 * module), module: module,
            rowHeight: module, color: .black, background: .white, content: "x"))
      ))
    let pixels = try draw(
      card, on: Color(red: 255, green: 255, blue: 255), dotsPerInch: dotsPerInch)
    #expect(Set(pixels.values.map { $0 & 0xFF_FFFF }) == [0, 0xFF_FFFF])
    let side = Int(module * dotsPerInch / 72)
    let dark = symbol.modules.filter { $0 }.count
    #expect(pixels.values.filter { $0 & 0xFF_FFFF == 0 }.count == dark * side * side)
  }

  @Test func `a code too small for the pixels is an error with a resolution that does`() {
    let symbol = CodeSymbol(
      columns: 1, rows: 1, modules: [true], quietZone: (0, 0, 0, 0), minimumModule: 0.1)
    let error = #expect(throws: RenderError.self) {
      try draw(
        frame(
          9, 9,
          (
            Rect(x: 0, y: 0, width: 1, height: 1),
            .barcode(
              FrameBarcode(
                symbol: symbol, origin: .zero, module: 0.2, rowHeight: 0.2, color: .black,
                background: .white, content: "x"))
          )))
    }
    #expect(error?.hint?.contains("360 dpi") == true)
  }

  @Test func `a photo is cropped around its focal point, never stretched`() throws {
    pictures.add("wide", width: 160, height: 90) { x, _ in
      x < 40 ? 0xFF_FF00_00 : x < 120 ? 0xFF_00FF_00 : 0xFF_0000_FF
    }
    for (focus, color) in [(0.0, UInt32(0xFF_0000)), (0.5, 0x00_FF00), (1, 0x00_00FF)] {
      let pixels = try draw(
        frame(
          30, 60,
          (
            Rect(x: 0, y: 0, width: 30, height: 60),
            .picture(picture("wide", 160, 90, focus: FocalPoint(x: focus, y: 0.5)))
          )), dotsPerInch: 72)
      #expect(pixels[focus == 1 ? 29 : 0, 0] == color && pixels[focus == 0 ? 0 : 29, 59] == color)
    }
    let whole = try draw(
      frame(
        32, 32,
        (
          Rect(x: 0, y: 0, width: 32, height: 32),
          .picture(picture("wide", 160, 90, fit: .contain))
        )), on: .black, dotsPerInch: 72)
    #expect(
      (0..<7).allSatisfy { whole[16, $0] == 0 } && (25..<32).allSatisfy { whole[16, $0] == 0 })
    #expect(whole[1, 16] == 0xFF_0000 && whole[16, 16] == 0x00_FF00 && whole[31, 16] == 0xFF)
  }

  @Test func `the edges of a scaled photo are as bright as its middle`() throws {
    pictures.add("white", width: 100, height: 100) { _, _ in 0xFF_FFFF_FF }
    let pixels = try draw(
      frame(
        20, 20,
        (Rect(x: 0, y: 0, width: 20, height: 20), .picture(picture("white", 100, 100)))),
      on: .black, dotsPerInch: 72)
    #expect(Set(pixels.values.map { $0 & 0xFF_FFFF }) == [0xFF_FFFF])
  }

  @Test func `a logo with clear parts has neither black nor a halo`() throws {
    pictures.add("logo", width: 60, height: 60, isOpaque: false) { x, _ in
      x < 30 ? 0 : 0xFF_FF00_00
    }
    let pixels = try draw(
      frame(
        20, 20, (Rect(x: 0, y: 0, width: 20, height: 20), .picture(picture("logo", 60, 60)))),
      dotsPerInch: 72)
    for value in pixels.values {
      #expect(value >> 16 & 255 == 255, "red is full in white, in red and between")
    }
    #expect(pixels[2, 2] == 0xFF_FFFF && pixels[17, 2] == 0xFF_0000)
  }

  @Test func `a group fades and clips as a whole`() throws {
    let black = FrameItem.shape(
      FrameShape(.area(.rectangle(radius: 0)), fill: .color(.black)))
    let place = PlacedItem(origin: .zero, size: Size(width: 20, height: 20), item: black)
    let group = FrameGroup(
      items: [place, place], clip: .rectangle(radius: 0), opacity: 0.5)
    let pixels = try draw(
      frame(20, 20, (Rect(x: 0, y: 0, width: 10, height: 10), .group(group))), dotsPerInch: 72)
    #expect((126...129).contains(pixels.gray(5, 5)))
    #expect(pixels[12, 12] == 0xFF_FFFF)
    // Two layers through one rounded edge give the edge of one.
    func edge(_ items: [PlacedItem]) throws -> [UInt32] {
      try draw(
        frame(
          20, 20,
          (
            Rect(x: 0, y: 0, width: 20, height: 20),
            .group(FrameGroup(items: items, clip: .circle))
          ))
      ).values
    }
    #expect(try edge([place]) == edge([place, place]))
  }

  @Test func `a gradient runs the way its angle says`() throws {
    let shape = FrameShape(
      .area(.rectangle(radius: 0)), fill: .gradient(from: .black, to: .white, angle: 90))
    let pixels = try draw(
      frame(20, 20, (Rect(x: 0, y: 0, width: 20, height: 20), .shape(shape))), dotsPerInch: 72)
    #expect(pixels.gray(3, 0) < 16 && pixels.gray(17, 19) > 239)
    #expect(pixels.gray(0, 10) == pixels.gray(19, 10))
  }

  @Test func `a letter that no font has is a box of its advance`() throws {
    let text = try faces.text("A\u{E000}B", missing: ["\u{E000}"])
    let pixels = try draw(
      frame(40, 20, (Rect(x: 2, y: 2, width: 30, height: 14), .text(text))))
    let glyph = text.lines[0].shaped.runs[0].glyphs[1]
    let left = Int((2 + glyph.x) * 300 / 72)
    let right = Int((2 + glyph.x + glyph.advance) * 300 / 72)
    let row = Int(10 * 300.0 / 72)
    let dark = (left...right).filter { pixels[$0, row] == 0 }
    #expect(dark.count == 2 * 3 && (dark.last ?? 0) - (dark.first ?? 0) > (right - left) / 2)
  }

  @Test func `an unreadable picture is an error that names its node`() {
    let item = PlacedItem(
      origin: .zero, size: Size(width: 9, height: 9), path: .root,
      item: .picture(picture("none", 3, 3)))
    let error = #expect(throws: RenderError.self) {
      try draw(Frame(size: Size(width: 9, height: 9), items: [item]))
    }
    #expect(error?.message == "The picture 'none' is not there." && error?.hint == "Add it.")
    #expect(error?.place == "\(NodePath.root)")
  }
}
