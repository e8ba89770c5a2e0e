import Foundation
import Testing

@testable import CardFiles

struct SpoolFileTests {
  private func pieces(_ pieces: [String]) -> () throws -> [UInt8] {
    var rest = pieces[...]
    return { rest.popFirst().map { Array($0.utf8) } ?? [] }
  }

  @Test func `what was spooled can be read any number of times`() throws {
    let spool = try SpoolFile(limit: 100, next: pieces(["ab", "cde", "f"]))
    #expect(spool.count == 6)
    for _ in 0..<2 {
      #expect(try FileReading.file(spool.path, limit: 100) == Array("abcdef".utf8))
    }
  }

  @Test func `nothing is seen of it in its folder, during its life or after`() throws {
    let folder = try TemporaryFolder()
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }
    var spool: SpoolFile? = try SpoolFile(in: folder.path, limit: 100, next: pieces(["a"]))
    #expect(try names() == [])
    _ = spool?.count
    spool = nil
    #expect(try names() == [])
    #expect(throws: FileError.self) {
      _ = try SpoolFile(in: folder.path, limit: 2, next: pieces(["ab", "c"]))
    }
    #expect(try names() == [])
  }

  @Test func `more than the limit is refused with its number`() throws {
    #expect(throws: FileError.tooLarge(path: "standard input", limit: 3)) {
      _ = try SpoolFile(limit: 3, next: pieces(["ab", "cd"]))
    }
  }

  @Test func `a folder that is not there is told`() {
    #expect(throws: FileError.self) {
      _ = try SpoolFile(in: "/nowhere/at/all", limit: 3, next: pieces(["a"]))
    }
  }
}
