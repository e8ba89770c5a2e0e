import CardDiff
import CardLayout
import CardModel
import Foundation
import Testing

@testable import CardRender

/// An edge as geometry tells it, apart from the code that draws it: all in pixels.
private struct IdealEdge {
  let box: Rect
  let outline: FrameOutline
  let radius: Double

  init(_ outline: FrameOutline, place: Rect, dotsPerInch: Double) {
    func pixel(_ points: Double) -> Double { (points * dotsPerInch / 72).rounded() }
    let (x, y) = (pixel(place.origin.x), pixel(place.origin.y))
    box = Rect(x: x, y: y, width: pixel(place.maxX) - x, height: pixel(place.maxY) - y)
    self.outline = outline
    if case .rectangle(let points) = outline {
      radius = min(points * dotsPerInch / 72, min(box.size.width, box.size.height) / 2)
    } else {
      radius = 0
    }
  }

  /// Whether a point lies inside the edge that is inset by a distance.
  func holds(_ x: Double, _ y: Double, inset: Double) -> Bool {
    let (across, down) = (box.size.width / 2, box.size.height / 2)
    let (dx, dy) = (abs(x - box.origin.x - across), abs(y - box.origin.y - down))
    switch outline {
    case .circle: return hypot(dx, dy) < min(across, down) - inset
    case .ellipse:
      return hypot(dx / (across - inset), dy / (down - inset)) < 1
    case .rectangle:
      let corner = max(radius - inset, 0)
      let (over, under) = (dx - (across - inset - corner), dy - (down - inset - corner))
      if over <= 0 || under <= 0 { return over < corner && under < corner }
      return hypot(over, under) < corner
    }
  }

  /// The shares of a pixel that lie inside the line and on it, of 32 by 32 samples.
  func shares(_ x: Int, _ y: Int, line: Double) -> (inside: Double, line: Double) {
    func region(_ x: Double, _ y: Double) -> Int {
      holds(x, y, inset: line) ? 2 : holds(x, y, inset: 0) ? 1 : 0
    }
    let middle = region(Double(x) + 0.5, Double(y) + 0.5)
    let isEdge = (-1...1).contains { dy in
      (-1...1).contains { dx in region(Double(x + dx) + 0.5, Double(y + dy) + 0.5) != middle }
    }
    guard isEdge else { return (middle == 2 ? 1 : 0, middle == 1 ? 1 : 0) }
    var counts = [0, 0, 0]
    for row in 0..<32 {
      for column in 0..<32 {
        counts[
          region(
            Double(x) + (Double(column) + 0.5) / 32, Double(y) + (Double(row) + 0.5) / 32)] += 1
      }
    }
    return (Double(counts[2]) / 1024, Double(counts[1]) / 1024)
  }
}

@Suite struct EdgePainterTests {
  struct Geometry: Sendable, CustomTestStringConvertible {
    let outline: FrameOutline
    let place: Rect
    let dotsPerInch: Double
    var line = 0.0

    var testDescription: String { "\(outline) \(place.size) at \(dotsPerInch), line \(line)" }
  }

  static let geometries: [Geometry] = [
    (FrameOutline.circle, Rect(x: 3, y: 3, width: 30.1, height: 30.1)),
    // Between two pixels: the place is an odd number of them higher than wide.
    (.circle, Rect(x: 3.37, y: 2.91, width: 30.03, height: 33.3)),
    (.ellipse, Rect(x: 2.2, y: 4.7, width: 34.3, height: 21.9)),
    (.rectangle(radius: 5.3), Rect(x: 3.14, y: 2.72, width: 31.4, height: 27.2)),
    (.rectangle(radius: 0.9), Rect(x: 3.14, y: 2.72, width: 11.4, height: 27.2)),
    (.rectangle(radius: 99), Rect(x: 3.14, y: 2.72, width: 31.4, height: 9.2)),
  ].flatMap { outline, place in
    [(203.0, 0), (300, 0), (300, 1.2), (600, 0.3)].map {
      Geometry(outline: outline, place: place, dotsPerInch: $0, line: $1)
    }
  }

  static let backgrounds = [Color.white, .black, Color(red: 200, green: 30, blue: 60)]

