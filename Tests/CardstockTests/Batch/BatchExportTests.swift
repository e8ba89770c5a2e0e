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
    let (again, _) = try await run(records(20, change: edits), in: folder) {
      $0.selection = .missingOrChanged
    }
    #expect(again.made == 3)
    #expect(again.unchanged == 17)
    let (third, _) = try await run(records(20, change: edits), in: folder) {
      $0.selection = .missingOrChanged
    }
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

  @Test func `a card that was taken away is missed by one selection and not by the other`()
    async throws
  {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await run(records(6), in: folder)
    try FileManager.default.removeItem(at: folder.appending(path: "2.png"))
    let edits = [5: "Ann"]
    let (changed, outcomes) = try await run(records(6, change: edits), in: folder) {
      $0.selection = .changed
    }
    #expect(changed.made == 1)
    #expect(changed.unchanged == 5)
    #expect(outcomes[4].files.map { $0.hasSuffix("/5.png") } == [true])
    #expect(try pictures(in: folder)["2.png"] == nil)
    let (resumed, _) = try await run(records(6, change: edits), in: folder) {
      $0.selection = .missingOrChanged
    }
    #expect(resumed.made == 1)
    #expect(try pictures(in: folder)["2.png"] != nil)
  }

  @Test(arguments: BatchExport.Selection.allCases)
  func `a run that lists makes nothing`(_ selection: BatchExport.Selection) async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await run(records(3), in: folder)
    let before = try pictures(in: folder)
    let (summary, outcomes) = try await run(records(4, change: [1: "Ann"]), in: folder) {
      $0.selection = selection
      $0.listsOnly = true
    }
    #expect(summary.made == (selection == .all ? 4 : 2))
    let listed = outcomes.filter { !$0.isUnchanged }.flatMap(\.files)
      .map { ($0 as NSString).lastPathComponent }
    #expect(
      listed == (selection == .all ? ["1.png", "2.png", "3.png", "4.png"] : ["1.png", "4.png"]))
    #expect(try pictures(in: folder) == before)
  }

  @Test func `a file that is not what the last run made is made again`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await run(records(3), in: folder)
    let whole = try pictures(in: folder)
    try Data([1, 2, 3]).write(to: folder.appending(path: "2.png"))
    for selection in [BatchExport.Selection.changed, .missingOrChanged] {
      let (summary, _) = try await run(records(3), in: folder) { $0.selection = selection }
      #expect(summary.made == (selection == .changed ? 1 : 0))
    }
    #expect(try pictures(in: folder) == whole)
  }

  @Test func `a run over a part of the records keeps what is known of the others`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await run(records(5), in: folder)
    _ = try await run(records(2), in: folder)
    let (summary, _) = try await run(records(5), in: folder) { $0.selection = .missingOrChanged }
    #expect(summary.unchanged == 5)
  }

  @Test func `each outcome has the hash of its file`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (_, made) = try await run(records(2), in: folder)
    let (_, kept) = try await run(records(2), in: folder) { $0.selection = .missingOrChanged }
    #expect(made.map(\.hashes) == kept.map(\.hashes))
    #expect(made.allSatisfy { $0.hashes.count == 1 && $0.hashes[0].utf8.count == 64 })
    #expect(!kept.contains { !$0.isUnchanged })
  }

  private func document(
    _ records: [Record], at path: String, _ change: (inout BatchExport.Options) -> Void = { _ in }
  ) async throws -> (summary: BatchExport.Summary, outcomes: [CardOutcome]) {
    var options = BatchExport.Options()
    options.workers = 2
    options.renderer.allowsSystemFonts = false
    change(&options)
    let export = BatchExport(
      design: IdentityDesign(), format: .pdf, output: .document(path), options: options)
    let log = Log()
    let summary = try await export.run(
      records: {
        var pending = records[...]
        return { pending.popFirst().map { .success($0) } }
      },
      report: { outcome in log.outcomes.withLock { $0.append(outcome) } })
    return (summary, log.outcomes.withLock { $0 })
  }

  @Test func `a document is made again as a whole, or left where nothing changed`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path + "/cards.pdf"
    func resume(_ records: [Record]) async throws -> BatchExport.Summary {
      try await document(records, at: path) { $0.selection = .missingOrChanged }.summary
    }
    let first = try await resume(records(4))
    #expect(first.made == 4)
    #expect(first.documentHash?.count == 64)
    let bytes = try Data(contentsOf: URL(filePath: path))
    let second = try await resume(records(4))
    #expect(second.made == 0)
    #expect(second.unchanged == 4)
    #expect(second.documentHash == first.documentHash)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    // Another record, another order, and another document in its place.
    #expect(try await resume(records(4, change: [3: "Ann"])).made == 4)
    #expect(try await resume(records(4).reversed()).made == 4)
    #expect(try await resume(records(3)).made == 3)
    try Data("%PDF-".utf8).write(to: URL(filePath: path))
    #expect(try await resume(records(3)).made == 3)
    #expect(try await resume(records(3)).unchanged == 3)
  }

  @Test func `a document without one of its cards is made again`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path + "/cards.pdf"
    for _ in 0..<2 {
      let (summary, outcomes) = try await document(records(3, change: [2: " "]), at: path) {
        $0.selection = .missingOrChanged
      }
      #expect(summary.made == 2)
      #expect(summary.failed == 1)
      #expect(outcomes.count == 3)
    }
  }

  @Test func `a document leaves no manifest unless it was asked for`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await document(records(1), at: folder.path + "/cards.pdf")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["cards.pdf"])
  }

  @Test func `a folder that is taken away ends the run with one error`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let calls = Mutex(0)
    let path = folder.path
    let (summary, outcomes) = try await run(records(400), in: folder) {
      $0.shouldStop = {
        let call = calls.withLock { calls in
          calls += 1
          return calls
        }
        if call == 5 { try? FileManager.default.removeItem(atPath: path) }
        return false
      }
    }
    #expect(summary.isStopped)
    #expect(summary.failed == 1)
    #expect(outcomes.last?.failure?.message.contains("there is no folder") == true)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `an error tells the row, the column as the data calls it, and the value`()
    async throws
  {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let place = DataPlace(file: "a.csv", line: 7, column: 3)
    let record = Record(
      [
        Record.Field("id", .text("1")), Record.Field("Größe", .text("tall"), place: place),
        Record.Field("name", .text("Ann")), Record.Field("height", .text("tall"), place: place),
      ], place: DataPlace(file: "a.csv", line: 7))
    let (_, outcomes) = try await run([record], in: folder)
    let failure = try #require(outcomes.first?.failure)
    #expect(failure.row == 7)
    #expect(failure.column == "Größe")
    #expect(failure.value == "tall")
  }

  private static func svg(_ color: String) -> Data {
    Data(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 3 4'><rect width='3' height='4' fill='\(color)'/></svg>"
        .utf8)
  }

  private func recordsWithLogo(_ count: Int) -> [Record] {
    (1...count).map { number in
      Record([
        Record.Field("id", .text(String(number))), Record.Field("name", .text("Ada")),
        Record.Field("icon", .text("logo.svg")),
      ])
    }
  }

  @Test func `a card is made again where its SVG has changed`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let logo = folder.appending(path: "logo.svg")
    try Self.svg("red").write(to: logo)
    func run(workers: Int) async throws -> BatchExport.Summary {
      try await self.run(recordsWithLogo(6), in: folder) {
        $0.renderer.assetsFolder = folder.path
        $0.selection = .missingOrChanged
        $0.workers = workers
      }.summary
    }
    #expect(try await run(workers: 3).made == 6)
    #expect(try await run(workers: 3).unchanged == 6)
    let red = try pictures(in: folder)
    #expect(Set(red.values).count == 1)
    try Self.svg("blue").write(to: logo)
    #expect(try await run(workers: 1).made == 6)
    #expect(try pictures(in: folder)["1.png"] != red["1.png"])
  }

  @Test func `the workers of a batch share one run of the program for a logo`() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.svg("red").write(to: folder.appending(path: "logo.svg"))
    let program = folder.appending(path: "program")
    try Data("#!/bin/sh\necho run >> '\(folder.path)/runs'\nkill -SEGV $$\n".utf8).write(
      to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
    let (summary, outcomes) = try await run(recordsWithLogo(8), in: folder) {
      $0.renderer.assetsFolder = folder.path
      $0.renderer.svgProgram = program.path
      $0.workers = 4
    }
    #expect(summary.failed == 8)
    #expect(outcomes.allSatisfy { $0.failure?.message.contains("'logo.svg'") == true })
    #expect(outcomes[0].failure?.place == "field 'icon'")
    #expect(try Data(contentsOf: folder.appending(path: "runs")) == Data("run\n".utf8))
  }
}
