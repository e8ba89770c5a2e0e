import Foundation
import Synchronization
import Testing

/// `render --watch` as a program: it is changed under, broken and mended, and ended by Ctrl-C.
@Suite struct WatchTests {
  /// A running tool whose standard error is read while it runs.
  private final class Run {
    let process = Process()
    private let text = Text()

    private final class Text: Sendable {
      let value = Mutex("")
    }

    init(_ arguments: [String], in folder: URL) throws {
      process.executableURL = try Tool.executable
      process.arguments = arguments
      process.currentDirectoryURL = folder
      process.standardOutput = FileHandle.nullDevice
      process.standardInput = FileHandle.nullDevice
      let pipe = Pipe()
      process.standardError = pipe
      let text = text
      pipe.fileHandleForReading.readabilityHandler = { handle in
        let more = String(decoding: handle.availableData, as: UTF8.self)
        text.value.withLock { $0 += more }
      }
      try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    var lines: [String] {
      text.value.withLock { $0 }.split(separator: "\n").map(String.init)
    }

    /// Waits for a line that holds a word, beyond the lines there were; nil after 20 seconds.
    func line(with word: String, after count: Int) -> String? {
      for _ in 0..<400 {
        if let line = lines.dropFirst(count).first(where: { $0.contains(word) }) { return line }
        usleep(50_000)
      }
      return nil
    }

    /// The exit code once it has ended, at most 20 seconds later.
    func end() -> Int32? {
      for _ in 0..<400 where process.isRunning { usleep(50_000) }
      return process.isRunning ? nil : process.terminationStatus
    }
  }

  private static let template = """
    { "format": 1, "size": "a7", "fields": [{ "name": "name", "required": true }],
      "front": { "kind": "vertical", "padding": "4mm", "children": [
        { "kind": "label", "text": "{{name}}", "style": "h3" },
        { "kind": "picture", "source": "{{photo}}", "width": "10mm", "height": "10mm" }
      ] } }
    """.replacingOccurrences(
      of: "[{ \"name\": \"name\", \"required\": true }]",
      with: """
        [{ "name": "name", "required": true }, { "name": "photo", "type": "picture" }]
        """)

  @Test func `watching survives every broken state and ends with 130`() throws {
    let folder = try WorkFolder()
    try folder.write(Self.template, to: "badge.card.json")
    try folder.write("[{\"name\": \"Ada\", \"photo\": \"a.jpg\"}]", to: "people.json")
    try folder.copy("people/ada.jpg", to: "a.jpg")
    let run = try Run(
      [
        "render", "people.json", "-t", "badge.card.json", "-o", "ada.png", "--watch", "--dpi", "72",
      ],
      in: folder.url)
    var count = 0
    /// Changes something and waits for what is said then.
    func told(_ word: String, _ change: () throws -> Void) throws -> String {
      count = run.lines.count
      try change()
      return try #require(run.line(with: word, after: count), "\(word)\n\(run.lines)")
    }
    #expect(run.line(with: "Made 1 card", after: 0) != nil)
    let first = try folder.bytes("ada.png")

    // Another picture, put in place by a rename.
    try folder.copy("people/grace.jpg", to: "b.jpg")
    var isRenamed = false
    _ = try told("Changed: 'a.jpg'") {
      isRenamed = rename(folder.file("b.jpg").path, folder.file("a.jpg").path) == 0
    }
    #expect(isRenamed)
    #expect(run.line(with: "Made 1 card", after: count) != nil)
    #expect(try folder.bytes("ada.png") != first)

    // A half-written template names its place in one line, and the card stays.
    let made = try folder.bytes("ada.png")
    let error = try told("Error:") {
      try folder.write(String(Self.template.prefix(120)), to: "badge.card.json")
    }
    #expect(error.contains("badge.card.json, line"))
    #expect(try folder.bytes("ada.png") == made)

    // A missing template, then a whole one.
    #expect(
      try told("There is no file 'badge.card.json'") {
        try FileManager.default.removeItem(at: folder.file("badge.card.json"))
      }.hasPrefix("Error:"))
    _ = try told("Made 1 card") {
      try folder.write(
        Self.template.replacingOccurrences(of: "\"4mm\"", with: "\"6mm\""), to: "badge.card.json")
    }
    #expect(try folder.bytes("ada.png") != made)

    // Wrong data says what is wrong where.
    #expect(
      try told("Error:") {
        try folder.write("[{\"nam\": \"Ada\"}]", to: "people.json")
      }.contains("people.json:1:2"))
    _ = try told("Made 1 card") {
      try folder.write("[{\"name\": \"Ada\"}]", to: "people.json")
    }

    #expect(run.process.isRunning)
    kill(run.process.processIdentifier, SIGINT)
    #expect(run.end() == 130)
  }

  @Test func `components and style guides are watched, also those that are not there yet`() throws {
    let folder = try WorkFolder()
    try folder.write(
      """
      { "format": 1, "styleGuide": "house.style.json",
        "front": { "kind": "component", "name": "Part" } }
      """, to: "whole.card.json")
    try folder.write("{ \"colors\": { \"brand\": \"#123\" } }", to: "house.style.json")
    try folder.write("[{\"name\": \"Ada\"}]", to: "people.json")
    let run = try Run(
      ["render", "people.json", "-t", "whole.card.json", "-o", "a.png", "--watch", "--dpi", "72"],
      in: folder.url)
    #expect(run.line(with: "The component 'Part' is unknown.", after: 0) != nil)
    var count = run.lines.count
    try folder.write(
      """
      { "format": 1, "styleGuide": "house.style.json",
        "front": { "kind": "shape", "fill": "brand" } }
      """, to: "Part.card.json")
    #expect(run.line(with: "Made 1 card", after: count) != nil, "\(run.lines)")
    let first = try folder.bytes("a.png")
    count = run.lines.count
    try folder.write("{ \"colors\": { \"brand\": \"#AB2\" } }", to: "house.style.json")
    #expect(run.line(with: "Changed: 'house.style.json'", after: count) != nil, "\(run.lines)")
    #expect(run.line(with: "Made 1 card", after: count) != nil)
    #expect(try folder.bytes("a.png") != first)
    count = run.lines.count
    try folder.write(
      "{ \"format\": 1, \"front\": { \"kind\": \"spacer\" } }", to: "Part.card.json")
    #expect(run.line(with: "Changed: 'Part.card.json'", after: count) != nil, "\(run.lines)")
    kill(run.process.processIdentifier, SIGINT)
    #expect(run.end() == 130)
  }

  @Test func `standard input and output cannot be watched`() throws {
    let folder = try WorkFolder()
    let result = try folder.run(
      ["render", "-", "-o", "a.png", "--watch"], input: Array("{}".utf8))
    #expect(result.exitCode == 1)
    #expect(result.error.hasPrefix("Error: With '--watch', data and cards are files."))
  }
}