  /// The worst CIEDE2000 of a frame's pixels to what shares of colours give.
  private func worst(
    _ item: FrameItem, _ geometry: Geometry, inside: Color, line: Color, pictures: MemoryPictures
  ) throws -> Double {
    let rasterizer = try Rasterizer(faces: FileFaces(), pictures: pictures)
    let card = frame(40, 40, (geometry.place, item))
    let ideal = IdealEdge(
      geometry.outline, place: geometry.place, dotsPerInch: geometry.dotsPerInch)
    let thickness = (geometry.line * geometry.dotsPerInch / 72).rounded()
    let drawn = try Self.backgrounds.map {
      try Pixels(
        rasterizer.draw(card, background: .color($0), dotsPerInch: geometry.dotsPerInch))
    }
    var worst = 0.0
    for y in 0..<drawn[0].height {
      for x in 0..<drawn[0].width {
        let shares = ideal.shares(x, y, line: thickness)
        for (background, pixels) in zip(Self.backgrounds, drawn) {
          func mix(_ channel: KeyPath<Color, UInt8>) -> UInt8 {
            func over(_ color: Color) -> Double {
              let alpha = Double(color.alpha) / 255
              return Double(color[keyPath: channel]) * alpha
                + Double(background[keyPath: channel]) * (1 - alpha)
            }
            let rest = 1 - shares.inside - shares.line
            return UInt8(
              clamping: Int(
                (over(inside) * shares.inside + over(line) * shares.line
                  + Double(background[keyPath: channel]) * rest).rounded()))
          }
          let expected = Color(red: mix(\.red), green: mix(\.green), blue: mix(\.blue))
          let value = pixels[x, y]
          let got = Color(
            red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255),
            blue: UInt8(value & 255))
          if got != expected {
            worst = max(worst, LabColor(expected).difference(to: LabColor(got)))
          }
        }
      }
    }
    return worst
  }

  @Test(arguments: geometries)
  func `the edge of a photo has exact coverage, and so has its border`(
    _ geometry: Geometry
  ) throws {
    let pictures = MemoryPictures()
    pictures.add("photo", width: 30, height: 40) { _, _ in 0xFF_3060_C0 }
    let line = Color(red: 250, green: 200, blue: 20)
    let photo = picture(
      "photo", 30, 40, outline: geometry.outline,
      border: geometry.line > 0 ? FrameStroke(width: geometry.line, color: line) : nil)
    #expect(
      try worst(
        .picture(photo), geometry, inside: Color(red: 0x30, green: 0x60, blue: 0xC0), line: line,
        pictures: pictures) < 2)
  }

  @Test(arguments: geometries)
  func `the edge of a logo with clear parts has exact coverage, and so has its border`(
    _ geometry: Geometry
  ) throws {
    let pictures = MemoryPictures()
    pictures.add("logo", width: 40, height: 40, isOpaque: false) { _, _ in 0x80_0050_40 }
    let line = Color(red: 10, green: 60, blue: 200, alpha: 200)
    let logo = picture(
      "logo", 40, 40, outline: geometry.outline,
      border: geometry.line > 0 ? FrameStroke(width: geometry.line, color: line) : nil)
    #expect(
      try worst(
        .picture(logo), geometry, inside: Color(red: 0, green: 0x9F, blue: 0x80, alpha: 0x80),
        line: line, pictures: pictures) < 2)
  }

  @Test(arguments: geometries, [255, 120])
  func `the edge of a shape has exact coverage, and so has its line`(
    _ geometry: Geometry, alpha: Int
  ) throws {
    let fill = Color(red: 20, green: 140, blue: 90, alpha: UInt8(alpha))
    let line = Color(red: 5, green: 5, blue: 40)
    let shape = FrameShape(
      .area(geometry.outline), fill: .color(fill),
      stroke: geometry.line > 0 ? FrameStroke(width: geometry.line, color: line) : nil)
    #expect(
      try worst(
        .shape(shape), geometry, inside: fill, line: line, pictures: MemoryPictures()) < 2)
  }

  @Test func `what is cut to a circle has an edge of exact coverage`() throws {
    let geometry = Geometry(
      outline: .circle, place: Rect(x: 3.37, y: 2.91, width: 30.03, height: 33.3),
      dotsPerInch: 300)
    let black = FrameItem.shape(
      FrameShape(.area(.rectangle(radius: 0)), fill: .color(.black)))
    let group = FrameGroup(
      items: [
        PlacedItem(
          origin: Point(x: -2, y: -2), size: Size(width: 60, height: 60), item: black)
      ], clip: .circle)
    #expect(
      try worst(
        .group(group), geometry, inside: .black, line: .black, pictures: MemoryPictures()) < 2)
  }

  @Test func `the shares of all pixels add up to the area`() {
    let outlines: [(DeviceOutline, Double)] = [
      (.ellipse(Rect(x: 0.3, y: 0.7, width: 51.4, height: 37.9)), .pi / 4 * 51.4 * 37.9),
      (
        .rectangle(Rect(x: 0.25, y: 0.5, width: 40, height: 30.5), radius: 7.7),
        40 * 30.5 - (4 - .pi) * 7.7 * 7.7
      ),
    ]
    for (outline, area) in outlines {
      let coverage = EdgeCoverage(outline)
      var sum = 0
      for row in 0..<60 {
        var shares = [Int16](repeating: 0, count: 60)
        coverage.add(row: row, from: 0, to: &shares, sign: 1)
        #expect(shares.allSatisfy { (0...255).contains($0) })
        sum += shares.reduce(0) { $0 + Int($1) }
      }
      #expect(abs(Double(sum) / 255 - area) < 0.3, "\(outline)")
    }
  }
}
