import CardFixtures
import Cardstock
import Foundation
import Testing

/// The Swift face of `FancyBadge.card.json`.
private struct FancyBadge: CardComponent {
  var name: String
  var company: String?
  var fields: [String: ComponentValue] { given(["name": name, "company": company]) }
}

/// The Swift face of `Tags.card.json`, as `cardstock new --swift` writes it.
private struct Tags: CardComponent {
  var name: String
  var tags: [String] = []
  var days: [CalendarDay] = []
  var height: Double?
  var isVIP: Bool?
  var photo: String?
  var fields: [String: ComponentValue] {
    given([
      "name": name, "tags": tags, "days": days, "height": height, "vip": isVIP, "photo": photo,
    ])
  }
}

struct TemplateLibraryTests {
  /// A folder of files that goes with the test.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "cardstock-\(UUID())")
    var library: TemplateLibrary { TemplateLibrary(folder: url.path) }

    init(_ files: [String: String]) throws {
      for (name, text) in files {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }
  }

  private static let badge = """
    { // A badge that fills its bounds.
      "format": 1, "size": "cr80", "styleGuide": "house.style.json",
      "fields": [{ "name": "name", "required": true }, { "name": "company" }],
      "front": { "kind": "vertical", "alignment": "leading", "padding": "4mm", "children": [
        { "kind": "label", "text": "{{name}}", "style": "huge.brand", "id": "personName",
          "fit": { "shrink": { "to": 8 } } },
        { "kind": "label", "text": "{{company}}", "style": "h3.grey1" },
        { "kind": "spacer" },
        { "kind": "barcode", "content": "{{name}}", "width": "15mm", "height": "15mm" } ] } }
    """
  private static let style = """
    { "types": { "huge": { "family": "Poppins", "style": "Bold", "size": 30 } },
      "colors": { "brand": "#1A73E8" } }
    """

  private func badges() throws -> Folder {
    try Folder([
      "FancyBadge.card.json": Self.badge, "house.style.json": Self.style,
      "Outer.card.json": """
      { "format": 1, "size": "cr80", "fields": [{ "name": "who" }, { "name": "company" }],
        "front": { "kind": "component", "name": "FancyBadge", "id": "badge",
          "fields": { "name": "{{who}}" } } }
      """,
    ])
  }

  /// The badge without a file.
  private var built: Card {
    var guide = StyleGuide.standard
    guide.types[.named("huge")] = TypeStyle(
      FontFace(family: "Poppins", style: "Bold"), size: 30)
    guide.colors[.named("brand")] = Color("#1A73E8")
    return Card(styleGuide: guide) {
      Stack(.vertical, alignment: .leading) {
        Label(
          "Ada Lovelace", style: LabelStyle(.named("huge"), .named("brand")),
          fit: .shrink(to: 8), id: "personName")
        Label("Engines", style: .h3(.grey1))
        Spacer()
        Barcode(.qr, "Ada Lovelace").frame(width: .mm(15), height: .mm(15))
      }
      .padding(.mm(4))
    }
  }

  /// What is drawn and where, without the way to it through the tree.
  private func drawn(_ frame: Frame) -> [String] {
    frame.items.flatMap { drawn($0, Point(x: 0, y: 0)) }
  }

  private func drawn(_ placed: PlacedItem, _ origin: Point) -> [String] {
    let place = Point(x: origin.x + placed.origin.x, y: origin.y + placed.origin.y)
    if case .group(let group) = placed.item {
      return group.items.flatMap { drawn($0, place) }
    }
    return ["\(place) \(placed.size) \(placed.id ?? "") \(placed.item)"]
  }

  @Test func `a card built in Swift, read from its file, and nested has equal frames`() throws {
    let folder = try badges()
    let renderer = try CardRenderer()
    let record = Record([
      .init("name", .text("Ada Lovelace")), .init("company", .text("Engines")),
    ])
    let fancy = FancyBadge(name: "Ada Lovelace", company: "Engines")
    let file = try TemplateDesign(folder.library.set(named: "FancyBadge")).card(for: record).card
    let nested = try TemplateDesign(folder.library.set(file: folder.path("Outer.card.json")))
      .card(
        for: Record([
          .init("who", .text("Ada Lovelace")), .init("company", .text("Engines")),
        ])
      ).card
    let cards = [
      built, file, nested, try folder.library.card(of: fancy),
      try folder.library.card(of: fancy, size: .cr80),
      try folder.library.filling(Card { fancy }),
    ]
    let wanted = try drawn(renderer.layout(cards[0]))
    #expect(wanted.count > 3)
    for card in cards.dropFirst() {
      #expect(try drawn(renderer.layout(card)) == wanted)
      #expect(try card.label("personName").text == "Ada Lovelace")
    }
    #expect(try nested.label("badge.personName").text == "Ada Lovelace")
    let pictures = try cards.map { try renderer.png(of: $0) }
    #expect(pictures.allSatisfy { $0 == pictures[0] })
  }

