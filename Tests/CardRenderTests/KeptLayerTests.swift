import CardFonts
import CardLayout
import CardModel
import Foundation
import Testing

@testable import CardRender

@Suite struct KeptLayerTests {
  private func frame(_ name: String, opaque: Bool = true, title: String = "Member") throws -> Frame
  {
    let fonts = try FontLibrary(bundled: CardFonts.files().map(\.path))
    let pictures = PictureLibrary(assetsFolder: nil)
    let engine = LayoutEngine(measuring: fonts, pictures: pictures, codes: ZintEncoder())
    var card = Card(size: .cr80) {
      Stack(.vertical) {
        Label(title, style: .h1())
        Label(name, style: .h2())
      }
    }
    card.background = opaque ? .color(.white) : nil
    var frame = try engine.layout(card)
    let blend = FrameShape(
      .area(.rectangle(radius: 20)),
      fill: .gradient(from: .black, to: Color(red: 200, green: 220, blue: 255), angle: 90))
    frame.items.insert(
      PlacedItem(origin: .zero, size: frame.size, item: .shape(blend)), at: opaque ? 1 : 0)
    return frame
  }

  private func rasterizer() throws -> Rasterizer {
    let fonts = try FontLibrary(bundled: CardFonts.files().map(\.path))
    return try Rasterizer(fonts: fonts, pictures: PictureLibrary(assetsFolder: nil))
  }

  @Test(arguments: [true, false])
  func `a card after others has the bytes of one made alone`(_ opaque: Bool) throws {
    let many = try rasterizer()
    let frames =
      try ["Ada", "Ada", "Bo", "Cy", "Ada", "Ada", "Di"].map { try frame($0, opaque: opaque) }
      + [frame("Eve", opaque: opaque, title: "Guest"), frame("Eve", opaque: opaque)]
      + [frame("Fay", opaque: !opaque), frame("Gus", opaque: opaque)]
    for (index, frame) in frames.enumerated() {
      let dotsPerInch = index == 6 ? 100.0 : 72
      #expect(
        try many.png(of: frame, background: nil, dotsPerInch: dotsPerInch)
          == rasterizer().png(of: frame, background: nil, dotsPerInch: dotsPerInch), "\(index)")
    }
  }

  @Test func `what is forgotten is drawn again`() throws {
    let many = try rasterizer()
    let frame = try frame("Ada")
    let first = try many.png(of: frame, background: nil, dotsPerInch: 72)
    #expect(try many.png(of: frame, background: nil, dotsPerInch: 72) == first)
    many.forgetKeptLayer()
    #expect(try many.png(of: frame, background: nil, dotsPerInch: 72) == first)
  }
}
