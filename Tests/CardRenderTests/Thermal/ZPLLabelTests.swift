import Testing

@testable import CardRender

@Suite struct ZPLLabelTests {
  private func data(_ rows: [[UInt8]]) throws -> String {
    var bitmap = BilevelBitmap(width: rows[0].count * 8, height: rows.count, dotsPerInch: 203)
    for (y, row) in rows.enumerated() {
      for x in 0..<bitmap.width where row[x / 8] & (0x80 >> UInt8(x % 8)) != 0 {
        bitmap[x, y] = true
      }
    }
    let text = try ZPLLabel(bitmap).text()
    let parts = text.split(separator: "\n")[4].split(
      separator: ",", maxSplits: 5, omittingEmptySubsequences: false)
    return String(parts[5].dropLast(3))
  }

  @Test(
    arguments: [
      ([[0x00, 0x00]], ","),
      ([[0xff, 0xff]], "!"),
      ([[0xff, 0x00]], "HF,"),
      ([[0x00, 0x0f]], "I0!"),
      ([[0x12, 0x34], [0x12, 0x34], [0x12, 0x34]], "1234::"),
      ([[0x11, 0x11], [0x00, 0x00], [0x00, 0x00]], "J1,:"),
    ] as [([[UInt8]], String)])
  func `runs, fills and repeats are short`(rows: [[UInt8]], text: String) throws {
    #expect(try data(rows) == text)
  }

  @Test(arguments: [
    (19, "Y"), (20, "g"), (21, "gG"), (400, "z"), (419, "zY"), (420, "z1g"), (839, "z1z1gY"),
  ])
  func `a run has the printer's counts`(count: Int, letters: String) throws {
    // An even number of digits, the last of which is another one.
    var digits = Array(repeating: UInt8(1), count: count) + [2]
    if digits.count % 2 == 1 { digits.append(3) }
    let row = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    #expect(try data([row]) == letters + "12" + (count % 2 == 0 ? "3" : ""))
  }
}

@Suite struct DitheringTests {
  @Test(arguments: [Dithering.floydSteinberg, .ordered], [UInt8(32), 64, 128, 200, 240])
  func `an even grey has its share of black`(dithering: Dithering, grey: UInt8) {
    let black = dithering.blackPixels(of: Array(repeating: grey, count: 64 * 64), width: 64)
    let share = Double(black.count { $0 }) / 4096
    #expect(abs(share - (1 - Double(grey) / 255)) < 0.02)
  }

  @Test(arguments: Dithering.allCases)
  func `black and white stay, beside any grey`(dithering: Dithering) {
    let row: [UInt8] =
      Array(repeating: 90, count: 16) + Array(repeating: 255, count: 16)
      + Array(repeating: 0, count: 16)
    let black = dithering.blackPixels(of: (0..<32).flatMap { _ in row }, width: 48)
    for (index, isBlack) in black.enumerated() where index % 48 >= 16 {
      #expect(isBlack == (index % 48 >= 32))
    }
  }
}
