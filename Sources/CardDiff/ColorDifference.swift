public import CardModel
internal import Foundation

/// A colour in CIE L*a*b* under D65.
public struct LabColor: Sendable, Hashable {
  /// Lightness, 0 to 100.
  public let lightness: Double
  /// Green to red.
  public let a: Double
  /// Blue to yellow.
  public let b: Double

  /// Makes a colour of its three coordinates.
  public init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  /// Converts an opaque sRGB colour (IEC 61966-2-1, D65 white).
  public init(_ color: Color) {
    let red = LabColor.linear(color.red)
    let green = LabColor.linear(color.green)
    let blue = LabColor.linear(color.blue)
    func f(_ t: Double) -> Double {
      t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116
    }
    let x = f((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    let y = f(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
    let z = f((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
    self.init(lightness: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z))
  }

  /// The linear light of an sRGB channel, 0 to 1.
  static func linear(_ channel: UInt8) -> Double { linearChannels[Int(channel)] }

  private static let linearChannels: [Double] = (0...255).map { byte in
    let value = Double(byte) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// The CIEDE2000 difference of two colours; about 1 is just noticeable.
  ///
  /// After Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula" (2005).
  public func difference(to other: LabColor) -> Double {
    let c1 = hypot(a, b)
    let c2 = hypot(other.a, other.b)
    let mean7 = pow((c1 + c2) / 2, 7)
    let g = 0.5 * (1 - sqrt(mean7 / (mean7 + 6_103_515_625)))
    let a1 = (1 + g) * a
    let a2 = (1 + g) * other.a
    let chroma1 = hypot(a1, b)
    let chroma2 = hypot(a2, other.b)
    func hue(_ a: Double, _ b: Double) -> Double {
      if a == 0, b == 0 { return 0 }
      let angle = atan2(b, a) * 180 / .pi
      return angle < 0 ? angle + 360 : angle
    }
    let hue1 = hue(a1, b)
    let hue2 = hue(a2, other.b)
    let deltaL = other.lightness - lightness
    let deltaC = chroma2 - chroma1
    var deltaHue = hue2 - hue1
    var meanHue = hue1 + hue2
    if chroma1 * chroma2 == 0 {
      deltaHue = 0
    } else {
      if deltaHue > 180 { deltaHue -= 360 } else if deltaHue < -180 { deltaHue += 360 }
      if abs(hue1 - hue2) > 180 { meanHue += meanHue < 360 ? 360 : -360 }
      meanHue /= 2
    }
    func degrees(_ value: Double) -> Double { value * .pi / 180 }
    let deltaH = 2 * sqrt(chroma1 * chroma2) * sin(degrees(deltaHue / 2))
    let meanL = (lightness + other.lightness) / 2
    let meanC = (chroma1 + chroma2) / 2
    let t =
      1 - 0.17 * cos(degrees(meanHue - 30)) + 0.24 * cos(degrees(2 * meanHue))
      + 0.32 * cos(degrees(3 * meanHue + 6)) - 0.20 * cos(degrees(4 * meanHue - 63))
    let rotation = 30 * exp(-pow((meanHue - 275) / 25, 2))
    let chroma7 = pow(meanC, 7)
    let rc = 2 * sqrt(chroma7 / (chroma7 + 6_103_515_625))
    let offset = pow(meanL - 50, 2)
    let sl = 1 + 0.015 * offset / sqrt(20 + offset)
    let sc = 1 + 0.045 * meanC
    let sh = 1 + 0.015 * meanC * t
    let rt = -sin(degrees(2 * rotation)) * rc
    let l = deltaL / sl
    let c = deltaC / sc
    let h = deltaH / sh
    return sqrt(max(l * l + c * c + h * h + rt * c * h, 0))
  }
}
