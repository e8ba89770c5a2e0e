import CardLayout
import CardModel
import Testing

@testable import CardRender

@Suite struct PictureAreasTests {
  let files = FileFaces()

  func areas(_ frame: Frame, _ dotsPerInch: Double = 72) -> [PixelArea] {
    let grid = PixelGrid.pixels(dotsPerInch: dotsPerInch)
    let whole = grid.area(Rect(origin: .zero, size: frame.size)).size
    let size = PixelSize(width: Int(whole.width), height: Int(whole.height))
    return PictureAreas(of: frame, size: size, grid: grid).areas
  }

  let photo = (
    Rect(x: 10.2, y: 20, width: 90, height: 120), FrameItem.picture(picture("photo", 90, 120))
  )
  let there = PixelArea(left: 10, top: 20, right: 100, bottom: 140)

  @Test func `a large picture's pixels are an area`() {
    #expect(areas(frame(243, 153, photo)) == [there])
    #expect(
      areas(frame(243, 153, photo), 144) == [
        PixelArea(left: 20, top: 40, right: 200, bottom: 280)
      ])
  }

  @Test func `a picture beyond the edge ends there`() {
    let wide = (Rect(x: -9, y: 100, width: 400, height: 90), photo.1)
    #expect(
      areas(frame(243, 180, wide)) == [PixelArea(left: 0, top: 100, right: 243, bottom: 180)])
  }

  @Test func `a small picture is none, not even over a large one`() {
    let small = (Rect(x: 50, y: 50, width: 63, height: 100), photo.1)
    #expect(areas(frame(243, 153, small)) == [])
    #expect(areas(frame(243, 153, photo, small)) == [there])
  }

  @Test func `a picture under a photo, a text or a code is none`() throws {
    let ground = (Rect(x: 0, y: 0, width: 243, height: 153), photo.1)
    #expect(areas(frame(243, 153, ground, photo)) == [there])
    let text = (Rect(x: 90, y: 100, width: 60, height: 12), FrameItem.text(try files.text("Ada")))
    #expect(areas(frame(243, 153, photo, text)) == [])
    #expect(areas(frame(243, 153, text, photo)) == [there])
    let beside = (Rect(x: 101, y: 100, width: 60, height: 12), text.1)
    #expect(areas(frame(243, 153, photo, beside)) == [there])
  }

  @Test func `a picture in a turned card on a sheet is where it is seen`() {
    let item = PlacedItem(origin: photo.0.origin, size: photo.0.size, item: photo.1)
    let card = FrameItem.group(FrameGroup(items: [item], mount: FrameMount(turn: .quarter)))
    let sheet = frame(400, 400, (Rect(x: 30, y: 50, width: 153, height: 243), card))
    // The card is 243 by 153; a quarter clockwise takes (x, y) to (153 - y, x).
    #expect(
      areas(sheet) == [PixelArea(left: 30 + 13, top: 50 + 10, right: 30 + 133, bottom: 50 + 100)])
  }
}
