/// CIEDE2000 of pairs of opaque colours, nearly and quickly, four at a time.
///
/// It is plain arithmetic in single precision, without a branch, a table or a function of an angle:
/// the hue that lies between two others is the direction of the sum of their unit vectors, and the
/// cosines of its multiples are polynomials.
struct DifferenceEstimate {
  private typealias Four = SIMD4<Float>

  /// A pair of colours, each as red, green, blue and alpha in one number.
  struct Pair {
    var before: UInt32
    var after: UInt32
    /// The number of the pixel in its block.
    var index: Int
  }

  /// No estimate is farther from the truth than this.
  static let error: Float = 0.02

  /// The linear light of each value of a channel.
  private let linear: [Float] = (0...255).map { Float(LabColor.linear(UInt8($0))) }

  /// A difference that no two pixels exceed whose channels are this far apart.
  ///
  /// The factor is the steepest slope of L*a*b* along red, green and blue, under the least weights
  /// that the formula gives; transparent pixels are looked at over white and over black.
  static func bound(reach: Int, isOpaque: Bool) -> Double {
    5.5 * Double(isOpaque ? reach : 2 * reach + 1)
  }

  /// Estimates the differences of four pairs; infinity where only the formula itself can tell.
  func differences(_ pairs: Span<Pair>, from start: Int) -> SIMD4<Float> {
    let one = pairs[start]
    let two = pairs[min(start + 1, pairs.count - 1)]
    let three = pairs[min(start + 2, pairs.count - 1)]
    let four = pairs[min(start + 3, pairs.count - 1)]
    return Self.difference(
      light(one.before, two.before, three.before, four.before),
      light(one.after, two.after, three.after, four.after))
  }

  /// The linear red, green and blue of four colours.
  @inline(__always)
  private func light(
    _ one: UInt32, _ two: UInt32, _ three: UInt32, _ four: UInt32
  ) -> (Four, Four, Four) {
    func channel(_ shift: UInt32) -> Four {
      func value(_ color: UInt32) -> Float { linear[Int(color &>> shift & 255)] }
      return Four(value(one), value(two), value(three), value(four))
    }
    return (channel(24), channel(16), channel(8))
  }

  // Each step has a name: long sums of vectors take the compiler minutes.
  @inline(__always)
  private static func difference(
    _ before: (Four, Four, Four), _ after: (Four, Four, Four)
  ) -> Four {
    let one = lab(before)
    let other = lab(after)
    let (b1, b2) = (one.b, other.b)
    let chroma1: Four = root(one.a * one.a + b1 * b1)
    let chroma2: Four = root(other.a * other.a + b2 * b2)
    let weight: Four = 1.5 - 0.5 * seventh(0.5 * (chroma1 + chroma2))
    let p1: Four = weight * one.a
    let p2: Four = weight * other.a
    // Greys get a hue that has no weight, instead of a division by 0.
    let c1: Four = root(p1 * p1 + b1 * b1 + 1e-8)
    let c2: Four = root(p2 * p2 + b2 * b2 + 1e-8)
    let meanC: Four = 0.5 * (c1 + c2)
    let (dp, db, dc): (Four, Four, Four) = (p2 - p1, b2 - b1, c2 - c1)
    let square: Four = dp * dp + db * db - dc * dc
    let deltaH2 = square.replacing(with: 0, where: square .< 0)
    let offset: Four = 0.5 * (one.l + other.l) - 50
    let offset2: Four = offset * offset
    let sl: Four = 1 + 0.015 * offset2 / root(20 + offset2)
    let sc: Four = 1 + 0.045 * meanC
    // The direction of the mean hue.
    let u: Four = p1 * c2 + p2 * c1
    let v: Four = b1 * c2 + b2 * c1
    let length: Four = root(u * u + v * v + 1e-12)
    let x: Four = u / length
    let y: Four = v / length
    let sh: Four = 1 + 0.015 * meanC * hueWeight(x, y)
    let l: Four = (other.l - one.l) / sl
    let c: Four = dc / sc
    let h2: Four = deltaH2 / (sh * sh)
    // Which way round the hue changed: the sign of the cross product.
    let size = root(h2)
    let cross: Four = p1 * b2 - p2 * b1
    let h = size.replacing(with: -size, where: cross .< 0)
    let turned: Four = rotation(x, y) * seventh(meanC) * c * h
    let sum: Four = l * l + c * c + h2 - turned
    let result = root(sum.replacing(with: 0, where: sum .< 0))
    // Opposite hues have none between them, and that of a grey beside a colour hangs on the last bits.
    let least: Four = 0.02 * c1 * c2
    let paler = c1.replacing(with: c2, where: c2 .< c1)
    let isVague = (length .< least) .| ((paler .< 0.1) .& (dc * dc .> 1))
    return result.replacing(with: Float.infinity, where: isVague)
  }

