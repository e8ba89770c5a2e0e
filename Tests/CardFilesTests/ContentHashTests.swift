import CardFiles
import Foundation
import Testing

@Suite struct ContentHashTests {
  // The values of `xxhsum -H128`.
  @Test(arguments: [
    ("", "99aa06d3014798d86001c324468d497f"),
    ("abc", "06b05ab6733a618578af5f94892f3950"),
  ])
  func `short texts have their published hashes`(text: String, hash: String) {
    #expect(ContentHash(Array(text.utf8)).description == hash)
  }

  @Test func `a file has the hash of its bytes, however many pieces it is read in`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/file"
    for count in [0, 1, 240, 241, 70_000, 3_000_000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 7) }
      try Data(bytes).write(to: URL(filePath: path))
      #expect(ContentHash(file: path) == ContentHash(bytes))
    }
  }

  @Test func `any changed byte makes another hash`() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    var hashes: Set = [ContentHash(bytes)]
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      hashes.insert(ContentHash(changed))
    }
    #expect(hashes.count == 1001)
  }

  @Test func `what is no file has no hash`() throws {
    let folder = try TemporaryFolder()
    #expect(ContentHash(file: folder.path + "/missing") == nil)
    #expect(ContentHash(file: folder.path) == nil)
  }
}
