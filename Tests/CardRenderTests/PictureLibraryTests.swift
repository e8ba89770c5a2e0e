import CardLayout
import Foundation
import Testing

@testable import CardRender

/// A file of the folder of real pictures, with its right result.
struct PictureCase: Sendable {
  let file: String
  let expected: String
  let reference: String

  /// Beside the package, or beside the folder of its working trees.
  static let folder: String = {
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let places = ["../../../shared/cases", "../../../../shared/cases"].map {
      here.appendingPathComponent($0).standardizedFileURL.path
    }
    return places.first { FileManager.default.fileExists(atPath: $0) } ?? places[0]
  }()

  static let all: [PictureCase] = {
    guard let text = try? String(contentsOfFile: folder + "/SOURCES.tsv", encoding: .utf8) else {
      return []
    }
    let kinds: Set = [
      "png", "jpeg", "webp", "refuse", "hostile-png", "hostile-jpeg", "hostile-webp",
      "hostile-pictures",
    ]
    return text.split(separator: "\n").compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count >= 12, kinds.contains(columns[2]), !columns[0].hasSuffix(".txt"),
        !columns[10].hasPrefix("text"), !columns[10].hasPrefix("licence")
      else { return nil }
      return PictureCase(file: columns[0], expected: columns[10], reference: columns[11])
    }
  }()

  var mustBeDrawn: Bool { expected.hasPrefix("drawn") && !expected.contains("refused") }
  var mustBeRefused: Bool { expected.hasPrefix("refused") && !expected.contains("draw") }

  /// The mean on white, where another program's reading of it is to be trusted.
  var mean: [Int]? {
    let foreign = ["ICC", "CMYK", "I;16", "PNG 32x32 I"].contains { reference.contains($0) }
    guard !foreign, let range = reference.range(of: "mean on white ") else { return nil }
    let numbers = reference[range.upperBound...].prefix { $0.isNumber || $0 == "," }
      .split(separator: ",").compactMap { Int($0) }
    return numbers.count == 3 ? numbers : nil
  }
}

/// The mean colour of a picture on white, as red, green and blue.
func meanOnWhite(_ picture: DecodedPicture) -> [Double] {
  var sums = [0.0, 0.0, 0.0]
  for pixel in 0..<picture.width * picture.height {
    let rest = picture.isOpaque ? 0 : 255 - Double(unsafe picture.bytes[pixel * 4 + 3])
    for channel in 0..<3 {
      sums[channel] += Double(unsafe picture.bytes[pixel * 4 + 2 - channel]) + rest
    }
  }
  return sums.map { $0 / Double(picture.width * picture.height) }
}

@Suite struct PictureLibraryTests {
  @Test(arguments: PictureCase.all)
  func `a real picture gives its right result`(_ item: PictureCase) {
    let library = PictureLibrary(assetsFolder: PictureCase.folder)
    let start = ContinuousClock.now
    do throws(PictureError) {
      let size = try library.pixelSize(of: item.file)
      let picture = try library.pixels(of: item.file, atLeast: size)
      #expect(!item.mustBeRefused, "\(item.file) is drawn: \(item.expected)")
      #expect(picture.width == size.width && picture.height == size.height)
      if item.mustBeDrawn, let mean = item.mean {
        let got = meanOnWhite(picture)
        let far = zip(got, mean).map { abs($0 - Double($1)) }.max() ?? 0
        #expect(far <= 4, "\(item.file): \(got), not \(mean)")
      }
    } catch {
      #expect(!item.mustBeDrawn, "\(error)")
      #expect(error.message.contains(item.file))
    }
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test(arguments: [
    ("../a.png", "outside"), ("/etc/passwd", "outside"), ("a/../../b.png", "outside"),
    ("https://example.com/a.png", "address"), ("link.png", "symbolic link"),
    ("pipe", "not a file"), ("folder", "not a file"), ("none.png", "no picture"),
    ("link/a.png", "symbolic link"), ("data:image/png;base64,!", "base64"),
  ])
  func `nothing outside the assets folder is read`(_ source: String, _ word: String) throws {
    let folder = NSTemporaryDirectory() + "pictures-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder + "/folder", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    symlink("/etc", folder + "/link")
    symlink("/etc/passwd", folder + "/link.png")
    mkfifo(folder + "/pipe", 0o600)
    let library = PictureLibrary(assetsFolder: folder)
    let error = #expect(throws: PictureError.self) { try library.pixelSize(of: source) }
    #expect(error?.message.contains(word) == true, "\(String(describing: error))")
  }

  @Test func `damaged bytes end in an error and never in a crash`() throws {
    var random = SystemRandomNumberGenerator()
    let names = [
      "png/python-pillow-pillow/hopper.png", "png/lunapaint-pngsuite/basi6a16.png",
      "jpeg/python-pillow-pillow/hopper.jpg", "jpeg/image-rs-jpeg-decoder/jpg-progressive.jpg",
      "jpeg/image-rs-jpeg-decoder/jpg-cmyk-1.jpg",
    ]
    let webp = PictureCase.all.filter { $0.file.hasSuffix(".webp") && $0.mustBeDrawn }.prefix(4)
    for name in names + webp.map(\.file) {
      let path = PictureCase.folder + "/" + name
      guard let data = FileManager.default.contents(atPath: path), !data.isEmpty else { continue }
      for round in 0..<100 {
        var bytes = [UInt8](data)
        if round % 2 == 0 {
          bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
        } else {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
            1 << UInt8.random(in: 0..<8, using: &random)
        }
        let limits = PictureLimits(pixels: 4_000_000, seconds: 2)
        let decoder = PictureDecoder(limits: limits, allowsDamage: round % 4 < 2)
        do throws(PictureError) {
          let header = try decoder.header(of: bytes, named: name)
          let result = try decoder.decode(
            bytes, header, named: name, identity: "x", atLeast: PixelSize(width: 20, height: 20))
          #expect(result.picture.width > 0)
        } catch {
          #expect(error.message.contains(name))
        }
      }
    }
  }

  @Test(arguments: 2...8)
  func `a photo of any orientation is upright`(_ orientation: Int) throws {
    let folder = PictureCase.folder + "/jpeg/python-pillow-pillow"
    guard FileManager.default.fileExists(atPath: folder) else { return }
    let library = PictureLibrary(assetsFolder: folder)
    let size = PixelSize(width: 16, height: 16)
    let upright = try library.pixels(of: "hopper.jpg", atLeast: size)
    let turned = try library.pixels(of: "hopper_orientation_\(orientation).jpg", atLeast: size)
    #expect(turned.byteCount == upright.byteCount)
    var sum = 0
    for index in 0..<upright.byteCount {
      sum += abs(Int(unsafe upright.bytes[index]) - Int(unsafe turned.bytes[index]))
    }
    #expect(sum / upright.byteCount <= 6)
  }

  /// The start of a PNG of an extent.
  private func start(width: UInt8, height: UInt8) -> [UInt8] {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    return signature + Array("IHDR".utf8) + [0, 0, 0, width, 0, 0, 0, height, 8, 2, 0, 0, 0]
      + [0, 0, 0, 0]
  }

  @Test(arguments: [
    (PictureLimits(pixels: 100), "The picture 'a' has 400 pixels, but at most 100 are read."),
    (
      PictureLimits(side: 15),
      "The picture 'a' is 20 x 20 pixels, but a side may have at most 15."
    ),
  ])
  func `limits of the extent are errors with their number`(
    _ limits: PictureLimits, _ message: String
  ) {
    let decoder = PictureDecoder(limits: limits, allowsDamage: false)
    let error = #expect(throws: PictureError.self) {
      try decoder.header(of: start(width: 20, height: 20), named: "a")
    }
    #expect(error?.message == message)
  }

