import CardLayout
import CardModel
import Testing

struct PictureAndCodeTests {
  @Test(arguments: [
    (PictureFit.contain, Proposal(width: 60, height: 60), Size(width: 45, height: 60)),
    (.cover, Proposal(width: 60, height: 60), Size(width: 60, height: 60)),
    (.cover, Proposal(width: 60, height: nil), Size(width: 60, height: 80)),
    (.contain, .unspecified, Size(width: 144, height: 192)),
  ])
  func `a picture's size follows its fit`(_ fit: PictureFit, _ offer: Proposal, _ size: Size)
    throws
  {
    let frame = try LayoutEngine.fake().layout(Picture("600x800", fit: fit).node, in: offer)
    #expect(frame.size == size)
    #expect(frame.codes.isEmpty)
  }

  @Test func `a picture with too few pixels is a warning`() throws {
    let frame = try LayoutEngine.fake().layout(
      Picture("100x100").node, in: Proposal(width: 72, height: 72))
    #expect(frame.codes == [.coarsePicture])
  }

  @Test func `vectors are never coarse`() throws {
    let frame = try LayoutEngine.fake().layout(
      Picture("v100x100").node, in: Proposal(width: 720, height: 720))
    #expect(frame.codes == [])
  }

  @Test func `the error of a picture names its id`() throws {
    let error = #expect(throws: LayoutError.self) {
      try LayoutEngine.fake().layout(
        Picture("none", id: "logo").node, in: Proposal(width: 72, height: 72))
    }
    #expect(error?.place == "logo")
  }

  @Test func `initials stand in for a missing picture`() throws {
    let frame = try LayoutEngine.fake().layout(
      Picture(nil, placeholder: "Ada King Lovelace").clipped(to: .circle).node,
      in: Proposal(width: 50, height: 50))
    #expect(frame.texts.map(\.text) == ["AL"])
    #expect(frame.texts.map(\.size) == [20])
    #expect(frame.codes == [.placeholder])
  }

  @Test(arguments: [
    ("ada lovelace", "AL"), ("Cher", "C"), ("山田太郎", "山"), ("  ", ""), ("AL", "A"),
    ("José É\u{301}mile", "JÉ\u{301}"), ("(Dr.) Jo-Ann O'Neill", "DO"), ("ßen Ǆ", "ßǄ"),
  ])
  func `initials of a name`(_ name: String, _ expected: String) throws {
    let frame = try LayoutEngine.fake().layout(
      Picture(nil, placeholder: .literal(name)).node, in: Proposal(width: 50, height: 50))
    #expect(frame.texts.map(\.text).joined() == expected)
  }

  @Test func `a code fills its place evenly and keeps its quiet zone`() throws {
    let frame = try LayoutEngine.fake().layout(
      Barcode(.qr, "x").node, in: Proposal(width: 58, height: 100))
    #expect(frame.size == Size(width: 58, height: 58))
    guard case .barcode(let code) = frame.items[0].item else {
      Issue.record("There is no code.")
      return
    }
    #expect(code.module == 2)
    #expect(code.origin == Point(x: 8, y: 8))
  }

  @Test func `a code that is too small says what it needs`() {
    let size = Size(width: 29, height: 29)
    #expect(
      throws: LayoutError.codeTooSmall(
        needed: size, offered: Size(width: 20, height: 20), path: .root)
    ) {
      try LayoutEngine.fake().layout(
        Barcode(.qr, "x").node, in: Proposal(width: 20, height: 20))
    }
  }

  @Test(arguments: [(ColorStyle.grey3, ColorStyle.white), (.white, .black)])
  func `a code that readers cannot see is an error`(_ dark: ColorStyle, _ light: ColorStyle) {
    #expect {
      try LayoutEngine.fake().layout(
        Barcode(.qr, "x", color: dark, background: light).node, in: .unspecified)
    } throws: { error in
      guard case .codeContrast = error as? LayoutError else { return false }
      return true
    }
  }
}
