public import CardModel

extension BitmapDiff {
  /// The picture of the difference: what changed over a pale, grey reference.
  ///
  /// Red is what became darker, blue what became lighter, yellow what was excused as antialiasing,
  /// and magenta what lies outside one of the two pictures.
  public func picture(of reference: Bitmap, and candidate: Bitmap) -> Bitmap {
    let (width, height) = extent
    var picture = Bitmap(width: width, height: height, filledWith: .white)
    picture.dotsPerInch = candidate.dotsPerInch
    for y in 0..<height {
      for x in 0..<width {
        let isInReference = x < reference.width && y < reference.height
        let isInCandidate = x < candidate.width && y < candidate.height
        let old = isInReference ? Self.brightness(reference[x, y]) : 255
        switch mark(x: x, y: y) {
        case .same:
          // A tenth of the contrast is left, so that one still sees where one is.
          let level = UInt8(255 - (255 - old) * 0.16)
          picture[x, y] = Color(red: level, green: level, blue: level)
        case .excused: picture[x, y] = Color(red: 245, green: 190, blue: 40)
        case .changed:
          guard isInReference, isInCandidate else {
            picture[x, y] = Color(red: 216, green: 60, blue: 200)
            continue
          }
          picture[x, y] =
            Self.brightness(candidate[x, y]) <= old
            ? Color(red: 214, green: 40, blue: 40) : Color(red: 30, green: 100, blue: 225)
        }
      }
    }
    return picture
  }

  private static func brightness(_ color: Color) -> Double {
    let opaque = color.over(.white)
    return 0.2126 * Double(opaque.red) + 0.7152 * Double(opaque.green)
      + 0.0722 * Double(opaque.blue)
  }
}
