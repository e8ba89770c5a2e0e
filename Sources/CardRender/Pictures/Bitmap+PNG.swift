internal import CPNG
public import CardLayout
public import CardModel
internal import Foundation

extension Bitmap {
  /// The most pixels that are read of a PNG file unless told otherwise.
  public static let pixelLimit = 268_435_456

  /// Reads a PNG file of any kind, each value as it is stored.
  ///
  /// Profiles, gammas and orientations change nothing; 16 bits a channel become 8.
  ///
  /// - Throws: `PictureError` where it is no PNG file, is damaged, or has too many pixels.
  public init(
    png bytes: [UInt8], named name: String = "PNG", pixelLimit: Int = Bitmap.pixelLimit
  ) throws(PictureError) {
    self = try PNGContent(bytes, named: name, pixelLimit: pixelLimit).bitmap
  }

  /// A PNG file of the pixels, as small as can be: with a palette where the colours fit in one.
  ///
  /// It takes longer than ``Rasterizer`` does, and is meant for what is kept.
  ///
  /// - Throws: ``RenderError`` where there is no memory.
  public func smallPNG() throws(RenderError) -> [UInt8] {
    let density = UInt32(((dotsPerInch ?? 0) / 0.0254).rounded())
    var file: UnsafeMutablePointer<UInt8>?
    var length = 0
    let status = unsafe rgba.withUnsafeBufferPointer { pixels in
      unsafe cpng_write_small(
        pixels.baseAddress, UInt32(width), UInt32(height), density, &file, &length)
    }
    defer { unsafe free(file) }
    guard Int(status) == CPNG_READ_OK else {
      throw RenderError("There is no memory to write the PNG.")
    }
    return unsafe Array(UnsafeBufferPointer(start: file, count: length))
  }
}

/// What a PNG file holds.
public struct PNGContent: Sendable, Equatable {
  /// The pixels, 8 bits a channel.
  public let bitmap: Bitmap
  /// Another number where channels of 16 bits differ in what ``bitmap`` cannot hold; nil for 8.
  public let depthFingerprint: UInt64?
  /// Whether the file holds more than pixels and their resolution: a profile, a gamma or texts.
  public let hasMore: Bool

