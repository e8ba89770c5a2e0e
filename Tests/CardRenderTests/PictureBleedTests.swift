import CardLayout
import CardModel
import Foundation
import Testing

@testable import CardRender

/// Pictures that are carried on into a card's bleed.
@Suite struct PictureBleedTests {
  private let faces = FileFaces()
  private let pictures = MemoryPictures()

  /// A picture in the middle of 100 × 100 pt, 20 pt from each edge, that bleeds by 10 pt.
  private func frames(_ width: Int, _ height: Int, _ fit: PictureFit) -> (Frame, Frame) {
    pictures.add("p", width: width, height: height) { x, y in
      0xFF_0000_00 | UInt32(x * 255 / width) << 16 | UInt32(y * 255 / height) << 8 | 0x80
    }
    var item = FramePicture(
      source: "p", fit: fit, focus: FocalPoint(x: 0.5, y: 0.5), outline: .rectangle(radius: 0),
      border: nil, pixels: PixelSize(width: width, height: height), alternative: nil)
    let place = Rect(x: 20, y: 20, width: 60, height: 60)
    let plain = frame(100, 100, (place, .picture(item)))
    item.bleed = FrameBleed(left: 10, top: 10, right: 10, bottom: 10)
    return (plain, frame(100, 100, (place, .picture(item))))
  }

  private func pixels(_ frame: Frame) throws -> Pixels {
    try Pixels(
      Rasterizer(faces: faces, pictures: pictures)
        .draw(frame, background: .color(.white), dotsPerInch: 144))
  }

  @Test(arguments: [
    (60, 60, PictureFit.stretch), (240, 120, .cover), (100, 300, .cover), (90, 90, .contain),
  ])
  func `within its place no pixel changes, and the bleed is filled`(
    width: Int, height: Int, fit: PictureFit
  ) throws {
    let (plain, bled) = frames(width, height, fit)
    let (one, other) = (try pixels(plain), try pixels(bled))
    for y in 0..<200 {
      for x in 0..<200 {
        let isInside = 40..<160 ~= x && 40..<160 ~= y
        if isInside { #expect(one[x, y] == other[x, y], "\(x), \(y)") }
        let isBleed = !isInside && 20..<180 ~= x && 20..<180 ~= y
        #expect((other[x, y] == 0xFF_FFFF) == !(isInside || isBleed), "\(x), \(y)")
      }
    }
  }

  @Test func `beyond its edge lies its mirror image`() throws {
    let (_, bled) = frames(60, 60, .stretch)
    let drawn = try pixels(bled)
    for step in 0..<20 {
      #expect(drawn[39 - step, 100] == drawn[40 + step, 100])
      #expect(drawn[100, 160 + step] == drawn[100, 159 - step])
      #expect(drawn[160 + step, 39 - step] == drawn[159 - step, 40 + step])
    }
  }

  @Test func `more of a cropped picture comes before its mirror image`() throws {
    let (_, bled) = frames(240, 120, .cover)
    let drawn = try pixels(bled)
    // Its reds go on over the edge in the same steps.
    let reds = stride(from: 22, to: 178, by: 4).map { Int(drawn[$0, 100] >> 16) }
    #expect(zip(reds, reds.dropFirst()).allSatisfy { $0 < $1 }, "\(reds)")
  }

  @Test(arguments: [(60, 60, PictureFit.stretch), (240, 120, .cover)])
  func `a document shows what pixels show`(width: Int, height: Int, fit: PictureFit) throws {
    let (_, bled) = frames(width, height, fit)
    let drawn = try pixels(bled)
    let encoder = try PDFEncoder(
      PDFEncoder.Options(title: "Bleed"), faces: faces, pictures: pictures)
    try encoder.add(bled, background: .color(.white))
    try withFile(try encoder.finish(), "pdf") { path in
      let base = path + "-page"
      guard try run("pdftoppm", "-r", "144", "-png", "-singlefile", path, base) != nil else {
        return
      }
      defer { try? FileManager.default.removeItem(atPath: base + ".png") }
      let read = try Pixels(readPNG([UInt8](try Data(contentsOf: URL(filePath: base + ".png")))))
      func difference(_ x: Int, _ y: Int) -> Int {
        (0..<3).map { shift in
          abs(
            Int(drawn[x, y] >> UInt32(8 * shift) & 255)
              - Int(read[x, y] >> UInt32(8 * shift) & 255))
        }.max() ?? 0
      }
      for y in stride(from: 23, to: 178, by: 5) {
        for x in stride(from: 23, to: 178, by: 5) {
          #expect(difference(x, y) <= 16, "\(x), \(y)")
        }
      }
      for place in [10, 190] { #expect(difference(place, 100) == 0) }
    }
  }
}
