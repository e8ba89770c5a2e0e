import CardModel
import CardRecords
import Foundation
import Testing

@Suite struct SQLiteStreamTests {
  /// Makes a database with the `sqlite3` program, where it is present.
  private func database(_ sql: String) throws -> String? {
    let path = NSTemporaryDirectory() + UUID().uuidString + " a?b.db"
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") else { return nil }
    process.arguments = [
      "-c", "import sqlite3,sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])", path,
      sql,
    ]
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? path : nil
  }

  private func read(_ sql: String, _ options: RecordOptions = RecordOptions()) throws -> [[String]]?
  {
    guard let path = try database(sql) else { return nil }
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    let copied = failure { _ = try results(bytes, .sqlite, options) }
    #expect(
      (copied == nil)
        == (failure { _ = try results(RecordSource(path: path, options: options)) } == nil))
    return try results(RecordSource(path: path, options: options)).texts
  }

  private let people =
    "CREATE TABLE p(id, name, h, pic); INSERT INTO p VALUES('007','Ada',1.65,x'89504E47'),(234,NULL,2.0,NULL);"

  @Test func `the only table is read, and every value keeps its kind`() throws {
    guard let found = try read(people) else { return }
    #expect(found == [["007", "Ada", "1.65", "data:image/png;base64,iVBORw=="], ["234", "2"]])
  }

  @Test func `a query chooses columns and rows`() throws {
    let options = RecordOptions(query: "SELECT upper(name) AS n FROM p WHERE name IS NOT NULL")
    guard let found = try read(people, options) else { return }
    #expect(found == [["ADA"]])
  }

  @Test(arguments: [
    "DELETE FROM p", "SELECT 1; DELETE FROM p", "SELECT x FROM p", "", "ATTACH 'x.db' AS y",
    "SELECT 1 AS a, 2 AS a",
  ])
  func `a query that writes or is wrong is refused`(query: String) throws {
    #expect(throws: RecordError.self) {
      guard try read(people, RecordOptions(query: query)) != nil else {
        throw RecordError("No database could be made.")
      }
    }
  }

  @Test func `several tables need a name`() throws {
    let sql = people + "CREATE TABLE q(a); INSERT INTO q VALUES(1);"
    #expect(throws: RecordError.self) {
      guard try read(sql) != nil else { throw RecordError("No database could be made.") }
    }
    guard let found = try read(sql, RecordOptions(table: "q")) else { return }
    #expect(found == [["1"]])
  }

  @Test func `a file that is no database is an error`() throws {
    let path = NSTemporaryDirectory() + UUID().uuidString + ".db"
    try Data("hello".utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: RecordError.self) { try RecordSource(path: path).open() }
  }

  @Test func `a blob that is no picture fails its record`() throws {
    guard let found = try read("CREATE TABLE p(a); INSERT INTO p VALUES(x'0102'),('x');") else {
      return
    }
    #expect(found == [["The value of 'a' is a blob that is no PNG, JPEG or WebP picture."], ["x"]])
  }

  @Test func `a damaged database never ends the program`() throws {
    guard let path = try database(people) else { return }
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    var failures = 0
    for start in stride(from: 16, to: bytes.count, by: 97) {
      var broken = bytes
      for index in start..<min(start + 40, bytes.count) { broken[index] = 0xFF }
      if failure({ _ = try results(broken, .sqlite) }) != nil { failures += 1 }
    }
    #expect(failures > 0)
    #expect(failure { _ = try results(Array(bytes.prefix(500)), .sqlite) } != nil)
  }
}