  @inline(__always)
  private static func root(_ value: Four) -> Four { value.squareRoot() }

  /// The weight T of a hue, for its direction.
  @inline(__always)
  private static func hueWeight(_ x: Four, _ y: Four) -> Four {
    let cos2: Four = 2 * x * x - 1
    let sin2: Four = 2 * x * y
    let cos3: Four = x * (4 * x * x - 3)
    let sin3: Four = y * (3 - 4 * y * y)
    let cos4: Four = 2 * cos2 * cos2 - 1
    let sin4: Four = 2 * sin2 * cos2
    let first: Four = 1 - 0.147_224_3 * x - 0.085 * y
    let third: Four = 0.318_247 * cos3 - 0.033_449_1 * sin3
    let fourth: Four = 0.090_798_1 * cos4 + 0.178_201_3 * sin4
    return first + 0.24 * cos2 + third - fourth
  }

  /// The strength of the blue rotation, for the direction of a hue.
  @inline(__always)
  private static func rotation(_ x: Four, _ y: Four) -> Four {
    let away: Four = 1 - 0.087_155_74 * x + 0.996_194_7 * y
    // The square of the angle to 275°, over that of 25°; past its end nothing is left.
    let inner: Four = 0.333_333_3 + away * (0.088_888_9 + away * 0.028_571_4)
    let angle2: Four = away * (2 + away * inner)
    let z: Four = 0.656_561_4 * angle2.replacing(with: 2.45, where: away .> 1)
    let tail: Four = 0.166_666_7 + z * (0.041_666_7 + z * 0.008_333_3)
    let exponential: Four = 1 + z * (1 + z * (0.5 + z * tail))
    let power2: Four = exponential * exponential
    let power4: Four = power2 * power2
    let angle: Four = 1.047_197_6 / (power4 * power4)
    let angles: Four = angle * angle
    let bend: Four = angles * (0.166_666_7 - angles * (0.008_333_3 - angles * 0.000_198_4))
    return 2 * angle * (1 - bend)
  }

  /// The square root of c⁷ / (c⁷ + 25⁷).
  @inline(__always)
  private static func seventh(_ chroma: Four) -> Four {
    let part: Four = chroma * 0.04
    let cube: Four = part * part * part
    let power: Four = cube * cube * part
    return root(power / (power + 1))
  }

  @inline(__always)
  private static func lab(_ light: (Four, Four, Four)) -> (l: Four, a: Four, b: Four) {
    let (red, green, blue) = light
    let x: Four = 0.433_949_94 * red + 0.376_209_8 * green + 0.189_840_29 * blue
    let y: Four = 0.212_672_9 * red + 0.715_152_2 * green + 0.072_175 * blue
    let z: Four = 0.017_756_582 * red + 0.109_467_96 * green + 0.872_775_5 * blue
    let (fx, fy, fz) = (curve(x), curve(y), curve(z))
    return (116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz))
  }

  /// The cube root, or the line that stands in for it near 0.
  @inline(__always)
  private static func curve(_ t: Four) -> Four {
    let safe = t.replacing(with: 0.008, where: t .< 0.008)
    // A first guess that is off by less than a hundredth, and one step of Halley's.
    let above: Four = 0.129_128_6 + safe * (15.581_955 + safe * 54.985_747)
    let below: Four = 1 + safe * (34.727_914 + safe * 35.268_415)
    let guess: Four = above / below
    let cube: Four = guess * guess * guess
    let better: Four = guess * (cube + 2 * safe) / (2 * cube + safe)
    let line: Four = 7.787_037 * t + 0.137_931_03
    return better.replacing(with: line, where: t .< 0.008_856_452)
  }
}
