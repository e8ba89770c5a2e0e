import CardModel
import Testing

@testable import CardFiles

@Suite struct OutputPatternTests {
  @Test(arguments: [
    ("out/{{id}}-{{name}}.png", "out/7-Ann Lee.png"), ("{{ name }}.pdf", "Ann Lee.pdf"),
    ("out/{{index}}.png", "out/3.png"), ("../{{evil}}/x.png", "../_.._etc_/x.png"),
    ("{{empty}}.png", "_.png"), ("/tmp/{{id}}/{{dots}}/a.png", "/tmp/7/__/a.png"),
    ("{{id}}}}.png", "7}}.png"), ("plain.png", "plain.png"),
  ])
  func `a pattern becomes a path`(_ text: String, _ path: String) throws {
    let record = ["id": "7", "name": "Ann Lee", "evil": "../etc/", "empty": "", "dots": ".."]
    #expect(try OutputPattern(text).expand(index: 3) { record[$0] } == path)
  }

  @Test(arguments: [
    ("out/a/{{id}}/x.png", "out/a"), ("{{id}}.png", "."), ("/{{id}}.png", "/"), ("a/b.png", "a"),
    ("b.png", "."),
  ])
  func `the folder before the first field is known`(_ text: String, _ folder: String) throws {
    #expect(try OutputPattern(text).folder == folder)
  }

  @Test func `the fields of a pattern are known, and a wrong one gets the nearest`() throws {
    let pattern = try OutputPattern("{{nme}}-{{index}}-{{nme}}.png")
    #expect(pattern.fields == ["nme", "index"])
    let error = #expect(throws: OutputPatternError.self) {
      try pattern.check(known: ["name", "email"])
    }
    #expect(
      error?.description == """
        The output pattern '{{nme}}-{{index}}-{{nme}}.png' names the field 'nme', \
        which the data does not have.
          hint: Did you mean '{{name}}'?
        """)
    #expect(throws: OutputPatternError.self) { try pattern.expand(index: 1) { _ in nil } }
  }

  @Test(arguments: [
    ("{{a", OutputPatternError.openBraces(pattern: "{{a")),
    ("{{ }}", .emptyField(pattern: "{{ }}")),
    ("{{a}}/../b", .leadsOutside(pattern: "{{a}}/../b")),
  ])
  func `a wrong pattern is refused`(_ text: String, _ error: OutputPatternError) {
    #expect(throws: error) { try OutputPattern(text) }
  }

  @Test func `folders are made as far as they are missing`() throws {
    let folder = try TemporaryFolder()
    try Folders.make(folder.path + "/a/b/c")
    try Folders.make(folder.path + "/a/b/c/")
    try WholeFile.write([1], to: folder.path + "/a/b/c/file")
    #expect(throws: FileError.notFolder(path: folder.path + "/a/b/c/file")) {
      try Folders.make(folder.path + "/a/b/c/file")
    }
  }
}
