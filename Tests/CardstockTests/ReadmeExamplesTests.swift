import CardFixtures
import Cardstock
import Foundation
import Testing

/// The README's component under the name that it has among these tests.
private typealias FancyBadge = StarterBadge

/// The Swift of the README, compiled and run; a test compares it with the README's text.
struct ReadmeExamplesTests {
  private func identityCard() throws -> (ada: [UInt8], grace: [UInt8]) {
    // README: identity
    let lovelace = PersonDetails(name: "Ada Lovelace", birthday: CalendarDay("1815-12-10"))
    var card = IdentityCard(lovelace)
    let renderer = try CardRenderer()
    let ada = try renderer.png(of: card.card)

    card.load(PersonDetails(name: "Grace Hopper", company: "US Navy"))
    let grace = try renderer.pdf(of: [card.card])
    // README: end
    return (ada, grace)
  }

  private func badge(_ renderer: CardRenderer) throws -> (frame: Frame, png: [UInt8]) {
    // README: badge
    let badge = Card(size: .a6) {
      Stack(.vertical, alignment: .leading, spacing: .mm(4)) {
        Label("Ada Lovelace", style: .h1(), fit: .shrink(to: 12, lines: 2), id: "name")
        Label("Analytical Engines", style: .h2(.grey1))
        Table(columns: [.fitting, .flexible], columnSpacing: .mm(3)) {
          Row("Track", "Numbers and notes")
          Row("Seat", "12 B")
        }
        Spacer()
        Barcode(.qr, "https://example.org/ada").frame(width: .mm(25), height: .mm(25))
      }
      .padding(.mm(8))
    }
    let frame = try renderer.layout(badge)
    for finding in frame.findings { print(finding.severity, finding.message) }
    let png = try renderer.png(of: frame, dotsPerInch: 300)
    // README: end
    return (frame, png)
  }

  private func components(
    _ designs: String
  ) throws -> (alone: Card, welcome: Card, shown: String) {
    // README: component
    let library = TemplateLibrary(folder: designs)
    let fancy = FancyBadge(name: "Ada Lovelace", role: "Mathematician")
    let alone = try library.card(of: fancy)

    let sheet = Card(size: .a6) {
      Stack(.vertical, spacing: .mm(4)) {
        Label("Welcome", style: .h1())
        fancy.frame(width: .mm(85.6), height: .mm(54))
      }
    }
    let welcome = try library.filling(sheet)
    let shown = try welcome.label("personName").text
    // README: end
    return (alone, welcome, shown)
  }

  @Test func `the component of the README fills its frame`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cardstock-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(StarterTemplate.text(name: "StarterBadge").utf8)
      .write(to: folder.appending(path: "StarterBadge.card.json"))
    let (alone, welcome, shown) = try components(folder.path)
    #expect(shown == "Ada Lovelace")
    let renderer = try CardRenderer()
    #expect(try renderer.layout(alone).findings.filter { $0.severity > .note } == [])
    #expect(
      try renderer.layout(welcome).texts.map(\.text) == [
        "Welcome", "AL", "Ada Lovelace", "Mathematician",
      ])
  }

  @Test func `the examples of the README draw what they say`() throws {
    let (ada, grace) = try identityCard()
    #expect(ada.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(grace.starts(with: Array("%PDF".utf8)))
    let (frame, png) = try badge(CardRenderer())
    #expect(frame.findings.isEmpty)
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func `the README has the examples word for word`() throws {
    let readme = try String(
      contentsOf: CardFixtures.folder.appending(path: "../README.md"), encoding: .utf8)
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let examples = source.components(separatedBy: "    // README" + ": ").dropFirst()
      .filter { !$0.hasPrefix("end") }
    #expect(examples.count == 3)
    for example in examples {
      let lines = example.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        .map { $0.hasPrefix("    ") ? String($0.dropFirst(4)) : String($0) }
      let text = lines.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(readme.contains(text), "\(text.prefix(80))")
    }
  }
}
