import Foundation

// Measures the phases of making cards: `swift run -c release cardstock-bench [--json]`.
#if DEBUG
  print("This is a debug build, whose times say nothing: please use 'swift run -c release'.")
  exit(1)
#else
  let arguments = CommandLine.arguments.dropFirst()
  guard arguments.allSatisfy({ $0 == "--json" }) else {
    print("USAGE: cardstock-bench [--json]")
    exit(2)
  }
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let report = Report(measurements: [
    try Measurement(.fixture(times: 100)),
    try Measurement(.synthetic(count: 200, photos: 20, in: folder)),
  ])
  print(arguments.isEmpty ? report.table : report.json)
#endif
