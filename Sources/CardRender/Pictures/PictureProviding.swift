package import CardLayout
internal import Foundation

/// The door through which the painter gets pictures.
///
/// A provider is one worker's own; it caches what it decodes.
package protocol PictureProviding: AnyObject {
  /// The pixels of a picture, upright, in sRGB, at the smallest cheap scale of at least a size.
  ///
  /// Where the file itself has fewer pixels than that, it is given whole.
  ///
  /// - Throws: `PictureError` where it cannot be read.
  func pixels(
    of source: String, atLeast size: PixelSize
  ) throws(PictureError) -> DecodedPicture

  /// What tells the picture's content from any other, without decoding it.
  ///
  /// - Throws: `PictureError` where it cannot be read.
  func identity(of source: String) throws(PictureError) -> String

  /// The picture as a document is to hold it, whole, with at least so many pixels.
  ///
  /// A baseline JPEG of one or three components is passed as it is, unless it has far more pixels
  /// than asked for.
  ///
  /// - Throws: `PictureError` where it cannot be read.
  func documentPicture(
    of source: String, atLeast size: PixelSize
  ) throws(PictureError) -> DocumentPicture

  /// The picture as vectors; nil where it is pixels.
  ///
  /// - Throws: `PictureError` where it cannot be read.
  func vectors(of source: String) throws(PictureError) -> SVGSurface?
}

extension PictureProviding {
  /// Pictures are pixels unless their provider knows of others.
  package func vectors(of source: String) throws(PictureError) -> SVGSurface? { nil }
}

/// A picture as a document holds it.
package enum DocumentPicture {
  /// A file that is embedded as it is.
  case jpeg(JPEGFile)
  /// Pixels; those of a photo may be compressed with a loss that is not seen.
  case pixels(DecodedPicture, isPhoto: Bool = false)
}

/// A JPEG file with its extent as it is stored, before its orientation is applied.
package struct JPEGFile: Sendable {
  /// The file.
  package let bytes: [UInt8]
  /// The stored width in pixels.
  package let width: Int
  /// The stored height in pixels.
  package let height: Int
  /// How the stored pixels are to be turned, 1 to 8, as EXIF has it.
  package let orientation: Int
  /// A name that no other picture has, such as a hash of the file.
  package let identity: String

  /// The number of its colours: 1 or 3, as its frame header says.
  package var components: Int {
    var at = 2
    while at + 9 < bytes.count, bytes[at] == 0xFF {
      let marker = bytes[at + 1]
      if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) { return Int(bytes[at + 9]) }
      at += marker == 0xFF ? 1 : 2 + (Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
    }
    return 3
  }

  /// Makes a file.
  package init(bytes: [UInt8], width: Int, height: Int, orientation: Int = 1, identity: String) {
    self.bytes = bytes
    self.width = width
    self.height = height
    self.orientation = orientation
    self.identity = identity
  }
}

/// Decoded pixels: upright, sRGB, premultiplied, 32 bits in native order (BGRA in memory).
@safe package final class DecodedPicture {
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int
  /// Whether every pixel is opaque; the topmost byte of a pixel is then never read.
  package let isOpaque: Bool
  /// A name that no other picture at this scale has, such as a hash of the file and the scale.
  package let identity: String
  let bytes: UnsafeMutablePointer<UInt8>
  private let isAdopted: Bool

  /// The number of bytes from one row to the next.
  package var stride: Int { width * 4 }
  /// The number of bytes of all rows.
  package var byteCount: Int { stride * height }

  /// Makes a picture whose pixels a closure fills in, row by row without gaps.
  package init<Failure: Error>(
    width: Int, height: Int, isOpaque: Bool, identity: String,
    filling: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(width > 0 && height > 0, "A picture has at least one pixel.")
    let count = width * height * 4
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    unsafe memory.initialize(repeating: 0, count: count)
    self.width = width
    self.height = height
    self.isOpaque = isOpaque
    self.identity = identity
    unsafe bytes = memory
    isAdopted = false
    try unsafe filling(UnsafeMutableRawBufferPointer(start: memory, count: count))
  }

  /// Makes a picture of rows without gaps that C code allocated, which it frees.
  init(
    width: Int, height: Int, isOpaque: Bool, identity: String,
    adopting memory: UnsafeMutablePointer<UInt8>
  ) {
    self.width = width
    self.height = height
    self.isOpaque = isOpaque
    self.identity = identity
    unsafe bytes = memory
    isAdopted = true
  }

  deinit {
    if isAdopted { unsafe free(bytes) } else { unsafe bytes.deallocate() }
  }
}
