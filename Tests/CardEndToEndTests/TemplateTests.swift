import Foundation
import Testing

/// Designs from files: a new one, components, and what is wrong with them.
@Suite struct TemplateTests {
  private let people = """
    [{ "name": "Ada Lovelace", "role": "Mathematician", "company": "Analytical Engines",
       "joined": "2024-06-01", "number": "00123" },
     { "name": "Bartholomew Featherstonehaugh-Cholmondeley III" }]
    """

  @Test func `a new design renders at once`() throws {
    let folder = try WorkFolder()
    try folder.write(people, to: "people.json")
    let made = try folder.run(["new", "FancyBadge", "--swift"])
    #expect(made.exitCode == 0, "\(made.error)")
    #expect(
      made.text == "Wrote FancyBadge.card.json\nWrote FancyBadge.swift\n"
        + "Wrote cardstock-template.schema.json\n")
    let result = try folder.run([
      "render", "people.json", "-t", "FancyBadge.card.json", "-o", "{{index}}.png", "--strict",
    ])
    #expect(result.error == "" && result.exitCode == 0)
    #expect(try folder.names.filter { $0.hasSuffix(".png") } == ["1.png", "2.png"])
  }

  @Test func `nothing is overwritten`() throws {
    let folder = try WorkFolder()
    try folder.write("mine", to: "FancyBadge.swift")
    let result = try folder.run(["new", "FancyBadge", "--swift"])
    #expect(result.exitCode == 1)
    #expect(
      result.error.hasPrefix(
        "Error: The file 'FancyBadge.swift' is there already, and nothing was written.\n"))
    #expect(try folder.names == ["FancyBadge.swift"])
    #expect(try folder.bytes("FancyBadge.swift") == Array("mine".utf8))
    #expect(try folder.run(["new", "FancyBadge"]).exitCode == 0)
    let before = try folder.bytes("FancyBadge.card.json")
    #expect(try folder.run(["new", "FancyBadge"]).exitCode == 1)
    #expect(try folder.bytes("FancyBadge.card.json") == before)
  }

  @Test func `the Swift type of a design that is there already is written of its fields`() throws {
    let folder = try WorkFolder()
    try folder.write(
      """
      { "format": 1, "fields": [
          { "name": "name", "required": true }, { "name": "tags", "list": true },
          { "name": "days", "type": "date", "sample": ["2024-06-01"] },
          { "name": "born", "type": "date" }, { "name": "height", "type": "number" },
          { "name": "vip", "type": "boolean" }, { "name": "logos", "type": "picture", "list": true }],
        "front": { "kind": "label", "text": "{{name}} {{tags}}" } }
      """, to: "Badge.card.json")
    let before = try folder.bytes("Badge.card.json")
    let result = try folder.run(["new", "Badge", "--swift"])
    #expect(result.text == "Wrote Badge.swift\n", "\(result.error)")
    #expect(try folder.bytes("Badge.card.json") == before)
    let text = String(decoding: try folder.bytes("Badge.swift"), as: UTF8.self)
    for line in [
      "  var name: String\n", "  var tags: [String]\n", "  var days: [CalendarDay]\n",
      "  var born: CalendarDay?\n", "  var height: Double?\n", "  var vip: Bool?\n",
      "  var logos: [String]\n", "    tags: [String] = [],\n",
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
    #expect(try folder.run(["new", "Badge", "--swift"]).exitCode == 1)
    try folder.write("{ \"format\": 1 }", to: "Wrong.card.json")
    let wrong = try folder.run(["new", "Wrong", "--swift"])
    #expect(wrong.exitCode == 1)
    #expect(wrong.error.contains("The template has no 'front'."))
    #expect(try !folder.names.contains("Wrong.swift"))
  }

  @Test(arguments: [
    ("fancy-badge", "FancyBadge"), ("2nd", "Card2nd"), ("class", "Class"),
    ("Badge.card.json", "Badge"), ("Label", "LabelCard"), ("Ünal", "Nal"), ("..", "FancyBadge"),
  ])
  func `a name that no type can have is refused with one that can`(
    name: String, hint: String
  ) throws {
    let folder = try WorkFolder()
    let result = try folder.run(["new", name, "--swift"])
    #expect(result.exitCode == 1)
    #expect(result.error.hasPrefix("Error: The name '\(name)' "))
    #expect(result.error.contains("like '\(hint)'"), "\(result.error)")
    #expect(try folder.names == [])
  }

  @Test func `a folder that is not there is named`() throws {
    let folder = try WorkFolder()
    let result = try folder.run(["new", "designs/Badge"])
    #expect(result.exitCode == 1)
    #expect(result.error.contains("designs"))
    try folder.makeFolder("designs")
    #expect(try folder.run(["new", "designs/Badge"]).exitCode == 0)
    #expect(
      try folder.names == [
        "designs", "designs/Badge.card.json", "designs/cardstock-template.schema.json",
      ])
  }

  @Test func `a component's file is found beside its template, wherever the run is`() throws {
    let folder = try WorkFolder()
    try folder.makeFolder("designs")
    try folder.write("{ \"name\": \"Ada\" }", to: "ada.json")
    try folder.write(
      """
      { "format": 1, "fields": [{ "name": "name" }],
        "front": { "kind": "component", "name": "Badge" } }
      """, to: "designs/Outer.card.json")
    try folder.write(
      "{ \"format\": 1, \"front\": { \"kind\": \"label\", \"text\": \"{{name}}\" } }",
      to: "designs/Badge.card.json")
    let arguments = ["render", "ada.json", "-t", "designs/Outer.card.json", "-o", "o.png"]
    let result = try folder.run(arguments)
    #expect(result.error == "" && result.exitCode == 0)

    try folder.write(
      "{ \"format\": 1,\n \"front\": { \"kind\": \"label\", \"tekst\": \"{{name}}\" } }",
      to: "designs/Badge.card.json")
    let wrong = try folder.run(arguments)
    #expect(wrong.exitCode == 1)
    #expect(wrong.error.contains("at designs/Badge.card.json, line 2, column"))
  }

  @Test func `a resumed run draws again where a component has changed`() throws {
    let folder = try WorkFolder()
    try folder.write("[{ \"name\": \"Ada\" }]", to: "ada.json")
    try folder.write(
      """
      { "format": 1, "fields": [{ "name": "name" }],
        "front": { "kind": "component", "name": "Badge" } }
      """, to: "Outer.card.json")
    func badge(_ text: String) throws {
      try folder.write(
        "{ \"format\": 1, \"front\": { \"kind\": \"label\", \"text\": \"\(text) {{name}}\" } }",
        to: "Badge.card.json")
    }
    func draw() throws -> [UInt8] {
      let result = try folder.run([
        "render", "ada.json", "-t", "Outer.card.json", "-o", "{{name}}.png", "--resume",
      ])
      #expect(result.exitCode == 0, "\(result.error)")
      return try folder.bytes("Ada.png")
    }
    try badge("one")
    let first = try draw()
    #expect(try draw() == first)
    try badge("two")
    #expect(try draw() != first)
  }

  @Test func `days do not move under any time zone`() throws {
    let folder = try WorkFolder()
    try folder.write(
      "[{ \"name\": \"Ada\", \"joined\": \"1/3/2024\", \"born\": \"1815-12-10\" }]", to: "a.json")
    try folder.write(
      """
      { "format": 1, "fields": [{ "name": "name" },
        { "name": "joined", "type": "date", "format": "d/M/yyyy" },
        { "name": "born", "type": "date" }],
        "front": { "kind": "vertical", "children": [
          { "kind": "label", "text": "{{joined | date: full}}" },
          { "kind": "label", "text": "{{born | date: yyyy-MM-dd EEEE}}" },
          { "kind": "label", "text": "{{born}}" } ] } }
      """, to: "T.card.json")
    var pictures: Set<[UInt8]> = []
    for zone in [
      "UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/Sao_Paulo", "Asia/Shanghai",
      "Europe/London", "Asia/Kathmandu",
    ] {
      let result = try folder.run(
        ["render", "a.json", "-t", "T.card.json", "-o", "-", "--format", "png"],
        environment: ["TZ": zone])
      #expect(result.exitCode == 0, "\(result.error)")
      pictures.insert(result.output)
    }
    #expect(pictures.count == 1)
  }
}
