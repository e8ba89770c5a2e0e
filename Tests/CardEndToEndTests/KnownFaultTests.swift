import Foundation
import Testing

/// Faults that other makers of badges had with names and data, each by one small input.
@Suite struct KnownFaultTests {
  private static let template = """
    { "format": 1, "size": "a6", "safeArea": "7mm",
      "fields": [{ "name": "name", "required": true }, { "name": "id" }, { "name": "path" },
        { "name": "note" }, { "name": "day", "type": "date" }],
      "front": { "kind": "vertical", "alignment": "leading", "padding": "8mm", "children": [
        { "kind": "label", "id": "name", "text": "{{name}}", "style": "h1",
          "fit": { "shrink": { "to": 6 } } },
        { "kind": "label", "text": "{{id}}" }, { "kind": "label", "text": "{{path}}" },
        { "kind": "label", "text": "{{note}}", "fit": "wrap" },
        { "kind": "label", "text": "{{day | date: long}}" },
        { "kind": "spacer" },
        { "kind": "barcode", "id": "code", "content": "{{id}}", "width": "25mm", "height": "25mm" }
      ] } }
    """

  private func inspect(
    _ data: String, _ name: String = "people.csv", _ more: [String] = [],
    environment: [String: String] = [:]
  ) throws -> ToolResult {
    let folder = try WorkFolder()
    try folder.write(Self.template, to: "badge.card.json")
    try folder.write(data, to: name)
    return try folder.run(
      ["inspect", "badge.card.json", name] + more, environment: environment)
  }

  @Test(arguments: ["00123", "+49 0151", "1E5", "3-4", "234", "1.10", "0x1F", "TRUE", "NaN"])
  func `an id keeps its characters`(id: String) throws {
    let result = try inspect("name,id\nAda,\(id)\n")
    #expect(result.text.contains("label text=\"\(id)\""), "\(result.text)")
    let json = try inspect("[{\"name\": \"Ada\", \"id\": \"\(id)\"}]", "people.json")
    #expect(json.text.contains("label text=\"\(id)\""), "\(json.text)")
  }

  @Test func `marks, quotes, breaks and backslashes of a table are read as they are meant`() throws
  {
    let result = try inspect(
      "\u{FEFF}\"name\",id,path,note\r\n\"Lovelace, \"\"Ada\"\"\",1,C:\\new\\photo.jpg,\"a\nb;c\"\r\n"
    )
    #expect(result.error == "")
    #expect(result.text.contains("text=\"Lovelace, \\\"Ada\\\"\""), "\(result.text)")
    #expect(result.text.contains("text=\"C:\\\\new\\\\photo.jpg\""))
    #expect(result.text.contains("text=\"a\\nb;c\""))
  }

  @Test(arguments: ["Asia/Shanghai", "America/St_Johns", "UTC"])
  func `a day with a time is that day`(zone: String) throws {
    let result = try inspect(
      "name,day\nAda,2021-08-12 00:00:00\n", environment: ["TZ": zone])
    #expect(result.text.contains("label text=\"August 12, 2021\""), "\(result.text)")
  }

  @Test func `a column of another name is told with the one that was meant`() throws {
    let wrong = try inspect("nmae,id\nAda,1\n")
    #expect(wrong.exitCode == 1)
    #expect(wrong.error.contains("The record has no 'name', which the template needs."))
    #expect(wrong.error.contains("hint: The data has 'nmae'; give '--map name=nmae'."))
    let twice = try inspect("Name,Name\na,b\n")
    #expect(twice.error.hasPrefix("Error: Two columns, 1 and 2, have the name 'Name'."))
  }

  @Test(arguments: [1, 2, 17])
  func `as many cards come out as records went in`(count: Int) throws {
    let folder = try WorkFolder()
    let rows = (1...count).map { "Person \($0),\($0)" }.joined(separator: "\n")
    try folder.write("name,id\n\(rows)\n", to: "people.csv")
    let result = try folder.run([
      "render", "people.csv", "-o", "out/{{id}}.png", "--dpi", "72",
    ])
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(try folder.names.filter { $0.hasSuffix(".png") }.count == count)
  }

  /// The size of the name and the box that it takes, in points.
  private func name(_ name: String) throws -> (size: Double, line: String, width: Double) {
    let result = try inspect("[{\"name\": \"\(name)\", \"id\": \"1\"}]", "people.json", ["--frame"])
    let lines = result.text.split(separator: "\n").map(String.init)
    let index = try #require(lines.firstIndex { $0.contains("text #name") }, "\(result.text)")
    let words = lines[index].split(separator: " ")
    let style = try #require(words.firstIndex(of: "h1.black"))
    return (
      try #require(Double(words[style + 1])), lines[index] + lines[index + 1],
      try #require(words.count > 3 ? Double(words[3]) : nil)
    )
  }

  @Test func `a name is never enlarged, and shrinks by its width, not by its letters`() throws {
    #expect(try name("Al").size == 24)
    #expect(try name("iiiiiiiiiiiiiiii").size == 24)
    let wide = try name("WWWWWWWWWWWWWWWW")
    #expect(wide.size < 20 && wide.size > 6, "\(wide)")
    let long = try name("Bartholomew Featherstonehaugh")
    #expect(long.size < 24)
    #expect(long.line.contains("'Bartholomew Featherstonehaugh'"), "\(long.line)")
  }

  @Test func `a name of sixty letters stays within its padding, and its size is told`() throws {
    let folder = try WorkFolder()
    try folder.write(Self.template, to: "badge.card.json")
    let name = "Hubert Blaine Wolfeschlegelsteinhausenbergerdorff the Second"
    #expect(name.count == 60)
    try folder.write("[{\"name\": \"\(name)\", \"id\": \"1\"}]", to: "people.json")
    let result = try folder.run(["check", "badge.card.json", "people.json", "--json"])
    #expect(result.text.contains("\"failed\": 0"), "\(result.text)")
    for code in ["outside-card", "outside-safe-area", "code-covered", "texts-overlap"] {
      #expect(!result.text.contains("\"code\": \"\(code)\""), "\(code)")
    }
    let text = try folder.run(["check", "badge.card.json", "people.json"])
    #expect(text.text.contains(" is set at "), "\(text.text)")
  }

  @Test func `what looks like markup or like a placeholder in somebody's data is text`() throws {
    for name in ["AT&T <R&D>", "{{id}}", "%s", "$(id)", "`id`"] {
      let result = try inspect("name,id\n\(name),7\n", "people.csv", ["--frame"])
      #expect(result.text.contains(" '\(name)'\n"), "\(result.text)")
    }
  }
}
