import CardFiles
import Foundation
import Testing

@Suite struct TemporaryFolderTests {
  @Test func `a folder is this user's alone, and gone with its object or before`() throws {
    var folder: CardFiles.TemporaryFolder? = try CardFiles.TemporaryFolder()
    let path = try #require(folder?.path)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o700)
    try Data().write(to: URL(filePath: path + "/notes"))
    folder = nil
    #expect(!FileManager.default.fileExists(atPath: path))
    let other = try CardFiles.TemporaryFolder()
    other.remove()
    #expect(!FileManager.default.fileExists(atPath: other.path))
  }

  @Test func `what a dead run left goes with the next one, and what a living one has stays`() throws
  {
    let living = try CardFiles.TemporaryFolder()
    // No process has the last number there is.
    let left = living.path.replacing("-\(getpid())-", with: "-\(Int32.max)-")
    #expect(left != living.path)
    try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: false)
    try Data().write(to: URL(filePath: left + "/notes"))
    let next = try CardFiles.TemporaryFolder()
    #expect(!FileManager.default.fileExists(atPath: left))
    #expect(FileManager.default.fileExists(atPath: living.path))
    next.remove()
  }
}