  /// Reads a PNG file.
  ///
  /// - Throws: `PictureError` where it is no PNG file, is damaged, or has too many pixels.
  public init(
    _ bytes: [UInt8], named name: String = "PNG", pixelLimit: Int = Bitmap.pixelLimit
  ) throws(PictureError) {
    guard bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) else {
      throw PictureError(
        bytes.isEmpty ? "'\(name)' is an empty file." : "'\(name)' is not a PNG file.")
    }
    let result: Result<PNGContent, PictureError> = unsafe bytes.withUnsafeBufferPointer { file in
      guard
        let reader = unsafe cpng_reader_create(
          file.baseAddress, file.count, UInt64(max(pixelLimit, 0)))
      else { return .failure(PictureError("There is not enough memory for '\(name)'.")) }
      defer { unsafe cpng_reader_destroy(reader) }
      let status = unsafe cpng_reader_status(reader)
      let size = unsafe (
        width: Int(cpng_reader_width(reader)), height: Int(cpng_reader_height(reader))
      )
      if Int(status) == CPNG_READ_LIMIT {
        return .failure(
          PictureError(
            "'\(name)' has \(size.width) × \(size.height) pixels, but at most \(pixelLimit) are"
              + " read."))
      }
      var outcome = status
      let rgba: [UInt8] =
        Int(status) != CPNG_READ_OK
        ? []
        : unsafe Array(unsafeUninitializedCapacity: size.width * size.height * 4) {
          unsafe outcome = cpng_reader_read(reader, $0.baseAddress)
          $1 = Int(outcome) == CPNG_READ_OK ? size.width * size.height * 4 : 0
        }
      guard Int(outcome) == CPNG_READ_OK else {
        if Int(outcome) == CPNG_READ_MEMORY {
          return .failure(PictureError("There is not enough memory for '\(name)'."))
        }
        let reason = unsafe String(cString: cpng_reader_message(reader))
        return .failure(
          PictureError("'\(name)' is a damaged or truncated PNG file: \(reason)."))
      }
      let density = unsafe cpng_reader_density(reader)
      let resolution = density == 0 ? nil : Self.dotsPerInch(Double(density) * 0.0254)
      guard
        let bitmap = Bitmap(
          width: size.width, height: size.height, rgba: rgba, dotsPerInch: resolution)
      else { return .failure(PictureError("'\(name)' is a damaged PNG file.")) }
      let deep = unsafe cpng_reader_deep(reader)
      return .success(
        PNGContent(
          bitmap: bitmap, depthFingerprint: deep == 0 ? nil : deep,
          hasMore: unsafe cpng_reader_has_more(reader) != 0))
    }
    self = try result.get()
  }

  /// The resolution that was meant: whole pixels a metre make 72 dpi 72.009.
  private static func dotsPerInch(_ value: Double) -> Double {
    abs(value - value.rounded()) <= 0.013 ? value.rounded() : (value * 100).rounded() / 100
  }

  private init(bitmap: Bitmap, depthFingerprint: UInt64?, hasMore: Bool) {
    self.bitmap = bitmap
    self.depthFingerprint = depthFingerprint
    self.hasMore = hasMore
  }

  /// Whether both hold the same pixels in every bit, and the same resolution.
  public func hasSamePixels(as other: PNGContent) -> Bool {
    guard bitmap.width == other.bitmap.width, bitmap.height == other.bitmap.height,
      bitmap.dotsPerInch == other.bitmap.dotsPerInch, depthFingerprint == other.depthFingerprint
    else { return false }
    return unsafe bitmap.rgba.withUnsafeBytes { left in
      unsafe other.bitmap.rgba.withUnsafeBytes { right in
        guard let one = left.baseAddress, let two = right.baseAddress else { return true }
        return unsafe memcmp(one, two, left.count) == 0
      }
    }
  }

  /// Whether a PNG file has the same pixels and resolution, read row by row and not kept.
  ///
  /// False also where that cannot be said so quickly: the file is damaged, interlaced, or deep.
  public func hasSamePixels(asFile bytes: [UInt8]) -> Bool {
    guard depthFingerprint == nil else { return false }
    return unsafe bytes.withUnsafeBufferPointer { file in
      guard
        let reader = unsafe cpng_reader_create(
          file.baseAddress, file.count, UInt64(bitmap.width * bitmap.height))
      else { return false }
      defer { unsafe cpng_reader_destroy(reader) }
      let density = unsafe cpng_reader_density(reader)
      guard unsafe cpng_reader_is_plain(reader) != 0,
        unsafe Int(cpng_reader_width(reader)) == bitmap.width,
        unsafe Int(cpng_reader_height(reader)) == bitmap.height,
        (density == 0 ? nil : Self.dotsPerInch(Double(density) * 0.0254)) == bitmap.dotsPerInch
      else { return false }
      var isSame: Int32 = 0
      let status = unsafe bitmap.rgba.withUnsafeBufferPointer {
        unsafe cpng_reader_compare(reader, $0.baseAddress, &isSame)
      }
      return Int(status) == CPNG_READ_OK && isSame != 0
    }
  }

  /// Whether each row of both is the same; nil where the extents are not.
  public func equalRows(with other: PNGContent) -> [Bool]? {
    guard bitmap.width == other.bitmap.width, bitmap.height == other.bitmap.height else {
      return nil
    }
    let row = bitmap.width * 4
    return unsafe bitmap.rgba.withUnsafeBytes { left in
      unsafe other.bitmap.rgba.withUnsafeBytes { right in
        guard let one = left.baseAddress, let two = right.baseAddress else { return nil }
        return (0..<bitmap.height).map { unsafe memcmp(one + $0 * row, two + $0 * row, row) == 0 }
      }
    }
  }
}
