import CardFixtures
import CardLayout
import CardModel
import Foundation
import Testing

@testable import CardRender

/// Pictures in documents, as other programs find them there.
@Suite struct DocumentPicturesTests {
  static let people = FileFaces.fonts.deletingLastPathComponent()
    .appending(path: "Fixtures/people")

  /// The pictures that a document stores, by object, without their masks.
  private func stored(_ file: [UInt8]) throws -> [String: [Substring]]? {
    try withFile(file, "pdf") { path in
      guard let said = try run("pdfimages", "-list", path) else { return nil }
      var objects: [String: [Substring]] = [:]
      for line in said.split(separator: "\n").dropFirst(2) {
        let columns = line.split(separator: " ")
        if columns.count > 12, columns[2] == "image" { objects[String(columns[10])] = columns }
      }
      return objects
    }
  }

  private func document(
    _ pictures: any PictureProviding, _ frames: [Frame], background: Color = .white,
    resolution: Double = 300
  ) throws -> [UInt8] {
    var options = PDFEncoder.Options(title: "Badges")
    options.pictureResolution = resolution
    let encoder = try PDFEncoder(options, faces: FileFaces(), pictures: pictures)
    for frame in frames { try encoder.add(frame, background: .color(background)) }
    return try encoder.finish()
  }

  /// The mean difference of small tiles between PNG and PDF, of 255; nil without tools.
  private func difference(
    _ pictures: any PictureProviding, _ frame: Frame, background: Color = .white
  ) throws -> Double? {
    let drawn = try Pixels(
      try Rasterizer(faces: FileFaces(), pictures: pictures)
        .draw(frame, background: .color(background), dotsPerInch: 300))
    let file = try document(pictures, [frame], background: background)
    return try withFile(file, "pdf") { path in
      let base = path + "-page"
      guard try run("pdftoppm", "-r", "300", "-png", "-singlefile", path, base) != nil else {
        return nil
      }
      defer { try? FileManager.default.removeItem(atPath: base + ".png") }
      let read = try Pixels(readPNG([UInt8](Data(contentsOf: URL(filePath: base + ".png")))))
      var (sum, tiles) = (0.0, 0.0)
      let side = 12
      for top in stride(from: 0, through: min(drawn.height, read.height) - side, by: side) {
        for left in stride(from: 0, through: min(drawn.width, read.width) - side, by: side) {
          for shift in [0, 8, 16] as [UInt32] {
            var sums = (0, 0)
            for at in 0..<side * side {
              let (x, y) = (left + at % side, top + at / side)
              sums.0 += Int(drawn[x, y] >> shift & 255)
              sums.1 += Int(read[x, y] >> shift & 255)
            }
            sum += abs(Double(sums.0 - sums.1)) / Double(side * side)
            tiles += 1
          }
        }
      }
      return sum / tiles
    }
  }

