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

  /// What each pixel of an image shows, by geometry: of 32 by 32 samples at an edge.
  func shares(width: Int, height: Int, line: Double) -> [Shares] {
    func region(_ x: Double, _ y: Double) -> Int {
      holds(x, y, inset: line) ? 2 : holds(x, y, inset: 0) ? 1 : 0
    }
    let middles = (0..<width * height).map {
      region(Double($0 % width) + 0.5, Double($0 / width) + 0.5)
    }
    return middles.indices.map { at in
      let middle = middles[at]
      let around = [at - width - 1, at - width, at - width + 1, at - 1]
      let isEdge =
        around.contains { $0 >= 0 && middles[$0] != middle }
        || around.contains { 2 * at - $0 < middles.count && middles[2 * at - $0] != middle }
      guard isEdge else { return Shares(inside: middle == 2 ? 1 : 0, line: middle == 1 ? 1 : 0) }
      var counts = [0, 0, 0]
      for sample in 0..<1024 {
        let x = Double(at % width) + (Double(sample % 32) + 0.5) / 32
        let y = Double(at / width) + (Double(sample / 32) + 0.5) / 32
        counts[region(x, y)] += 1
      }
      return Shares(inside: Double(counts[2]) / 1024, line: Double(counts[1]) / 1024)
    }
  }
}

/// How much of a pixel lies inside of a line, and how much on it.
private struct Shares: Hashable {
  let inside: Double
  let line: Double
}

@Suite struct EdgePainterTests {
  struct Geometry: Sendable, CustomTestStringConvertible {
    let outline: FrameOutline
    let place: Rect
    let dotsPerInch: Double
    var line = 0.0

    var testDescription: String { "\(outline) \(place.size) at \(dotsPerInch), line \(line)" }
  }

  static let geometries: [Geometry] =
    [
      (FrameOutline.circle, Rect(x: 3, y: 3, width: 30.1, height: 30.1)),
      // Between two pixels: the place is an odd number of them higher than wide.
      (.circle, Rect(x: 3.37, y: 2.91, width: 30.03, height: 33.3)),
      (.ellipse, Rect(x: 2.2, y: 4.7, width: 34.3, height: 21.9)),
      (.rectangle(radius: 5.3), Rect(x: 3.14, y: 2.72, width: 31.4, height: 27.2)),
      (.rectangle(radius: 0.9), Rect(x: 3.14, y: 2.72, width: 11.4, height: 27.2)),
      (.rectangle(radius: 99), Rect(x: 3.14, y: 2.72, width: 31.4, height: 9.2)),
    ].flatMap { outline, place in
      [(203.0, 0), (300, 1.2)].map {
        Geometry(outline: outline, place: place, dotsPerInch: $0, line: $1)
      }
    } + [
      Geometry(
        outline: .circle, place: Rect(x: 9, y: 8.17, width: 12, height: 13), dotsPerInch: 600,
        line: 0.3)
    ]

  static let backgrounds = [Color.white, .black, Color(red: 200, green: 30, blue: 60)]

  /// What is drawn, with the colours of its two parts.
  private struct Drawing {
    let item: FrameItem
    let inside: Color
    let line: Color
  }

  private static func drawings(_ geometry: Geometry, _ pictures: MemoryPictures) -> [Drawing] {
    func stroke(_ color: Color) -> FrameStroke? {
      geometry.line > 0 ? FrameStroke(width: geometry.line, color: color) : nil
    }
    pictures.add("photo", width: 30, height: 40) { _, _ in 0xFF_3060_C0 }
    pictures.add("logo", width: 40, height: 40, isOpaque: false) { _, _ in 0x80_0050_40 }
    let yellow = Color(red: 250, green: 200, blue: 20)
    let clear = Color(red: 10, green: 60, blue: 200, alpha: 200)
    let green = Color(red: 20, green: 140, blue: 90)
    let pale = Color(red: 20, green: 140, blue: 90, alpha: 120)
    return [
      Drawing(
        item: .picture(
          picture("photo", 30, 40, outline: geometry.outline, border: stroke(yellow))),
        inside: Color(red: 0x30, green: 0x60, blue: 0xC0), line: yellow),
      Drawing(
        item: .picture(
          picture("logo", 40, 40, outline: geometry.outline, border: stroke(clear))),
        inside: Color(red: 0, green: 0x9F, blue: 0x80, alpha: 0x80), line: clear),
    ]
      + [green, pale].map { fill in
        Drawing(
          item: .shape(
            FrameShape(
              .area(geometry.outline), fill: .color(fill), stroke: stroke(yellow))),
          inside: fill, line: yellow)
      }
  }

  /// The worst CIEDE2000 of the pixels to what the shares of their colours give.
  private func worst(
    _ drawings: [Drawing], _ geometry: Geometry, _ pictures: MemoryPictures
  ) throws -> Double {
    let rasterizer = try Rasterizer(faces: FileFaces(), pictures: pictures)
    let ideal = IdealEdge(
      geometry.outline, place: geometry.place, dotsPerInch: geometry.dotsPerInch)
    let side = Int((40 * geometry.dotsPerInch / 72).rounded())
    let shares = ideal.shares(
      width: side, height: side, line: (geometry.line * geometry.dotsPerInch / 72).rounded())
    var worst = 0.0
    for drawing in drawings {
      for background in Self.backgrounds {
        var expected: [Shares: Color] = [:]
        let pixels = try Pixels(
          rasterizer.draw(
            frame(40, 40, (geometry.place, drawing.item)), background: .color(background),
            dotsPerInch: geometry.dotsPerInch))
        for (value, shares) in zip(pixels.values, shares) {
          let right: Color
          if let known = expected[shares] {
            right = known
          } else {
            right = mix(shares, drawing, background)
            expected[shares] = right
          }
          let got = Color(
            red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255),
            blue: UInt8(value & 255))
          if got != right {
            worst = max(worst, LabColor(right).difference(to: LabColor(got)))
          }
        }
      }
    }
    return worst
  }

  private func mix(_ shares: Shares, _ drawing: Drawing, _ background: Color) -> Color {
    func mix(_ channel: KeyPath<Color, UInt8>) -> UInt8 {
      let under = Double(background[keyPath: channel])
      func over(_ color: Color) -> Double {
        under + (Double(color[keyPath: channel]) - under) * Double(color.alpha) / 255
      }
      let rest = 1 - shares.inside - shares.line
      let sum = over(drawing.inside) * shares.inside + over(drawing.line) * shares.line
      return UInt8(clamping: Int((sum + under * rest).rounded()))
    }
    return Color(red: mix(\.red), green: mix(\.green), blue: mix(\.blue))
  }

  @Test(arguments: geometries)
  func `edges of pictures and shapes, and the lines on them, have exact coverage`(
    _ geometry: Geometry
  ) throws {
    let pictures = MemoryPictures()
    #expect(try worst(Self.drawings(geometry, pictures), geometry, pictures) < 2)
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
    let drawing = Drawing(item: .group(group), inside: .black, line: .black)
    #expect(try worst([drawing], geometry, MemoryPictures()) < 2)
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
