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
}
