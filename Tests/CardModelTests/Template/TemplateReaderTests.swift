import Synchronization
import Testing

@testable import CardModel

struct TemplateReaderTests {
  /// Files by their names, and how often each was asked for.
  private final class Files: Sendable {
    let texts: [String: String]
    let asked = Mutex<[String]>([])

    init(_ texts: [String: String]) { self.texts = texts }

    func check(_ name: String) -> TemplateReading {
      let reader = TemplateReader(known: ["visitor"]) { reference in
        let file =
          switch reference {
          case .component(let name): name + TemplateFile.ending
          case .styleGuide(let path): path
          }
        self.asked.withLock { $0.append(file) }
        return self.texts[file].map { TemplateSource(file: file, bytes: Array($0.utf8)) }
      }
      let file = name + TemplateFile.ending
      return reader.check(
        TemplateSource(file: file, bytes: Array((texts[file] ?? "").utf8)), name: name)
    }
  }

  private func template(_ front: String, more: String = "") -> String {
    "{ \"format\": 1, \(more)\"front\": \(front) }"
  }

  private func component(_ name: String) -> String {
    "{ \"kind\": \"component\", \"name\": \"\(name)\" }"
  }

  @Test func `a component is read once, however often it is used`() {
    let files = Files([
      "A.card.json": template(
        "{ \"kind\": \"vertical\", \"children\": [\(component("B")), \(component("B")), "
          + "\(component("C"))] }"),
      "B.card.json": template(component("C")),
      "C.card.json": template("{ \"kind\": \"label\", \"text\": \"Hello\" }"),
    ])
    let reading = files.check("A")
    #expect(reading.errors.isEmpty)
    #expect(reading.set?.components.keys.sorted() == ["B", "C"])
    #expect(reading.files == ["A.card.json", "B.card.json", "C.card.json"])
    #expect(files.asked.withLock { $0 } == ["B.card.json", "C.card.json"])
  }

  /// The node in all boxes around it.
  private static func leaf(_ node: Node) -> Node {
    if case .box(let box) = node { leaf(box.child) } else { node }
  }

  private static let styled =
    "{ \"kind\": \"label\", \"text\": \"Hello\", \"style\": \"huge.brand\" }"
  private static let guide =
    "\"styleGuide\": { \"types\": { \"huge\": { \"size\": 30 } }, \"colors\": { \"brand\": \"#123\" } }, "

  @Test(arguments: ["inline", "file"])
  func `what a component's style guide lacks is the card's`(place: String) throws {
    let guide = place == "file" ? "\"styleGuide\": \"house.style.json\", " : Self.guide
    let files = Files([
      "A.card.json": template(component("B"), more: guide),
      "B.card.json": template(component("C")), "C.card.json": template(Self.styled),
      "house.style.json": String(Self.guide.dropFirst(14).dropLast(2)),
    ])
    let reading = files.check("A")
    #expect(reading.errors.isEmpty, "\(reading.errors)")
    let card = try Binder(try #require(reading.set)).bind(Record()).card
    guard case .label(let label) = Self.leaf(card.front) else {
      Issue.record("no label")
      return
    }
    let style = label.style
    #expect(card.styleGuide.types[style.type]?.size == 30)
    #expect(card.styleGuide.colors[style.color] == Color("#112233"))
    // Alone the component has no card whose guide it could take.
    let alone = files.check("C").errors.flatMap(\.problems)
    #expect(
      alone.map(\.message) == [
        "The label type 'huge' is unknown.", "The colour 'brand' is unknown.",
      ])
  }

