internal import Foundation

/// Runs one of Poppler's programs: it is never linked, and need not be there.
enum PopplerProgram {
  /// The longest that a program may take, in seconds.
  private static let patience = 60.0

  /// Standard output of a program.
  ///
  /// - Throws: ``ComparisonError`` where the program is not installed, fails, or takes too long.
  static func run(
    _ name: String, _ arguments: [String], on document: String = "the document", in folder: URL
  ) throws -> [UInt8] {
    guard let program = path(of: name) else {
      throw ComparisonError(
        "The program '\(name)' is not installed, which reads PDF files.",
        hint: "apt-get install poppler-utils")
    }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    // Files cannot fill up as pipes do.
    let output = folder.appending(path: "output-\(UUID().uuidString)")
    let errors = folder.appending(path: "errors-\(UUID().uuidString)")
    for file in [output, errors] {
      guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
        throw ComparisonError("The temporary folder '\(folder.path)' cannot be written.")
      }
    }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    if ended.wait(timeout: .now() + patience) == .timedOut {
      process.terminate()
      throw ComparisonError("The program '\(name)' took longer than \(Int(patience)) seconds.")
    }
    guard process.terminationStatus == 0 else {
      let text = String(decoding: (try? Data(contentsOf: errors)) ?? Data(), as: UTF8.self)
      let line = text.split(separator: "\n").first.map(String.init) ?? "no reason given"
      throw ComparisonError("'\(document)' is no PDF file that '\(name)' can read: \(line).")
    }
    return [UInt8](try Data(contentsOf: output))
  }

  private static func path(of name: String) -> URL? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
      .split(separator: ":")
    return folders.map { URL(filePath: String($0)).appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}

/// A folder that is gone at the end.
struct TemporaryFolder: ~Copyable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "cardstock-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
