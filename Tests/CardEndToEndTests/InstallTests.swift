import CardFixtures
import Foundation
import Testing

@Suite struct InstallTests {
  private var fonts: URL { CardFixtures.folder.appending(path: "../Fonts").standardized }

  /// The fonts that a program lists by the folder of their files.
  private func bundledFolders(_ program: URL, in folder: WorkFolder) throws -> Set<String> {
    let result = try Tool.run(program: program, ["fonts", "--no-system-fonts"], in: folder.url)
    #expect(result.error == "")
    #expect(result.exitCode == 0)
    let files = result.text.split(separator: "\n").compactMap { line in
      line.firstRange(of: " /").map { String(line[line.index(after: $0.lowerBound)...]) }
    }
    return Set(files.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path })
  }

  @Test func `a program that is found through a link draws the same card`() throws {
    let folder = try WorkFolder()
    try folder.makeFolder("bin")
    let link = folder.file("bin/cardstock")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: try Tool.executable)
    let data = CardFixtures.url("people/ada.json").path
    let result = try Tool.run(program: link, ["render", data, "-o", "link.png"], in: folder.url)
    #expect(result.error == "")
    #expect(result.exitCode == 0)
    _ = try folder.run(["render", data, "-o", "own.png"])
    #expect(try folder.bytes("link.png") == folder.bytes("own.png"))
  }

  @Test(arguments: [("bin/Fonts", "bin"), ("share/cardstock/Fonts", "bin")])
  func `a copied program takes the fonts and the templates beside it`(
    _ place: String, _ bin: String
  ) throws {
    let folder = try WorkFolder()
    try folder.makeFolder(bin)
    try folder.makeFolder((place as NSString).deletingLastPathComponent)
    try FileManager.default.copyItem(at: fonts, to: folder.file(place))
    let program = folder.file(bin + "/cardstock")
    try FileManager.default.copyItem(at: try Tool.executable, to: program)
    let templates = folder.file((place as NSString).deletingLastPathComponent + "/Templates")
    try FileManager.default.createDirectory(at: templates, withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: templates.appending(path: "conference.card.json"))
    // A link to the copy, as a package manager makes it, leads to the same fonts.
    let link = folder.file("linked")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: program)
    let own = folder.file(place).resolvingSymlinksInPath().path
    for way in [program, link] {
      #expect(
        try bundledFolders(way, in: folder) == [own + "/Poppins", own + "/NotoSans"])
      let printed = try Tool.run(
        program: way, ["templates", "conference"], in: folder.url)
      #expect(printed.text == "{}")
    }
  }

  @Test func `a folder of fonts that is named and empty is an error`() throws {
    let folder = try WorkFolder()
    try folder.makeFolder("empty")
    let path = folder.file("empty").path
    let result = try folder.run(["fonts"], environment: ["CARDSTOCK_FONTS": path])
    #expect(result.error == "Error: The bundled fonts are not there; looked in '\(path)'.\n")
    #expect(result.text == "")
    #expect(result.exitCode == 1)
  }
}
