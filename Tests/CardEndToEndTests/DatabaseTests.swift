import Foundation
import Testing

/// Databases that lie where nothing can be written.
@Suite struct DatabaseTests {
  /// Whether there are a user who is bound to the modes of files and a program for databases.
  private static let isPossible =
    (geteuid() != 0 || Tool.installed("setpriv") != nil) && Tool.installed("python3") != nil

  /// Makes a database with a write-ahead log, in a folder of its own; a copy of it holds what is
  /// still in the log.
  private func database(_ folder: WorkFolder) throws {
    let program = """
      import shutil, sqlite3
      database = sqlite3.connect('in/a.db')
      database.execute('PRAGMA journal_mode=WAL')
      database.execute('CREATE TABLE p(id, name)')
      database.execute("INSERT INTO p VALUES(1, 'Ada')")
      database.commit()
      shutil.copy('in/a.db', 'logged/a.db')
      shutil.copy('in/a.db-wal', 'logged/a.db-wal')
      database.close()
      """
    for name in ["in", "logged", "out"] { try folder.makeFolder(name) }
    _ = try folder.read("python3", ["-c", program])
  }

  private func allow(_ mode: Int, _ name: String, in folder: WorkFolder) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: folder.file(name).path)
  }

  /// Runs the tool as a user who may write to `out` and nowhere else.
  private func render(_ path: String, in folder: WorkFolder) throws -> ToolResult {
    let bound = ["--reuid=65534", "--regid=65534", "--clear-groups"]
    let arguments = ["render", path, "-o", "out/{{id}}.png", "--dpi", "36"]
    guard geteuid() == 0, let program = Tool.installed("setpriv") else {
      return try folder.run(arguments)
    }
    return try Tool.run(
      program: program, bound + [try Tool.executable.path] + arguments, in: folder.url)
  }

  @Test(.enabled(if: isPossible))
  func `a database in a folder that cannot be written is read, unless its log would be missing`()
    throws
  {
    let folder = try WorkFolder()
    try database(folder)
    defer {
      for name in ["in", "logged"] { try? allow(0o755, name, in: folder) }
    }
    try allow(0o777, "out", in: folder)
    try allow(0o555, "in", in: folder)
    let read = try render("in/a.db", in: folder)
    #expect(read.error == "")
    #expect(read.exitCode == 0)
    #expect(try folder.names.contains("out/1.png"))
    try allow(0o555, "logged", in: folder)
    let logged = try render("logged/a.db", in: folder)
    #expect(logged.exitCode == 1)
    #expect(
      logged.error == "Error: The database can't be read without what was written last, which is "
        + "still in 'a.db-wal' beside it, and their folder can't be written.\n  at logged/a.db\n"
        + "  hint: Copy both files to a folder that can be written, or end the program that writes "
        + "the database.\n")
    // Where it can be written, what is in the log is read.
    try allow(0o777, "logged", in: folder)
    #expect(try folder.run(["render", "logged/a.db", "-o", "out/2.png"]).exitCode == 0)
  }
}
