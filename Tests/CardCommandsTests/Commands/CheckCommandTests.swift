import CardModel
import Foundation
import Testing

@testable import CardCommands

@Suite struct CheckCommandTests {
  /// A folder of a test's own.
  private final class Folder {
    let url: URL

    init() throws {
      url = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID())")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ text: String, to name: String) throws -> String {
      let file = url.appending(path: name)
      try Data(text.utf8).write(to: file)
      return file.path
    }
  }

  private static let template = """
    { "format": 1, "size": "a7",
      "fields": [{ "name": "name", "required": true, "sample": "Ada" }, { "name": "note" }],
      "front": { "kind": "vertical", "padding": "4mm", "children": [
        { "kind": "label", "text": "{{name}}", "id": "name", "style": "h1",
          "fit": { "shrink": { "to": 6, "lines": 2 } } },
        { "kind": "label", "text": "{{note}}", "style": "body.grey1" }
      ] } }
    """

  private func run(_ arguments: String...) -> (code: ExitCode, output: String, error: String) {
    let recorded = RecordedConsole()
    let code = CommandLineTool.run(
      arguments: ["check"] + arguments, environment: [:], console: recorded.console)
    return (code, recorded.output, recorded.error)
  }

  @Test func `a good template has no problem, and names what could not be looked at`() throws {
    let folder = try Folder()
    let result = run(try folder.write(Self.template, to: "badge.card.json"))
    #expect(result.code == .success)
    #expect(result.output == "")
    #expect(result.error.contains("no 'sample': 'note'."))
    #expect(result.error.hasSuffix("No errors, no warnings.\n"))
  }

  @Test func `a problem is a line with file, line, column, path and a hint below`() throws {
    let folder = try Folder()
    let path = try folder.write(
      Self.template.replacingOccurrences(of: "\"id\": \"name\"", with: "\"idd\": \"name\""),
      to: "badge.card.json")
    let result = run(path)
    #expect(result.code == .failure)
    #expect(
      result.output
        == "\(path):4:44: error: The label has no part 'idd'. (front.children[0])\n"
        + "  hint: Did you mean 'id'?\n")
  }

  @Test func `a warning fails only a strict check`() throws {
    let folder = try Folder()
    let path = try folder.write(
      Self.template.replacingOccurrences(of: "\"h1\"", with: "\"h1.grey3\""),
      to: "badge.card.json")
    let result = run(path)
    #expect(result.code == .success)
    #expect(result.output.contains(": warning: The text 'Ada' has a contrast of "))
    let strict = run(path, "--strict")
    #expect(strict.code == .failure)
    #expect(strict.output.contains(": error: The text 'Ada' has a contrast of "))
  }

  @Test func `what cannot be checked has the code 2 and a whole JSON document`() throws {
    let folder = try Folder()
    let path = try folder.write(Self.template, to: "badge.card.json")
    #expect(run("nothing.card.json").code == .someFailed)
    #expect(run("nothing").code == .someFailed)
    let result = run(path, folder.url.path + "/nobody.csv", "--json")
    #expect(result.code == .someFailed)
    #expect(result.error.hasPrefix("Error: "))
    let json = try JSONReader.read(Array(result.output.utf8))
    #expect(json["result"] == .string("unchecked"))
  }

  @Test func `the audit lists the worst records of each label with their places`() throws {
    let folder = try Folder()
    let path = try folder.write(Self.template, to: "badge.card.json")
    let long = "Bartholomew Featherstonehaugh of Chatsworth and Kedleston"
    let data = try folder.write(
      "name,note\nAda,x\n\(long),y\n,z\nGrace Hopper,Œuvre\n", to: "people.csv")
    let result = run(path, data)
    #expect(result.code == .failure)
    #expect(result.output.contains("\(data):4, record 3, field 'name': error: The record has no"))
    #expect(result.output.contains("3 records were laid out."))
    #expect(result.output.contains("'Bartholomew Featherstonehaugh of Chatsworth and…' is set at "))
    #expect(result.output.contains("\(data):3, record 2"))
    // The label without an id goes by its place in the file.
    #expect(result.output.contains("front.children[1]"))
    let kept = run(path, data, "--only", "note!=z")
    #expect(kept.code == .success)
  }

  @Test(arguments: [
    (["--min-size", "23"], "min-size"), (["--max-lines", "1"], "max-lines"),
  ])
  func `a gate that is not kept fails`(gate: [String], name: String) throws {
    let folder = try Folder()
    let path = try folder.write(Self.template, to: "badge.card.json")
    let data = try folder.write(
      "[{\"name\": \"Ada\"}, {\"name\": \"Bartholomew Featherstonehaugh\"}]", to: "people.json")
    #expect(run(path, data).code == .success)
    let recorded = RecordedConsole()
    let code = CommandLineTool.run(
      arguments: ["check", path, data, "--json"] + gate, environment: [:],
      console: recorded.console)
    #expect(code == .failure)
    let json = try JSONReader.read(Array(recorded.output.utf8))
    guard case .array(let breaches)? = json["breaches"]?.kind else {
      Issue.record("no breaches")
      return
    }
    #expect(breaches.allSatisfy { $0["gate"] == .string(name) })
    #expect(breaches.first?["record"] == .number(2))
    #expect(json["notice"] != nil)
  }

  @Test func `the identity card is checked as well`() throws {
    let folder = try Folder()
    let data = try folder.write(
      "[{\"name\": \"Ada\"}, {\"name\": \"\"}, {\"name\": \"Bo\", \"birthday\": \"x\"}]",
      to: "people.json")
    let result = run("identity", data)
    #expect(result.code == .failure)
    #expect(result.output.contains("people.json:1:60"))
    #expect(result.output.contains("1 record was laid out."))
  }

  @Test func `components and style guides are checked in their own files`() throws {
    let folder = try Folder()
    let card = try folder.write(
      """
      { "format": 1, "styleGuide": "house.style.json",
        "fields": [{ "name": "name", "sample": "Ada" }],
        "front": { "kind": "vertical", "padding": "4mm", "children": [
          { "kind": "component", "name": "Badge" },
          { "kind": "component", "name": "Missing" }] } }
      """, to: "card.card.json")
    let badge = try folder.write(
      """
      { "format": 1,
        "fields": [{ "name": "name" }],
        "front": { "kind": "label", "text": "{{nam}}" } }
      """, to: "Badge.card.json")
    let style = try folder.write(
      #"{ "colors": { "brand": "blue" } }"#, to: "house.style.json")
    let result = run(card)
    #expect(result.code == .failure)
    let text = result.output + result.error
    #expect(text.contains("\(badge):3:") || text.contains("\(badge), line 3"), "\(text)")
    #expect(text.contains("The field 'nam' is unknown."))
    #expect(text.contains(style))
    #expect(text.contains("The component 'Missing' is unknown."))
  }

  @Test func `faint text in a component is told where the component stands`() throws {
    let folder = try Folder()
    let card = try folder.write(
      """
      { "format": 1,
        "front": { "kind": "vertical", "padding": "4mm", "children": [
          { "kind": "component", "name": "Faint" }] } }
      """, to: "card.card.json")
    _ = try folder.write(
      """
      { "format": 1, "styleGuide": { "colors": { "pale": "#EEEEEE" } },
        "front": { "kind": "label", "text": "Faint", "style": "body.pale" } }
      """, to: "Faint.card.json")
    let result = run(card)
    #expect(result.code == .success)
    let text = result.output + result.error
    #expect(text.contains("contrast"), "\(text)")
    #expect(text.contains("front.children[0]"), "\(text)")
  }

  @Test(arguments: [
    "identity", "conference", "contact", "label", "staff", "table-tent", "visitor",
  ])
  func `no built-in template has a problem`(name: String) {
    let result = run(name)
    #expect(result.code == .success)
    #expect(result.output == "")
    #expect(result.error.contains("No errors, no warnings."), "\(result.error)")
  }

  @Test func `a name that is no built-in template gets the nearest one`() {
    let result = run("confrence")
    #expect(result.code == .someFailed)
    #expect((result.output + result.error).contains("Did you mean 'conference'?"))
  }
}
