import Foundation
import Testing

/// Libraries that are only opened where they are needed may be missing until then.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc")))
struct LateLibraryTests {
  /// A folder with files of the libraries' names, which come first and are none.
  private func folder() throws -> WorkFolder {
    let folder = try WorkFolder()
    for name in ["zip.so.4", "zip.so.5", "sqlite3.so.0", "qpdf.so.29", "qpdf.so.30"] {
      try folder.write("none", to: "lib\(name)")
    }
    for name in ["zip", "sqlite3", "qpdf"] { try folder.write("none", to: "lib\(name).so") }
    return folder
  }

  @Test(arguments: [
    ("PK\u{3}\u{4}", "spreadsheets", "libzip", "a.xlsx", "libzip4"),
    ("SQLite format 3\0", "databases", "SQLite", "a.sqlite", "libsqlite3-0"),
  ])
  func `a format whose library is missing is refused with its name`(
    head: String, kind: String, library: String, file: String, package: String
  ) throws {
    let folder = try folder()
    try folder.write(head, to: file)
    let result = try folder.run(
      ["render", file, "-o", "o.pdf"], environment: ["LD_LIBRARY_PATH": folder.url.path])
    #expect(result.exitCode == 1)
    #expect(
      result.error.hasPrefix("Error: Reading \(kind) needs the library \(library).\n  at \(file)\n")
    )
    #expect(result.error.contains("Install it; Debian's package is \(package)."))
    #expect(try !folder.names.contains("o.pdf"))
  }

  @Test func `an SVG in a PDF says so, and cards without one are made`() throws {
    let folder = try folder()
    try folder.write(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 3 4'><rect width='3' height='4'/></svg>",
      to: "logo.svg")
    try folder.write(#"[{"name":"Ada","icon":"logo.svg"},{"name":"Bo"}]"#, to: "a.json")
    let environment = ["LD_LIBRARY_PATH": folder.url.path]
    let documents = try folder.run(
      ["render", "a.json", "-o", "{{name}}.pdf"], environment: environment)
    #expect(documents.exitCode == 2)
    #expect(documents.error.contains("An SVG in a PDF needs the library qpdf."))
    #expect(try folder.names.contains("Bo.pdf") && !folder.names.contains("Ada.pdf"))
    let pictures = try folder.run(
      ["render", "a.json", "-o", "{{name}}.png"], environment: environment)
    #expect(pictures.exitCode == 0)
  }
}
