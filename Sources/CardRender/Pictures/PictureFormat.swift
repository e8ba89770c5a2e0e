/// The format of a picture, told by its first bytes and never by its name.
enum PictureFormat: String, CaseIterable {
  case png = "PNG"
  case jpeg = "JPEG"
  case webp = "WebP"
  case svg = "SVG"
  case heic = "HEIC"
  case avif = "AVIF"
  case tiff = "TIFF"
  case gif = "GIF"
  case bmp = "BMP"
  case pdf = "PDF"
  case photoshop = "Photoshop"
  case jpegXL = "JPEG XL"
  case jpeg2000 = "JPEG 2000"
  case icon = "ICO"
  case html = "HTML"

  /// The formats that are read, for sentences.
  static let accepted = "PNG, JPEG, WebP and SVG"

  /// Tells a format by the start of a file; nil where it is none that is known.
  init?(_ bytes: [UInt8]) {
    func starts(_ text: StaticString, at offset: Int = 0) -> Bool {
      let wanted = Array("\(text)".utf8)
      return bytes.count >= offset + wanted.count
        && bytes[offset..<offset + wanted.count].elementsEqual(wanted)
    }
    func starts(_ wanted: [UInt8]) -> Bool { bytes.starts(with: wanted) }
    if starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if starts([0xFF, 0xD8]) {
      self = .jpeg
    } else if starts("RIFF"), starts("WEBP", at: 8) {
      self = .webp
    } else if starts("ftyp", at: 4) {
      let brands = String(decoding: bytes[8..<min(bytes.count, 40)], as: UTF8.self)
      self = brands.contains("avif") || brands.contains("avis") ? .avif : .heic
    } else if starts([0x49, 0x49, 0x2A, 0]) || starts([0x4D, 0x4D, 0, 0x2A])
      || starts([0x49, 0x49, 0x2B, 0]) || starts([0x4D, 0x4D, 0, 0x2B])
    {
      self = .tiff
    } else if starts("GIF8") {
      self = .gif
    } else if starts("BM"), bytes.count > 26 {
      self = .bmp
    } else if starts("%PDF") {
      self = .pdf
    } else if starts("8BPS") {
      self = .photoshop
    } else if starts([0xFF, 0x0A]) || starts("JXL ", at: 4) {
      self = .jpegXL
    } else if starts("jP  ", at: 4) || starts([0xFF, 0x4F, 0xFF, 0x51]) {
      self = .jpeg2000
    } else if starts([0, 0, 1, 0]) || starts([0, 0, 2, 0]) {
      self = .icon
    } else {
      if SVGLoader.recognises(bytes) {
        self = .svg
        return
      }
      let text = String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased()
      guard text.contains("<html") || text.contains("<!doctype html") else {
        return nil
      }
      self = .html
    }
  }
}
