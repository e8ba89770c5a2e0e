import CardModel

/// How large an SVG says it is.
///
/// 96 CSS pixels are an inch. A side that is missing or a percentage follows from the view box:
/// from its proportions where the other side is given, as pixels otherwise. Without either the size
/// is that of CSS, 300 × 150 px.
struct SVGSize: Sendable, Hashable {
  /// The width in CSS pixels.
  let width: Double
  /// The height in CSS pixels.
  let height: Double

  /// The size in points.
  var points: Size { Size(width: width * 0.75, height: height * 0.75) }

  /// Reads the attributes of a root element.
  ///
  /// - Throws: ``SVGRefusal`` where it has no extent.
  init(root: [String: String]) throws(SVGRefusal) {
    let box = root["viewBox"].flatMap(Self.box)
    let width = try root["width"].flatMap(Self.pixels)
    let height = try root["height"].flatMap(Self.pixels)
    switch (width, height, box) {
    case (let width?, let height?, _): (self.width, self.height) = (width, height)
    case (let width?, nil, let box?):
      (self.width, self.height) = (width, width * box.height / box.width)
    case (nil, let height?, let box?):
      (self.width, self.height) = (height * box.width / box.height, height)
    case (nil, nil, let box?): (self.width, self.height) = (box.width, box.height)
    case (_, _, nil): (self.width, self.height) = (width ?? 300, height ?? 150)
    }
    let sides = [self.width, self.height]
    guard sides.allSatisfy({ $0.isFinite && $0 > 0 && $0 <= 1e10 }) else {
      throw SVGRefusal(
        "has no extent that can be drawn", hint: "Give it a 'width', a 'height' or a 'viewBox'.")
    }
  }

  private static func box(_ text: String) -> Size? {
    let numbers = text.split { $0 == "," || $0.isWhitespace }.map { Double($0) }
    guard numbers.count == 4, let width = numbers[2], let height = numbers[3],
      width > 0, height > 0
    else { return nil }
    return Size(width: width, height: height)
  }

  /// A length in CSS pixels; nil for a percentage or what is no length.
  private static func pixels(_ text: String) throws(SVGRefusal) -> Double? {
    let trimmed = text.filter { !$0.isWhitespace }.lowercased()
    let units: [(String, Double)] = [
      ("px", 1), ("pt", 96 / 72), ("pc", 16), ("mm", 96 / 25.4), ("cm", 96 / 2.54), ("in", 96),
      ("em", 16), ("ex", 8), ("q", 96 / 101.6), ("", 1),
    ]
    guard let unit = units.first(where: { trimmed.hasSuffix($0.0) }),
      let value = Double(trimmed.dropLast(unit.0.count)), value.isFinite
    else { return nil }
    guard value > 0 else {
      throw SVGRefusal("says that it is '\(text.prefix(20))' wide or high, which is nothing")
    }
    return value * unit.1
  }
}
