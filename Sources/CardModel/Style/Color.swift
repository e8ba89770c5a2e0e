internal import Foundation

/// A colour in sRGB with alpha, not premultiplied; each channel from 0 to 255.
public struct Color: Sendable, Hashable {
  /// The red channel.
  public let red: UInt8
  /// The green channel.
  public let green: UInt8
  /// The blue channel.
  public let blue: UInt8
  /// The opacity; 255 is opaque.
  public let alpha: UInt8

  /// Makes a colour of channels from 0 to 255.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Opaque black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// Opaque white.
  public static let white = Color(red: 255, green: 255, blue: 255)

  /// The relative luminance from 0 to 1, by WCAG 2.
  public var luminance: Double {
    0.2126 * Self.linear[Int(red)] + 0.7152 * Self.linear[Int(green)]
      + 0.0722 * Self.linear[Int(blue)]
  }

  /// The light of each channel's values.
  private static let linear: [Double] = (0...255).map { channel in
    let value = Double(channel) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// The contrast ratio from 1 to 21 of two opaque colours, by WCAG 2.
  public func contrast(with other: Color) -> Double {
    let (lighter, darker) = (max(luminance, other.luminance), min(luminance, other.luminance))
    return (lighter + 0.05) / (darker + 0.05)
  }

  /// This colour laid over an opaque one.
  public func over(_ background: Color) -> Color {
    func mix(_ top: UInt8, _ bottom: UInt8) -> UInt8 {
      let share = Int(alpha)
      return UInt8((Int(top) * share + Int(bottom) * (255 - share) + 127) / 255)
    }
    return Color(
      red: mix(red, background.red), green: mix(green, background.green),
      blue: mix(blue, background.blue))
  }
}

extension Color: LosslessStringConvertible {
  /// Reads `#RRGGBB`, `#RRGGBBAA` or `#RGB`; nil for any other text.
  public init?(_ text: String) {
    guard text.hasPrefix("#") else { return nil }
    var digits = Array(text.utf8.dropFirst())
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6 || digits.count == 8 else { return nil }
    var channels: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = hexDigit(digits[index]), let low = hexDigit(digits[index + 1]) else {
        return nil
      }
      channels.append(high << 4 | low)
    }
    self.init(
      red: channels[0], green: channels[1], blue: channels[2],
      alpha: channels.count == 4 ? channels[3] : 255)
  }

  /// The colour as `#RRGGBB`, with two more digits where it is not opaque.
  public var description: String {
    let channels = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
    return channels.reduce(into: "#") { text, channel in
      let digits = String(channel, radix: 16, uppercase: true)
      text += digits.count == 1 ? "0" + digits : digits
    }
  }
}

private func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte - 0x30
  case 0x41...0x46: byte - 0x41 + 10
  case 0x61...0x66: byte - 0x61 + 10
  default: nil
  }
}
