internal import CardModel

/// A picture of greys: a page as another program draws it.
struct GreyPicture {
  let width: Int
  let height: Int
  /// 0 is black and 255 white, row by row.
  let greys: [UInt8]
  /// Pixels per point.
  let scale: Double

  init(width: Int, height: Int, greys: [UInt8], scale: Double) {
    (self.width, self.height, self.greys, self.scale) = (width, height, greys, scale)
  }

  /// Reads a PGM file of 8 bits; nil where it is something else.
  init?(pgm bytes: [UInt8], scale: Double) {
    var numbers: [Int] = []
    var place = 2
    guard bytes.starts(with: Array("P5".utf8)) else { return nil }
    while numbers.count < 3 {
      while place < bytes.count, [9, 10, 13, 32].contains(bytes[place]) { place += 1 }
      let digits = bytes[place...].prefix { 48...57 ~= $0 }
      guard let number = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
      numbers.append(number)
      place += digits.count
    }
    place += 1
    guard numbers[2] == 255, numbers[0] > 0, bytes.count - place == numbers[0] * numbers[1] else {
      return nil
    }
    self.init(width: numbers[0], height: numbers[1], greys: Array(bytes[place...]), scale: scale)
  }

  /// Takes the brightness of a bitmap on white.
  init(_ bitmap: Bitmap, scale: Double) {
    var greys: [UInt8] = []
    greys.reserveCapacity(bitmap.width * bitmap.height)
    for place in stride(from: 0, to: bitmap.rgba.count, by: 4) {
      let sum =
        Int(bitmap.rgba[place]) * 2 + Int(bitmap.rgba[place + 1]) * 5 + Int(bitmap.rgba[place + 2])
      let alpha = Int(bitmap.rgba[place + 3])
      greys.append(UInt8((sum / 8 * alpha + 255 * (255 - alpha)) / 255))
    }
    self.init(width: bitmap.width, height: bitmap.height, greys: greys, scale: scale)
  }

  /// A part as a PGM file, each pixel so many pixels large, with a white edge.
  func pgm(of area: PageArea, times: Int) -> [UInt8] {
    let columns = pixels(area.x, area.width, width)
    let rows = pixels(area.y, area.height, height)
    let edge = 12
    let across = columns.count * times + 2 * edge
    let blank = [UInt8](repeating: 255, count: across)
    let side = [UInt8](repeating: 255, count: edge)
    var bytes = Array("P5\n\(across) \(rows.count * times + 2 * edge)\n255\n".utf8)
    for _ in 0..<edge { bytes += blank }
    for row in rows {
      let part = greys[(row * width + columns.lowerBound)..<(row * width + columns.upperBound)]
      let line = side + part.flatMap { Array(repeating: $0, count: times) } + side
      for _ in 0..<times { bytes += line }
    }
    for _ in 0..<edge { bytes += blank }
    return bytes
  }

  /// A point outside of areas, in points, where something is drawn; nil where nothing is.
  ///
  /// A pixel around each area is not looked at: edges lie between pixels.
  func mark(outside areas: [PageArea]) -> (x: Double, y: Double)? {
    let spans = areas.map { area -> (columns: Range<Int>, rows: Range<Int>) in
      let area = area.grown(by: 1.5 / scale)
      return (pixels(area.x, area.width, width), pixels(area.y, area.height, height))
    }
    for row in 0..<height {
      var column = 0
      let here = spans.filter { $0.rows.contains(row) }.map(\.columns)
        .sorted { $0.lowerBound < $1.lowerBound }
      for span in here + [width..<width] {
        if span.lowerBound > column,
          let dark = greys[(row * width + column)..<(row * width + span.lowerBound)]
            .firstIndex(where: { $0 < 248 })
        {
          return (Double(dark - row * width) / scale, Double(row) / scale)
        }
        column = max(column, span.upperBound)
      }
    }
    return nil
  }

  private func pixels(_ from: Double, _ length: Double, _ limit: Int) -> Range<Int> {
    let first = min(max(Int((from * scale).rounded(.down)), 0), limit)
    return first..<min(max(Int(((from + length) * scale).rounded(.up)), first), limit)
  }
}
