internal import CardComparison
internal import CardFiles
internal import Foundation
internal import Synchronization

/// What the snapshots of a process did: who used which reference, and what is to be reported.
///
/// Tests know nothing of one another and nobody calls at the end, so this one thing is shared by
/// the whole process, behind a lock.
final class SnapshotRun: Sendable {
  static let shared = SnapshotRun()

  private struct Use {
    let test: String
    let place: SnapshotPlace
    let bytes: [UInt8]
  }

  private struct State {
    var uses: [String: Use] = [:]
    var entries: [ComparisonReport.Entry] = []
    var folders: Set<String> = []
    var artifacts: String?
    var framework: String?
    var waitsForExit = false
  }

  private let state = Mutex(State())

  /// Notes that a test uses a reference.
  ///
  /// - Throws: ``SnapshotError`` where another snapshot has that reference already. The same place
  ///   with the same bytes again is a test that is repeated, and no harm.
  func use(
    _ path: String, by place: SnapshotPlace, isNamed: Bool, bytes: [UInt8]
  ) throws(SnapshotError) {
    let earlier = state.withLock { state -> Use? in
      state.folders.insert(URL(filePath: path).deletingLastPathComponent().path)
      state.framework = place.framework
      let earlier = state.uses[path]
      if earlier == nil {
        state.uses[path] = Use(test: place.test, place: place, bytes: bytes)
      }
      return earlier
    }
    guard let earlier else { return }
    if earlier.test != place.test {
      throw SnapshotError(
        "Two tests would use one reference, '\(path)': \(earlier.test) and \(place.test).",
        hint: "Please name one of them: 'named:'.")
    }
    if earlier.place == place, hasSameBytes(earlier.bytes, bytes) { return }
    throw SnapshotError(
      isNamed
        ? "This test has two snapshots of this name: '\(path)'."
        : "This is the second unnamed snapshot of this test; which is which could not be told.",
      hint: "Please give \(isNamed ? "it another name" : "it a name"): 'named:'.")
  }

  /// Notes what became of a snapshot, for the report that is written at the end.
  func add(_ entry: ComparisonReport.Entry, artifacts: String) {
    let isFirst = state.withLock { state in
      state.entries.append(entry)
      state.artifacts = artifacts
      defer { state.waitsForExit = true }
      return !state.waitsForExit
    }
    if isFirst, self === Self.shared { atexit { SnapshotRun.shared.finish() } }
  }

  /// Writes the report of this run, and lists the references that nobody used.
  func finish(
    isFiltered: Bool = SnapshotRun.isFiltered,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let state = state.withLock { $0 }
    guard let artifacts = state.artifacts else { return }
    var entries = state.entries
    let unused = isFiltered ? [] : Self.unused(state.folders, state.uses, state.framework)
    let isRemoving = environment[Self.unusedVariable]?.lowercased() == "remove"
    if isRemoving, isFiltered {
      Self.say("Only some tests ran, so no snapshot reference was removed as unused.")
      Self.say("  hint: Run all tests with \(Self.unusedVariable)=remove.")
    }
    for path in unused {
      if isRemoving { SnapshotStore(path: path).remove() }
      let url = URL(filePath: path)
      entries.append(
        ComparisonReport.Entry(
          name: url.lastPathComponent,
          group: url.deletingLastPathComponent().lastPathComponent, status: .unused,
          summary: isRemoving ? "No test used it; it was removed." : "No test uses it.",
          acceptCommand: isRemoving ? nil : "rm '\(path)' '\(path)\(Provenance.ending)'"))
    }
    if !unused.isEmpty {
      let verb = isRemoving ? "removed" : "that no test uses"
      Self.say("Snapshot references \(verb): " + unused.joined(separator: ", "))
      if !isRemoving { Self.say("  hint: \(Self.unusedVariable)=remove removes them.") }
    }
    let report = ComparisonReport(title: "Snapshots", entries: entries)
    do {
      try Self.write(report, to: artifacts)
      if entries.contains(where: { $0.status != .same }) {
        Self.say("Snapshot report: \(artifacts)/report.html")
      }
    } catch {
      Self.say("The snapshot report could not be written: \(error)")
    }
  }

  /// The environment variable that asks for unused references to be removed.
  static let unusedVariable = "CARDSTOCK_SNAPSHOTS_UNUSED"

  /// Whether only some of the tests run, so that nothing can be said of what is not used.
  static var isFiltered: Bool {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.contains(where: { $0.hasPrefix("--filter") || $0.hasPrefix("--skip") }) {
      return true
    }
    // XCTest gets the names of tests as bare words.
    return !SnapshotPlace.isSwiftTesting
      && arguments.contains { !$0.hasPrefix("-") && !$0.hasSuffix(".xctest") }
  }

  private static func unused(
    _ folders: Set<String>, _ uses: [String: Use], _ framework: String?
  ) -> [String] {
    let used = Set(uses.keys)
    var paths = folders.sorted().flatMap {
      SnapshotStore.unused(in: $0, used: used, framework: framework)
    }
    // What a test file left that takes no snapshots any more, or is gone.
    guard let framework else { return paths }
    let parents = Set(folders.map { URL(filePath: $0).deletingLastPathComponent().path })
    for parent in parents.sorted() where parent.hasSuffix("/" + SnapshotPlace.folderName) {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
      for folder in names.sorted().map({ parent + "/" + $0 }) where !folders.contains(folder) {
        paths += SnapshotStore.unused(
          in: folder, used: used, framework: framework, mustBeKnown: true)
      }
    }
    return paths
  }

  /// The processes of one `swift test` have one parent: their parts make one report.
  private static func write(_ report: ComparisonReport, to folder: String) throws {
    let parts = folder + "/parts"
    try Folders.make(parts)
    let run = "\(getppid())-"
    let manager = FileManager.default
    for name in (try? manager.contentsOfDirectory(atPath: parts)) ?? []
    where !name.hasPrefix(run) {
      try? manager.removeItem(atPath: parts + "/" + name)
    }
    try WholeFile.write(
      ReportDocument(report).bytes, to: "\(parts)/\(run)\(getpid()).json")
    let names = try manager.contentsOfDirectory(atPath: parts).sorted()
    let document = ReportDocument(
      title: report.title,
      parts: try names.filter { $0.hasPrefix(run) && $0.hasSuffix(".json") }.map {
        try FileReading.file(parts + "/" + $0, limit: 1 << 30)
      })
    try WholeFile.write(Array(document.html.utf8), to: folder + "/report.html")
    try WholeFile.write(Array(document.json.utf8), to: folder + "/report.json")
    try WholeFile.write(Array(document.junit.utf8), to: folder + "/report.xml")
  }

  private static func say(_ line: String) {
    try? StandardStream.error.write(Array((line + "\n").utf8))
  }
}
