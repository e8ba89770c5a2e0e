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
}
