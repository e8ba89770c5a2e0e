import Cardstock
import Foundation
import Synchronization
import Testing

struct BatchReportWriterTests {
  private final class Writer: Sendable {
    let writer: Mutex<BatchReportWriter>
    init(_ writer: sending BatchReportWriter) { self.writer = Mutex(writer) }
  }

  /// The report of two cards, one of them without a name.
  private func report(_ ending: String) async throws -> String {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "report-\(UUID()).\(ending)")
    defer { try? FileManager.default.removeItem(at: file) }
    var options = BatchExport.Options()
    options.makesThumbnails = ending == "html"
    options.renderer.allowsSystemFonts = false
    let export = BatchExport(
      design: IdentityDesign(), format: .pdf, output: .bytes, options: options)
    let writer = Writer(try BatchReportWriter(file.path))
    let summary = try await export.run(
      records: {
        var names = ["Ann <Lee> & 漢", ""][...]
        return { names.popFirst().map { .success(Record([Record.Field("name", .text($0))])) } }
      },
      report: { outcome in try writer.writer.withLock { try $0.add(outcome) } })
    try writer.writer.withLock { try $0.finish(summary) }
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test func `a JSON report is one object that says first that it is private`() async throws {
    let text = try await report("json")
    #expect(text.hasPrefix("{\"notice\": \"Private: this report holds personal data.\",\n"))
    let json = try JSONReader.read(Array(text.utf8))
    guard case .array(let cards)? = json["cards"]?.kind else {
      Issue.record("no cards")
      return
    }
    #expect(cards.count == 2)
    #expect(text.contains("glyph-missing"))
    #expect(cards[1]["error"] == .string("The person has no 'name'."))
    #expect(json["summary"]?["made"] == .number(1))
  }

  @Test func `a report of lines has a line for each record`() async throws {
    let lines = try await report("ndjson").split(separator: "\n")
    #expect(lines.count == 4)
    for line in lines { _ = try JSONReader.read(Array(line.utf8)) }
  }

  @Test func `a page shows each card and writes no name as markup`() async throws {
    let text = try await report("html")
    #expect(
      text.hasPrefix("<!doctype html><!-- Private: this report holds personal data. -->\n"))
    #expect(text.contains("data:image/png;base64,iVBOR"))
    #expect(text.contains("Ann &lt;Lee&gt; &amp; 漢"))
    #expect(!text.contains("Ann <Lee>"))
    #expect(text.components(separatedBy: "<article").count == 3)
    #expect(!text.contains("http"))
  }

  @Test func `another ending is refused`() {
    #expect(throws: (any Error).self) { _ = try BatchReportWriter("report.txt") }
  }
}
