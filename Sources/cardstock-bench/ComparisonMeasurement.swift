import CardComparison
import CardLayout
import CardModel
import CardRender
import Cardstock
import Foundation

/// The CPU time of comparing pictures, against that of only decoding them.
struct ComparisonMeasurement {
  /// A line of the table.
  struct Line {
    let name: String
    let milliseconds: Double
    /// The time of decoding the same files, in milliseconds; nil where nothing is decoded.
    let decoding: Double?

    var text: String {
      func number(_ value: Double) -> String { String(format: "%10.1f", value) }
      let name = self.name.padding(toLength: 46, withPad: " ", startingAt: 0)
      guard let decoding else { return name + number(milliseconds) }
      return name + number(milliseconds) + number(decoding)
        + String(format: "%8.2f", milliseconds / decoding)
    }
  }

  let lines: [Line]

  var table: String {
    (["comparing, CPU time                                   ms  decoding   times"]
      + lines.map(\.text)).joined(separator: "\n")
  }

  init(people: People, in folder: URL) throws {
    var options = CardRenderer.Options()
    options.assetsFolder = people.folder.path
    let renderer = try CardRenderer(options: options)
    let design = IdentityDesign()
    let frames = try people.records.prefix(20).map {
      try renderer.layout(design.card(for: $0).card)
    }
    var equal: [(String, String)] = []
    var pairs: [([UInt8], [UInt8])] = []
    for (index, frame) in frames.enumerated() {
      let fast = try renderer.png(of: frame)
      let small = try renderer.png(of: frame, profile: .small)
      pairs.append((fast, small))
      let files = (
        folder.appending(path: "a\(index).png"), folder.appending(path: "b\(index).png")
      )
      try Data(fast).write(to: files.0)
      try Data(fast).write(to: files.1)
      equal.append((files.0.path, files.1.path))
    }
    let total = 2000
    var lines: [Line] = []
    lines.append(
      Line(
        name: "\(total) pairs of byte-equal files",
        milliseconds: try CPUTime.of {
          for index in 0..<total {
            let (one, other) = equal[index % equal.count]
            guard try FileComparison.compare(one, other).isSame else {
              throw CocoaError(.fileReadCorruptFile)
            }
          }
        }, decoding: nil))
    // A tenth of them, as each takes the same time.
    let part = total / 10
    let decoding = try CPUTime.of {
      for index in 0..<part {
        let (one, other) = pairs[index % pairs.count]
        guard try PNGContent(one).bitmap.width == PNGContent(other).bitmap.width else { return }
      }
    }
    let comparing = try CPUTime.of {
      for index in 0..<part {
        let (one, other) = pairs[index % pairs.count]
        guard try Comparison.pictures(one, other).isSame else {
          throw CocoaError(.fileReadCorruptFile)
        }
      }
    }
    lines.append(
      Line(
        name: "\(total) CR80 pairs of equal pixels, other bytes", milliseconds: comparing * 10,
        decoding: decoding * 10))
    let before = try renderer.png(of: Self.sheet(of: frames))
    for (name, sheet) in [
      ("8K pair, one of 42 cards moved by 5 pixels", Self.sheet(of: frames, moved: 1)),
      ("8K pair, six of 42 cards moved", Self.sheet(of: frames, moved: 6)),
      ("8K pair, all cards moved", Self.sheet(of: frames, moved: 42)),
      (
        "8K pair, every pixel tinted",
        Self.sheet(of: frames, tint: Color(red: 255, green: 0, blue: 0, alpha: 20))
      ),
    ] {
      let after = try renderer.png(of: sheet)
      let decoding = try CPUTime.of {
        guard try Bitmap(png: before).width == Bitmap(png: after).width else { return }
      }
      let comparing = try CPUTime.of {
        let outcome = try Comparison.pictures(before, after, drawsDifference: false)
        guard !outcome.isSame else { throw CocoaError(.fileReadCorruptFile) }
      }
      lines.append(Line(name: name, milliseconds: comparing, decoding: decoding))
    }
    self.lines = lines
  }

  /// Cards beside one another on 7680 × 4320 pixels at 300 dpi, some of them moved, or all tinted.
  private static func sheet(of frames: [Frame], moved: Int = 0, tint: Color? = nil) -> Frame {
    let size = Size(width: 1843.2, height: 1036.8)
    var items = [
      PlacedItem(
        origin: .zero, size: size,
        item: .shape(FrameShape(.area(.rectangle(radius: 0)), fill: .color(.white))))
    ]
    for index in 0..<42 {
      let frame = frames[index % frames.count]
      let shift = index >= 42 - moved ? 1.2 : 0
      items.append(
        PlacedItem(
          origin: Point(
            x: 12 + Double(index % 7) * 260 + shift, y: 12 + Double(index / 7) * 170),
          size: frame.size, item: .group(FrameGroup(items: frame.items))))
    }
    if let tint {
      items.append(
        PlacedItem(
          origin: .zero, size: size,
          item: .shape(FrameShape(.area(.rectangle(radius: 0)), fill: .color(tint)))))
    }
    return Frame(size: size, items: items)
  }
}
