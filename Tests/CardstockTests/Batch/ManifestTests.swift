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
