import CardModel
import Testing

@testable import Cardstock

@Suite struct ZPLPictureTests {
  private func label(_ data: String, width: Int = 12, height: Int = 2, perRow: Int = 2) -> String {
    let total = perRow * height
    return "^XA^PW\(width)^LL\(height)^FO0,0^GFA,\(total),\(total),\(perRow),\(data)^FS"
  }

  /// The rows of a label, a letter for each dot.
  private func rows(_ label: String) throws -> [String] {
    let picture = try ZPLPicture(label) { _ in nil }
    let greys = picture.greys(scale: 1)
    return (0..<greys.height).map { y in
      String(
        greys.greys[(y * greys.width)..<((y + 1) * greys.width)].map { $0 == 0 ? "#" : "." })
    }
  }

  @Test(
    arguments: [
      ("F0A0,", ["####....#.#.", "............"]),
      ("F0A0:", ["####....#.#.", "####....#.#."]),
      ("8!0,", ["#...########", "............"]),
      ("IF0\nJ0", ["############", "............"]),
      ("!:", ["############", "############"]),
    ] as [(String, [String])])
  func `runs, fills and repeated rows are dots`(data: String, expected: [String]) throws {
    #expect(try rows(label(data)) == expected)
  }

  @Test func `long runs add up`() throws {
    // g is 20 digits and G one more, of a row of 24.
    #expect(
      try rows(label("gGF,,", width: 96, perRow: 12)).first
        == String(repeating: "#", count: 84) + String(repeating: ".", count: 12))
  }

  @Test(
    arguments: [
      ("F0A0", "has 2 bytes in place of 4"), ("F0A", "cut off"), ("PF", "too long"),
      ("#,", "not in hexadecimal"), (":", "not there"), (":Z64:AAA=:0000", "check sum"),
    ])
  func `what a printer would not print is told`(data: String, reason: String) {
    let failure = #expect(throws: ZPLPicture.Failure.self) { try rows(label(data)) }
    #expect(failure?.reason.contains(reason) == true, "\(failure?.reason ?? "")")
  }

  @Test func `a label without a size or a picture is no label`() {
    let tooWide = label("F", height: 3, perRow: 9)
    for text in ["^XA^GFA,2,2,1,F0", "^XA^PW8^LL2^FS", "^PW8^LL2", tooWide] {
      #expect(throws: ZPLPicture.Failure.self) { try rows(text) }
    }
  }
}