  @Test
  func `lists, days, numbers, truth and pictures give equal frames from Swift and from files`()
    throws
  {
    let fields =
      "{ \"name\": \"name\" }, { \"name\": \"tags\", \"list\": true }, "
      + "{ \"name\": \"days\", \"type\": \"date\", \"list\": true }, "
      + "{ \"name\": \"height\", \"type\": \"number\" }, { \"name\": \"vip\", \"type\": \"boolean\" }, "
      + "{ \"name\": \"photo\", \"type\": \"picture\" }"
    let folder = try Folder([
      "Tags.card.json": """
      { "format": 1, "fields": [\(fields)],
        "front": { "kind": "vertical", "alignment": "leading", "padding": "4mm", "children": [
          { "kind": "label", "text": "{{name}}", "style": "h2", "id": "name" },
          { "kind": "label", "text": "{{value}}", "each": "tags", "style": "strong" },
          { "kind": "label", "text": "{{value | date: long}}", "each": "days" },
          { "kind": "label", "text": "{{height | number: 2}}" },
          { "kind": "label", "text": "VIP", "when": "vip" },
          { "kind": "picture", "source": "{{photo}}", "width": "9mm", "height": "9mm" } ] } }
      """,
      "Outer.card.json": """
      { "format": 1, "fields": [\(fields)], "front": { "kind": "component", "name": "Tags" } }
      """,
      "Fixed.card.json": """
      { "format": 1, "front": { "kind": "component", "name": "Tags", "fields": {
        "name": "Ada", "tags": ["Numbers", "{{Notes}}"].literal, "days": ["2024-06-01", "1815-12-10"],
        "height": 1.5, "vip": true, "photo": "ada.jpg" } } }
      """.replacing(
        "\"{{Notes}}\"].literal", with: "{ \"literal\": \"{{Notes}}\" }]"),
    ])
    let days = [CalendarDay("2024-06-01"), CalendarDay("1815-12-10")].compactMap(\.self)
    let swift = Tags(
      name: "Ada", tags: ["Numbers", "{{Notes}}"], days: days, height: 1.5, isVIP: true,
      photo: "ada.jpg")
    let record = Record([
      .init("name", .text("Ada")), .init("tags", .list([.text("Numbers"), .text("{{Notes}}")])),
      .init("days", .list([.text("2024-06-01"), .text("1815-12-10")])),
      .init("height", .number("1.5")), .init("vip", .text("yes")), .init("photo", .text("ada.jpg")),
    ])
    func card(_ name: String, _ record: Record) throws -> Card {
      try TemplateDesign(folder.library.set(named: name)).card(for: record).card
    }
    let cards = [
      try card("Tags", record), try card("Outer", record), try card("Fixed", Record()),
      try folder.library.card(of: swift), try folder.library.card(of: swift, size: .cr80),
      try folder.library.filling(Card { swift }),
    ]
    var options = CardRenderer.Options()
    options.assetsFolder = CardFixtures.url("people").path
    let renderer = try CardRenderer(options: options)
    let frames = try cards.map { try renderer.layout($0) }
    #expect(
      frames[0].texts.map(\.text) == [
        "Ada", "Numbers", "{{Notes}}", "June 1, 2024", "December 10, 1815", "1.50", "VIP",
      ])
    for frame in frames { #expect(drawn(frame) == drawn(frames[0])) }
  }

  @Test func `a component fills the frame that Swift gives it`() throws {
    let folder = try badges()
    let fancy = FancyBadge(name: "Ada Lovelace", company: "Engines")
    let card = Card(size: .a6) {
      Stack(.vertical) {
        fancy.frame(width: .mm(85.60), height: .mm(53.98))
        Spacer()
      }
    }
    let renderer = try CardRenderer()
    let frame = try renderer.layout(folder.library.filling(card))
    let alone = try renderer.layout(built)
    let name = frame.texts.first { $0.text == "Ada Lovelace" }
    let other = alone.texts.first { $0.text == "Ada Lovelace" }
    #expect(name != nil)
    #expect(name == other)
  }

  @Test func `a file comes before a built-in template of the same name`() throws {
    let folder = try Folder([
      "A.card.json": """
      { "format": 1, "front": { "kind": "vertical", "children": [
        { "kind": "component", "name": "B" }, { "kind": "component", "name": "sub/C" },
        { "kind": "component", "name": "D" } ] } }
      """,
      "B.card.json": "{ \"format\": 1, \"title\": \"mine\", \"front\": { \"kind\": \"spacer\" } }",
      "sub/C.card.json": "{ \"format\": 1, \"front\": { \"kind\": \"spacer\" } }",
    ])
    let library = TemplateLibrary(builtInNames: ["B", "D"]) { name in
      let text =
        "{ \"format\": 1, \"title\": \"built in\", \"front\": { \"kind\": \"spacer\" } }"
      return ["B", "D"].contains(name) ? Array(text.utf8) : nil
    }
    let set = try library.set(file: folder.path("A.card.json"))
    #expect(set.components["B"]?.title == "mine")
    #expect(set.components["D"]?.title == "built in")
    #expect(set.components["sub/C"] != nil)
    #expect(library.names == ["B", "D"])
    #expect(try library.set(named: "D").template.title == "built in")
  }

  @Test func `a link out of the folder is not followed`() throws {
    let folder = try Folder([
      "inside/A.card.json":
        "{ \"format\": 1, \"front\": { \"kind\": \"component\", \"name\": \"B\" } }",
      "B.card.json": "{ \"format\": 1, \"front\": { \"kind\": \"spacer\" } }",
    ])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("inside/B.card.json"), withDestinationPath: folder.path("B.card.json"))
    let error = #expect(throws: TemplateError.self) {
      try TemplateLibrary().set(file: folder.path("inside/A.card.json"))
    }
    #expect(error?.message.contains("leads out of the template's folder.") == true)
    #expect(error?.place?.contains("A.card.json, line 1") == true)
  }

  @Test func `an unknown template lists the names there are`() throws {
    let folder = try badges()
    let error = #expect(throws: TemplateError.self) {
      try folder.library.set(named: "FancyBagde")
    }
    #expect(error?.hint == "Did you mean 'FancyBadge'? There are 'FancyBadge', 'Outer'.")
  }
}
