import Cardstock
import Foundation

// Measures the phases of making cards: `swift run -c release cardstock-bench [--json | --compare]`.
#if DEBUG
  print("This is a debug build, whose times say nothing: please use 'swift run -c release'.")
  exit(1)
#else
  let arguments = CommandLine.arguments.dropFirst()
  guard arguments.allSatisfy({ ["--json", "--compare"].contains($0) }) else {
    print("USAGE: cardstock-bench [--json | --compare]")
    exit(2)
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
