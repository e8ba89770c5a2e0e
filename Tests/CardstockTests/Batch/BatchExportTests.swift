import CardFiles
import Cardstock
import Foundation
import Synchronization
import Testing

struct BatchExportTests {
  private final class Log: Sendable {
    let outcomes = Mutex<[CardOutcome]>([])
  }

  private func records(_ count: Int, change: [Int: String] = [:]) -> [Record] {
    (1...count).map { number in
      Record([
        Record.Field("id", .text(String(number))),
        Record.Field("name", .text(change[number] ?? "Person \(number)")),
      ])
    }
  }

  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "batch-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private func run(
    _ records: [Record], in folder: URL, _ change: (inout BatchExport.Options) -> Void = { _ in }
  ) async throws -> (summary: BatchExport.Summary, outcomes: [CardOutcome]) {
    var options = BatchExport.Options()
    options.dotsPerInch = 50
    options.workers = 2
    options.renderer.allowsSystemFonts = false
    change(&options)
    let export = BatchExport(
      design: IdentityDesign(), format: .png,
      output: .files(try OutputPattern(folder.path + "/{{id}}.png")), options: options)
    let log = Log()
    let summary = try await export.run(
      records: {
        var pending = records[...]
        return { pending.popFirst().map { .success($0) } }
      },
      report: { outcome in log.outcomes.withLock { $0.append(outcome) } })
    return (summary, log.outcomes.withLock { $0 })
  }

  private func pictures(in folder: URL) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".png") {
      files[name] = try Data(contentsOf: folder.appending(path: name))
    }
    return files
  }

  @Test func `each record has its file and the outcomes come in order`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (summary, outcomes) = try await run(records(12), in: folder)
    #expect(summary.made == 12)
    #expect(outcomes.map(\.index) == Array(1...12))
    #expect(try pictures(in: folder).count == 12)
  }

  @Test func `any number of workers makes the same bytes`() async throws {
    let one = try folder()
    let many = try folder()
    defer {
      try? FileManager.default.removeItem(at: one)
      try? FileManager.default.removeItem(at: many)
    }
    _ = try await run(records(9), in: one) { $0.workers = 1 }
    _ = try await run(records(9), in: many) { $0.workers = 5 }
    #expect(try pictures(in: one) == pictures(in: many))
  }

  @Test func `a bad record is listed and the rest is made`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (summary, outcomes) = try await run(records(7, change: [4: " "]), in: folder)
    #expect(summary.made == 6)
    #expect(summary.failed == 1)
    #expect(outcomes[3].failure?.message == "The person has no 'name'.")
    #expect(try pictures(in: folder)["4.png"] == nil)
  }

  @Test func `a bad record ends the run where that is asked for`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (summary, outcomes) = try await run(records(40, change: [2: ""]), in: folder) {
      $0.stopsAtError = true
    }
    #expect(summary.isStopped)
    #expect(outcomes.count == 2)
  }

  @Test func `after three edits three cards are made`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await run(records(20), in: folder)
    let edits = [3: "Ann", 11: "Bo", 20: "Cy"]
    let (again, _) = try await run(records(20, change: edits), in: folder) { $0.selection = .missingOrChanged }
    #expect(again.made == 3)
    #expect(again.unchanged == 17)
    let (third, _) = try await run(records(20, change: edits), in: folder) { $0.selection = .missingOrChanged }
    #expect(third.made == 0)
    let fresh = try self.folder()
    defer { try? FileManager.default.removeItem(at: fresh) }
    _ = try await run(records(20, change: edits), in: fresh)
    #expect(try pictures(in: folder) == pictures(in: fresh))
  }

  @Test func `another resolution or a missing file makes a card again`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await run(records(4), in: folder)
    try FileManager.default.removeItem(at: folder.appending(path: "2.png"))
    let (one, _) = try await run(records(4), in: folder) { $0.selection = .missingOrChanged }
    #expect(one.made == 1)
    let (all, _) = try await run(records(4), in: folder) {
      $0.selection = .missingOrChanged
      $0.dotsPerInch = 60
    }
    #expect(all.made == 4)
  }

  @Test func `the manifest holds no personal data`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await run(records(3, change: [1: "Ann Lee"]), in: folder)
    let text = try String(
      contentsOf: folder.appending(path: ".cardstock-manifest"), encoding: .utf8)
    #expect(!text.contains("Ann"))
    #expect(text.split(separator: "\n").count == 4)
  }

  @Test func `a stop ends the run and what is done is whole`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (summary, _) = try await run(records(50), in: folder) { $0.shouldStop = { true } }
    #expect(summary.isStopped)
    #expect(summary.made == 1)
    let (rest, _) = try await run(records(50), in: folder) { $0.selection = .missingOrChanged }
    #expect(rest.made + rest.unchanged == 50)
    #expect(rest.unchanged >= 1)
  }

  @Test func `a warning fails a card where the run is strict`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (summary, outcomes) = try await run(records(1, change: [1: "漢字"]), in: folder) {
      $0.isStrict = true
    }
    #expect(summary.failed == 1)
    #expect(outcomes[0].failure?.message.contains("U+6F22") == true)
    #expect(try pictures(in: folder).isEmpty)
  }
}
