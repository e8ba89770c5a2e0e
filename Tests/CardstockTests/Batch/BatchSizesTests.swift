import CardFiles
import Foundation
import Synchronization
import Testing

@testable import Cardstock

struct BatchSizesTests {
  private func counted(_ sizes: [Double], share: Double) -> BatchSizes.Label? {
    var count = BatchSizeCount()
    for size in sizes { count.add(["name": (size, share)]) }
    return count.sizes.labels["name"]
  }

  @Test(
    arguments: [
      ([24, 24, 18, 9], 1, 9, 0), ([24, 24, 18, 9], 0.75, 18, 1), ([24, 24, 18, 9], 0.5, 24, 2),
      ([24, 24, 18, 9], 0.76, 9, 0), ([24, 24, 18, 9], 0.01, 24, 2), ([10.3, 10.2], 0.5, 10.3, 1),
    ] as [([Double], Double, Double, Int)])
  func `the size is the largest that fits on the share of cards`(
    _ sizes: [Double], _ share: Double, _ size: Double, _ exceptions: Int
  ) {
    let label = counted(sizes, share: share)
    #expect(label?.size == size)
    #expect(label?.exceptions == exceptions)
    #expect(label?.cards == sizes.count)
  }

  @Test func `nineteen of twenty are 95 percent in spite of rounding`() {
    let sizes = Array(repeating: 20.0, count: 19) + [5]
    #expect(counted(sizes, share: 0.95)?.size == 20)
  }

  private final class Log: Sendable {
    let outcomes = Mutex<[CardOutcome]>([])
  }

  /// A run over names in a label 100 points wide, of which a share has one size.
  private func run(
    _ names: [String], batch: Double?, in folder: URL, workers: Int = 2,
    selection: BatchExport.Selection = .all
  ) async throws -> (summary: BatchExport.Summary, outcomes: [CardOutcome]) {
    let template = Template(
      title: "Badge", size: CardSize(width: .pt(120), height: .pt(60)),
      fields: [TemplateField("name")],
      front: Label(
        "{{name}}", style: .h1(), fit: .shrink(to: 6, batch: batch), id: "name"
      ).node)
    var options = BatchExport.Options()
    options.dotsPerInch = 50
    options.workers = workers
    options.selection = selection
    options.renderer.allowsSystemFonts = false
    let export = BatchExport(
      design: try TemplateDesign(template), format: .png,
      output: .files(try OutputPattern(folder.path + "/{{index}}.png")), options: options)
    let log = Log()
    let summary = try await export.run(
      records: {
        var pending = names[...]
        return {
          pending.popFirst().map { .success(Record([Record.Field("name", .text($0))])) }
        }
      },
      report: { outcome in log.outcomes.withLock { $0.append(outcome) } })
    return (summary, log.outcomes.withLock { $0 })
  }

  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sizes-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private let names = [
    "Ann", "Ada Lovelace", "Bo Li", "Grace Hopper", "Wolfeschlegelsteinhausenbergerdorff",
  ]

  @Test func `all cards but the share's exceptions have one size, and the exceptions say so`()
    async throws
  {
    try await withFolder { folder in
      let alone = try await run(names, batch: nil, in: folder).outcomes.map { $0.texts[0].size }
      #expect(Set(alone).count > 2)
      let (summary, outcomes) = try await run(names, batch: 0.8, in: folder)
      let sizes = outcomes.map { $0.texts[0].size }
      let common = alone.sorted(by: >)[3]
      #expect(sizes == [common, common, common, common, alone[4]])
      #expect(summary.batchSizes.labels["name"]?.size == common)
      #expect(summary.batchSizes.labels["name"]?.exceptions == 1)
      #expect(
        outcomes.map { $0.findings.contains { $0.code == .belowBatchSize } }
          == [false, false, false, false, true])
    }
  }

  @Test func `any number of workers and a second run give the same`() async throws {
    try await withFolder { folder in
      let one = try await run(names, batch: 1, in: folder, workers: 1)
      #expect(Set(one.outcomes.map { $0.texts[0].size }).count == 1)
      let many = try await run(names, batch: 1, in: folder, workers: 4)
      #expect(one.outcomes.map(\.hashes) == many.outcomes.map(\.hashes))
      let again = try await run(names, batch: 1, in: folder, selection: .missingOrChanged)
      #expect(again.summary.unchanged == 5)
      // Without the longest name the others grow, so all are made again.
      let fewer = try await run(
        Array(names.prefix(4)), batch: 1, in: folder, selection: .missingOrChanged)
      #expect(fewer.summary.made == 4)
    }
  }

  @Test func `a design without such a label reads its records once`() async throws {
    let calls = Mutex(0)
    let export = BatchExport(design: IdentityDesign(), format: .pdf, output: .bytes)
    _ = try await export.run(
      records: {
        calls.withLock { $0 += 1 }
        return { nil }
      }, report: { _ in })
    #expect(calls.withLock { $0 } == 1)
  }
}
