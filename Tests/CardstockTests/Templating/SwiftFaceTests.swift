import CardFixtures
import Foundation
import Testing

@testable import Cardstock

struct SwiftFaceTests {
  private func template() throws -> Template {
    try TemplateFile.read(Array(StarterTemplate.text(name: "StarterBadge").utf8))
  }

  @Test func `the starter's face is the one that these tests compile`() throws {
    let file = CardFixtures.folder.deletingLastPathComponent()
      .appending(path: "Tests/CardstockTests/Templating/StarterBadge.swift")
    let compiled = try String(contentsOf: file, encoding: .utf8)
    #expect(try SwiftFace(name: "StarterBadge", template()).text == compiled)
  }

  @Test func `the starter's face draws what its file does`() throws {
    let library = TemplateLibrary { name in
      name == "StarterBadge" ? Array(StarterTemplate.text(name: name).utf8) : nil
    }
    let badge = StarterBadge(
      name: "Ada Lovelace", role: "Mathematician", company: "Analytical Engines",
      joined: CalendarDay("2024-06-01"), number: "00123")
    let card = try library.card(of: badge)
    let sample = try Binder(template()).bind(template().sample).card
    #expect(card == sample)
    let frame = try CardRenderer().layout(card)
    #expect(frame.findings.filter { $0.severity > .note } == [])
    #expect(
      frame.texts.map(\.text) == [
        "AL", "Ada Lovelace", "Mathematician", "Company", "Analytical Engines", "Joined",
        "Jun 1, 2024",
        "No.", "00123",
      ])
  }

  @Test(arguments: [
    ("FancyBadge", true), ("badge_2", true), ("class", false), ("2nd", false), ("a b", false),
    ("Card", false), ("", false), ("Ünal", false), ("a/b", false), (".x", false),
  ])
  func `a name of a type is one for a file as well`(name: String, isOne: Bool) {
    #expect(SwiftName.isTypeName(name) == isOne)
  }

  @Test(arguments: [
    ("name", "name"), ("Full name", "fullName"), ("E-MAIL", "eMAIL"), ("class", "`class`"),
    ("2nd line", "_2ndLine"), ("ID", "id"), ("homeTown", "homeTown"),
  ])
  func `a field's name becomes a property's`(field: String, property: String) {
    #expect(SwiftName.property(field) == property)
  }

  @Test func `a list becomes an array, by the field's word, its sample or its default`() {
    let template = Template(
      fields: [
        TemplateField("tags", isList: true, isRequired: true, sample: .list([.text("a\"b")])),
        TemplateField("days", .date, sample: .list([.text("2024-06-01")])),
        TemplateField("sizes", .number, defaultValue: .list([.number("1")])),
        TemplateField("logos", .picture, isList: true, summary: "Of sponsors,\nin order"),
      ], front: Spacer().node)
    let text = SwiftFace(name: "Badge", template).text
    for line in [
      "  var tags: [String]\n", "  var days: [CalendarDay]\n", "  var sizes: [Double]\n",
      "  var logos: [String]\n", "    tags: [String],\n", "    days: [CalendarDay] = [],\n",
      "      \"days\": days,\n", "Badge(tags: [\"a\\\"b\"])", "  /// Of sponsors, in order.\n",
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
  }

  @Test func `fields of every type become properties of theirs`() {
    let template = Template(
      fields: [
        TemplateField("size", .number), TemplateField("vip", .boolean, isRequired: true),
        TemplateField("born", .date, isRequired: true), TemplateField("id"),
      ], front: Spacer().node)
    let text = SwiftFace(name: "Badge", template).text
    for line in [
      "  var vip: Bool\n", "  var born: CalendarDay\n", "  var size: Double?\n",
      "  var idField: String?\n", "      \"id\": idField,\n",
      "      \"size\": size,\n", "      \"vip\": vip,\n",
    ] {
      #expect(text.contains(line), "\(text)")
    }
  }
}
