import Foundation
import Testing

@testable import CardRecords

@Suite struct SQLiteAccessTests {
  private let logged = [UInt8](repeating: 2, count: 100)
  private let plain = [UInt8](repeating: 1, count: 100)

  /// A database's path whose log holds so much, nil for no log.
  private func path(log: String?) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if let log { try Data(log.utf8).write(to: folder.appending(path: "a.db-wal")) }
    return folder.appending(path: "a.db").path
  }

  @Test(arguments: [(nil, .immutable), ("", .immutable), ("x", nil)] as [(String?, SQLiteAccess?)])
  func `only a database whose log is empty is read as one that nobody writes`(
    log: String?, access: SQLiteAccess?
  ) throws {
    let path = try path(log: log)
    let folder = URL(filePath: path).deletingLastPathComponent()
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(SQLiteAccess.fallback(of: path, head: logged) == access)
    #expect(SQLiteAccess.fallback(of: path, head: plain) == nil)
    #expect(SQLiteAccess.fallback(of: path, head: []) == nil)
    // The log lies beside the file and not beside a link to it.
    let link = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".db")
    try Data().write(to: URL(filePath: path))
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: URL(filePath: path))
    defer { try? FileManager.default.removeItem(at: link) }
    #expect(SQLiteAccess.fallback(of: link.path, head: logged) == access)
  }

  @Test func `a name with signs of an address is one name`() {
    #expect(SQLiteAccess.shared.uri(of: "/a b?c.db") == "file:///a%20b%3Fc.db?mode=ro")
    #expect(
      SQLiteAccess.immutable.uri(of: "/a#b.db") == "file:///a%23b.db?mode=ro&immutable=1")
  }
}
