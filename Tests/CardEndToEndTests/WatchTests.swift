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

    init(
      _ arguments: [String], in folder: URL, environment: [String: String] = [:]
    ) throws {
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
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

  /// What tells one state of a file from another.
  private struct State: Equatable {
    let number: UInt64?
    let date: Date?

    init(_ file: URL) {
      let values = try? FileManager.default.attributesOfItem(atPath: file.path)
      number = values?[.systemFileNumber] as? UInt64
      date = values?[.modificationDate] as? Date
    }
  }

  /// Changes something and gives the seconds until a file is another one; nil after 20 seconds.
  private func seconds(until file: URL, _ change: () throws -> Void) rethrows -> Double? {
    let before = State(file)
    let start = ContinuousClock.now
    try change()
    for _ in 0..<10_000 {
      let state = State(file)
      if state != before, state.number != nil { return (ContinuousClock.now - start) / .seconds(1) }
      usleep(2000)
    }
    return nil
  }

  private static let whole = """
    { "format": 1, "size": "a7", "styleGuide": "house.style.json",
      "fields": [{ "name": "name", "required": true }, { "name": "photo", "type": "picture" }],
      "front": { "kind": "vertical", "padding": "4mm", "children": [
        { "kind": "label", "text": "{{name}}", "style": "h3.brand" },
        { "kind": "component", "name": "Part", "height": "10mm" },
        { "kind": "picture", "source": "{{photo}}", "width": "20mm", "height": "20mm" } ] } }
    """

  /// A folder with a template, its guide, its component, its data and its picture.
  private func wholeFolder() throws -> WorkFolder {
    let folder = try WorkFolder()
    try folder.write(Self.whole, to: "badge.card.json")
    try folder.write("{ \"colors\": { \"brand\": \"#123456\" } }", to: "house.style.json")
    try folder.write(Self.part("brand"), to: "Part.card.json")
    try folder.write("[{\"name\": \"Ada\", \"photo\": \"a.jpg\"}]", to: "people.json")
    try folder.copy("people/ada.jpg", to: "a.jpg")
    return folder
  }

  private static func part(_ color: String) -> String {
    "{ \"format\": 1, \"front\": { \"kind\": \"shape\", \"fill\": \"\(color)\" } }"
  }

  private static let command = [
    "render", "people.json", "-t", "badge.card.json", "-o", "a.png", "--watch", "--dpi", "72",
  ]

  @Test func `whatever changes, the new card is soon there`() throws {
    let folder = try wholeFolder()
    try folder.copy("people/grace.jpg", to: "b.jpg")
    let run = try Run(Self.command, in: folder.url)
    #expect(run.line(with: "Made 1 card", after: 0) != nil, "\(run.lines)")
    let changes: [(String, () throws -> Void)] = [
      (
        "badge.card.json",
        { try folder.write(Self.whole.replacing("4mm", with: "5mm"), to: "badge.card.json") }
      ),
      (
        "house.style.json",
        {
          try folder.write("{ \"colors\": { \"brand\": \"#AB2\" } }", to: "house.style.json")
        }
      ),
      (
        "people.json",
        {
          try folder.write(
            "[{\"name\": \"Grace\", \"photo\": \"a.jpg\"}]", to: "people.json")
        }
      ),
      ("a.jpg", { try folder.replace("a.jpg", with: "b.jpg") }),
      ("Part.card.json", { try folder.write(Self.part("black"), to: "Part.card.json") }),
    ]
    var times: [Double] = []
    var pictures: Set<[UInt8]> = [try folder.bytes("a.png")]
    for (name, change) in changes {
      // As long as a file is, so that only what is watched tells that it changed.
      usleep(150_000)
      let count = run.lines.count
      let time = try seconds(until: folder.file("a.png"), change)
      times.append(try #require(time, "\(name)\n\(run.lines)"))
      #expect(run.line(with: "Changed: '\(name)'.", after: count) != nil, "\(run.lines)")
      #expect(run.line(with: "Made 1 card, in", after: count) != nil)
      #expect(try pictures.insert(folder.bytes("a.png")).inserted, "\(name)")
    }
    // 200 ms is the aim; other tests run at the same time, so each kind gets more here.
    #expect(times.sorted()[times.count / 2] < 1, "\(times)")
    #expect((times.min() ?? 9) < 0.4, "\(times)")
    kill(run.process.processIdentifier, SIGINT)
    #expect(run.end() == 130)
  }

  @Test func `a built-in template is watched, and only what changed is made again`() throws {
    let folder = try WorkFolder()
    let templates = folder.file("Templates")
    try FileManager.default.copyItem(
      at: Tool.project.appending(path: "Sources/Cardstock/Templates"), to: templates)
    func people(_ company: String) -> String {
      "[{\"name\":\"Ada\",\"company\":\"\(company)\"},{\"name\":\"Grace\"},{\"name\":\"Emmy\"}]"
    }
    try folder.write(people("Engines"), to: "people.json")
    let run = try Run(
      [
        "render", "people.json", "-t", "conference", "-o", "out/{{name}}.png", "--watch", "--dpi",
        "72",
      ], in: folder.url, environment: ["CARDSTOCK_TEMPLATES": templates.path])
    #expect(run.line(with: "Made 3 cards", after: 0) != nil, "\(run.lines)")
    let files = ["Ada", "Grace", "Emmy"].map { folder.file("out/\($0).png") }
    usleep(150_000)

    // One record: the others' files stay as they are.
    let before = files.map(State.init)
    var count = run.lines.count
    _ = try seconds(until: files[0]) {
      try folder.write(people("Analytical Engines"), to: "people.json")
    }
    #expect(run.line(with: "Made 1 card, 2 unchanged, in", after: count) != nil, "\(run.lines)")
    let after = files.map(State.init)
    #expect(before[0] != after[0])
    #expect(before[1...] == after[1...])

    // The design: all of them.
    usleep(150_000)
    count = run.lines.count
    let design = try folder.bytes("Templates/conference.card.json")
    let text = String(decoding: design, as: UTF8.self)
    #expect(text.contains("\"safeArea\""))
    try folder.write(
      text.replacing("\"title\": \"", with: "\"title\": \"My ", maxReplacements: 1)
        .replacing("\"size\": \"a6\"", with: "\"size\": \"a6\", \"background\": \"grey3\""),
      to: "Templates/conference.card.json")
    #expect(run.line(with: "Changed: '", after: count)?.contains("conference.card.json") == true)
    #expect(run.line(with: "Made 3 cards, in", after: count) != nil, "\(run.lines)")
    kill(run.process.processIdentifier, SIGINT)
    #expect(run.end() == 130)
  }

  @Test func `no way of saving, moving or breaking is missed`() throws {
    let outer = try WorkFolder()
    try outer.makeFolder("job")
    let folder = try wholeFolder()
    let inner = outer.file("job/design")
    try FileManager.default.moveItem(at: folder.url, to: inner)
    let template = inner.appending(path: "badge.card.json")
    let run = try Run(
      [
        "render", "job/design/people.json", "-t", "job/design/badge.card.json", "-o", "a.png",
        "--watch", "--dpi", "72",
      ],
      in: outer.url)
    #expect(run.line(with: "Made 1 card", after: 0) != nil, "\(run.lines)")
    var number = 0
    /// Changes something, and waits for what is said and, where one is made, for the card.
    func told(_ words: [String], _ change: () throws -> Void) throws {
      usleep(150_000)
      let count = run.lines.count
      number += 1
      try change()
      for word in words {
        #expect(run.line(with: word, after: count) != nil, "\(number): \(word)\n\(run.lines)")
      }
    }
    func text(_ padding: String) -> Data { Data(Self.whole.replacing("4mm", with: padding).utf8) }

    // An editor that writes another file and renames it, one that first moves the old one away, and
    // one that empties the file and writes it in pieces.
    try told(["Changed: 'job/design/badge.card.json'", "Made 1 card"]) {
      try text("5mm").write(to: template, options: .atomic)
    }
    try told(["badge.card.json'", "Made 1 card"]) {
      try FileManager.default.moveItem(at: template, to: inner.appending(path: "badge.card.json~"))
      try text("6mm").write(to: template)
    }
    try told(["badge.card.json'", "Made 1 card"]) {
      let handle = try FileHandle(forWritingTo: template)
      try handle.truncate(atOffset: 0)
      for part in 0..<4 {
        let all = text("7mm")
        let size = all.count / 4
        try handle.write(contentsOf: all[part * size..<(part == 3 ? all.count : (part + 1) * size)])
        usleep(30_000)
      }
      try handle.close()
    }
    // Half a file, nothing at all, no file, no right to read it; each is told, and each mended.
    for broken in [Data(text("4mm").prefix(100)), Data(), Data([0xFF, 0xFE, 0])] {
      try told(["Error:"]) { try broken.write(to: template) }
      try told(["Made 1 card"]) { try text("5mm").write(to: template) }
    }
    try told(["Gone: 'job/design/badge.card.json'", "Error: There is no file"]) {
      try FileManager.default.removeItem(at: template)
    }
    try told(["New: 'job/design/badge.card.json'", "Made 1 card"]) {
      try text("6mm").write(to: template)
    }
    // A component, a guide and a picture that are gone or wrong.
    for name in ["Part.card.json", "house.style.json", "a.jpg"] {
      let file = inner.appending(path: name)
      let old = try Data(contentsOf: file)
      try told(["Gone: 'job/design/\(name)'", "Error:"]) {
        try FileManager.default.removeItem(at: file)
      }
      try told(["New: 'job/design/\(name)'", "Made 1 card"]) { try old.write(to: file) }
      try told(["Error:"]) { try Data("{ \"a\"".utf8).write(to: file) }
      try told(["Made 1 card"]) { try old.write(to: file) }
    }
    // The folder is moved away and back, and the one around it, too.
    let away = outer.file("job/away")
    try told(["Gone:", "Error:"]) { try FileManager.default.moveItem(at: inner, to: away) }
    try told(["New:", "Made 1 card"]) { try FileManager.default.moveItem(at: away, to: inner) }
    try told(["Gone:", "Error:"]) {
      try FileManager.default.moveItem(at: outer.file("job"), to: outer.file("other"))
    }
    try told(["New:", "Made 1 card"]) {
      try FileManager.default.moveItem(at: outer.file("other"), to: outer.file("job"))
    }
    try told(["Changed: 'job/design/people.json'", "Made 1 card"]) {
      try Data("[{\"name\": \"Emmy\"}]".utf8).write(to: inner.appending(path: "people.json"))
    }
    #expect(run.process.isRunning)
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
