internal import CardComparison
internal import CardFiles
internal import CardModel
internal import Foundation

/// Compares a value with its reference and tells the outcome, recording no failure.
///
/// ``expectSnapshot(of:as:named:record:directory:large:fileID:filePath:line:column:function:)``
/// is made of it, and so can be what a project needs of its own.
///
/// - `value`: What is looked at.
/// - `strategy`: How it becomes a snapshot.
/// - `name`: What tells it from the other snapshots of the test.
/// - `record`: When the reference is written; see ``RecordMode``.
/// - `directory`: The folder of references, relative to the test file's; `__Snapshots__` and the
///   test file's name where there is none.
/// - `large`: Whether the reference may have more than 32 KiB.
public func verifySnapshot<Value>(
  of value: @autoclosure () throws -> Value, as strategy: SnapshotStrategy<Value>,
  named name: String? = nil, record: RecordMode? = nil, directory: String? = nil,
  large: Bool = false, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, function: String = #function
) -> SnapshotOutcome {
  let place = SnapshotPlace(
    filePath: filePath, fileID: fileID, line: line, column: column, function: function)
  let check = SnapshotCheck(
    place: place, name: name, pathExtension: strategy.pathExtension, directory: directory,
    isLarge: large)
  return check.run(record: record, strategy: strategy, value: value)
}

/// One snapshot on its way from a value to an outcome.
struct SnapshotCheck {
  let place: SnapshotPlace
  let name: String?
  let isLarge: Bool
  let store: SnapshotStore
  /// The name of the reference's file.
  let fileName: String
  /// Where what failed is put.
  let artifacts: String
  /// The run that it belongs to.
  let testRun: SnapshotRun

  init(
    place: SnapshotPlace, name: String?, pathExtension: String, directory: String?,
    isLarge: Bool = false, artifacts: String? = nil, testRun: SnapshotRun = .shared
  ) {
    self.testRun = testRun
    self.place = place
    self.name = name
    self.isLarge = isLarge
    fileName =
      place.testName + (name.map { "." + SnapshotPlace.fileName($0) } ?? "") + "."
      + pathExtension
    let beside = URL(filePath: place.filePath).deletingLastPathComponent()
    let folder: URL
    if let given = directory ?? SnapshotScope.task.directory ?? SnapshotScope.trait.directory {
      folder = URL(filePath: given, relativeTo: beside).standardizedFileURL
    } else {
      folder = beside.appending(path: SnapshotPlace.folderName).appending(path: place.fileName)
    }
    store = SnapshotStore(path: folder.appending(path: fileName).path)
    self.artifacts = artifacts ?? Self.artifacts(beside: beside)
  }

  func run<Value>(
    record: RecordMode?, strategy: SnapshotStrategy<Value>,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    value: () throws -> Value
  ) -> SnapshotOutcome {
    do {
      let mode = try RecordMode.resolved(argument: record, environment: environment)
      guard FileManager.default.fileExists(atPath: place.filePath) else {
        throw SnapshotError(
          "The test file '\(place.filePath)' is not there, beside which references lie.",
          hint: "Build and run the tests in one place, or give 'directory:' as an absolute path.")
      }
      var content = try strategy.content(value())
      content.provenance.test = place.test
      content.provenance.framework = place.framework
      try testRun.use(
        store.path, by: place, isNamed: name != nil, bytes: content.bytes)
      return try outcome(of: content, strategy, mode)
    } catch let error as any Diagnostic {
      return failed(error.description)
    } catch {
      return failed("\(error)")
    }
  }

  private func outcome<Value>(
    of content: SnapshotContent, _ strategy: SnapshotStrategy<Value>, _ mode: RecordMode
  ) throws -> SnapshotOutcome {
    guard store.exists else {
      guard mode.writesMissing else { return try missing(content, strategy) }
      try store.write(strategy.compact(content), isLarge: isLarge)
      return recorded(
        content, nil, "There was no reference, and now there is")
    }
    if mode.writesAlways {
      try store.write(strategy.compact(content), isLarge: isLarge)
      return recorded(content, nil, "The reference was written anew: '\(store.path)'.")
    }
    let (reference, isKnown) = try store.read()
    var comparison = try strategy.compare(reference, content)
    comparison.notices =
      isKnown ? reference.provenance.mismatches(now: content.provenance) : []
    if comparison.isSame {
      report(.same, comparison.summary, comparison, picture: reference.bytes)
      return SnapshotOutcome(
        status: .same, reference: store.path, message: nil, comparison: comparison,
        content: content, attachments: [])
    }
    if mode.writesDifferent {
      try store.write(strategy.compact(content), isLarge: isLarge)
      return recorded(
        content, comparison,
        "The snapshot differed, and the reference was written anew")
    }
    return try different(reference, content, comparison, strategy)
  }

  // MARK: The ways that it ends

