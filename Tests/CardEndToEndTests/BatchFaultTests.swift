import Foundation
import Testing

/// What a run leaves when it is killed, or when its disk or folder goes away.
@Suite struct BatchFaultTests {
  private func people(_ count: Int) -> String {
    "id,name\n" + (1...count).map { "\($0),Person \($0)\n" }.joined()
  }

  private func pictures(_ folder: WorkFolder) throws -> [String: [UInt8]] {
    var pictures: [String: [UInt8]] = [:]
    for name in try folder.names where name.hasSuffix(".png") {
      pictures[name] = try folder.bytes(name)
    }
    return pictures
  }

  private let render = [
    "render", "a.csv", "-o", "out/{{id}}.png", "--dpi", "50", "--progress", "none",
  ]

  /// Starts the tool and waits until so many cards are there.
  private func start(_ folder: WorkFolder, _ arguments: [String], until cards: Int) throws
    -> (process: Process, errors: Pipe)
  {
    let process = Process()
    process.executableURL = try Tool.executable
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let end = ContinuousClock.now + .seconds(120)
    while process.isRunning, ContinuousClock.now < end,
      try folder.names.count(where: { $0.hasSuffix(".png") }) < cards
    {
      usleep(1_000)
    }
    return (process, errors)
  }

  @Test func `after kills at any moment the rest is made, to the same bytes`() throws {
    let whole = try WorkFolder()
    let torn = try WorkFolder()
    for folder in [whole, torn] { try folder.write(people(300), to: "a.csv") }
    #expect(try whole.run(render, timeout: 300).exitCode == 0)
    let expected = try pictures(whole)
    #expect(expected.count == 300)
    for cards in [1, 70, 150] {
      let (process, _) = try start(torn, render + ["--resume"], until: cards)
      usleep(UInt32.random(in: 0...20_000))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      for (name, bytes) in try pictures(torn) { #expect(bytes == expected[name], "\(name)") }
    }
    let rest = try torn.run(render + ["--resume"], timeout: 300)
    #expect(rest.exitCode == 0)
    #expect(rest.error.hasSuffix(" unchanged.\n") && !rest.error.hasPrefix("300 "))
    #expect(try pictures(torn) == expected)
    #expect(try !torn.names.contains { $0.hasSuffix(".tmp") })
    let manifest = "out/.cardstock-manifest"
    #expect(try torn.bytes(manifest) == whole.bytes(manifest))
  }

  /// Runs the tool where no file may be larger than so many blocks of 512 bytes.
  private func run(_ folder: WorkFolder, blocks: Int, _ arguments: [String]) throws -> ToolResult {
    try Tool.run(
      program: URL(filePath: "/bin/sh"),
      ["-c", "ulimit -f \(blocks) && exec \"$0\" \"$@\"", Tool.executable.path] + arguments,
      in: folder.url, timeout: 300)
  }

  @Test(.enabled(if: Tool.installed("dash") != nil))
  func `a full disk is one error and leaves nothing torn`() throws {
    let folder = try WorkFolder()
    try folder.write(people(200), to: "a.csv")
    // Room for some pictures' lines in the manifest, and for no larger document.
    let many = try run(folder, blocks: 20, render)
    #expect(many.exitCode == 1)
    #expect(
      many.error
        == "Error: The file 'out/.cardstock-manifest' cannot be written: no space is left.\n")
    let made = try pictures(folder)
    #expect(made.count > 50 && made.count < 200)
    for (name, bytes) in made {
      #expect(try PNGFile(bytes).chunks.last?.type == "IEND", "\(name)")
    }
    let document = try run(folder, blocks: 60, ["render", "a.csv", "-o", "cards.pdf"])
    #expect(document.exitCode == 1)
    #expect(
      document.error == "Error: The file 'cards.pdf' cannot be written: no space is left.\n")
    #expect(try !folder.names.contains { $0 == "cards.pdf" || $0.hasSuffix(".tmp") })
  }

  @Test(arguments: ["removed", "turned into a file"])
  func `an output folder that goes away is one error`(_ fate: String) throws {
    let folder = try WorkFolder()
    try folder.write(people(2000), to: "a.csv")
    let (process, errors) = try start(folder, render, until: 10)
    try FileManager.default.moveItem(at: folder.file("out"), to: folder.file("old"))
    if fate != "removed" { try folder.write("", to: "out") }
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text.components(separatedBy: "Error: ").count == 2, "\(text)")
    for (name, bytes) in try pictures(folder) {
      #expect(try PNGFile(bytes).chunks.last?.type == "IEND", "\(name)")
    }
    #expect(try !folder.names.contains { $0.hasPrefix("out/") })
  }

  /// The bytes of all files in a folder of the work folder, by their names.
  private func all(_ folder: WorkFolder) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try folder.names where name.hasPrefix("out/") {
      files[name] = try folder.bytes(name)
    }
    return files
  }

  /// The sizes of the files in the folder `out`, by their names and numbers in the file system: one
  /// that takes the place of another has a number of its own.
  private func sizes(_ folder: WorkFolder) throws -> [String: Int] {
    var sizes: [String: Int] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.file("out").path) {
      // What was just given its final name is no longer there under this one.
      let path = folder.file("out/" + name).path
      guard let facts = try? FileManager.default.attributesOfItem(atPath: path) else { continue }
      sizes["\(name) \(facts[.systemFileNumber] ?? 0)"] = facts[.size] as? Int ?? 0
    }
    return sizes
  }

  /// Runs the tool and kills it once it has written more than so many bytes to files of its own;
  /// false where it came to its end before.
  private func killRun(
    _ folder: WorkFolder, _ arguments: [String], after count: Int
  ) throws -> Bool {
    let before = try sizes(folder)
    let process = Process()
    process.executableURL = try Tool.executable
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.standardError = FileHandle.nullDevice
    try process.run()
    let end = ContinuousClock.now + .seconds(300)
    while process.isRunning, ContinuousClock.now < end {
      let written = try sizes(folder).filter { before[$0.key] == nil }
      if !written.isEmpty, written.values.reduce(0, +) > count { break }
      usleep(500)
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
  }

  @Test(arguments: [
    ["-o", "out/cards.pdf", "--resume", "--report", "out/r.ndjson"],
    ["-o", "out/cards.pdf", "--sheet", "a4", "--report", "out/r.json"],
    ["-o", "out/s-{{sheet}}.png", "--sheet", "a4", "--dpi", "50", "--report", "out/r.html"],
    ["-o", "out/labels.zpl", "--dpi", "203", "--report", "out/r.json"],
  ])
  func `documents and sheets that were killed are made by the next run, to the same bytes`(
    _ options: [String]
  ) throws {
    let whole = try WorkFolder()
    let torn = try WorkFolder()
    let render = ["render", "a.csv", "--progress", "none", "--jobs", "2"] + options
    for folder in [whole, torn] {
      try folder.write(people(150), to: "a.csv")
      try folder.makeFolder("out")
    }
    #expect(try whole.run(render, timeout: 300).exitCode == 0)
    let expected = try all(whole)
    #expect(expected.count >= 2)
    let size = expected.values.map(\.count).reduce(0, +)
    for share in [0.0, 0.3, 0.6] {
      var isKilled = false
      for _ in 0..<20 where !isKilled {
        isKilled = try killRun(torn, render, after: Int(share * Double(size)))
        let left = try all(torn).filter { !$0.key.hasSuffix(".tmp") }
        for (name, bytes) in left { #expect(bytes == expected[name], "\(name)") }
        // What was killed has made no document; one that had made it came to its end before.
        isKilled = isKilled && left.keys.allSatisfy { $0.hasPrefix("out/s-") }
        if !isKilled { try FileManager.default.removeItem(at: torn.file("out")) }
        try torn.makeFolder("out")
      }
      #expect(isKilled, "No run was killed before its end at a share of \(share).")
    }
    #expect(try torn.run(render, timeout: 300).exitCode == 0)
    #expect(try all(torn) == expected)
  }

  /// Runs the tool as a user who is bound to the modes of files, as the one who tests may not be.
  private static let isBound = geteuid() != 0 || Tool.installed("setpriv") != nil

  @Test(.enabled(if: isBound))
  func `an output folder that can no longer be written is one error`() throws {
    let folder = try WorkFolder()
    try folder.write(people(2000), to: "a.csv")
    try folder.makeFolder("out")
    let out = folder.file("out").path
    func allow(_ mode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: out)
    }
    try allow(0o777)
    let bound = ["--reuid=65534", "--regid=65534", "--clear-groups"]
    let process = Process()
    process.executableURL = geteuid() == 0 ? Tool.installed("setpriv") : try Tool.executable
    process.arguments = (geteuid() == 0 ? bound + [try Tool.executable.path] : []) + render
    process.currentDirectoryURL = folder.url
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let end = ContinuousClock.now + .seconds(120)
    while process.isRunning, try pictures(folder).count < 10, ContinuousClock.now < end {
      usleep(2_000)
    }
    try allow(0o555)
    process.waitUntilExit()
    try allow(0o777)
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(process.terminationStatus == 1, "\(text)")
    #expect(text.components(separatedBy: "Error: ").count == 2, "\(text)")
    #expect(text.contains("permission denied"), "\(text)")
    let made = try pictures(folder)
    #expect(made.count >= 10 && made.count < 2000)
    for (name, bytes) in made {
      #expect(try PNGFile(bytes).chunks.last?.type == "IEND", "\(name)")
    }
    // A name that could not be taken away then goes with the next run.
    #expect(try folder.run(render + ["--first", "2"]).exitCode == 0)
    #expect(try !folder.names.contains { $0.hasSuffix(".tmp") })
  }

  @Test(arguments: [
    ["-o", "out/{{id}}.png", "--resume", "--report", "out/r.json"],
    ["-o", "out/{{id}}.pdf", "--verify", "--report", "out/r.html"],
    ["-o", "out/cards.pdf"],
    ["-o", "out/cards.pdf", "--sheet", "a4", "--order", "cut-stack"],
    ["-o", "out/s-{{sheet}}.png", "--sheet", "a4"],
    ["-o", "out/labels.zpl", "--dpi", "203"],
    ["-o", "-", "--format", "pdf"],
  ])
  func `Ctrl-C ends every kind of run soon, with nothing torn and nothing left`(
    _ options: [String]
  ) throws {
    let folder = try WorkFolder()
    try folder.write(people(20_000), to: "a.csv")
    try folder.makeFolder("out")
    try folder.makeFolder("tmp")
    try folder.write("old", to: "out/cards.pdf")
    let process = Process()
    process.executableURL = try Tool.executable
    process.arguments = ["render", "a.csv", "--progress", "json", "--jobs", "2"] + options
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment
      .merging(["TMPDIR": folder.file("tmp").path]) { $1 }
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    // The first line of progress says that cards are being made.
    #expect(errors.fileHandleForReading.availableData.starts(with: Data("{".utf8)))
    let start = ContinuousClock.now
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(process.terminationStatus == 130)
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text.contains("Stopped: "), "\(text)")
    let names = try folder.names
    #expect(!names.contains { $0.hasSuffix(".tmp") || $0.hasPrefix("tmp/") }, "\(names)")
    // A document that is not whole does not take the place of the old one.
    #expect(try folder.bytes("out/cards.pdf") == Array("old".utf8))
    for name in names where name.hasSuffix(".png") {
      #expect(try PNGFile(folder.bytes(name)).chunks.last?.type == "IEND", "\(name)")
    }
    guard options[1].contains("{{id}}") else { return }
    let made = names.count {
      $0.hasSuffix(".png") || ($0.hasSuffix(".pdf") && !$0.contains("cards"))
    }
    let known = String(decoding: try folder.bytes("out/.cardstock-manifest"), as: UTF8.self)
    let lines = known.split(separator: "\n").count - 1
    // Cards that were under way when the run ended may be there without a line; never the reverse.
    #expect(lines > 0 && lines <= made && made - lines <= 16, "\(lines) \(made)")
  }

  /// The program of the system that gives another one the usual answer to a signal: whoever runs
  /// the tests may have told them to pass it over.
  private static let env = Tool.installed("env")

  @Test(.enabled(if: env != nil))
  func `Ctrl-C while standard input is awaited ends at once`() throws {
    let folder = try WorkFolder()
    try folder.makeFolder("tmp")
    let process = Process()
    process.executableURL = Self.env
    process.arguments =
      ["--default-signal=INT", try Tool.executable.path]
      + ["render", "-", "--data-format", "csv", "-o", "{{id}}.png"]
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment
      .merging(["TMPDIR": folder.file("tmp").path]) { $1 }
    let input = Pipe()
    process.standardInput = input
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("id,name\n".utf8))
    var count = 0
    while process.isRunning, count < 60 {
      usleep(500_000)
      kill(process.processIdentifier, SIGINT)
      count += 1
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    // A shell calls this 130 as well.
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
    #expect(try folder.names == ["tmp"])
  }

  @Test func `a run needs no home, no display, and leaves nothing in the folder for such files`()
    throws
  {
    let folder = try WorkFolder()
    try folder.write(people(2), to: "a.csv")
    try folder.makeFolder("tmp")
    let result = try folder.run(
      ["render", "a.csv", "-o", "{{id}}.pdf", "--verify", "--report", "r.json"],
      environment: [
        "TMPDIR": folder.file("tmp").path, "HOME": "/nowhere", "XDG_CACHE_HOME": "/nowhere",
        "XDG_CONFIG_HOME": "/nowhere", "DISPLAY": "",
      ])
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(try folder.names == ["1.pdf", "2.pdf", "a.csv", "r.json", "tmp"])
  }
}
