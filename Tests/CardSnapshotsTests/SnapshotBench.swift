import CardComparison
import CardModel
import CardRender
import Foundation

@testable import CardSnapshots

/// A folder of references of a test's own, in which runs are played.
final class SnapshotBench: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "cardstock-snapshots-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var references: String { folder.appending(path: "references").path }
  var artifacts: String { folder.appending(path: "artifacts").path }

  /// The names of the references and what lies beside them.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: references)) ?? []).sorted()
  }

  func file(_ name: String) -> String { references + "/" + name }

  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: file(name))))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(filePath: file(name)))
  }

  /// Takes a snapshot as a test named `badge` would, in a run of its own unless one is given.
  @discardableResult
  func take<Value>(
    _ value: @autoclosure () throws -> Value, as strategy: SnapshotStrategy<Value>,
    named name: String? = nil, record: RecordMode? = nil, environment: [String: String] = [:],
    large: Bool = false, line: UInt = 1, function: String = "badge()", directory: String? = nil,
    in testRun: SnapshotRun = SnapshotRun()
  ) -> SnapshotOutcome {
    let place = SnapshotPlace(
      filePath: #filePath, fileID: #fileID, line: line, column: 1, function: function)
    return SnapshotCheck(
      place: SnapshotPlace(place, test: function), name: name,
      pathExtension: strategy.pathExtension, directory: directory ?? references, isLarge: large,
      artifacts: artifacts, testRun: testRun
    ).run(record: record, strategy: strategy, environment: environment, value: value)
  }

  /// A picture of one colour with a square in it.
  static func picture(
    squareAt x: Int = 10, color: Color = .black, width: Int = 40
  ) throws -> [UInt8] {
    var bitmap = Bitmap(width: width, height: 30, filledWith: .white)
    for row in 10..<20 { for column in x..<(x + 8) { bitmap[column, row] = color } }
    return try bitmap.smallPNG()
  }
}
