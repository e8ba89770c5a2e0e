import Foundation
import Testing

@Suite struct BatchTests {
  /// A person file of so many people, with a wrong one among them.
  private func people(_ count: Int, broken: Int? = nil) -> String {
    (1...count).map { index in
      index == broken
        ? "{\"id\":\"\(index)\",\"name\":\(index)}"
        : "{\"id\":\"\(index)\",\"name\":\"Person \(index)\"}"
    }.joined(separator: "\n") + "\n"
  }

  private func isPNG(_ bytes: [UInt8]) -> Bool {
    (try? PNGFile(bytes))?.chunks.last?.type == "IEND"
  }

  @Test func `one broken record among 500 is named, and 499 cards are made`() throws {
    let folder = try WorkFolder()
    try folder.write(people(500, broken: 250), to: "a.ndjson")
    let result = try folder.run(
      ["render", "a.ndjson", "-o", "out/{{id}}.png", "--dpi", "72", "--progress", "none"],
      timeout: 300)
    #expect(
      result.error == "Error: The field 'name' should be a text, but this is '250'.\n"
        + "  at a.ndjson:250:20, record 250, field 'name'\n"
        + "  hint: Write it in double quotes.\n499 cards were made, 1 record failed.\n")
    #expect(result.exitCode == 2)
    let made = (1...500).filter { $0 != 250 }.map { "out/\($0).png" }
    #expect(try folder.names == (made + ["a.ndjson", "out"]).sorted())
  }

  @Test(arguments: [1, 2, 4])
  func `a run that stops at an error makes nothing after it`(_ jobs: Int) throws {
    let folder = try WorkFolder()
    try folder.write(people(40, broken: 20), to: "a.ndjson")
    let result = try folder.run([
      "render", "a.ndjson", "-o", "out/{{id}}.png", "--dpi", "72", "--on-error", "stop", "--jobs",
      "\(jobs)", "--report", "r.json",
    ])
    #expect(result.exitCode == 1)
    #expect(result.error.hasPrefix("Error: The field 'name' should be a text"))
    let made = (1...19).map { "out/\($0).png" }
    #expect(try folder.names == (made + ["a.ndjson", "out", "r.json"]).sorted())
    let report = try JSONDecoder().decode(Report.self, from: Data(folder.bytes("r.json")))
    #expect(report.cards.count == 20)
    #expect(report.summary == Report.Summary(made: 19, failed: 1))
  }

  @Test(arguments: ["png", "pdf"])
  func `a broken picture fails its record alone`(_ format: String) throws {
    let folder = try WorkFolder()
    try folder.write("hello", to: "x.jpg")
    try folder.write(
      "[{\"name\":\"A\"},{\"name\":\"B\",\"icon\":\"x.jpg\"},{\"name\":\"C\"}]", to: "a.json")
    let result = try folder.run([
      "render", "a.json", "-o", format == "pdf" ? "o.pdf" : "{{name}}.png",
    ])
    #expect(result.error.hasSuffix("2 cards were made, 1 record failed.\n"))
    #expect(result.exitCode == 2)
    #expect(
      try folder.names
        == (format == "pdf"
          ? ["a.json", "o.pdf", "x.jpg"] : ["A.png", "C.png", "a.json", "x.jpg"]))
  }

  @Test func `two records of one name are refused before anything is drawn`() throws {
    let folder = try WorkFolder()
    try folder.write("[{\"name\":\"Ann\"},{\"name\":\"Bob\"},{\"name\":\"ann\"}]", to: "a.json")
    let result = try folder.run(["render", "a.json", "-o", "out/{{name}}.png"])
    #expect(
      result.error == "Error: The records 1 and 3 would both be the file 'out/ann.png'.\n"
        + "  at a.json:1:32, record 3\n  hint: Use a field that tells them apart, '{{index}}', or "
        + "'--on-collision number'.\n")
    #expect(result.exitCode == 1)
    #expect(try folder.names == ["a.json"])
  }

  @Test(arguments: [
    (["A", "A", "A"], ["A-2.png", "A-3.png", "A.png"]),
    (["A", "A", "A-2"], ["A-2.png", "A-3.png", "A.png"]),
    (["A-2", "A", "A", "a"], ["A-2.png", "A-3.png", "A.png", "a-4.png"]),
    (["A", "a", "A-2", "A-2"], ["A-2-2.png", "A-2.png", "A.png", "a-3.png"]),
  ])
  func `a number tells records of one name apart, and takes no other's name`(
    _ names: [String], _ files: [String]
  ) throws {
    for jobs in ["1", "3"] {
      let folder = try WorkFolder()
      try folder.write(
        "[" + names.map { "{\"name\":\"\($0)\"}" }.joined(separator: ",") + "]", to: "a.json")
      let result = try folder.run([
        "render", "a.json", "-o", "{{name}}.png", "--on-collision", "number", "--jobs", jobs,
        "--dpi", "72",
      ])
      #expect(result.error == "")
      #expect(result.exitCode == 0)
      #expect(try folder.names == (files + ["a.json"]).sorted())
    }
  }

  @Test func `several records do not fit one picture`() throws {
    let folder = try WorkFolder()
    try folder.write(people(2), to: "a.ndjson")
    for output in [["o.png"], ["-", "--format", "png"]] {
      let result = try folder.run(["render", "a.ndjson", "-o"] + output)
      #expect(result.error.contains("but the data holds several records.\n  hint: "))
      #expect(result.exitCode == 1)
      #expect(result.output == [])
      #expect(try folder.names == ["a.ndjson"])
    }
  }

  @Test func `a killed run leaves no torn file, and the next run removes what it left`() throws {
    let folder = try WorkFolder()
    try folder.write(people(2000), to: "a.ndjson")
    let process = Process()
    process.executableURL = try Tool.executable
    process.arguments = ["render", "a.ndjson", "-o", "out/{{id}}.png", "--report", "out/r.ndjson"]
    process.currentDirectoryURL = folder.url
    process.standardError = FileHandle.nullDevice
    try process.run()
    let end = ContinuousClock.now + .seconds(60)
    while try folder.names.count(where: { $0.hasSuffix(".png") }) < 20, ContinuousClock.now < end {
      usleep(2_000)
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let left = try folder.names
    #expect(!left.contains("out/r.ndjson"))
    // The report at least was under way, under a name that is not its own.
    #expect(left.contains { $0.hasSuffix(".tmp") })
    let made = left.filter { $0.hasSuffix(".png") }
    #expect(made.count >= 20 && made.count < 2000)
    for name in made { #expect(isPNG(try folder.bytes(name)), "\(name)") }

    let next = try folder.run(["render", "a.ndjson", "-o", "out/{{id}}.png", "--first", "3"])
    #expect(next.exitCode == 0)
    #expect(try !folder.names.contains { $0.hasSuffix(".tmp") })
  }

  @Test(arguments: [
    (["--first", "2"], ["1", "2"]),
    (["--last", "2"], ["4", "5"]),
    (["--first", "3", "--last", "2"], ["2", "3"]),
    (["--only", "team=red"], ["1", "3"]),
    (["--only", "team!=red", "--first", "1"], ["2"]),
    (["--only", "team=red", "--only", "id=3"], ["3"]),
    (["--first", "100"], ["1", "2", "3", "4", "5"]),
  ])
  func `a part of the records is made`(_ options: [String], _ ids: [String]) throws {
    let folder = try WorkFolder()
    try folder.write(
      "Who,id,team\nA,1,red\nB,2,blue\nC,3,red\nD,4,blue\nE,5,\n", to: "a.csv")
    let result = try folder.run(
      ["render", "a.csv", "-o", "{{id}}.png", "--map", "name=Who", "--dpi", "72"] + options)
    #expect(result.error == "")
    #expect(result.exitCode == 0)
    #expect(try folder.names == ids.map { $0 + ".png" } + ["a.csv"])
  }

  @Test func `a mapping to a column that is not there is told`() throws {
    let folder = try WorkFolder()
    try folder.write("Who,id\nA,1\n", to: "a.csv")
    let result = try folder.run(["render", "a.csv", "-o", "o.png", "--map", "name=Nobody"])
    #expect(
      result.error == "Error: The column 'Nobody' for the field 'name' is not in the data.\n"
        + "  hint: The data has 'Who', 'id'.\n")
    #expect(result.exitCode == 1)
    #expect(try folder.names == ["a.csv"])
  }

  @Test(.enabled(if: Tool.installed("pdftotext") != nil))
  func `a table with semicolons, a mark and a quoted line break is read as it is meant`() throws {
    let folder = try WorkFolder()
    try folder.write(
      [0xef, 0xbb, 0xbf]
        + Array("name;address;id\r\n\"Ann; Lee\";\"1 High St\r\nYork\";007\r\nBob;;008\r\n".utf8),
      to: "a.csv")
    let result = try folder.run(["render", "a.csv", "-o", "{{id}}.pdf"])
    #expect(result.error == "")
    #expect(result.exitCode == 0)
    #expect(try folder.names == ["007.pdf", "008.pdf", "a.csv"])
    let text = try folder.read("pdftotext", ["-layout", "007.pdf", "-"])
    for value in ["Ann; Lee", "1 High St", "York"] { #expect(text.contains(value), "\(text)") }
  }

  @Test(.enabled(if: Tool.installed("pdftotext") != nil))
  func `a contact card becomes an identity card`() throws {
    let folder = try WorkFolder()
    try folder.write(
      "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Zoë Ode\r\nEMAIL:zoe@example.org\r\nBDAY:19850412\r\n"
        + "ORG:Acme\r\nEND:VCARD\r\n", to: "a.vcf")
    let result = try folder.run(["render", "a.vcf", "-o", "o.pdf"])
    #expect(result.error == "")
    #expect(result.exitCode == 0)
    let text = try folder.read("pdftotext", ["-layout", "o.pdf", "-"])
    for value in ["Zoë Ode", "zoe@example.org", "Apr 12, 1985", "Acme"] {
      #expect(text.contains(value), "\(text)")
    }
  }

  @Test func `a contact card without its end is made, and told in the run and its report`() throws {
    let folder = try WorkFolder()
    try folder.write("BEGIN:VCARD\nFN:Bob\nEND:VCARD\nBEGIN:VCARD\nFN:Ada\n", to: "a.vcf")
    let render = ["render", "a.vcf", "-o", "{{index}}.png", "--dpi", "36"]
    let message = "The card has no 'END:VCARD' before the data's end, and was read as it stands."
    let warning = "Warning: \(message)\n  at a.vcf:4, record 2\n"
    let result = try folder.run(render + ["--report", "r.ndjson"])
    #expect(result.error == warning)
    #expect(result.exitCode == 0)
    #expect(try folder.names == ["1.png", "2.png", "a.vcf", "r.ndjson"])
    let report = String(decoding: try folder.bytes("r.ndjson"), as: UTF8.self)
    #expect(report.contains("\"code\":\"data-cut-short\",\"severity\":\"warning\""))
    // What is there already was still made of data that ends too soon.
    let again = try folder.run(render + ["--resume"])
    #expect(again.error == warning + "0 cards were made, 2 are unchanged.\n")
    let check = try folder.run(["check", "identity", "a.vcf"])
    #expect(check.error.hasPrefix("Note: a.vcf:4, record 2: \(message)\n"))
    try folder.write("BEGIN:VCARD\nFN:Ada\n", to: "b.vcf")
    let inspect = try folder.run(["inspect", "identity", "b.vcf"])
    #expect(inspect.error == "Warning: \(message)\n  at b.vcf:1, record 1\n")
    for options in [["--strict"], ["--strict", "--resume"]] {
      let strict = try folder.run(render + options)
      #expect(strict.error.contains("Error: \(message)\n  at a.vcf:4, record 2\n"))
      #expect(strict.exitCode == 2)
    }
  }

  /// What a program reads of a report.
  private struct Report: Decodable {
    struct Finding: Decodable { let code, severity, message: String }
    struct Card: Decodable {
      let record: Int
      let files: [String]
      let error: String?
      let findings: [Finding]
    }
    struct Summary: Decodable, Equatable { let made, failed: Int }

    let notice: String
    let cards: [Card]
    let summary: Summary
  }

  @Test func `a report tells each card, its warnings and its errors`() throws {
    let folder = try WorkFolder()
    try folder.write(
      "[{\"name\":\"Ann \u{E000}\"},{\"name\":7},{\"name\":\"\\\"Q\\\"\"}]", to: "a.json")
    for report in ["r.json", "r.ndjson"] {
      let result = try folder.run([
        "render", "a.json", "-o", "{{index}}.png", "--no-system-fonts", "--report", report,
      ])
      #expect(result.exitCode == 2)
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(folder.bytes("r.json")))
    #expect(report.notice.hasPrefix("Private: "))
    #expect(report.cards.map(\.record) == [1, 2, 3])
    #expect(report.cards.map(\.files) == [["1.png"], [], ["3.png"]])
    #expect(
      report.cards[0].findings.contains {
        $0.code == "glyph-missing" && $0.severity == "warning" && $0.message.contains("U+E000")
      })
    #expect(
      report.cards.map(\.error)
        == [nil, "The field 'name' should be a text, but this is '7'.", nil])
    #expect(report.summary == Report.Summary(made: 2, failed: 1))

    let lines = try folder.bytes("r.ndjson").split(separator: 10).map { Data($0) }
    #expect(lines.count == 5)
    let cards = try lines[1...3].map { try JSONDecoder().decode(Report.Card.self, from: $0) }
    #expect(cards.map(\.record) == [1, 2, 3])
    let summary = try JSONDecoder().decode(Report.Summary.self, from: lines[4])
    #expect(summary == report.summary)
    let notice = try JSONDecoder().decode([String: String].self, from: lines[0])
    #expect(notice["notice"] == report.notice)
  }
}