  private func failed(_ message: String) -> SnapshotOutcome {
    report(.failed, message, nil)
    return SnapshotOutcome(
      status: .failed, reference: store.path, message: message, comparison: nil, content: nil,
      attachments: [])
  }

  private func recorded(
    _ content: SnapshotContent, _ comparison: Comparison?, _ sentence: String
  ) -> SnapshotOutcome {
    report(.recorded, sentence + ".", comparison, picture: content.bytes)
    return SnapshotOutcome(
      status: .recorded, reference: store.path,
      message: "\(sentence): '\(store.path)'. Look at it, and run the test again.",
      comparison: comparison,
      content: content, attachments: [(fileName, content.bytes)])
  }

  private func missing<Value>(
    _ content: SnapshotContent, _ strategy: SnapshotStrategy<Value>
  ) throws -> SnapshotOutcome {
    let sentence = "There is no reference, and none is written in this mode"
    let accept = try keep(strategy.compact(content))
    report(.missing, sentence + ".", nil, accept: accept, picture: content.bytes)
    return SnapshotOutcome(
      status: .missing, reference: store.path,
      message: "\(sentence): '\(store.path)'.\n\naccept:    \(accept)", comparison: nil,
      content: content,
      attachments: [(fileName, content.bytes)])
  }

  private func different<Value>(
    _ reference: SnapshotContent, _ content: SnapshotContent, _ comparison: Comparison,
    _ strategy: SnapshotStrategy<Value>
  ) throws -> SnapshotOutcome {
    let accept = try keep(strategy.compact(content))
    var attachments = [
      ("reference-" + fileName, reference.bytes), ("candidate-" + fileName, content.bytes),
    ]
    for page in comparison.pages where !page.isSame {
      guard let picture = page.difference else { continue }
      let suffix = page.name.isEmpty ? "" : "-" + page.name.replacing("page ", with: "")
      attachments.append(("difference-\(fileName)\(suffix).png", picture))
      try WholeFile.write(picture, to: "\(folder)/\(fileName)\(suffix).diff.png")
    }
    report(.different, comparison.summary, comparison, accept: accept)
    let message = """
      \(comparison.text)

      reference: \(store.path)
      candidate: \(folder)/\(fileName)
      report:    \(artifacts)/report.html
      accept:    \(accept)
      """
    return SnapshotOutcome(
      status: .different, reference: store.path, message: message, comparison: comparison,
      content: content, attachments: attachments)
  }

  /// Where the candidates of this test file are put.
  private var folder: String { artifacts + "/" + place.fileName }

  /// Puts a candidate aside; gives the command that makes it the reference.
  private func keep(_ content: SnapshotContent) throws -> String {
    let candidate = folder + "/" + fileName
    try SnapshotStore(path: candidate).write(content, isLarge: true)
    let target = URL(filePath: store.path).deletingLastPathComponent().path
    let make = FileManager.default.fileExists(atPath: target) ? "" : "mkdir -p '\(target)' && "
    return "\(make)cp '\(candidate)' '\(candidate)\(Provenance.ending)' '\(target)/'"
  }

  private func report(
    _ status: ComparisonReport.Status, _ summary: String, _ comparison: Comparison?,
    accept: String? = nil, picture: [UInt8]? = nil
  ) {
    let isPicture = picture?.starts(with: [0x89, 0x50, 0x4e, 0x47]) ?? false
    testRun.add(
      ComparisonReport.Entry(
        name: fileName, group: place.fileName, status: status, summary: summary,
        comparison: comparison, place: place.description, acceptCommand: accept,
        picture: isPicture ? picture : nil,
        pictureTitle: status == .same || status == .recorded ? "Reference" : "New",
        preview: isPicture ? nil : picture.flatMap { Self.preview(of: $0) }),
      artifacts: artifacts)
  }

  /// The first lines of a text; nil for what is none.
  private static func preview(of bytes: [UInt8]) -> String? {
    guard !bytes.starts(with: "%PDF".utf8), !bytes.contains(0),
      let text = String(validating: bytes.prefix(20_000), as: UTF8.self)
    else { return nil }
    return text.split(separator: "\n", omittingEmptySubsequences: false).prefix(200)
      .joined(separator: "\n")
  }

  /// The environment variable that names the folder of what failed and of the report.
  static let artifactsVariable = "CARDSTOCK_SNAPSHOTS_ARTIFACTS"

  /// The folder that the environment names, else that of the package's build, else a temporary one.
  private static func artifacts(beside folder: URL) -> String {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment[artifactsVariable], !named.isEmpty { return named }
    var place = folder.standardizedFileURL
    while place.path.count > 1 {
      if FileManager.default.fileExists(atPath: place.appending(path: "Package.swift").path) {
        return place.appending(path: ".build/snapshots").path
      }
      place.deleteLastPathComponent()
    }
    return FileManager.default.temporaryDirectory.appending(path: "cardstock-snapshots").path
  }
}
