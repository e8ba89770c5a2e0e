import CardFiles
import CardFonts
import CardLayout
import CardModel
import CardRender
import Cardstock
import Foundation

/// The phases of making the cards of some people.
struct Measurement {
  let people: People
  private(set) var firstCard = Phase("first card", isPart: false)
  private(set) var bind = Phase("bind")
  private(set) var layout = Phase("layout")
  private(set) var draw = Phase("draw")
  private(set) var encode = Phase("encode PNG")
  private(set) var small = Phase("encode small PNG", isPart: false)
  private(set) var page = Phase("PDF page", isPart: false)
  private(set) var write = Phase("write")
  // What the hardware and the libraries take for a part of it, alone.
  private(set) var copying = Phase("floor: copy pixels", isPart: false)
  private(set) var decoding = Phase("floor: decode photo", isPart: false)
  private(set) var fileSize = 0
  private(set) var smallFileSize = 0

  /// The phases in the order of the table.
  var phases: [Phase] {
    [firstCard, bind, layout, draw, encode, write, small, page, copying, decoding]
  }

  /// The time of a PNG card after the first, in milliseconds.
  var cardTime: Double { phases.filter(\.isPart).reduce(0) { $0 + $1.mean } }

  init(_ people: People, design: any CardDesign = IdentityDesign()) throws {
    self.people = people
    var options = CardRenderer.Options()
    options.assetsFolder = people.folder.path
    if let record = people.records.first {
      try firstCard.run {
        _ = try CardRenderer(options: options).png(of: design.card(for: record).card)
      }
    }
    let fonts = try FontLibrary(
      bundled: CardFonts.files().map(\.path), given: [], allowsSystemFonts: true)
    let pictures = PictureLibrary(assetsFolder: options.assetsFolder)
    let rasterizer = try Rasterizer(fonts: fonts, pictures: pictures)
    let engine = LayoutEngine(measuring: fonts, pictures: pictures, codes: ZintEncoder())
    let document = try PDFEncoder(
      PDFEncoder.Options(title: design.title), fonts: fonts, pictures: pictures)
    for record in people.records {
      var card: Card?
      try bind.run { card = try design.card(for: record).card }
      guard let card else { continue }
      var frame = Frame(size: .zero)
      try layout.run { frame = try engine.layout(card) }
      try draw.run { try rasterizer.drawOnly(frame) }
      var file: [UInt8] = []
      try encode.run { file = try rasterizer.encodeAgain() }
      fileSize += file.count
      let path = people.folder.appending(path: ".bench-\(write.times.count % 100).png")
      try write.run { try WholeFile.write(file, to: path.path) }
      try FileManager.default.removeItem(at: path)
      if small.times.count < 20 {
        try small.run { smallFileSize += try rasterizer.encodeAgain(profile: .small).count }
      }
      try page.run { try document.add(frame, background: nil) }
    }
    _ = try document.finish()
    var pixels = [UInt8](repeating: 0, count: 1011 * 638 * 4)
    let other = pixels.map { _ in UInt8(1) }
    for round in 0..<20 {
      copying.run { pixels.replaceSubrange(0..<other.count, with: other) }
      pixels[round] = 0
    }
    let photos = people.records.prefix(20).compactMap { $0["photo"]?.text ?? $0["icon"]?.text }
    for photo in photos {
      let library = PictureLibrary(assetsFolder: options.assetsFolder)
      try decoding.run {
        _ = try library.pixels(of: photo, atLeast: PixelSize(width: 283, height: 378))
      }
    }
    fileSize /= max(people.records.count, 1)
    smallFileSize /= max(small.times.count, 1)
  }
}
