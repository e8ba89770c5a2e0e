import CGraphics
import CardLayout
import CardModel
import Foundation
import Testing

@testable import CardRender

@Suite struct PNGEncoderTests {
  let rasterizer: Rasterizer
  let pictures = MemoryPictures()

  init() throws { rasterizer = try Rasterizer(faces: FileFaces(), pictures: pictures) }

  /// The chunks of a file: names and contents.
  func chunks(_ file: [UInt8]) -> [(name: String, data: [UInt8])] {
    var chunks: [(String, [UInt8])] = []
    var at = 8
    while at + 12 <= file.count {
      let length = file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      chunks.append(
        (
          String(decoding: file[at + 4..<at + 8], as: UTF8.self),
          Array(file[at + 8..<at + 8 + length])
        ))
      at += 12 + length
    }
    return chunks
  }

  @Test func `a CR80 card at 300 dpi is 1011 by 638 opaque pixels that state their size`() throws {
    let file = try rasterizer.png(of: Frame(size: cr80), background: .color(.white))
    let chunks = chunks(file)
    #expect(chunks.map(\.name) == ["IHDR", "sRGB", "pHYs", "IDAT", "IEND"])
    #expect(chunks[0].data == [0, 0, 3, 0xF3, 0, 0, 2, 0x7E, 8, 2, 0, 0, 0])
    #expect(chunks[2].data == [0, 0, 0x2E, 0x23, 0, 0, 0x2E, 0x23, 1])
  }

  @Test(arguments: PNGProfile.allCases)
  func `other programs read back every pixel`(profile: PNGProfile) throws {
    pictures.add("noise", width: 61, height: 43, isOpaque: false) { x, y in
      let alpha = UInt32(x * 4 % 256)
      return alpha << 24 | (alpha * 3 / 4) << 16 | (alpha / 2) << 8 | alpha * UInt32(y) / 43
    }
    let frame = frame(
      61, 43, (Rect(x: 0, y: 0, width: 61, height: 43), .picture(picture("noise", 61, 43))))
    let surface = try rasterizer.draw(frame, background: nil, dotsPerInch: 72)
    let drawn = try Pixels(surface)
    let file = try PNGEncoder().encode(surface, dotsPerInch: 72, profile: profile)
    try withFile(file, "png") { path in
      if let said = try run("pngcheck", path) { #expect(said.contains("OK: "), "\(said)") }
    }
    let read = try Pixels(readPNG(file))
    #expect(read.width == 61 && read.height == 43)
    for (one, other) in zip(read.values, drawn.values) {
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        #expect(abs(Int(one >> shift & 255) - Int(other >> shift & 255)) <= 1)
      }
    }
  }

  @Test(arguments: [0, 1, 2, 4, 8, 12, 24, 255])
  func `the small file is no larger than what Cairo writes through libpng`(noise: UInt32) throws {
    var state: UInt32 = 1
    pictures.add("waves", width: 400, height: 250, isOpaque: true) { x, y in
      state = state &* 1_664_525 &+ 1_013_904_223
      let wave = UInt32(x * x / 900 + y * 2 / 5) % 200
      let value = min(wave + (noise == 0 ? 0 : (state >> 16) % (noise + 1)), 255)
      return 0xFF << 24 | value << 16 | (value * 3 / 4) << 8 | UInt32(x / 50 * 20)
    }
    let frame = frame(
      600, 300,
      (Rect(x: 20, y: 20, width: 400, height: 250), .picture(picture("waves", 400, 250))),
      (
        Rect(x: 430, y: 20, width: 120, height: 120),
        .shape(FrameShape(.area(.circle), fill: .color(.black)))
      ))
    let surface = try rasterizer.draw(frame, background: .color(.white), dotsPerInch: 72)
    let small = try PNGEncoder().encode(surface, dotsPerInch: 72, profile: .small)
    let path = NSTemporaryDirectory() + "cairo-\(UUID().uuidString).png"
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(cairo_surface_write_to_png(surface.pointer, path) == CAIRO_STATUS_SUCCESS)
    let other = try Data(contentsOf: URL(filePath: path)).count
    // Cairo states neither a resolution nor a colour space: 34 bytes.
    #expect(small.count <= other + 34)
  }

  @Test func `a frame that is covered everywhere needs no alpha`() throws {
    let frame = frame(
      10, 10,
      (
        Rect(x: 0, y: 0, width: 10, height: 10),
        .shape(FrameShape(.area(.rectangle(radius: 0)), fill: .color(.black)))
      ))
    #expect(chunks(try rasterizer.png(of: frame, background: nil))[0].data[9] == 2)
    #expect(chunks(try rasterizer.png(of: Frame(size: cr80), background: nil))[0].data[9] == 6)
  }

  @Test func `the same frame gives the same bytes, whatever was drawn between`() throws {
    let card = frame(
      243, 153,
      (
        Rect(x: 10, y: 10, width: 50, height: 50),
        .shape(FrameShape(.area(.circle), fill: .color(.black)))
      ))
    let first = try rasterizer.png(of: card, background: .color(.white))
    _ = try rasterizer.png(of: Frame(size: cr80), background: nil, dotsPerInch: 600)
    #expect(try rasterizer.png(of: card, background: .color(.white)) == first)
  }

  @Test(arguments: [(35.9, "35.9"), (1201, "1201"), (.nan, "nan")])
  func `a resolution out of bounds is named`(dotsPerInch: Double, text: String) {
    let error = #expect(throws: RenderError.self) {
      try rasterizer.png(
        of: Frame(size: cr80), background: .color(.white), dotsPerInch: dotsPerInch)
    }
    #expect(error?.message.contains(" \(text) dpi") == true)
  }

  @Test func `too many pixels are refused with their number`() {
    let error = #expect(throws: RenderError.self) {
      try rasterizer.png(
        of: Frame(size: Size(width: 7200, height: 7200)), background: .color(.white))
    }
    #expect(error?.message.contains("30000×30000") == true)
  }
}

/// A picture that fills its place.
func picture(
  _ source: String, _ width: Int, _ height: Int, fit: PictureFit = .cover,
  focus: FocalPoint = .center, outline: FrameOutline = .rectangle(radius: 0),
  border: FrameStroke? = nil
) -> FramePicture {
  FramePicture(
    source: source, fit: fit, focus: focus, outline: outline, border: border,
    pixels: PixelSize(width: width, height: height), alternative: nil)
}