  @Test func `what neither a component's style guide nor the card's has is told in its file`() {
    let files = Files([
      "A.card.json": template(
        component("B"), more: Self.guide.replacing("huge", with: "hugo")),
      "B.card.json": template(Self.styled),
    ])
    let reading = files.check("A")
    #expect(reading.errors.map(\.message) == ["The label type 'huge' is unknown."])
    #expect(reading.errors.first?.place == "B.card.json, line 1, column 70 (front.style)")
    #expect(
      reading.errors.first?.hint?.hasPrefix(
        "Neither this file's style guide nor the card's has it. Did you mean 'hugo'?") == true)
    #expect(throws: TemplateError.self) {
      try Binder(try #require(reading.set))
    }
  }

  @Test func `a style guide of the card that cannot be read makes no further errors in components`()
  {
    let files = Files([
      "A.card.json": template(component("B"), more: "\"styleGuide\": \"none.style.json\", "),
      "B.card.json": template(Self.styled),
    ])
    let problems = files.check("A").errors.flatMap(\.problems)
    #expect(
      problems.map(\.message) == ["There is no style guide 'none.style.json' beside the template."])
  }

  @Test func `a cycle shows its loop at the place that closes it`() {
    let files = Files([
      "A.card.json": template(component("B")), "B.card.json": template("\n" + component("A")),
    ])
    let errors = files.check("A").errors
    #expect(errors.map(\.message) == ["The component 'A' contains itself: 'A' → 'B' → 'A'."])
    #expect(errors.first?.place == "B.card.json, line 2, column 32 (front.name)")
  }

  @Test func `a component may be named by a part of the same file`() {
    let files = Files([
      "A.card.json": template(component("P"), more: "\"parts\": { \"P\": \(component("A")) }, ")
    ])
    #expect(
      files.check("A").errors.map(\.message) == [
        "The component 'A' contains itself: 'A' → 'A'."
      ])
  }

  @Test func `a chain has a length that is too long`() {
    var texts: [String: String] = [:]
    for number in 0...TemplateLimits.depth {
      texts["C\(number).card.json"] = template(component("C\(number + 1)"))
    }
    texts["C\(TemplateLimits.depth + 1).card.json"] = template("{ \"kind\": \"spacer\" }")
    let deep = Files(texts)
    #expect(
      deep.check("C0").errors.map(\.message) == [
        "The components are nested deeper than 32 levels."
      ])
    #expect(deep.check("C1").errors.isEmpty)
  }

  @Test(arguments: [
    "../Secret", "/etc/passwd", "a/../b", ".hidden", "a/", "", "a\\\\b", "C:x", "a//b",
  ])
  func `a name that leads out of the folder is not looked for`(name: String) {
    let files = Files(["A.card.json": template(component(name))])
    let errors = files.check("A").errors
    #expect(errors.count == 1)
    #expect(errors.first?.message.hasSuffix("is not a name in the template's folder.") == true)
    #expect(files.asked.withLock { $0 }.isEmpty)
  }

  @Test func `an unknown component has its place and the nearest name`() {
    let errors = Files(["A.card.json": template(component("visiter"))]).check("A").errors
    #expect(errors.first?.message == "The component 'visiter' is unknown.")
    #expect(errors.first?.place == "A.card.json, line 1, column 56 (front.name)")
    #expect(errors.first?.hint?.contains("Did you mean 'visitor'?") == true)
  }

  @Test func `a fault in a component is told with its own file, line and column`() {
    let files = Files([
      "A.card.json": template(component("B")),
      "B.card.json": template("\n{ \"kind\": \"label\", \"tekst\": \"x\" }"),
    ])
    let errors = files.check("A").errors
    #expect(errors.map(\.file) == ["B.card.json"])
    #expect(errors.first?.problems.map(\.position.line) == [2])
  }

  @Test func `what a component asks for is held against what it is given`() {
    let badge = template(
      "{ \"kind\": \"label\", \"text\": \"{{name}}\" }",
      more: "\"fields\": [{ \"name\": \"name\", \"required\": true }, { \"name\": \"role\" }], ")
    func messages(_ fields: String) -> [String] {
      Files([
        "A.card.json": template(
          "{ \"kind\": \"component\", \"name\": \"B\", \"fields\": \(fields) }",
          more: "\"fields\": [{ \"name\": \"title\" }], "),
        "B.card.json": badge,
      ]).check("A").errors.flatMap(\.problems).map(\.message)
    }
    #expect(messages("{ \"name\": \"{{title}}\" }") == [])
    #expect(
      messages("{ \"nmae\": \"x\" }") == [
        "The component 'B' needs the field 'name', which is not given.",
        "The component 'B' has no field 'nmae'.",
      ])
  }

  @Test func `a style guide of its own file counts like one within`() {
    let files = Files([
      "A.card.json": template(
        "{ \"kind\": \"label\", \"text\": \"x\", \"style\": \"huge.brand\" }",
        more: "\"styleGuide\": \"house.style.json\", "),
      "house.style.json":
        "{ // The house.\n \"types\": { \"huge\": { \"size\": 40 } }, \"colors\": "
        + "{ \"brand\": \"#1A73E8\" } }",
    ])
    let reading = files.check("A")
    #expect(reading.errors.isEmpty)
    #expect(reading.files == ["A.card.json", "house.style.json"])
    #expect(reading.set?.template.styleGuide.types[.named("huge")]?.size == 40)
  }

  @Test func `a fault in a style guide is told once, with its own place`() {
    let files = Files([
      "A.card.json": template(
        "{ \"kind\": \"label\", \"text\": \"x\", \"style\": \"huge.brand\" }",
        more: "\"styleGuide\": \"house.style.json\", "),
      "house.style.json": "{\n \"typs\": {} }",
    ])
    let errors = files.check("A").errors
    #expect(errors.map(\.place) == ["house.style.json, line 2, column 2 (the root)"])
    #expect(errors.first?.hint == "Did you mean 'types'?")
  }

  @Test func `a style guide that is not there has its place in the template`() {
    let errors = Files([
      "A.card.json": template("{ \"kind\": \"spacer\" }", more: "\"styleGuide\": \"no.json\", ")
    ]).check("A").errors
    #expect(errors.map(\.message) == ["There is no style guide 'no.json' beside the template."])
    #expect(errors.first?.problems.first?.path == "styleGuide")
  }

  @Test func `the fingerprint is another one where a component is`() {
    func fingerprint(_ text: String) -> String? {
      Files([
        "A.card.json": template(component("B")),
        "B.card.json": template("{ \"kind\": \"label\", \"text\": \"\(text)\" }"),
      ]).check("A").set?.fingerprint
    }
    #expect(fingerprint("one") != nil)
    #expect(fingerprint("one") == fingerprint("one"))
    #expect(fingerprint("one") != fingerprint("two"))
  }
}
