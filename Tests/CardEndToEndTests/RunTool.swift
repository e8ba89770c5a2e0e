import Foundation
import Synchronization

/// What a run of the tool gave.
struct ToolResult: Sendable {
  let output: [UInt8]
  let error: String
  let exitCode: Int32
  /// Whether the run was ended because it took too long.
  let timedOut: Bool

  /// Standard output as text.
  var text: String { String(decoding: output, as: UTF8.self) }
}

/// The built `cardstock`, as another program runs it.
enum Tool {
  /// Where the executable lies: beside the test bundle, or the folder that holds it.
  static var executable: URL {
    get throws {
      let places =
        [Bundle.main.bundleURL, Bundle.main.executableURL?.deletingLastPathComponent()]
        .compactMap(\.self) + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
      let arguments = CommandLine.arguments.filter { $0.contains(".xctest") }
        .map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
      for place in places + arguments {
        var folder = place
        for _ in 0..<4 {
          let file = folder.appending(path: "cardstock")
          var isFolder: ObjCBool = false
          if FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder),
            !isFolder.boolValue, FileManager.default.isExecutableFile(atPath: file.path)
          {
            return file
          }
          folder.deleteLastPathComponent()
        }
      }
      throw CocoaError(.fileNoSuchFile)
    }
  }

  /// The folder of the package.
  static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Runs the tool.
  static func run(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
    in folder: URL? = nil, timeout: TimeInterval = 60
  ) throws -> ToolResult {
    try run(
      program: executable, arguments, input: input, environment: environment, in: folder,
      timeout: timeout)
  }

  /// The path of a program of the system, where it is installed.
  static func installed(_ name: String) -> URL? {
    ["/usr/bin/", "/bin/", "/usr/local/bin/"].map { URL(fileURLWithPath: $0 + name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Runs any program; both its outputs are read while it runs, so that none can fill up and
  /// block it.
  static func run(
    program: URL, _ arguments: [String], input: [UInt8] = [],
    environment: [String: String] = [:], in folder: URL? = nil, timeout: TimeInterval = 60
  ) throws -> ToolResult {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .filter { !["COLUMNS", "SOURCE_DATE_EPOCH", "CARDSTOCK_FONTS"].contains($0.key) }
      .merging(environment) { _, given in given }
    process.currentDirectoryURL = folder
    let (inputPipe, outputPipe, errorPipe) = (Pipe(), Pipe(), Pipe())
    process.standardInput = inputPipe
    process.standardOutput = outputPipe
    process.standardError = errorPipe
    // A tool that does not read its input must not end the tests.
    signal(SIGPIPE, SIG_IGN)

    let output = Mutex<Data>(Data())
    let error = Mutex<Data>(Data())
    let group = DispatchGroup()
    try start(process)
    drain(outputPipe, group) { data in output.withLock { $0 = data } }
    drain(errorPipe, group) { data in error.withLock { $0 = data } }
    let writer = inputPipe.fileHandleForWriting
    DispatchQueue.global().async(group: group) {
      try? writer.write(contentsOf: Data(input))
      try? writer.close()
    }
    let timedOut = group.wait(timeout: .now() + timeout) == .timedOut
    if timedOut { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    if timedOut { group.wait() }
    return ToolResult(
      output: output.withLock { [UInt8]($0) },
      error: error.withLock { String(decoding: $0, as: UTF8.self) },
      exitCode: process.terminationStatus, timedOut: timedOut)
  }

  /// Starts a program; a copy that was just made can be busy for as long as another test, which
  /// started a program meanwhile, holds its file.
  private static func start(_ process: Process) throws {
    for _ in 0..<100 {
      do {
        return try process.run()
      } catch let error as CocoaError
        where (error.underlying as? POSIXError)?.code == .ETXTBSY
      {
        Thread.sleep(forTimeInterval: 0.05)
      }
    }
    try process.run()
  }

  private static func drain(
    _ pipe: Pipe, _ group: DispatchGroup, _ keep: @escaping @Sendable (Data) -> Void
  ) {
    let reader = pipe.fileHandleForReading
    DispatchQueue.global().async(group: group) {
      keep((try? reader.readToEnd()) ?? Data())
    }
  }
}
