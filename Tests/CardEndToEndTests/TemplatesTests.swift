import CardFixtures
import Foundation
import Testing

@Suite struct TemplatesTests {
  private let people = CardFixtures.url("people/attendees.csv").path

  @Test func `the list names each design with its size and its fields`() throws {
    let result = try WorkFolder().run(["templates"])
    #expect(result.exitCode == 0 && result.error == "")
    #expect(result.text.hasPrefix("identity  85.6 mm × 53.98 mm\n"))
    #expect(
      result.text.contains(
        "\n\nconference  105 mm × 148 mm\n  A conference badge with a very large name, the "
          + "company, a QR code, and a band in the role's colour.\n"
          + "  Fields: name (required), company, role, event, code\n"))
  }

  @Test func `the list is there for programs`() throws {
    let result = try WorkFolder().run(["templates", "--json"])
    let list = try #require(
      JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]])
    let names = list.compactMap { $0["name"] as? String }
    #expect(
      names == ["identity", "conference", "contact", "label", "staff", "table-tent", "visitor"])
    let staff = try #require(list.first { $0["name"] as? String == "staff" })
    #expect(staff["width"] as? String == "53.98mm" && staff["sides"] as? Int == 2)
  }

  @Test func `a template is printed, and what is printed renders the same`() throws {
    let folder = try WorkFolder()
    let text = try folder.run(["templates", "visitor"])
    #expect(text.exitCode == 0)
    try folder.write(text.output, to: "mine.card.json")
    for (template, name) in [("visitor", "built-in.png"), ("mine.card.json", "mine.png")] {
      let result = try folder.run(["render", people, "--first", "1", "-t", template, "-o", name])
      #expect(result.error == "")
      #expect(result.exitCode == 0)
    }
    #expect(try folder.bytes("built-in.png") == folder.bytes("mine.png"))
  }

  @Test func `a wrong name has a hint`() throws {
    let folder = try WorkFolder()
    let wrong = try folder.run(["render", people, "-t", "stuff", "-o", "x.pdf"])
    #expect(wrong.exitCode == 1)
    #expect(
      wrong.error == """
        Error: The template 'stuff' is unknown.
          hint: Did you mean 'staff'? There are 'identity', 'conference', 'contact', 'label', \
        'staff', 'table-tent', 'visitor'; the name of a file ends with '.card.json'.

        """)
    #expect(try folder.run(["templates", "identity"]).error.contains("has no file"))
  }

  @Test func `a folder that is named is the only one`() throws {
    let folder = try WorkFolder()
    try folder.makeFolder("own")
    let path = folder.file("own").path
    let environment = ["CARDSTOCK_TEMPLATES": path]
    let missing = try folder.run(["templates"], environment: environment)
    #expect(
      missing.error == """
        Error: The built-in templates are not there; looked in '\(path)'.
          hint: Copy the folder 'Templates' beside the program.

        """)
    try folder.write("{}", to: "own/conference.card.json")
    let found = try folder.run(["templates", "conference"], environment: environment)
    #expect(found.text == "{}")
  }

  @Test func `the schemas are printed for editors`() throws {
    let schemas = CardFixtures.folder.deletingLastPathComponent()
      .appending(path: "Sources/Cardstock/Schemas")
    for (option, name) in [("--schema", "template"), ("--schema=style", "style")] {
      let result = try WorkFolder().run(["templates", option])
      #expect(result.exitCode == 0 && result.error == "")
      #expect(
        result.text
          == (try String(
            contentsOf: schemas.appending(path: "cardstock-\(name).schema.json"), encoding: .utf8)))
    }
  }

  @Test func `a component may be a built-in template`() throws {
    let folder = try WorkFolder()
    try folder.write(
      """
      { "format": 1, "size": "a6", "fields": [{ "name": "name" }],
        "front": { "kind": "component", "name": "conference" } }
      """, to: "mine.card.json")
    let result = try folder.run([
      "render", people, "--first", "1", "-t", "mine.card.json", "-o", "mine.png",
    ])
    #expect(result.error == "")
    #expect(result.exitCode == 0)
  }
}
