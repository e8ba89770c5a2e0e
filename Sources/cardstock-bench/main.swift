import CardFixtures
import CardModel
import Cardstock
import Foundation

// Measures the phases of making cards: `swift run -c release cardstock-bench [--json | --compare | --badge]`,
// or the job of the peers: `cardstock-bench --peers DIR [--rivals] [--work DIR] [--rounds N] [--count N]`.
#if DEBUG
  print("This is a debug build, whose times say nothing: please use 'swift run -c release'.")
  exit(1)
#else
  let arguments = CommandLine.arguments.dropFirst()
  func value(_ option: String) -> String? {
    arguments.firstIndex(of: option).flatMap { arguments.dropFirst($0).first }
  }
  if let peers = value("--peers") {
    let work = value("--work") ?? FileManager.default.temporaryDirectory.path + "/cards-bench"
    let comparison = PeerComparison(
      peers: URL(filePath: peers), work: URL(filePath: work),
      rounds: value("--rounds").flatMap { Int($0) } ?? 3,
      count: value("--count").flatMap { Int($0) } ?? 1000,
      includesRivals: arguments.contains("--rivals"))
    // Written at once, whatever becomes of the rest.
    try FileHandle.standardOutput.write(contentsOf: Data((comparison.table() + "\n\n").utf8))
    let phases = try Measurement(
      .job(in: URL(filePath: work).appending(path: "data")),
      design: TemplateDesign(
        TemplateFile.read([UInt8](Data(contentsOf: CardFixtures.url("bench/member.card.json"))))))
    print(Report(measurements: [phases]).table)
    exit(0)
  }
  guard arguments.allSatisfy({ ["--json", "--compare", "--badge"].contains($0) }) else {
    print(
      "USAGE: cardstock-bench [--json | --compare | --badge | --peers DIR [--rivals] [--work DIR]]")
    exit(2)
  }
  if arguments.contains("--badge") {
    print(try ConferenceCard(count: 400).line)
    exit(0)
  }
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  if arguments.contains("--compare") {
    let people = try People.synthetic(count: 20, photos: 20, in: folder)
    print(try ComparisonMeasurement(people: people, in: folder).table)
    exit(0)
  }
  let report = Report(measurements: [
    try Measurement(.fixture(times: 100)),
    try Measurement(.synthetic(count: 200, photos: 20, in: folder)),
    try Measurement(
      .attendees(count: 200), design: TemplateDesign(BuiltInTemplates.read("conference"))),
  ])
  print(arguments.isEmpty ? report.table : report.json)
  if arguments.isEmpty { print(try ConferenceCard(count: 400).line) }
#endif