  @Test(arguments: [
    (PictureLimits(bytes: 100), "hopper.jpg", "bytes, but at most 100 are read."),
    (PictureLimits(seconds: 0), "hopper.jpg", "takes longer than 0.0 seconds to decode."),
    (
      PictureLimits(scans: 2), "jpg-progressive.jpg",
      "has more than 2 scans, the most that are read."
    ),
  ])
  func `limits of the work are errors with their number`(
    _ limits: PictureLimits, _ name: String, _ message: String
  ) {
    let folder =
      PictureCase.folder + "/jpeg/"
      + (name == "hopper.jpg" ? "python-pillow-pillow" : "image-rs-jpeg-decoder")
    guard FileManager.default.fileExists(atPath: folder) else { return }
    let library = PictureLibrary(assetsFolder: folder, limits: limits)
    let error = #expect(throws: PictureError.self) {
      try library.pixels(of: name, atLeast: PixelSize(width: 50, height: 50))
    }
    #expect(error?.message.hasSuffix(message) == true, "\(String(describing: error))")
  }

  @Test func `what is kept is bounded in bytes, and what was dropped is read again`() throws {
    let folder = FileFaces.fonts.deletingLastPathComponent().appending(path: "Fixtures/people")
    let library = PictureLibrary(assetsFolder: folder.path, cacheLimit: 200_000)
    for side in [40, 60, 80, 100, 120, 140, 160, 40] {
      for name in ["ada.jpg", "grace.jpg", "amina.jpg"] {
        let picture = try library.pixels(of: name, atLeast: PixelSize(width: side, height: side))
        #expect(picture.width >= side && library.cachedBytes <= 200_000)
      }
    }
    #expect(library.cachedBytes > 0)
  }

  @Test func `a chunk that says it is larger than its file takes no memory`() {
    func most() -> Int {
      var usage = rusage()
      #if os(Linux)
        getrusage(RUSAGE_SELF.rawValue, &usage)
      #else
        getrusage(RUSAGE_SELF, &usage)
      #endif
      return usage.ru_maxrss
    }
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    bytes += Array("IHDR".utf8) + [0, 0, 0, 20, 0, 0, 0, 20, 8, 2, 0, 0, 0]
    // The check sum of that header, then a text of 1.9 GB.
    bytes += [0x02, 0xEB, 0x8A, 0x5A, 0x70, 0, 0, 0] + Array("tEXtComment".utf8)
    let decoder = PictureDecoder(limits: PictureLimits(), allowsDamage: false)
    let before = most()
    let error = #expect(throws: PictureError.self) {
      let header = try decoder.header(of: bytes, named: "a")
      _ = try decoder.decode(
        bytes, header, named: "a", identity: "a", atLeast: PixelSize(width: 20, height: 20))
    }
    #expect(error?.message.contains("the file ends too early") == true)
    #expect(most() - before < 512 * 1024)
  }
}
