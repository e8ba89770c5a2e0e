import CardFixtures
import Foundation

/// A folder of a test's own, gone with it.
final class WorkFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "cardstock-tests-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The names in the folder and its folders, in order, but for the list of what a run made.
  var names: [String] {
    get throws {
      try FileManager.default.subpathsOfDirectory(atPath: url.path)
        .filter { !$0.contains(".cardstock-manifest") }.sorted()
    }
  }

  func file(_ name: String) -> URL { url.appending(path: name) }

  func bytes(_ name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: file(name))) }

  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: file(name))
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(at: file(name), withIntermediateDirectories: true)
  }

  /// Puts one file of the folder in the place of another, as editors do.
  func replace(_ name: String, with other: String) throws {
    guard rename(file(other).path, file(name).path) == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
  }

  /// Copies a fixture to a name in the folder.
  func copy(_ fixture: String, to name: String) throws {
    try FileManager.default.copyItem(at: CardFixtures.url(fixture), to: file(name))
  }

  /// Runs the tool in the folder.
  func run(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
    timeout: TimeInterval = 120
  ) throws -> ToolResult {
    try Tool.run(
      arguments, input: input, environment: environment, in: url, timeout: timeout)
  }

  /// Runs a program of the system in the folder and gives its standard output.
  func read(_ program: String, _ arguments: [String]) throws -> String {
    guard let url = Tool.installed(program) else { throw CocoaError(.fileNoSuchFile) }
    return try Tool.run(program: url, arguments, in: self.url).text
  }
}
