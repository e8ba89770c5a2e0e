/// Reads how a camera was held out of EXIF data.
enum ExifOrientation {
  /// The orientation 1 to 8 of a TIFF block; 1 where there is none or it is damaged.
  static func read(_ bytes: ArraySlice<UInt8>) -> Int {
    let block = Array(bytes.starts(with: Array("Exif\0\0".utf8)) ? bytes.dropFirst(6) : bytes)
    guard block.count >= 14 else { return 1 }
    let little: Bool
    switch (block[0], block[1]) {
    case (0x49, 0x49): little = true
    case (0x4D, 0x4D): little = false
    default: return 1
    }
    func number(_ at: Int, _ count: Int) -> Int? {
      guard at >= 0, at + count <= block.count else { return nil }
      let part = block[at..<at + count]
      return (little ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard number(2, 2) == 42, let start = number(4, 4), let count = number(start, 2) else {
      return 1
    }
    for entry in 0..<count {
      let at = start + 2 + entry * 12
      guard let tag = number(at, 2), let kind = number(at + 2, 2) else { return 1 }
      if tag == 0x0112 {
        let value = kind == 4 ? number(at + 8, 4) : number(at + 8, 2)
        return value.flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
      }
    }
    return 1
  }
}
