/// What the header of a picture tells, read without decoding it.
struct PictureHeader {
  var format: PictureFormat
  var width = 0
  var height = 0
  var orientation = 1
  var profile: [UInt8] = []
  /// Whether a document may hold the file as it is.
  var passes = false

  /// Reads a header; nil where the file has none.
  init?(_ bytes: [UInt8], as format: PictureFormat) {
    self.format = format
    switch format {
    case .png: readPNG(bytes)
    case .jpeg: readJPEG(bytes)
    case .webp: readWebP(bytes)
    default: return nil
    }
    if width <= 0 || height <= 0 { return nil }
    if Self.isSRGB(profile) { profile = [] }
  }

  /// Whether the stored picture lies on its side.
  var isTurned: Bool { orientation >= 5 }

  private static func big(_ bytes: [UInt8], _ at: Int, _ count: Int) -> Int {
    guard at >= 0, at + count <= bytes.count else { return 0 }
    return bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func little(_ bytes: [UInt8], _ at: Int, _ count: Int) -> Int {
    guard at >= 0, at + count <= bytes.count else { return 0 }
    return bytes[at..<at + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func isSRGB(_ profile: [UInt8]) -> Bool {
    guard profile.count >= 128, profile[16..<20].elementsEqual("RGB ".utf8) else { return false }
    let text = profile.filter { $0 != 0 }
    return String(decoding: text.dropFirst(60).prefix(1000), as: UTF8.self).contains("sRGB")
  }

  private mutating func readPNG(_ bytes: [UInt8]) {
    guard bytes.count >= 29, bytes[12..<16].elementsEqual("IHDR".utf8) else { return }
    width = Self.big(bytes, 16, 4)
    height = Self.big(bytes, 20, 4)
    var at = 8
    while at + 12 <= bytes.count {
      let length = Self.big(bytes, at, 4)
      guard at + 12 + length <= bytes.count else { return }
      let kind = bytes[at + 4..<at + 8]
      if kind.elementsEqual("eXIf".utf8) {
        orientation = ExifOrientation.read(bytes[at + 8..<at + 8 + length])
      } else if kind.elementsEqual("IEND".utf8) {
        return
      }
      at += 12 + length
    }
  }

  private mutating func readJPEG(_ bytes: [UInt8]) {
    var at = 2
    var pieces: [Int: ArraySlice<UInt8>] = [:]
    var pieceCount = 0
    var profileIsWhole = true
    var hasExif = false
    var transform: Int?
    var isPlain = false
    while at + 4 <= bytes.count {
      guard bytes[at] == 0xFF else {
        at += 1
        continue
      }
      let marker = bytes[at + 1]
      if marker == 0xFF || marker == 0 || marker == 0x01 || (0xD0...0xD8).contains(marker) {
        at += marker == 0xFF ? 1 : 2
        continue
      }
      if marker == 0xDA || marker == 0xD9 { break }
      let length = Self.big(bytes, at + 2, 2)
      guard length >= 2, at + 2 + length <= bytes.count else { break }
      let body = bytes[at + 4..<at + 2 + length]
      switch marker {
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        height = Self.big(bytes, at + 5, 2)
        width = Self.big(bytes, at + 7, 2)
        let count = Self.big(bytes, at + 9, 1)
        let isRGB = count == 3 && Self.big(bytes, at + 10, 1) == 82
        isPlain = marker <= 0xC1 && bytes[at + 4] == 8 && (count == 1 || count == 3) && !isRGB
      case 0xE1 where !hasExif && body.starts(with: Array("Exif\0".utf8)):
        orientation = ExifOrientation.read(body)
        hasExif = true
      case 0xE2 where body.starts(with: Array("ICC_PROFILE\0".utf8)) && body.count > 14:
        let number = Int(body[body.startIndex + 12])
        pieceCount = Int(body[body.startIndex + 13])
        profileIsWhole = profileIsWhole && number > 0 && pieces[number] == nil
        pieces[number] = body.dropFirst(14)
      case 0xEE where body.starts(with: Array("Adobe".utf8)) && body.count >= 12:
        transform = Int(body[body.startIndex + 11])
      default: break
      }
      at += 2 + length
    }
    if profileIsWhole, pieceCount > 0, pieces.count == pieceCount {
      profile = (1...pieceCount).flatMap { pieces[$0] ?? [] }
    }
    passes = isPlain && transform != 0 && (profile.isEmpty || Self.isSRGB(profile))
  }

  private mutating func readWebP(_ bytes: [UInt8]) {
    var at = 12
    while at + 8 <= bytes.count {
      let length = Self.little(bytes, at + 4, 4)
      let kind = String(decoding: bytes[at..<at + 4], as: UTF8.self)
      let end = min(at + 8 + length, bytes.count)
      switch kind {
      case "VP8X" where end >= at + 18:
        width = Self.little(bytes, at + 12, 3) + 1
        height = Self.little(bytes, at + 15, 3) + 1
      case "VP8 " where width == 0 && end >= at + 18:
        width = Self.little(bytes, at + 14, 2) & 0x3FFF
        height = Self.little(bytes, at + 16, 2) & 0x3FFF
      case "VP8L" where width == 0 && end >= at + 13:
        let bits = Self.little(bytes, at + 9, 4)
        width = bits & 0x3FFF + 1
        height = bits >> 14 & 0x3FFF + 1
      case "ICCP": profile = Array(bytes[at + 8..<end])
      case "EXIF": orientation = ExifOrientation.read(bytes[at + 8..<end])
      default: break
      }
      at += 8 + length + length % 2
    }
  }
}
