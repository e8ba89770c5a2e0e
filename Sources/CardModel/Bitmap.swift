/// Pixels as a value: sRGB with alpha, not premultiplied, row by row from the top left.
public struct Bitmap: Sendable, Hashable {
  /// The number of pixels across.
  public let width: Int
  /// The number of pixels down.
  public let height: Int
  /// Red, green, blue and alpha of each pixel, from 0 to 255.
  public var rgba: [UInt8]
  /// The resolution that the picture states, if it states one.
  public var dotsPerInch: Double?

  /// Makes a bitmap; nil where the number of bytes is not four for each pixel.
  public init?(width: Int, height: Int, rgba: [UInt8], dotsPerInch: Double? = nil) {
    guard width > 0, height > 0, rgba.count == width * height * 4 else { return nil }
    self.width = width
    self.height = height
    self.rgba = rgba
    self.dotsPerInch = dotsPerInch
  }

  /// Makes a bitmap of one colour, at least one pixel on each side.
  public init(width: Int, height: Int, filledWith color: Color) {
    self.width = max(width, 1)
    self.height = max(height, 1)
    let pixel = [color.red, color.green, color.blue, color.alpha]
    rgba = Array(repeating: pixel, count: self.width * self.height).flatMap { $0 }
  }

  /// The colour of a pixel within the bitmap.
  public subscript(x: Int, y: Int) -> Color {
    get {
      let offset = (y * width + x) * 4
      return Color(
        red: rgba[offset], green: rgba[offset + 1], blue: rgba[offset + 2],
        alpha: rgba[offset + 3])
    }
    set {
      let offset = (y * width + x) * 4
      rgba[offset] = newValue.red
      rgba[offset + 1] = newValue.green
      rgba[offset + 2] = newValue.blue
      rgba[offset + 3] = newValue.alpha
    }
  }
}
