import Foundation
import Testing

@testable import CardFiles

struct FileStampTests {
  @Test func `other bytes are seen though size and times are as before`() throws {
    let path = URL.temporaryDirectory.appending(path: "stamp-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    func write(_ text: String) throws {
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.write(contentsOf: Data(text.utf8))
      try file.close()
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
    #expect(FileStamp(path) == nil)
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    try write("red")
    let stamp = FileStamp(path)
    #expect(FileStamp(path) == stamp)
    // A file system's clock may tick only every ten milliseconds.
    Thread.sleep(forTimeInterval: 0.03)
    try write("tan")
    #expect(FileStamp(path) != stamp)
  }

  @Test func `another file under the name is another one`() throws {
    let folder = URL.temporaryDirectory.appending(path: "stamp-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (one, other) = (folder.appending(path: "a").path, folder.appending(path: "b").path)
    for path in [one, other] { try WholeFile.write([1, 2, 3], to: path) }
    let stamp = FileStamp(one)
    try FileManager.default.removeItem(atPath: one)
    #expect(FileStamp(one) == nil)
    try FileManager.default.moveItem(atPath: other, toPath: one)
    #expect(FileStamp(one) != stamp)
  }
}
