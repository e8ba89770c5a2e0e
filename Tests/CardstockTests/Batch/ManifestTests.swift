import CardFiles
import CardFonts
import CardModel
import Foundation
import Testing

@testable import Cardstock

struct ManifestTests {
  /// What is the same for all cards of a run with one more font file.
  private func input(_ font: String) throws -> String {
    var options = BatchExport.Options()
    options.renderer.fontFiles = [font]
    return try CardInput(
      design: IdentityDesign(), options: options, format: .png, sizes: BatchSizes()
    ).run.description
  }

  /// A manifest of cards that were made one after another, each of the input that stands after its
  /// colon; one without is there already.
  private func run(_ folder: String, _ cards: [String], ends: Bool = true) throws -> String {
    let manifest = try Manifest(folder: folder)
    let input = try CardInput(
      design: IdentityDesign(), options: BatchExport.Options(), format: .png, sizes: BatchSizes())
    for card in cards {
      let parts = card.split(separator: ":").map(String.init)
      if parts.count == 1 {
        manifest.keep(card)
      } else {
        try manifest.add(
          parts[0], input: input.fingerprint(of: parts[1], pictures: []), hashes: [card])
      }
    }
    if ends { manifest.finish() }
    return String(
      decoding: try FileReading.file(folder + "/" + Manifest.name, limit: 9999), as: UTF8.self)
  }

  @Test func `the lines stand in the order of the cards, whichever of them a run made`() throws {
    func folder() throws -> String {
      let path = URL.temporaryDirectory.appending(path: "manifest-\(UUID())").path
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      return path
    }
    let (whole, torn) = (try folder(), try folder())
    defer { for path in [whole, torn] { try? FileManager.default.removeItem(atPath: path) } }
    let cards = ["a:1", "b:1", "c:1", "d:1", "e:1"]
    let expected = try run(whole, cards)
    #expect(try run(torn, ["b:1", "c:0", "d:1"], ends: false) != expected)
    #expect(try run(torn, ["a:1", "b", "c:1", "d", "e:1"]) == expected)
    #expect(try run(torn, ["a", "b", "c", "d", "e"]) == expected)
    // What is all made again is as if it were made for the first time.
    #expect(try run(torn, cards) == expected)
    // What a run does not come to stands before, and is known still.
    let other = try run(torn, ["e", "b:2"])
    #expect(other.split(separator: "\n").count == 6)
    #expect(try run(torn, ["a", "b:1", "c", "d", "e"]) == expected)
  }

  @Test func `what is no file is not waited for`() throws {
    let path = URL.temporaryDirectory.appending(path: "manifest-\(UUID())").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let name = path + "/" + Manifest.name
    #expect(mkfifo(name, 0o600) == 0)
    #expect(throws: FileError.notRegular(path: name)) { try Manifest(folder: path) }
  }

  @Test func `another font is another input, under whatever name it lies`() throws {
    let folder = URL.temporaryDirectory.appending(path: "manifest-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let fonts = try CardFonts.files().map(\.path)
    let bold = try #require(fonts.first { $0.hasSuffix("NotoSans-Bold.ttf") })
    let regular = try #require(fonts.first { $0.hasSuffix("NotoSans-Regular.ttf") })
    let copy = folder.appending(path: "face.ttf").path
    try FileManager.default.copyItem(atPath: bold, toPath: copy)
    #expect(try input(copy) == input(bold))
    #expect(try input(copy) != input(regular))
    // Any byte counts, wherever it stands and whatever sums the font states.
    let bytes = try FileReading.file(bold, limit: 1 << 24)
    for place in [16, bytes.count / 2, bytes.count - 1] {
      var changed = bytes
      changed[place] ^= 1
      try WholeFile.write(changed, to: copy)
      #expect(try input(copy) != input(bold), "\(place)")
    }
  }
}
