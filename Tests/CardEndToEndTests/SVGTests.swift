import CardFixtures
import Foundation
import Testing

@Suite struct SVGTests {
  private static let logo =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 3 4'><rect width='3' height='4'/></svg>"

  private struct Report: Decodable {
    struct Card: Decodable {
      struct Finding: Decodable {
        let code: String
        let severity: String
        let message: String
      }
      let record: Int
      let findings: [Finding]?
      let error: String?
    }
    let cards: [Card]
  }

  private func person(_ icon: String) -> String { "{\"name\":\"Ada\",\"icon\":\"\(icon)\"}" }

  @Test func `a person's icon may be an SVG`() throws {
    let folder = try WorkFolder()
    try folder.write(Self.logo, to: "logo.svg")
    try folder.write(person("logo.svg"), to: "a.json")
    let result = try folder.run(["render", "a.json", "-o", "o.png"])
    #expect(result.error == "")
    #expect(result.exitCode == 0)
    let file = try PNGFile(folder.bytes("o.png"))
    // The middle of the picture's place is black, and nothing at its left is.
    #expect(try file.gray()[400 * file.width + 200] == 0)
    #expect(try file.gray()[400 * file.width + 20] == 255)

    let pdf = try folder.run(["render", "a.json", "-o", "o.pdf"])
    #expect(pdf.error == "")
    if Tool.installed("pdfimages") != nil {
      let images = try folder.read("pdfimages", ["-list", "o.pdf"]).split(separator: "\n")
      #expect(images.count == 2)
    }
  }

  @Test func `what an SVG does not show is a warning, and an error where warnings are`() throws {
    let folder = try WorkFolder()
    try folder.write(
      Self.logo.replacingOccurrences(of: "</svg>", with: "<image href='a.png'/></svg>"),
      to: "logo.svg")
    try folder.write(person("logo.svg"), to: "a.json")
    let sentence =
      "The SVG 'logo.svg' refers to 'a.png', and nothing outside the file is read.\n"
      + "  at a.json:1:1, icon\n"
    let usual = try folder.run(["render", "a.json", "-o", "o.png"])
    #expect(usual.error == "Warning: " + sentence)
    #expect(usual.exitCode == 0)
    let strict = try folder.run(["render", "a.json", "-o", "o.pdf", "--strict"])
    #expect(strict.error.hasPrefix("Error: " + sentence))
    #expect(strict.exitCode == 1)
  }

  @Test func `an SVG that is refused costs its own card only`() throws {
    let folder = try WorkFolder()
    try folder.write(Self.logo, to: "logo.svg")
    try folder.write("<!DOCTYPE svg [<!ENTITY a 'b'>]>" + Self.logo, to: "bad.svg")
    try folder.write(
      "[" + ["logo.svg", "bad.svg", "logo.svg"].map(person).joined(separator: ",") + "]",
      to: "a.json")
    for output in ["{{index}}.png", "all.pdf"] {
      let result = try folder.run(["render", "a.json", "-o", output])
      #expect(result.exitCode == 2)
      #expect(result.error.contains("The SVG 'bad.svg' defines entities"))
    }
    #expect(try folder.names.filter { $0.hasSuffix(".png") } == ["1.png", "3.png"])
  }

  @Test func `without its program beside it the tool refuses SVG and says why`() throws {
    let folder = try WorkFolder()
    try folder.makeFolder("bin")
    let program = folder.file("bin/cardstock")
    try FileManager.default.copyItem(at: try Tool.executable, to: program)
    try folder.write(Self.logo, to: "logo.svg")
    try folder.write(person("logo.svg"), to: "a.json")
    let result = try Tool.run(
      program: program, ["render", "a.json", "-o", "o.png"],
      environment: ["CARDSTOCK_FONTS": CardFixtures.folder.appending(path: "../Fonts").path],
      in: folder.url)
    #expect(
      result.error
        == "Error: The SVG 'logo.svg' cannot be drawn safely: the program 'cardstock-svg' is not "
        + "beside this one.\n  at a.json:1:22, field 'icon'\n"
        + "  hint: Install 'cardstock-svg' beside it, or declare the file trusted.\n")
    #expect(result.exitCode == 1)
  }

  // MARK: The files by others

  private static let cases: URL? = [CardFixtures.cases?.path, "../../../shared/cases"]
    .compactMap { $0 }
    .map { URL(fileURLWithPath: $0, relativeTo: CardFixtures.folder).standardizedFileURL }
    .first { FileManager.default.fileExists(atPath: $0.path) }

  @Test(.enabled(if: cases != nil))
  func `one run draws or refuses every picture of the corpus, in 512 MB`() throws {
    let cases = try #require(Self.cases)
    let table = try String(contentsOf: cases.appending(path: "SOURCES.tsv"), encoding: .utf8)
    let kinds: Set = [
      "png", "jpeg", "webp", "svg", "refuse", "hostile-png", "hostile-jpeg", "hostile-webp",
      "hostile-svg", "hostile-pictures",
    ]
    let rows = table.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    let pictures = rows.filter {
      $0.count >= 12 && kinds.contains($0[2]) && !$0[0].hasSuffix(".txt")
        && !$0[10].hasPrefix("text file") && !$0[10].hasPrefix("licence")
    }
    let folder = try WorkFolder()
    let people = try pictures.map { row in
      String(
        decoding: try JSONEncoder().encode(["name": "Ada", "icon": row[0]]), as: UTF8.self)
    }
    try folder.write("[" + people.joined(separator: ",") + "]", to: "a.json")
    // The shell's limit is on all that the tool, and any program that it starts, asks for.
    let result = try Tool.run(
      program: try #require(Tool.installed("sh")),
      [
        "-c", "ulimit -d 524288; exec \"$0\" \"$@\"", Tool.executable.path,
        "render", "a.json", "-o", "{{index}}.png", "--dpi", "100", "--assets", cases.path,
        "--report", "r.json", "--progress", "none",
      ], in: folder.url, timeout: 600)
    #expect(!result.timedOut)
    #expect(result.exitCode == 2)
    let report = try JSONDecoder().decode(Report.self, from: Data(folder.bytes("r.json")))
    #expect(report.cards.count == pictures.count)
    for card in report.cards {
      let row = pictures[card.record - 1]
      let (file, expected) = (row[0], row[10])
      if let error = card.error {
        #expect(error.contains(file), "\(error)")
        #expect(!expected.hasPrefix("drawn") || expected.contains("refused"), "\(error)")
      } else {
        #expect(!expected.hasPrefix("refused") || expected.contains("draw"), "\(file): \(expected)")
      }
    }
  }
}
