internal import CardModel
internal import Foundation

/// A program of the system that reads files again; it need not be there.
struct OutsideProgram {
  /// The longest that a run may take, in seconds.
  private static let patience = 300.0

  /// What a run gave.
  struct Result {
    let status: Int32
    let output: [UInt8]
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
    /// The first line of what it complained about.
    var complaint: String {
      errors.split(separator: "\n").first.map(String.init) ?? "no reason given"
    }
  }

  /// A program that could not be run to its end.
  struct Failure: Diagnostic {
    let message: String
  }

  let name: String
  private let url: URL

  /// Finds a program by its name; nil where it is not installed.
  init?(_ name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
      .split(separator: ":")
    let found = folders.map { URL(filePath: String($0)).appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let found else { return nil }
    self.name = name
    url = found
  }

  /// Runs it; its outputs go through files, which cannot fill up as pipes do.
  ///
  /// - Throws: ``Failure`` where it takes too long, and what keeps it from being started.
  func run(_ arguments: [String], in folder: URL, input: URL? = nil) throws -> Result {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    let output = folder.appending(path: "output")
    let errors = folder.appending(path: "errors")
    for file in [output, errors] {
      guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
        throw Failure(message: "The temporary folder '\(folder.path)' cannot be written.")
      }
    }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput =
      try input.map { try FileHandle(forReadingFrom: $0) } ?? FileHandle.nullDevice
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    if ended.wait(timeout: .now() + Self.patience) == .timedOut {
      process.terminate()
      throw Failure(message: "The program '\(name)' took longer than \(Int(Self.patience)) s.")
    }
    return Result(
      status: process.terminationStatus, output: [UInt8](try Data(contentsOf: output)),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}
