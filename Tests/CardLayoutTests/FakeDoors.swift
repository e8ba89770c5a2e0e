import CardLayout
import CardModel

/// A measurer whose letters are half an em wide; lines break at spaces.
struct FakeMeasurer: TextMeasuring {
  func metrics(of face: FontFace, size: Double) throws(TextError) -> FontMetrics {
    if face.family == "Nowhere" { throw .faceNotFound(face, nearest: "Poppins Regular") }
    return FontMetrics(ascent: 0.8 * size, descent: 0.2 * size)
  }

  func shape(_ request: TextRequest) throws(TextError) -> ShapedText {
    if let run = request.runs.first(where: { $0.face.family == "Nowhere" }) {
      throw .faceNotFound(run.face, nearest: "Poppins Regular")
    }
    let letters = request.runs.flatMap { run in
      run.text.map { Letter($0, run.size / 2 + run.letterSpacing) }
    }
    var lines: [[Letter]] = []
    for line in letters.split(separator: "\n", omittingEmptySubsequences: false) {
      lines += broken(Array(line), request)
    }
    var isTruncated = false
    if let limit = request.lineLimit, lines.count > limit {
      lines.removeLast(lines.count - limit)
      isTruncated = true
    }
    if request.ellipsis, let last = lines.indices.last {
      let width = request.width ?? .infinity
      if isTruncated || trimmed(lines[last]).width > width {
        isTruncated = true
        let dots = Letter("…", letters.last?.width ?? 0)
        while !lines[last].isEmpty, trimmed(lines[last]).width + dots.width > width {
          lines[last].removeLast()
        }
        lines[last] = dots.width > width ? [] : trimmed(lines[last]) + [dots]
      }
    }
    return ShapedText(
      lines: lines.map { line in
        let shown = trimmed(line)
        return ShapedLine(text: String(shown.map(\.character)), width: shown.width)
      }, isTruncated: isTruncated)
  }

  private func broken(_ line: [Letter], _ request: TextRequest) -> [[Letter]] {
    guard let width = request.width, request.breaking != .never else { return [line] }
    var lines: [[Letter]] = [[]]
    for var word in line.split(separator: " ", omittingEmptySubsequences: false).map(Array.init) {
      let last = lines.count - 1
      let space = Letter(" ", word.first?.width ?? 0)
      if lines[last].isEmpty {
        lines[last] = word
      } else if (lines[last] + [space] + word).width <= width {
        lines[last] += [space] + word
      } else {
        lines.append(word)
      }
      while request.breaking == .wordsThenLetters, lines[lines.count - 1].width > width,
        lines[lines.count - 1].count > 1
      {
        word = lines.removeLast()
        var count = 0
        while count < word.count, Array(word.prefix(count + 1)).width <= width { count += 1 }
        count = max(count, 1)
        lines.append(Array(word.prefix(count)))
        lines.append(Array(word.dropFirst(count)))
      }
    }
    return lines
  }

  private func trimmed(_ line: [Letter]) -> [Letter] {
    var line = line
    while line.last?.character == " " { line.removeLast() }
    return line
  }
}

private struct Letter: Equatable {
  let character: Character
  let width: Double

  init(_ character: Character, _ width: Double) {
    self.character = character
    self.width = width
  }

  static func == (left: Letter, right: Letter) -> Bool { left.character == right.character }
}

extension Letter: ExpressibleByExtendedGraphemeClusterLiteral {
  init(extendedGraphemeClusterLiteral character: Character) { self.init(character, 0) }
}

extension [Letter] {
  fileprivate var width: Double { reduce(0) { $0 + $1.width } }
}

/// Pictures by their names: `600x800` has that extent, any other name is missing.
///
/// Small ones with a `v`, as in `v10x10`, are vectors.
struct FakePictures: PictureSizing {
  func isVector(_ source: String) -> Bool { source.hasPrefix("v") }

  func pixelSize(of source: String) throws(PictureError) -> PixelSize {
    let numbers = source.drop { $0 == "v" }.split(separator: "x").compactMap { Int($0) }
    guard numbers.count == 2 else { throw PictureError("The picture '\(source)' is not there.") }
    return PixelSize(width: numbers[0], height: numbers[1])
  }
}

/// Codes of 21 × 21 modules with a quiet zone of 4, each at least 1 point.
struct FakeCodes: CodeEncoding {
  func encode(_ barcode: Barcode) throws(CodeError) -> CodeSymbol {
    if barcode.content.text.isEmpty { throw CodeError("The code is empty.") }
    return CodeSymbol(
      columns: 21, rows: 21, modules: Array(repeating: true, count: 441),
      quietZone: (left: 4, top: 4, right: 4, bottom: 4), minimumModule: 1)
  }
}

extension LayoutEngine {
  /// An engine over the three fakes; the type `ten` is 10 points, so each letter is 5 wide.
  static func fake(
    direction: LayoutDirection = .leftToRight, dotsPerInch: Double? = nil,
    batchSizes: [String: Double] = [:], measuring: any TextMeasuring = FakeMeasurer()
  ) -> LayoutEngine {
    let face = FontFace(family: "Fake")
    let guide = StyleGuide.standard.merging(
      StyleGuide(
        types: [
          .named("ten"): TypeStyle(face, size: 10),
          .named("twenty"): TypeStyle(face, size: 20),
          .named("nowhere"): TypeStyle(FontFace(family: "Nowhere"), size: 10),
        ], colors: [.named("red"): Color(red: 255, green: 0, blue: 0)]))
    return LayoutEngine(
      styleGuide: guide, direction: direction, dotsPerInch: dotsPerInch, batchSizes: batchSizes,
      measuring: measuring, pictures: FakePictures(), codes: FakeCodes())
  }
}

extension LabelStyle {
  static let ten = LabelStyle(.named("ten"))
}

extension Frame {
  /// Every item that is no group, with its place in the frame.
  var leaves: [(rect: Rect, placed: PlacedItem)] {
    func leaves(_ items: [PlacedItem], _ corner: Point) -> [(rect: Rect, placed: PlacedItem)] {
      items.flatMap { placed -> [(rect: Rect, placed: PlacedItem)] in
        let origin = corner + placed.origin
        if case .group(let group) = placed.item { return leaves(group.items, origin) }
        return [(Rect(origin: origin, size: placed.size), placed)]
      }
    }
    return leaves(items, .zero)
  }

  var codes: [Finding.Code] { findings.map(\.code) }
}