  @Test func `a thousand cards with one logo and twenty photos store 21 pictures`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let photo = [UInt8](try Data(contentsOf: Self.people.appending(path: "ada.jpg")))
    for index in 0..<20 {
      // A comment makes it another file.
      let bytes = photo[..<2] + [0xFF, 0xFE, 0, 4, 0x61, UInt8(index)] + photo[2...]
      try Data(bytes).write(to: folder.appending(path: "\(index).jpg"))
    }
    let mark = frame(
      20, 20,
      (
        Rect(x: 2, y: 2, width: 16, height: 16),
        .shape(FrameShape(.area(.circle), fill: .color(Color(red: 200, green: 0, blue: 0))))
      ))
    let logo = try Rasterizer(faces: FileFaces(), pictures: MemoryPictures())
      .png(of: mark, background: nil, dotsPerInch: 300)
    try Data(logo).write(to: folder.appending(path: "logo.png"))
    let library = PictureLibrary(assetsFolder: folder.path)
    let size = try library.pixelSize(of: "0.jpg")
    let logoSize = try library.pixelSize(of: "logo.png")
    let cards = (0..<1000).map { index in
      frame(
        cr80.width, cr80.height,
        (
          Rect(x: 12, y: 12, width: 60, height: 80),
          .picture(picture("\(index % 20).jpg", size.width, size.height))
        ),
        (
          Rect(x: 190, y: 12, width: 30, height: 30),
          .picture(picture("logo.png", logoSize.width, logoSize.height, fit: .contain))
        ))
    }
    let file = try document(library, cards)
    guard let objects = try stored(file) else { return }
    #expect(objects.count == 21)
    #expect(objects.values.count { $0[8] == "jpeg" } == 20)
  }

  @Test func `a baseline photo goes in as it is, but for what tells of its making`() throws {
    let bytes = [UInt8](try Data(contentsOf: Self.people.appending(path: "ada.jpg")))
    let library = PictureLibrary(assetsFolder: Self.people.path)
    let size = try library.pixelSize(of: "ada.jpg")
    let card = frame(
      400, 400,
      (
        Rect(x: 0, y: 0, width: 400, height: 400),
        .picture(picture("ada.jpg", size.width, size.height))
      ))
    try withFile(try document(library, [card]), "pdf") { path in
      guard try run("pdfimages", "-all", path, path) != nil else { return }
      let name = path + "-000.jpg"
      defer { try? FileManager.default.removeItem(atPath: name) }
      #expect(
        try [UInt8](Data(contentsOf: URL(filePath: name))) == JPEGPrivacy.strip(bytes))
    }
  }

  @Test(arguments: [(300.0, 250), (150, 125), (.infinity, 2000)])
  func `a picture at several sizes is stored once, as large as the largest needs`(
    _ resolution: Double, _ side: Int
  ) throws {
    let pictures = MemoryPictures()
    pictures.add("photo", width: 2000, height: 2000) { x, y in
      0xFF_0000_00 | UInt32(x / 8) << 16 | UInt32(y / 8) << 8
    }
    func place(_ side: Double) -> (Rect, FrameItem) {
      (Rect(x: 5, y: 5, width: side, height: side), .picture(picture("photo", 2000, 2000)))
    }
    let cards = [frame(80, 80, place(20), place(60), place(40)), frame(80, 80, place(62))]
    guard let objects = try stored(try document(pictures, cards, resolution: resolution)) else {
      return
    }
    #expect(objects.count == 1)
    #expect(objects.values.allSatisfy { $0[3] == "\(side)" && $0[4] == "\(side)" })
  }

  @Test func `a photo far larger than its place is stored smaller, and as a photo`() throws {
    let library = PictureLibrary(assetsFolder: Self.people.path)
    let size = try library.pixelSize(of: "ada.jpg")
    let small = frame(
      40, 40,
      (
        Rect(x: 0, y: 0, width: 12, height: 12),
        .picture(picture("ada.jpg", size.width, size.height))
      ))
    let reduced = try document(library, [small])
    let whole = try document(library, [small], resolution: .infinity)
    guard let objects = try stored(reduced), let all = try stored(whole) else { return }
    #expect(objects.values.allSatisfy { $0[8] == "jpeg" && Int($0[3]) == 50 }, "\(objects)")
    #expect(all.values.allSatisfy { $0[8] == "jpeg" && Int($0[3]) == size.width }, "\(all)")
    let mean = try difference(library, small) ?? 0
    #expect(mean < 3)
  }

  @Test(
    arguments: [
      "jpeg/python-pillow-pillow/pil_sample_cmyk.jpg", "jpeg/image-rs-jpeg-decoder/jpg-cmyk-1.jpg",
      "jpeg/aomediacodec-libavif/paris_exif_xmp_icc.jpg",
      "jpeg/python-pillow-pillow/icc-after-SOF.jpg",
    ] + (2...8).map { "jpeg/python-pillow-pillow/hopper_orientation_\($0).jpg" })
  func `a picture has the same colours and is as upright in PDF as in PNG`(
    _ name: String
  ) throws {
    guard FileManager.default.fileExists(atPath: PictureCase.folder + "/" + name) else { return }
    let library = PictureLibrary(assetsFolder: PictureCase.folder)
    let size = try library.pixelSize(of: name)
    let card = frame(
      50, 60,
      (
        Rect(x: 0, y: 0, width: 48, height: 57.6),
        .picture(picture(name, size.width, size.height))
      ))
    guard let mean = try difference(library, card) else { return }
    #expect(mean < 5)
  }

  @Test(arguments: [Color.white, .black, Color(red: 200, green: 30, blue: 60)])
  func `a logo with clear parts has no halo in PDF`(_ background: Color) throws {
    let pictures = MemoryPictures()
    pictures.add("logo", width: 300, height: 300, isOpaque: false) { x, y in
      let reach = hypot(Double(x) - 150, Double(y) - 150)
      let alpha = UInt32(min(max((120 - reach) / 20, 0), 1) * 255)
      return alpha << 24 | (alpha / 4) << 8 | alpha * 3 / 4
    }
    let card = frame(
      30, 30,
      (
        Rect(x: 3, y: 3, width: 24, height: 24),
        .picture(picture("logo", 300, 300, border: nil))
      ))
    guard let mean = try difference(pictures, card, background: background) else { return }
    #expect(mean < 3)
  }
}
