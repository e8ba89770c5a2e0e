import CardFixtures
import Cardstock
import Foundation
import Testing

/// The published JSON Schema against the code, against every template, and against wrong ones.
struct TemplateSchemaTests {
  private static let root = CardFixtures.folder.deletingLastPathComponent().standardized
  private static let schemas = root.appending(path: "Sources/Cardstock/Schemas")

  /// Every template and style guide of the repository, and what 'new' writes.
  private static func templates() throws -> [(name: String, json: JSONValue)] {
    var found: [(String, JSONValue)] = []
    let files = try #require(
      FileManager.default.enumerator(
        at: root, includingPropertiesForKeys: nil,
        options: [.skipsHiddenFiles]))
    for case let url as URL in files where url.lastPathComponent.hasSuffix(TemplateFile.ending) {
      let bytes = [UInt8](try Data(contentsOf: url))
      found.append((url.lastPathComponent, try JSONReader.read(bytes, options: .relaxed)))
    }
    let starter = Array(StarterTemplate.text(name: "FancyBadge").utf8)
    found.append(("FancyBadge", try JSONReader.read(starter, options: .relaxed)))
    return found
  }

  @Test(arguments: [
    ("cardstock-template.schema.json", TemplateFile.schema),
    ("cardstock-style.schema.json", TemplateFile.styleGuideSchema),
  ])
  func `the published schema is what the code says`(name: String, schema: JSONValue) throws {
    let url = Self.schemas.appending(path: name)
    let text = schema.text(pretty: true) + "\n"
    if ProcessInfo.processInfo.environment["CARDSTOCK_RECORD"] == "1" {
      try Data(text.utf8).write(to: url)
    }
    let published = try String(contentsOf: url, encoding: .utf8)
    // Not the texts themselves, whose difference would fill the screen.
    #expect(
      published == text, "Run the tests once with CARDSTOCK_RECORD=1, and look at the difference.")
  }

  @Test func `every template of the repository is valid`() throws {
    let validator = SchemaValidator(schema: TemplateFile.schema)
    let templates = try Self.templates()
    #expect(!templates.isEmpty)
    for (name, json) in templates { #expect(validator.faults(in: json) == [], "\(name)") }
  }

  private static let wrong: [String] = [
    "{ \"front\": { \"kind\": \"spacer\" } }",
    "{ \"format\": 2, \"front\": { \"kind\": \"spacer\" } }",
    "{ \"format\": 1, \"front\": { \"kind\": \"spacr\" } }",
    "{ \"format\": 1, \"frunt\": {}, \"front\": { \"kind\": \"spacer\" } }",
    "{ \"format\": 1, \"front\": { \"kind\": \"label\", \"tekst\": \"x\" } }",
    "{ \"format\": 1, \"front\": { \"kind\": \"label\", \"text\": 1 } }",
    "{ \"format\": 1, \"front\": { \"kind\": \"spacer\", \"width\": \"3 miles\" } }",
    "{ \"format\": 1, \"size\": \"a77\", \"front\": { \"kind\": \"spacer\" } }",
    "{ \"format\": 1, \"styleGuide\": { \"colors\": { \"a\": \"blue\" } }, "
      + "\"front\": { \"kind\": \"spacer\" } }",
    "{ \"format\": 1, \"fields\": [{ \"type\": \"text\" }], \"front\": { \"kind\": \"spacer\" } }",
    "{ \"format\": 1, \"front\": { \"kind\": \"label\", \"text\": \"x\", \"when\": { \"is\": 1 } } }",
  ]

  @Test(arguments: wrong)
  func `what the reader refuses, the schema refuses`(text: String) throws {
    let json = try JSONReader.read(Array(text.utf8))
    #expect(!TemplateFile.check(Array(text.utf8)).problems.isEmpty)
    #expect(!SchemaValidator(schema: TemplateFile.schema).faults(in: json).isEmpty)
  }

  @Test func `every part of an object has a description for editors`() {
    var missing: [String] = []
    func search(_ json: JSONValue, _ path: String) {
      switch json.kind {
      case .array(let entries):
        for (index, entry) in entries.enumerated() { search(entry, "\(path)/\(index)") }
      case .object(let members):
        if case .object(let properties)? = json["properties"]?.kind {
          for property in properties where property.value["description"] == nil {
            missing.append(path + "/" + property.key)
          }
        }
        for member in members { search(member.value, path + "/" + member.key) }
      default: break
      }
    }
    search(TemplateFile.schema, "")
    #expect(missing == [])
  }

  /// Somebody else's validator, where Python and its jsonschema are there.
  private static let python: String? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let found = path.split(separator: ":").map { "\($0)/python3" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found, (try? run(found, ["-c", "import jsonschema"]))?.code == 0 else { return nil }
    return found
  }()

  private static func run(
    _ program: String, _ arguments: [String]
  ) throws -> (code: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  @Test(.enabled(if: python != nil, "Python's jsonschema is not there."))
  func `another validator says the same of good and of wrong templates`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cardstock-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var files: [String] = []
    for (index, template) in try Self.templates().enumerated() {
      let file = folder.appending(path: "good\(index).json")
      try Data(template.json.text().utf8).write(to: file)
      files.append(file.path)
    }
    for (index, text) in Self.wrong.enumerated() {
      let file = folder.appending(path: "wrong\(index).json")
      try Data(text.utf8).write(to: file)
      files.append(file.path)
    }
    let schema = folder.appending(path: "schema.json")
    try Data(TemplateFile.schema.text().utf8).write(to: schema)
    let script = """
      import json, sys, os, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft7Validator.check_schema(schema)
      validator = jsonschema.Draft7Validator(schema)
      for path in sys.argv[2:]:
          name = os.path.basename(path)
          valid = validator.is_valid(json.load(open(path)))
          if valid != name.startswith('good'):
              print(name, 'is', 'valid' if valid else 'not valid')
      """
    let result = try Self.run(
      try #require(Self.python), ["-c", script, schema.path] + files)
    #expect(result.code == 0)
    #expect(result.output == "")
  }
}

/// The part of JSON Schema (draft 7) that the published schema uses.
private struct SchemaValidator {
  let schema: JSONValue

  /// The paths at which a value is not what the schema says.
  func faults(in json: JSONValue) -> [String] { faults(json, schema, "") }

  private func faults(_ json: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
    guard case .object(let rules) = schema.kind else { return [] }
    return rules.flatMap { rule in
      self.rule(rule.key, rule.value, json, schema, path)
    }
  }

  private func rule(
    _ key: String, _ rule: JSONValue, _ json: JSONValue, _ schema: JSONValue, _ path: String
  ) -> [String] {
    func unless(_ holds: Bool) -> [String] { holds ? [] : ["\(path) \(key)"] }
    switch (key, rule.kind, json.kind) {
    case ("type", .string(let type), _): return unless(Self.isType(type, json))
    case ("enum", .array(let words), _): return unless(words.contains(json))
    case ("const", _, _): return unless(rule == json)
    case ("minimum", .number(let least), .number(let digits)):
      return unless((Double(digits) ?? 0) >= (Double(least) ?? 0))
    case ("maximum", .number(let most), .number(let digits)):
      return unless((Double(digits) ?? 0) <= (Double(most) ?? 0))
    case ("pattern", .string(let pattern), .string(let text)):
      return unless(text.range(of: pattern, options: .regularExpression) != nil)
    case ("anyOf", .array(let choices), _):
      return unless(choices.contains { faults(json, $0, path).isEmpty })
    case ("allOf", .array(let all), _): return all.flatMap { faults(json, $0, path) }
    case ("$ref", .string(let name), _):
      let definition = self.schema["definitions"]?[String(name.dropFirst(14))]
      return definition.map { faults(json, $0, path) } ?? ["\(path) \(name)"]
    case ("items", _, .array(let entries)):
      return entries.enumerated().flatMap { faults($1, rule, "\(path)/\($0)") }
    case ("required", .array(let names), .object(let members)):
      return unless(names.allSatisfy { name in members.contains { .string($0.key) == name } })
    case ("properties", .object(let known), .object(let members)):
      return members.flatMap { member in
        known.first { $0.key == member.key }
          .map { faults(member.value, $0.value, path + "/" + member.key) } ?? []
      }
    case ("additionalProperties", _, .object(let members)):
      let rest = members.filter { schema["properties"]?[$0.key] == nil }
      if rule == .bool(false) { return rest.map { "\(path)/\($0.key) unknown" } }
      return rest.flatMap { faults($0.value, rule, path + "/" + $0.key) }
    default: return []
    }
  }

  private static func isType(_ type: String, _ json: JSONValue) -> Bool {
    switch (type, json.kind) {
    case ("string", .string), ("boolean", .bool), ("array", .array), ("object", .object),
      ("number", .number), ("null", .null):
      true
    case ("integer", .number(let digits)): Double(digits).map { $0 == $0.rounded() } ?? false
    default: false
    }
  }
}
