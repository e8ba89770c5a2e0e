import CardFixtures
import Foundation
import Synchronization
import Testing

@Suite struct WorkerTests {
  private struct Answer: Decodable {
    struct Failure: Decodable {
      let message: String
      let place: String?
      let hint: String?
    }
    struct Finding: Decodable { let code: String }
    let id: Int?
    let ok: Bool
    let output: String?
    let bytes: Data?
    let sha256: String?
    let size: Int?
    let findings: [Finding]?
    let error: Failure?
  }

  private func answers(
    _ folder: WorkFolder, _ requests: [String], _ options: [String] = []
  ) throws -> [Answer] {
    let result = try folder.run(
      ["worker"] + options, input: Array(requests.joined(separator: "\n").utf8))
    #expect(result.error == "")
    #expect(result.exitCode == 0)
    return try result.text.split(separator: "\n").map {
      try JSONDecoder().decode(Answer.self, from: Data($0.utf8))
    }
  }

  private let template = """
    {"format": 1, "fields": [{"name": "name"}],
      "front": {"kind": "label", "text": "{{name}}"}}
    """

  @Test func `cards are those that the command makes, as files and in the answer`() throws {
    let folder = try WorkFolder()
    try folder.copy("people/ada.json", to: "ada.json")
    try folder.copy("people/ada.jpg", to: "ada.jpg")
    let record = String(decoding: try folder.bytes("ada.json"), as: UTF8.self)
      .replacing("\n", with: " ")
    var requests: [String] = []
    for (id, rest) in [
      (1, #""output":"w/a.png""#), (2, #""format":"png","dpi":150"#), (3, #""output":"w/a.pdf""#),
      (4, #""format":"png","png":"small","locale":"de""#), (5, #""output":"w/a.png""#),
      (6, #""size":"a6","format":"png""#),
    ] {
      requests.append("{\"id\":\(id),\(rest),\"record\":\(record)}")
    }
    let found = try answers(folder, requests)
    #expect(found.map(\.id) == [1, 2, 3, 4, 5, 6])
    #expect(found.allSatisfy { $0.ok })
    for (name, options) in [
      ("1.png", []), ("2.png", ["--dpi", "150"]), ("3.pdf", []),
      ("4.png", ["--png", "small", "--locale", "de"]), ("5.png", []), ("6.png", ["--size", "a6"]),
    ] {
      let result = try folder.run(["render", "ada.json", "-o", name] + options)
      #expect(result.exitCode == 0)
      let answer = try #require(found.first { name.hasPrefix("\($0.id ?? 0).") })
      let made = try answer.output.map(folder.bytes) ?? [UInt8](#require(answer.bytes))
      #expect(try made == folder.bytes(name), "\(name)")
      #expect(answer.size == made.count)
      if Tool.installed("sha256sum") != nil {
        #expect(try folder.read("sha256sum", [name]).prefix(64) == answer.sha256 ?? "")
      }
    }
  }

  @Test func `templates come as files or whole, and a changed file counts`() throws {
    let folder = try WorkFolder()
    try folder.write(template, to: "t.card.json")
    let inline = template.replacing("\n", with: " ")
    let found = try answers(
      folder,
      [
        #"{"id":1,"record":{"name":"A"}}"#,
        #"{"id":2,"record":{"name":"A"},"template":\#(inline)}"#,
        #"{"id":3,"record":{"name":"A"},"template":"identity"}"#,
      ], ["-t", "t.card.json"])
    #expect(found.map(\.ok) == [true, true, true], "\(found)")
    #expect(found[0].sha256 == found[1].sha256)
    #expect(found[0].sha256 != found[2].sha256)
  }

  @Test(arguments: [
    ("nonsense", "line 1, column 1"), ("[]", "line 1, column 1"),
    ("{}", "line 1, column 1"), (#"{"record":[]}"#, "line 1, column 11, 'record'"),
    (#"{"record":{"name":"A"},"dpi":20}"#, "line 1, column 30, 'dpi'"),
    (#"{"record":{"name":"A"},"recrd":1}"#, "line 1, column 24"),
    (#"{"record":{"name":"A"},"side":"back"}"#, "line 1, column 1, 'side'"),
    (#"{"record":{"name":"A"},"output":"a.gif"}"#, "line 1, column 33, 'output'"),
    (#"{"record":{"name":"A"},"template":"x"}"#, nil),
    (#"{"record":{"name":"A"},"template":"x.card.json"}"#, nil),
    (#"{"record":{"name":"A"},"template":{}}"#, "template, "),
    (#"{"record":{"name":"A","icon":"no.jpg"}}"#, nil),
    (#"{"record":{"name":7}}"#, "standard input:1:19, field 'name'"),
    (#"{"record":{"name":"A"},"output":"/proc/no/a.png"}"#, nil),
  ])
  func `a bad request is answered by its fault, and the next is served`(
    _ request: String, _ place: String?
  ) throws {
    let folder = try WorkFolder()
    let found = try answers(
      folder, [request, "", #"{"id":2,"record":{"name":"A"},"dpi":72}"#])
    #expect(found.map(\.ok) == [false, true])
    let failure = try #require(found.first?.error)
    #expect(failure.message.hasSuffix("."))
    if let place { #expect(failure.place?.hasPrefix(place) == true, "\(failure)") }
    #expect(found.last?.id == 2)
  }

  @Test func `a strict worker fails a card with a warning`() throws {
    let folder = try WorkFolder()
    let request = #"{"id":1,"record":{"name":"A\#u{E000}B"},"dpi":72}"#
    #expect(try answers(folder, [request], ["--no-system-fonts"]).map(\.ok) == [true])
    let strict = try answers(folder, [request], ["--no-system-fonts", "--strict"])
    #expect(strict.map(\.ok) == [false])
    #expect(strict.first?.error?.hint == "Without '--strict' it is a warning.")
  }

  @Test func `a request that is too long is refused by its length`() throws {
    let folder = try WorkFolder()
    let long = #"{"record":{"name":""# + String(repeating: "A", count: 17 << 20) + #""}}"#
    let found = try answers(folder, [long, #"{"id":2,"record":{"name":"A"},"dpi":72}"#])
    #expect(found.map(\.ok) == [false, true])
    #expect(found.first?.error?.message.contains("at most 16777216") == true)
  }

  /// Runs a worker whose input stays open, and gives its first answer and how it ended.
  @Test func `each request is answered at once, and ctrl-c ends with 130`() throws {
    let process = Process()
    process.executableURL = try Tool.executable
    process.arguments = ["worker"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    for id in 1...2 {
      try input.fileHandleForWriting.write(
        contentsOf: Data(
          "{\"id\":\(id),\"record\":{\"name\":\"A\"},\"output\":\"/dev/null\",\"format\":\"png\"}\n"
            .utf8))
      var line = Data()
      while line.last != 0x0A {
        let more = output.fileHandleForReading.availableData
        guard !more.isEmpty else { break }
        line += more
      }
      #expect(String(decoding: line, as: UTF8.self).hasPrefix("{\"id\":\(id),\"ok\":true"))
    }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    try input.fileHandleForWriting.close()
  }
}
