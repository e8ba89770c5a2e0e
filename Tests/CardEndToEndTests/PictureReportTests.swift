import Foundation
import Testing

/// What the report for a program says of pictures.
@Suite struct PictureReportTests {
  private struct Report: Decodable {
    struct Card: Decodable {
      struct Finding: Decodable {
        let code: String
        let severity: String
        let message: String
      }
      let record: Int
      let files: [String]
      let findings: [Finding]
      let error: String?
      let hint: String?
    }
    struct Summary: Decodable {
      let made: Int
      let failed: Int
    }
    let cards: [Card]
    let summary: Summary
  }

  private func report(_ folder: WorkFolder) throws -> Report {
    try JSONDecoder().decode(Report.self, from: Data(folder.bytes("report.json")))
  }

  private func folder() throws -> WorkFolder {
    let folder = try WorkFolder()
    try folder.copy("people/ada.jpg", to: "whole.jpg")
    try folder.write(Array(folder.bytes("whole.jpg").prefix(3000)), to: "cut.jpg")
    return folder
  }

  /// A person whose photo is damaged, one whose photo is coarse, and one without.
  private static let template = """
    { "format": 1, "title": "Badge", "size": { "width": "210mm", "height": "210mm" },
      "fields": [{ "name": "name", "type": "text", "required": true },
                 { "name": "photo", "type": "picture" }],
      "front": { "kind": "vertical", "children": [
        { "kind": "picture", "source": "{{photo}}", "placeholder": "{{name}}",
          "width": "200mm", "height": "200mm" }] } }
    """

  @Test(arguments: ["o/{{index}}.png", "o.pdf"])
  func `a damaged, a coarse and a missing picture are findings`(_ output: String) throws {
    let folder = try folder()
    try folder.write(Self.template, to: "badge.card.json")
    try folder.write(
      "name,photo\nAda King,cut.jpg\nBob Lee,whole.jpg\nCy Ames,\n", to: "a.csv")
    let call = [
      "render", "a.csv", "-t", "badge.card.json", "-o", output, "--report", "report.json",
    ]

    var result = try folder.run(call + ["--allow-damaged"])
    #expect(result.exitCode == 0, "\(result.error)")
    var cards = try report(folder).cards
    try #require(cards.count == 3)
    #expect(
      cards.map { $0.findings.map { "\($0.severity) \($0.code)" } } == [
        ["warning coarse-picture", "warning damaged-picture"], ["warning coarse-picture"],
        ["note placeholder"],
      ])
    #expect(
      cards[0].findings.last?.message
        == "The picture 'cut.jpg' is damaged and drawn as far as it goes.")
    #expect(
      cards[1].findings.first?.message.hasSuffix(
        "pixels per inch in its place, and at least 150 are expected.") == true)
    #expect(
      cards[2].findings.first?.message
        == "The picture of 'Cy Ames' is missing; the initials 'CA' stand in.")

    result = try folder.run(call)
    #expect(result.exitCode == 2)
    cards = try report(folder).cards
    #expect(
      cards[0].error
        == "The picture 'cut.jpg' is a damaged or truncated JPEG file: Premature end of JPEG file.")
    #expect(cards[0].hint?.isEmpty == false)
    #expect(try report(folder).summary.failed == 1)
    #expect(try report(folder).summary.made == 2)
  }
}
