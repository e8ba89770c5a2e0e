import Foundation
import Synchronization
import Testing

@testable import CardFiles

@Suite struct LineInputTests {
  /// The lines of some bytes that come through a pipe.
  private func lines(_ text: String, limit: Int = 100) throws -> [LineInput.Line] {
    let pipe = Pipe()
    let writer = pipe.fileHandleForWriting
    DispatchQueue.global().async {
      try? writer.write(contentsOf: Data(text.utf8))
      try? writer.close()
    }
    let input = LineInput(
      descriptor: pipe.fileHandleForReading.fileDescriptor, limit: limit)
    var found: [LineInput.Line] = []
    while let line = try input.next() { found.append(line) }
    return found
  }

  @Test(arguments: [
    ("", []), ("a", ["a"]), ("a\n", ["a"]), ("\n\na\n", ["", "", "a"]), ("a\nbc", ["a", "bc"]),
  ])
  func `lines come without their ends, and the last needs none`(
    _ text: String, _ expected: [String]
  ) throws {
    #expect(try lines(text) == expected.map { .bytes(Array($0.utf8)) })
  }

  @Test func `a long line is told by its length, and the next is read`() throws {
    let long = String(repeating: "x", count: 200_000)
    #expect(
      try lines("a\n\(long)\nb\n\(long)")
        == [.bytes([0x61]), .tooLong(200_000), .bytes([0x62]), .tooLong(200_000)])
    #expect(
      try lines(long, limit: 200_000) == [.bytes(Array(long.utf8))])
  }

  @Test func `what is told to stop ends while nothing comes`() throws {
    let pipe = Pipe()
    let asked = Mutex(0)
    let input = LineInput(
      descriptor: pipe.fileHandleForReading.fileDescriptor, limit: 10,
      shouldStop: {
        asked.withLock {
          $0 += 1; return $0 > 2
        }
      })
    #expect(try input.next() == nil)
    #expect(asked.withLock { $0 } > 2)
  }

  @Test func `a file that is written again has another stamp`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    #expect(FileStamp(path) == nil)
    try WholeFile.write([1], to: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let first = FileStamp(path)
    #expect(first != nil)
    #expect(first == FileStamp(path))
    try WholeFile.write([2], to: path)
    #expect(first != FileStamp(path))
  }
}
