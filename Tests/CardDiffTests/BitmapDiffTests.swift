import CardDiff
import CardModel
import Testing

struct BitmapDiffTests {
  private func canvas(_ draw: (inout Bitmap) -> Void) -> Bitmap {
    var bitmap = Bitmap(width: 80, height: 60, filledWith: .white)
    draw(&bitmap)
    return bitmap
  }

  private func fill(
    _ bitmap: inout Bitmap, _ x: Int, _ y: Int, _ width: Int, _ height: Int,
    _ color: Color = .black
  ) {
    for row in y..<(y + height) {
      for column in x..<(x + width) { bitmap[column, row] = color }
    }
  }

  /// A disc with exact coverage at its edge, by 16 × 16 samples a pixel.
  private func disc(_ bitmap: inout Bitmap, _ cx: Double, _ cy: Double, _ radius: Double) {
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        var inside = 0
        for sy in 0..<16 {
          for sx in 0..<16 {
            let dx = Double(x) + (Double(sx) + 0.5) / 16 - cx
            let dy = Double(y) + (Double(sy) + 0.5) / 16 - cy
            if dx * dx + dy * dy <= radius * radius { inside += 1 }
          }
        }
        let value = UInt8(255 - inside * 255 / 256)
        bitmap[x, y] = Color(red: value, green: value, blue: value)
      }
    }
  }

  @Test func `equal pictures are the same under every tolerance`() {
    let bitmap = canvas { fill(&$0, 10, 10, 20, 5) }
    for tolerance in [Tolerance.exact, .perceptual()] {
      let diff = BitmapDiff(bitmap, bitmap, tolerance: tolerance)
      #expect(diff.isWithinTolerance)
      #expect(diff.changedPixels == 0)
    }
  }

  @Test func `black against white fails, so the comparison can fail`() {
    let white = Bitmap(width: 8, height: 8, filledWith: .white)
    let black = Bitmap(width: 8, height: 8, filledWith: .black)
    for tolerance in [Tolerance.exact, .perceptual(), .perceptual(maxDeltaE: 50)] {
      let diff = BitmapDiff(white, black, tolerance: tolerance)
      #expect(!diff.isWithinTolerance)
      #expect(diff.changedPixels == 64)
      #expect(abs(diff.largestDeltaE - 100) < 0.01)
    }
  }

  @Test func `one step of one channel fails exactly and passes perceptually`() {
    let before = canvas { _ in }
    let after = canvas { $0[40, 30] = Color(red: 254, green: 255, blue: 255) }
    #expect(!BitmapDiff(before, after).isWithinTolerance)
    #expect(BitmapDiff(before, after, tolerance: .perceptual()).isWithinTolerance)
  }

  @Test func `a vanished zebra stripe fails`() {
    let stripe = Color(red: 0xEE, green: 0xEE, blue: 0xEE)
    let before = canvas { fill(&$0, 0, 20, 80, 12, stripe) }
    let diff = BitmapDiff(before, canvas { _ in }, tolerance: .perceptual())
    #expect(!diff.isWithinTolerance)
    #expect(diff.regions == [BitmapDiff.Region(x: 0, y: 20, width: 80, height: 12)])
  }

  @Test func `a circle moved by a tenth of a pixel passes perceptually`() {
    let before = canvas { disc(&$0, 40, 30, 20) }
    let after = canvas { disc(&$0, 40.1, 30, 20) }
    #expect(!BitmapDiff(before, after).isWithinTolerance)
    let diff = BitmapDiff(before, after, tolerance: .perceptual())
    #expect(diff.isWithinTolerance)
    #expect(diff.excusedPixels > 0)
  }

  @Test func `something that moved is called shifted, and by how much`() {
    func mark(_ bitmap: inout Bitmap, _ x: Int, _ y: Int) {
      fill(&bitmap, x, y, 3, 20)
      fill(&bitmap, x + 6, y + 4, 2, 16)
      fill(&bitmap, x, y + 9, 12, 2)
    }
    let before = canvas { mark(&$0, 20, 20) }
    let diff = BitmapDiff(before, canvas { mark(&$0, 21, 20) }, tolerance: .perceptual())
    #expect(!diff.isWithinTolerance)
    #expect(diff.shift == BitmapDiff.Shift(x: 1, y: 0))
    let down = BitmapDiff(before, canvas { mark(&$0, 18, 23) })
    #expect(down.shift == BitmapDiff.Shift(x: -2, y: 3))
  }

  @Test func `a diagonal that touches the borders is excused there as in the middle`() {
    func diagonal(_ bitmap: inout Bitmap, _ offset: Double) {
      for y in 0..<bitmap.height {
        for x in 0..<bitmap.width {
          let edge = Double(y) * 80 / 60 + offset - Double(x)
          let share = min(max(edge + 0.5, 0), 1)
          let value = UInt8(255 - share * 255)
          bitmap[x, y] = Color(red: value, green: value, blue: value)
        }
      }
    }
    let diff = BitmapDiff(
      canvas { diagonal(&$0, 0) }, canvas { diagonal(&$0, 0.2) }, tolerance: .perceptual())
    #expect(diff.isWithinTolerance, "\(diff.changedPixels) changed")
  }

  @Test func `different sizes fail and still mark what is outside`() {
    let small = Bitmap(width: 4, height: 4, filledWith: .white)
    let large = Bitmap(width: 5, height: 4, filledWith: .white)
    let diff = BitmapDiff(small, large, tolerance: .perceptual(maxDensity: 1))
    #expect(!diff.isWithinTolerance)
    #expect(diff.extent == (5, 4))
    let picture = diff.picture(of: small, and: large)
    #expect((picture.width, picture.height) == (5, 4))
    #expect(picture[4, 0] != picture[0, 0])
    #expect(diff.changedPixels == 4)
  }

  @Test func `a resolution that changed fails exactly`() throws {
    let pixels = [UInt8](repeating: 255, count: 16)
    let one = try #require(Bitmap(width: 2, height: 2, rgba: pixels, dotsPerInch: 300))
    let other = try #require(Bitmap(width: 2, height: 2, rgba: pixels, dotsPerInch: 72))
    #expect(!BitmapDiff(one, other).isWithinTolerance)
  }

  @Test func `the densest square is found wherever it lies`() {
    let after = canvas { fill(&$0, 70, 50, 8, 8) }
    let diff = BitmapDiff(canvas { _ in }, after)
    #expect(diff.largestDensity == 64.0 / 256)
    #expect(diff.densestSquare.map { $0.x <= 70 && $0.x + 16 >= 78 } == true)
  }

  @Test func `edges that are alike by chance are no shift`() {
    let before = canvas { fill(&$0, 20, 20, 9, 9) }
    let after = canvas {
      fill(&$0, 20, 20, 9, 9, Color(red: 200, green: 30, blue: 30))
      $0[28, 28] = .black
    }
    #expect(BitmapDiff(before, after).shift == nil)
  }

  @Test func `the setting that would accept a difference accepts it`() throws {
    let before = canvas { fill(&$0, 10, 10, 20, 5) }
    let pale = canvas {
      fill(&$0, 10, 10, 20, 5)
      fill(&$0, 40, 40, 20, 3, Color(red: 248, green: 248, blue: 248))
    }
    let small = canvas {
      fill(&$0, 10, 10, 20, 5)
      fill(&$0, 40, 40, 3, 4, Color(red: 200, green: 30, blue: 30))
    }
    for after in [pale, small] {
      for tolerance in [Tolerance.exact, .perceptual(antialiasing: .count)] {
        let diff = BitmapDiff(before, after, tolerance: tolerance)
        #expect(!diff.isWithinTolerance)
        let accepting = try #require(diff.acceptingTolerance(before, after))
        #expect(BitmapDiff(before, after, tolerance: accepting).isWithinTolerance)
      }
    }
    #expect(
      BitmapDiff(before, pale).acceptingTolerance(before, pale)?.description
        == ".perceptual(maxDeltaE: 1.401)")
    #expect(
      BitmapDiff(before, small).acceptingTolerance(before, small)?.description
        == ".perceptual(maxDeltaE: 1, maxDensity: 0.04688)")
  }

  @Test func `a moved edge is accepted by the mildest tolerance`() {
    let before = canvas { disc(&$0, 40, 30, 20) }
    let after = canvas { disc(&$0, 40.1, 30, 20) }
    #expect(BitmapDiff(before, after).acceptingTolerance(before, after) == .perceptual())
  }

  @Test func `no sensible setting accepts what is another thing`() {
    let ground = canvas { _ in }
    let word = canvas { fill(&$0, 30, 20, 20, 8, Color(red: 60, green: 60, blue: 60)) }
    let moved = canvas { fill(&$0, 31, 20, 20, 8, Color(red: 60, green: 60, blue: 60)) }
    for tolerance in [Tolerance.exact, .perceptual()] {
      for (one, other) in [(ground, word), (word, moved)] {
        let diff = BitmapDiff(one, other, tolerance: tolerance)
        #expect(diff.acceptingTolerance(one, other) == nil)
      }
    }
  }

  @Test(arguments: [
    (Tolerance.exact, true), (.perceptual(), true), (.perceptual(maxDeltaE: 99), true),
    (.perceptual(maxDeltaE: 100.1), false), (.perceptual(maxDensity: 1), false),
  ])
  func `a tolerance knows whether it can fail`(tolerance: Tolerance, canFail: Bool) {
    #expect(tolerance.canFail == canFail)
  }

  // The largest grey step from each grey that a ΔE lets pass, as measured; popular thresholds let
  // 26 and more steps pass.
  @Test(arguments: [
    (1, 0, 1, 6), (1, 128, 1, 2), (1, 255, -1, 5), (2, 0, 1, 12), (2, 128, 1, 5), (2, 255, -1, 9),
    (5, 0, 1, 24), (5, 128, 1, 13), (5, 255, -1, 24),
  ])
  func `a grey step of more than a few is seen`(
    deltaE: Double, grey: Int, direction: Int, steps: Int
  ) {
    func passes(_ by: Int) -> Bool {
      let level = UInt8(grey + direction * by)
      let before = Bitmap(
        width: 20, height: 20,
        filledWith: Color(red: UInt8(grey), green: UInt8(grey), blue: UInt8(grey)))
      let after = Bitmap(
        width: 20, height: 20, filledWith: Color(red: level, green: level, blue: level))
      return BitmapDiff(before, after, tolerance: .perceptual(maxDeltaE: deltaE)).isWithinTolerance
    }
    #expect(passes(steps))
    #expect(!passes(steps + 1))
  }

  // What vanishes under popular thresholds, and may under a wide ΔE.
  @Test(arguments: [
    ("#EEEEEE", "#FFFFFF", 3.5, true), ("#FFFFE0", "#FFFFFF", 12.1, false),
    ("#003366", "#003C6E", 3.2, true),
  ])
  func `a band that vanishes fails at one and at two`(
    one: String, other: String, deltaE: Double, passesAtFive: Bool
  ) throws {
    let color = try #require(Color(one))
    let ground = Bitmap(width: 60, height: 40, filledWith: try #require(Color(other)))
    var before = ground
    for y in 10..<22 { for x in 0..<60 { before[x, y] = color } }
    for limit in [1.0, 2.0] {
      let diff = BitmapDiff(before, ground, tolerance: .perceptual(maxDeltaE: limit))
      #expect(!diff.isWithinTolerance)
      #expect(abs(diff.largestDeltaE - deltaE) < 0.06)
      #expect(diff.changedPixels == 60 * 12)
    }
    let wide = BitmapDiff(before, ground, tolerance: .perceptual(maxDeltaE: 5))
    #expect(wide.isWithinTolerance == passesAtFive)
  }

  @Test func `a ghost of one step is drawn as loud as any change`() {
    let before = Bitmap(width: 10, height: 10, filledWith: .white)
    var after = before
    after[5, 5] = Color(red: 254, green: 254, blue: 254)
    let picture = BitmapDiff(before, after).picture(of: before, and: after)
    #expect(picture[5, 5].red > 200 && picture[5, 5].blue < 60)
  }

  @Test func `many colours are compared like few`() {
    var before = Bitmap(width: 256, height: 256, filledWith: .white)
    var after = before
    var largest = 0.0
    for y in 0..<256 {
      for x in 0..<256 {
        let old = Color(red: UInt8(x), green: UInt8(y), blue: UInt8((x * y) & 255))
        let new = Color(red: UInt8(y), green: UInt8(x), blue: UInt8((x + y) & 255))
        before[x, y] = old
        after[x, y] = new
        if old != new { largest = max(largest, LabColor(old).difference(to: LabColor(new))) }
      }
    }
    #expect(BitmapDiff(before, after).largestDeltaE == largest)
  }
}
