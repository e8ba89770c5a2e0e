import Foundation
import Testing

/// Which cards a run makes, and from what.
@Suite struct BatchSelectionTests {
  private func people(_ names: [String]) -> String {
    "id,name\n" + names.enumerated().map { "\($0 + 1),\($1)\n" }.joined()
  }

  private let render = ["render", "a.csv", "-o", "out/{{id}}.png", "--dpi", "36"]

  @Test func `what changed is listed, then made`() throws {
    let folder = try WorkFolder()
    try folder.write(people(["Ann", "Bob", "Cy"]), to: "a.csv")
    #expect(try folder.run(render).exitCode == 0)
    try folder.write(people(["Ann", "Bobby", "Cy", "Di"]), to: "a.csv")
    try FileManager.default.removeItem(at: folder.file("out/1.png"))
    for (option, files, unchanged) in [
      ("--changed-only", "out/2.png\nout/4.png\n", 2),
      ("--resume", "out/1.png\nout/2.png\nout/4.png\n", 1),
    ] {
      let result = try folder.run(render + [option, "--list"])
      #expect(result.text == files)
      let count = 4 - unchanged
      let verb = unchanged == 1 ? "is" : "are"
      #expect(
        result.error == "\(count) cards would be made, \(unchanged) \(verb) unchanged.\n")
      #expect(result.exitCode == 0)
      #expect(try folder.names == ["a.csv", "out", "out/2.png", "out/3.png"])
    }
    let result = try folder.run(render + ["--changed-only"])
    #expect(result.error == "2 cards were made, 2 are unchanged.\n")
    #expect(result.text == "")
    #expect(try folder.names == ["a.csv", "out", "out/2.png", "out/3.png", "out/4.png"])
    let again = try folder.run(render + ["--resume"])
    #expect(again.error == "1 card was made, 3 are unchanged.\n")
  }

  @Test(arguments: ["out/{{id}}.png", "cards.pdf"])
  func `a strict run does not take over what a lenient one made in spite of a warning`(
    _ output: String
  ) throws {
    let folder = try WorkFolder()
    // No bundled font has a letter of the second name.
    try folder.write(people(["Ann", "\u{6F22}"]), to: "a.csv")
    let render = [
      "render", "a.csv", "-o", output, "--dpi", "36", "--no-system-fonts", "--resume",
    ]
    #expect(try folder.run(render).exitCode == 0)
    #expect(try folder.run(render).error.hasSuffix("0 cards were made, 2 are unchanged.\n"))
    for _ in 0..<2 {
      let strict = try folder.run(render + ["--strict"])
      #expect(strict.exitCode == 2)
      #expect(strict.error.contains("Without '--strict' it is a warning."))
    }
  }

  @Test func `a list makes no folder and names every file`() throws {
    let folder = try WorkFolder()
    try folder.write(people(["Ann", ""]), to: "a.csv")
    let result = try folder.run(render + ["--list"])
    #expect(result.text == "out/1.png\n")
    #expect(result.error.hasSuffix("1 card would be made, 1 record failed.\n"))
    #expect(result.exitCode == 2)
    #expect(try folder.names == ["a.csv"])
  }

  @Test(arguments: [
    (["-o", "-", "--format", "pdf", "--list"], "'--list' is about files"),
    (["-o", "-", "--format", "pdf", "--resume"], "'--resume' is about files"),
    (["-o", "x.pdf", "--resume", "--changed-only"], "'--resume' makes missing cards again"),
  ])
  func `what makes no sense is refused`(_ options: [String], _ message: String) throws {
    let folder = try WorkFolder()
    try folder.write(people(["Ann"]), to: "a.csv")
    let result = try folder.run(["render", "a.csv"] + options)
    #expect(result.error.hasPrefix("Error: \(message)"))
    #expect(result.exitCode == 1)
    #expect(try folder.names == ["a.csv"])
  }

  @Test func `a document is left as it is where nothing changed`() throws {
    let folder = try WorkFolder()
    try folder.write(people(["Ann", "Bob"]), to: "a.csv")
    let arguments = ["render", "a.csv", "-o", "cards.pdf", "--resume"]
    #expect(try folder.run(arguments).error == "2 cards were made, 0 are unchanged.\n")
    let bytes = try folder.bytes("cards.pdf")
    #expect(try folder.run(arguments).error == "0 cards were made, 2 are unchanged.\n")
    #expect(try folder.bytes("cards.pdf") == bytes)
  }

  @Test(arguments: [
    ("a.json", "[{\"Who\":\"A\"},{\"Who\":\"B\",\"x\":1}]", "name=Nobody", true),
    ("a.ndjson", "{\"Who\":\"A\"}\n{\"Who\":\"B\",\"x\":1}\n", "name=Nobody", true),
    ("a.ndjson", "{\"Who\":\"A\"}\n{\"Who\":\"B\",\"Full\":\"C\"}\n", "name=Who", false),
    ("a.vcf", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nEND:VCARD\r\n", "name=Nobody", true),
    ("a.tsv", "Who\tx\nA\t1\n", "name=Nobody", true),
  ])
  func `a mapping to a column that no record has is told for every format`(
    _ name: String, _ data: String, _ map: String, _ isRefused: Bool
  ) throws {
    let folder = try WorkFolder()
    try folder.write(data, to: name)
    let result = try folder.run(["render", name, "-o", "o.pdf", "--map", map])
    #expect(
      result.error.hasPrefix("Error: The column 'Nobody' for the field 'name' is not in the data.")
        == isRefused)
    #expect(result.exitCode == (isRefused ? 1 : 0))
  }

  private let twoSided = """
    { "format": 1, "size": "cr80", "fields": [{ "name": "name" }],
      "front": { "kind": "label", "text": "{{name}}" },
      "back": { "kind": "label", "text": "back" } }
    """

  @Test func `the picture of a back takes part in collisions`() throws {
    let folder = try WorkFolder()
    try folder.write(twoSided, to: "t.card.json")
    try folder.write("name\nA\nB\na-BACK\n", to: "a.csv")
    let arguments = ["render", "a.csv", "-t", "t.card.json", "-o", "{{name}}.png", "--dpi", "36"]
    let result = try folder.run(arguments)
    #expect(
      result.error.hasPrefix("Error: The records 1 and 3 would both be the file 'a-BACK.png'.\n"))
    #expect(result.exitCode == 1)
    let numbered = try folder.run(arguments + ["--on-collision", "number"])
    #expect(numbered.error == "")
    #expect(
      try folder.names.filter { $0.hasSuffix(".png") } == [
        "A-back.png", "A.png", "B-back.png", "B.png", "a-BACK-2-back.png", "a-BACK-2.png",
      ])
    // In a document, or where each card is one, backs are pages.
    #expect(
      try folder.run(["render", "a.csv", "-t", "t.card.json", "-o", "{{name}}.pdf"]).exitCode == 0)
  }

  @Test func `standard input waits on the disk, and nothing of it is left`() throws {
    let folder = try WorkFolder()
    try folder.makeFolder("tmp")
    let result = try folder.run(
      ["render", "-", "--data-format", "csv", "-o", "{{id}}.png", "--dpi", "36", "--last", "1"],
      input: Array(people(["Ann", "Bob"]).utf8), environment: ["TMPDIR": folder.file("tmp").path])
    #expect(result.error == "")
    #expect(try folder.names == ["2.png", "tmp"])
    let bad = try folder.run(
      ["render", "-", "--data-format", "csv", "-o", "o.png"], input: Array("name\n\"a".utf8),
      environment: ["TMPDIR": folder.file("tmp").path])
    #expect(bad.exitCode == 1)
    #expect(bad.error.contains("at standard input:2"))
    #expect(try folder.names == ["2.png", "tmp"])
    let nowhere = try folder.run(
      ["render", "-", "--data-format", "csv", "-o", "o.png"], input: Array("name\nA\n".utf8),
      environment: ["TMPDIR": folder.file("none").path])
    #expect(nowhere.exitCode == 1)
    #expect(nowhere.error.hasPrefix("Error: "))
  }

  @Test func `Ctrl-C leaves nothing of standard input and no torn file`() throws {
    let folder = try WorkFolder()
    try folder.makeFolder("tmp")
    try folder.write(people((1...3000).map { "Person \($0)" }), to: "a.csv")
    let process = Process()
    process.executableURL = try Tool.executable
    process.arguments = [
      "render", "-", "--data-format", "csv", "-o", "out/{{id}}.png", "--report", "r.ndjson",
    ]
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment
      .merging(["TMPDIR": folder.file("tmp").path]) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: folder.file("a.csv"))
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let end = ContinuousClock.now + .seconds(60)
    while try folder.names.count(where: { $0.hasSuffix(".png") }) < 5, ContinuousClock.now < end {
      usleep(2_000)
    }
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text.contains("cards were made and are whole."))
    let names = try folder.names
    #expect(!names.contains { $0.hasSuffix(".tmp") })
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("tmp").path) == [])
    #expect(names.contains("r.ndjson"))
  }

  @Test func `a report names row, column and value, and each file's hash`() throws {
    let folder = try WorkFolder()
    try folder.write("id,Größe,name\n1,1.65,Ann\n2,tall,Bob\n", to: "a.csv")
    let result = try folder.run(render + ["--report", "r.ndjson"])
    #expect(result.exitCode == 2)
    let lines = try String(decoding: folder.bytes("r.ndjson"), as: UTF8.self)
      .split(separator: "\n")
    #expect(lines[0] == "{\"notice\":\"Private: this report holds personal data.\"}")
    #expect(lines[2].contains("\"row\":3,\"column\":\"Größe\",\"value\":\"tall\""))
    if let program = Tool.installed("sha256sum") {
      let sum = try Tool.run(program: program, ["out/1.png"], in: folder.url).text.prefix(64)
      #expect(lines[1].contains("\"sha256\":[\"\(sum)\"]"))
    }
    let manifest = try String(
      decoding: folder.bytes("out/.cardstock-manifest"), as: UTF8.self)
    for word in ["Ann", "tall", "1.png"] { #expect(!manifest.contains(word)) }
  }
}
