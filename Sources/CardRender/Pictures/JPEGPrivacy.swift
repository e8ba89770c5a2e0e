/// Takes out of a JPEG file what its picture does not need: a photo may tell where it was taken.
enum JPEGPrivacy {
  /// The file without EXIF, XMP, comments and what follows its end, its picture untouched; nil
  /// where the file is not laid out as it should be.
  static func strip(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
    var result: [UInt8] = [0xFF, 0xD8]
    result.reserveCapacity(bytes.count)
    var at = 2
    while at + 1 < bytes.count {
      guard bytes[at] == 0xFF else { return nil }
      let marker = bytes[at + 1]
      if marker == 0xFF {
        at += 1
        continue
      }
      if marker == 0xD9 { return result + [0xFF, 0xD9] }
      guard at + 4 <= bytes.count else { return nil }
      var end = at + 2 + (Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
      guard end >= at + 4, end <= bytes.count else { return nil }
      if marker == 0xDA {
        // The picture's data last until a marker that is neither stuffing nor a restart.
        while end + 1 < bytes.count {
          let next = bytes[end + 1]
          if bytes[end] == 0xFF, next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) { break }
          end += 1
        }
      }
      let body = bytes[at + 4..<max(end, at + 4)]
      if isNeeded(marker, body) { result += bytes[at..<end] }
      at = end
    }
    return nil
  }

  private static func isNeeded(_ marker: UInt8, _ body: ArraySlice<UInt8>) -> Bool {
    switch marker {
    case 0xE0: body.starts(with: Array("JFIF\0".utf8))
    case 0xE2: body.starts(with: Array("ICC_PROFILE\0".utf8))
    case 0xEE: body.starts(with: Array("Adobe".utf8))
    case 0xE1, 0xE3...0xED, 0xEF, 0xFE: false
    default: true
    }
  }
}
