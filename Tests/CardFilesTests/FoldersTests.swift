import CardFiles
import Foundation
import Testing

struct FoldersTests {
  @Test func `folders below a base are made, the base is not`() throws {
    let folder = try TemporaryFolder()
    let base = folder.path + "/out"
    #expect(throws: FileError.noFolder(path: base + "/a", folder: base)) {
      try Folders.make(base + "/a", below: base)
    }
    #expect(throws: FileError.self) { try Folders.make(base + "/a/b", below: base) }
    #expect(!FileManager.default.fileExists(atPath: base))
    try Folders.make(base)
    try Folders.make(base + "/a/b/c", below: base)
    try Folders.make(base, below: base)
    #expect(FileManager.default.fileExists(atPath: base + "/a/b/c"))
  }

  @Test func `what dead runs left is removed from the folders of a pattern as well`() throws {
    let folder = try TemporaryFolder()
    try Folders.make(folder.path + "/a/b")
    // A name of this process from another run of it.
    let whole = try WholeFile(folder.path + "/x")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0 != "a" })
    whole.abandon()
    var words = name.split(separator: "-").map(String.init)
    words[words.count - 2] = "otherrun"
    let stale = words.joined(separator: "-")
    for place in ["", "/a", "/a/b"] {
      try Data().write(to: URL(fileURLWithPath: folder.path + place + "/" + stale))
    }
    #expect(WholeFile.removeStale(in: folder.path, depth: 1) == 2)
    #expect(WholeFile.removeStale(in: folder.path, depth: 2) == 1)
  }
}
