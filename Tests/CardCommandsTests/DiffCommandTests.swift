import CardModel
import CardRender
import Foundation
import Testing

@testable import CardCommands

struct DiffCommandTests {
  private final class Folder {
    let url: URL

    init() throws {
      url = FileManager.default.temporaryDirectory.appending(
        path: "cardstock-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func picture(_ name: String, squareAt x: Int?, width: Int = 40) throws {
      var bitmap = Bitmap(width: width, height: 30, filledWith: .white)
      if let x { for y in 10..<20 { for dx in 0..<8 { bitmap[x + dx, y] = .black } } }
      try write(bitmap.smallPNG(), name)
    }

    func write(_ bytes: [UInt8], _ name: String) throws {
      let file = url.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }

    func run(_ arguments: String...) -> (code: Int32, output: String, error: String) {
      let console = RecordedConsole()
      let words = arguments.map { $0.hasPrefix("@") ? path(String($0.dropFirst())) : $0 }
      let code = CommandLineTool.run(
        arguments: ["diff"] + words, environment: [:], console: console.console)
      return (code.rawValue, console.output, console.error)
    }
  }

  @Test func `equal pictures are 0, different ones 1 with numbers`() throws {
    let folder = try Folder()
    try folder.picture("a.png", squareAt: 10)
    try folder.picture("b.png", squareAt: 11)
    let same = folder.run("@a.png", "@a.png")
    #expect(same.code == 0)
    #expect(same.output == "The files are the same, byte for byte.\n")
    let other = folder.run("@a.png", "@b.png", "--output", "@diff.png")
    #expect(other.code == 1)
    #expect(
      other.output == """
        The picture is shifted (1,0): 20 pixels changed.
          largest difference ΔE 100 (CIEDE2000)
          density 0.07812 in the square of 16 × 16 at 3,4
          20 pixels changed at 10,10 9 × 10, shifted (1,0)
          No sensible tolerance would accept it.

        """)
    let picture = try Bitmap(png: [UInt8](Data(contentsOf: folder.url.appending(path: "diff.png"))))
    #expect((picture.width, picture.height) == (40, 30))
  }

  @Test func `a tolerance is set by options`() throws {
    let folder = try Folder()
    try folder.picture("a.png", squareAt: nil)
    try folder.picture("b.png", squareAt: 5)
    #expect(folder.run("@a.png", "@b.png", "--max-density", "0.2").code == 1)
    #expect(folder.run("@a.png", "@b.png", "--max-density", "0.4").code == 0)
    let vacuous = folder.run("@a.png", "@b.png", "--max-density", "1")
    #expect(vacuous.code == 2)
    #expect(vacuous.error.contains("takes black for white"))
  }

  @Test func `what cannot be compared is 2, a wrong command line 64`() throws {
    let folder = try Folder()
    try folder.picture("a.png", squareAt: 10)
    try folder.write(Array("a text".utf8), "a.txt")
    try folder.write([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1], "cut.png")
    #expect(folder.run("@a.png", "@none.png").code == 2)
    #expect(folder.run("@a.png", "@a.txt").code == 2)
    #expect(folder.run("@a.png", "@cut.png").code == 2)
    #expect(folder.run("@a.png", "@").code == 2)
    try folder.write([], "empty.png")
    let empty = folder.run("@a.png", "@empty.png")
    #expect(empty.code == 2)
    #expect(empty.error.contains("is an empty file"))
    try folder.write(Array("%PDF-1.7 of no kind".utf8), "cut.pdf")
    try folder.write(Array("%PDF-1.7 of another".utf8), "other.pdf")
    let documents = folder.run("@cut.pdf", "@other.pdf")
    #expect(documents.code == 2)
    #expect(documents.error.contains("cut.pdf' is no PDF file that 'pdfinfo' can read"))
    // Nothing compared is no success, and what cannot be written no difference.
    for name in ["one", "two"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
    }
    #expect(folder.run("@one", "@two").code == 2)
    try folder.picture("b.png", squareAt: 11)
    #expect(folder.run("@a.png", "@b.png", "-o", "@none/diff.png").code == 2)
    #expect(folder.run("@a.png").code == 64)
    #expect(folder.run("@a.png", "@a.png", "--antialiasing", "maybe").code == 64)
  }

  @Test func `folders are compared name by name, with a report`() throws {
    let folder = try Folder()
    for side in ["old", "new"] {
      try folder.picture("\(side)/same.png", squareAt: 10)
      try folder.picture("\(side)/deep/other.png", squareAt: side == "old" ? 10 : 14)
      try folder.picture("\(side)/\(side)only.png", squareAt: 1)
      try folder.write([0], "\(side)/same.png.facts.json")
    }
    let result = folder.run("@old", "@new", "--report", "@report.html", "-o", "@diffs")
    #expect(result.code == 1)
    #expect(result.output.hasSuffix("1 different, 2 missing, 1 same\n"))
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
    #expect(
      Set(names).isSuperset(
        of: ["report.html", "report.json", "report.xml", "diffs/deep/other.png.diff.png"]))
    let json = folder.run("@old", "@new", "--json")
    #expect(try JSONReader.read(Array(json.output.utf8))["counts"]?["missing"] == .number(2))
  }
}
