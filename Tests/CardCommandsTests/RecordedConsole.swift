import Synchronization

@testable import CardCommands

/// A console whose output a test reads.
final class RecordedConsole: Sendable {
  private let bytes = Mutex<(output: [UInt8], error: [UInt8])>(([], []))

  var console: Console {
    Console(
      write: { more in self.bytes.withLock { $0.output += more } },
      writeError: { more in self.bytes.withLock { $0.error += more } })
  }

  var output: String { bytes.withLock { String(decoding: $0.output, as: UTF8.self) } }
  var error: String { bytes.withLock { String(decoding: $0.error, as: UTF8.self) } }
}
