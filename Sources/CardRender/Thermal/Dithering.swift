/// How greys become black and white.
public enum Dithering: String, Sendable, Hashable, CaseIterable {
  /// Each pixel becomes what it is nearer to.
  case none
  /// What a pixel was rounded by goes to its neighbours: the finest pictures.
  case floydSteinberg = "floyd-steinberg"
  /// Against a fixed pattern of 8 × 8 pixels: even tones, and nothing wanders.
  case ordered

  /// Makes black and white of rows of greys, 0 black and 255 white.
  ///
  /// What is black or white already stays so, and takes nothing on from its neighbours: no stray
  /// dots around codes and on empty paper. Whole numbers only, so that it is the same everywhere.
  func blackPixels(of greys: [UInt8], width: Int) -> [Bool] {
    switch self {
    case .none: return greys.map { $0 < 128 }
    case .ordered:
      return greys.indices.map { index in
        let (x, y) = (index % width, index / width)
        let limit = Int(Self.pattern[y % 8 * 8 + x % 8]) * 4 + 2
        return greys[index] == 0 || (greys[index] < 255 && Int(greys[index]) < limit)
      }
    case .floydSteinberg:
      var black = Array(repeating: false, count: greys.count)
      // Sixteenths of a grey, one more at each end so that no edge needs a question.
      var (line, below) = (
        Array(repeating: 0, count: width + 2), Array(repeating: 0, count: width + 2)
      )
      for start in stride(from: 0, to: greys.count, by: width) {
        for x in 0..<width {
          let grey = greys[start + x]
          guard grey > 0, grey < 255 else {
            black[start + x] = grey == 0
            continue
          }
          let wanted = Int(grey) * 16 + line[x + 1]
          let isBlack = wanted < 128 * 16
          black[start + x] = isBlack
          let error = wanted - (isBlack ? 0 : 255 * 16)
          let (right, left, straight) = (error * 7 / 16, error * 3 / 16, error * 5 / 16)
          line[x + 2] += right
          below[x] += left
          below[x + 1] += straight
          below[x + 2] += error - right - left - straight
        }
        swap(&line, &below)
        for x in below.indices { below[x] = 0 }
      }
      return black
    }
  }

  /// Bayer's pattern: 0 to 63, neighbours far apart.
  private static let pattern: [UInt8] = [
    0, 32, 8, 40, 2, 34, 10, 42, 48, 16, 56, 24, 50, 18, 58, 26,
    12, 44, 4, 36, 14, 46, 6, 38, 60, 28, 52, 20, 62, 30, 54, 22,
    3, 35, 11, 43, 1, 33, 9, 41, 51, 19, 59, 27, 49, 17, 57, 25,
    15, 47, 7, 39, 13, 45, 5, 37, 63, 31, 55, 23, 61, 29, 53, 21,
  ]
}
