/// What a picture may cost; each limit is checked before the cost arises.
public struct PictureLimits: Sendable, Hashable {
  /// The most pixels, width times height.
  public var pixels: Int
  /// The most pixels along one side.
  public var side: Int
  /// The most bytes of a file.
  public var bytes: Int
  /// The most scans of a JPEG.
  public var scans: Int
  /// The most bytes that a large progressive JPEG's coefficients take while it is decoded.
  public var coefficientBytes: Int
  /// The most seconds of computing that decoding one picture takes.
  public var seconds: Double
  /// The limits of SVGs.
  public var svg: SVGLimits

  /// Makes limits; the defaults pass a 100-megapixel photo.
  public init(
    pixels: Int = 110_000_000, side: Int = 30_000, bytes: Int = 64 << 20, scans: Int = 100,
    coefficientBytes: Int = 144 << 20, seconds: Double = 8, svg: SVGLimits = .standard
  ) {
    self.pixels = pixels
    self.side = side
    self.bytes = bytes
    self.scans = scans
    self.coefficientBytes = coefficientBytes
    self.seconds = seconds
    self.svg = svg
  }
}
