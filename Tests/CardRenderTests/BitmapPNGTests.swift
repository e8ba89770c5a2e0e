import CardFixtures
import CardLayout
import CardModel
import CardRender
import Foundation
import Testing

struct BitmapPNGTests {
  private func noise(_ width: Int, _ height: Int, colors: Int, opaque: Bool) -> Bitmap {
    var bitmap = Bitmap(width: width, height: height, filledWith: .white)
    bitmap.dotsPerInch = 300
    for y in 0..<height {
      for x in 0..<width {
        let number = UInt8((x * 7 + y * 13 + x * y) % colors)
        bitmap[x, y] = Color(
          red: number, green: number &* 3, blue: 255 - number,
          alpha: opaque ? 255 : 255 - number / 2)
      }
    }
    return bitmap
  }

  @Test(arguments: [1, 2, 3, 16, 17, 200, 256], [true, false])
  func `pixels come back from a small file as they were`(colors: Int, opaque: Bool) throws {
    let bitmap = noise(61, 37, colors: colors, opaque: opaque)
    let bytes = try bitmap.smallPNG()
    #expect(try Bitmap(png: bytes) == bitmap)
    #expect(try PNGContent(bytes).depthFingerprint == nil)
  }

  @Test func `a cut file is an error wherever it is cut`() throws {
    let bytes = try noise(20, 20, colors: 256, opaque: false).smallPNG()
    for length in stride(from: 0, to: bytes.count - 12, by: 7) {
      #expect(throws: PictureError.self) { try Bitmap(png: Array(bytes[..<length])) }
    }
  }

  @Test func `a picture over the limit is refused by its header`() throws {
    let bytes = try noise(20, 20, colors: 4, opaque: true).smallPNG()
    #expect(throws: PictureError.self) { try Bitmap(png: bytes, pixelLimit: 399) }
    #expect(try Bitmap(png: bytes, pixelLimit: 400).width == 20)
  }
}
