internal import CardModel

/// Tells pixels that are smoothed edges, by their neighbours.
///
/// After V. Vyšniauskas, "Anti-aliased Pixel and Intensity Slope Detector" (2009).
struct AntialiasDetector {
  private let reference: Bitmap
  private let candidate: Bitmap

  init(_ reference: Bitmap, _ candidate: Bitmap) {
    self.reference = reference
    self.candidate = candidate
  }

  /// Whether the pixel is a smoothed edge in either picture.
  func isAntialiased(x: Int, y: Int) -> Bool {
    isSmoothed(x, y, in: reference, and: candidate)
      || isSmoothed(x, y, in: candidate, and: reference)
  }

  private func isSmoothed(_ x: Int, _ y: Int, in bitmap: Bitmap, and other: Bitmap) -> Bool {
    let center = brightness(bitmap[x, y])
    var equal = x == 0 || y == 0 || x == bitmap.width - 1 || y == bitmap.height - 1 ? 1 : 0
    var darkest = (delta: 0.0, x: 0, y: 0)
    var brightest = (delta: 0.0, x: 0, y: 0)
    for (nx, ny) in neighbours(x, y, bitmap) {
      let delta = brightness(bitmap[nx, ny]) - center
      if delta == 0 {
        equal += 1
        // More than two equal neighbours: a flat area, not an edge.
        if equal > 2 { return false }
      } else if delta < darkest.delta {
        darkest = (delta, nx, ny)
      } else if delta > brightest.delta {
        brightest = (delta, nx, ny)
      }
    }
    if darkest.delta == 0 || brightest.delta == 0 { return false }
    return (isFlat(darkest.x, darkest.y, bitmap) && isFlat(darkest.x, darkest.y, other))
      || (isFlat(brightest.x, brightest.y, bitmap) && isFlat(brightest.x, brightest.y, other))
  }

  /// Whether at least three neighbours have the same colour.
  private func isFlat(_ x: Int, _ y: Int, _ bitmap: Bitmap) -> Bool {
    guard x < bitmap.width, y < bitmap.height else { return false }
    let color = bitmap[x, y]
    var equal = x == 0 || y == 0 || x == bitmap.width - 1 || y == bitmap.height - 1 ? 1 : 0
    for (nx, ny) in neighbours(x, y, bitmap) where bitmap[nx, ny] == color {
      equal += 1
    }
    return equal > 2
  }

  private func neighbours(_ x: Int, _ y: Int, _ bitmap: Bitmap) -> [(Int, Int)] {
    var places: [(Int, Int)] = []
    for ny in max(y - 1, 0)...min(y + 1, bitmap.height - 1) {
      for nx in max(x - 1, 0)...min(x + 1, bitmap.width - 1) where nx != x || ny != y {
        places.append((nx, ny))
      }
    }
    return places
  }

  private func brightness(_ color: Color) -> Double {
    let opaque = color.over(.white)
    return 0.298_895_31 * Double(opaque.red) + 0.586_622_47 * Double(opaque.green)
      + 0.114_482_23 * Double(opaque.blue)
  }
}
