import Foundation
import Testing

@testable import CardFiles

@Suite struct WholeFileTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test func `a file appears whole under its name and nothing beside it`() throws {
    let path = folder.path + "/card.png"
    let file = try WholeFile(path)
    try file.write([1, 2])
    try file.write([3])
    #expect(!FileManager.default.fileExists(atPath: path))
    try file.commit()
    #expect(try FileReading.file(path, limit: 3) == [1, 2, 3])
    #expect(try folder.names == ["card.png"])
  }

  @Test func `a file that is not committed leaves what was there`() throws {
    let path = folder.path + "/card.png"
    try WholeFile.write([1], to: path)
    do {
      let file = try WholeFile(path)
      try file.write([9, 9])
    }
    #expect(try FileReading.file(path, limit: 3) == [1])
    #expect(try folder.names == ["card.png"])
  }

  @Test func `a symbolic link stays and its file changes`() throws {
    let path = folder.path + "/card.png"
    try WholeFile.write([1], to: path)
    let link = folder.path + "/link.png"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "card.png")
    try WholeFile.write([2], to: link)
    #expect(try FileReading.file(path, limit: 3) == [2])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "card.png")
  }

  @Test func `a missing folder, a folder, a file as folder and a long name are told apart`() throws
  {
    let path = folder.path
    try WholeFile.write([1], to: path + "/file")
    func error(_ path: String) -> FileError? {
      #expect(throws: FileError.self) { try WholeFile.write([1], to: path) }
    }
    #expect(
      error(path + "/no/card.png")
        == .noFolder(path: path + "/no/card.png", folder: path + "/no"))
    #expect(error(path) == .isFolder(path: path))
    #expect(error(path + "/file/card.png") == .notFolder(path: path + "/file/card.png"))
    let long = path + "/" + String(repeating: "n", count: 300)
    #expect(error(long) == .nameTooLong(path: long))
    #expect(error("") == .badPath(path: ""))
    #expect(try folder.names == ["file"])
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full device is an error with its path`() throws {
    let error = #expect(throws: FileError.self) { try WholeFile.write([1], to: "/dev/full") }
    #expect(error?.message == "The file '/dev/full' cannot be written: no space is left.")
  }

  @Test func `a device is written directly`() throws {
    try WholeFile.write([1], to: "/dev/null")
    #expect(FileManager.default.fileExists(atPath: "/dev/null"))
  }

  @Test func `what a dead run left is removed and what a live one writes is not`() throws {
    let live = try WholeFile(folder.path + "/live.png")
    let name = try #require(try folder.names.first)
    var parts = name.split(separator: "-").map(String.init)
    let dead = Process()
    dead.executableURL = URL(fileURLWithPath: "/bin/true")
    try dead.run()
    dead.waitUntilExit()
    parts[2] = String(dead.processIdentifier)
    try WholeFile.write([1], to: folder.path + "/" + parts.joined(separator: "-"))
    parts[2] = String(getpid())
    parts[3] = "earlier"
    try WholeFile.write([1], to: folder.path + "/" + parts.joined(separator: "-"))
    try WholeFile.write([1], to: folder.path + "/.cardstock-mine.tmp")
    #expect(WholeFile.removeStale(in: folder.path) == 2)
    try live.commit()
    #expect(try folder.names == [".cardstock-mine.tmp", "live.png"])
  }
}
