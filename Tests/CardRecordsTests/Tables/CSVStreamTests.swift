import CardModel
import CardRecords
import Foundation
import Testing

@Suite struct CSVStreamTests {
  @Test(arguments: [
    ("a,b\n1,2\n", [["1", "2"]]),
    ("a,b\r\n1,2\r\n3,4", [["1", "2"], ["3", "4"]]),
    ("a,b\r1,2\r3,4\r", [["1", "2"], ["3", "4"]]),
    ("\n\na,b\n\n1,2\n\r\n\n3,4\n\n", [["1", "2"], ["3", "4"]]),
    ("a,b\n\"1,\"\"x\"\"\",\"\"\n", [["1,\"x\"", ""]]),
    ("a,b\n\"1\r\n2\n3\",4", [["1\r\n2\n3", "4"]]),
    ("a,b\n00123,+49 0151\n1E5,3-4\n", [["00123", "+49 0151"], ["1E5", "3-4"]]),
    ("a,b\nC:\\new\\photo.jpg,x\\,\n", [["C:\\new\\photo.jpg", "x\\"]]),
    ("a,b\nx\"y, \"z\"\n", [["x\"y", " \"z\""]]),
    ("a,b\n=1+1,@x\n", [["=1+1", "@x"]]),
    ("a,b,,\n1,2,,\n", [["1", "2"]]),
  ])
  func `cells are exactly what stands between the delimiters`(
    text: String, expected: [[String]]
  ) throws {
    let found = try results(text, .csv).texts
    let trimmed = found.map { $0.last == "" && $0.count > 2 ? Array($0.dropLast()) : $0 }
    #expect(trimmed == expected)
  }

  @Test(arguments: [
    ("name;title\nAda;\"A;B\"\n", ["Ada", "A;B"]),
    ("name\ttitle\nAda\tA, B\n", ["Ada", "A, B"]),
    ("name|title\nAda|A; B\n", ["Ada", "A; B"]),
    ("last, first;title\nLovelace, Ada;x\nHopper;y, z, q\n", ["Lovelace, Ada", "x"]),
    ("sep=|\nname,x|title\nAda|b\n", ["Ada", "b"]),
    ("\u{FEFF}\"sep=;\"\r\nname,x;title\r\nAda;b\r\n", ["Ada", "b"]),
    ("\"a;b;c\",d\n1;2;3,4\n", ["1;2;3", "4"]),
  ])
  func `the delimiter is found by looking`(text: String, first: [String]) throws {
    #expect(try results(text, .csv).texts.first == first)
  }

  @Test(arguments: [
    // A gap that is empty throughout is none of anybody's business.
    ("a,,b\n1,,2\n3, ,4\n", [["1", "2"], ["3", "4"]]),
    (
      "a,,b\n1,,2\n3,x,4\n5,,6\n",
      [
        ["1", "2"],
        ["The value 'x' stands in column 2, which has no name in the header."], ["5", "6"],
      ]
    ),
  ])
  func `a column without a name is passed over while it is empty`(
    text: String, expected: [[String]]
  ) throws {
    #expect(try results(text, .csv).texts == expected)
    #expect(
      try RecordSource(bytes: Array(text.utf8), format: .csv).open().fieldNames == ["a", "b"])
  }

  @Test(arguments: [
    (",name\n0,Ann\n1,Bob\n", 1, "Name the column or remove it."),
    (
      "Staff 2024,,\nname,mail,team\nAnn,a@b,red\n", 2,
      "If the first row is a title, remove it; if it is the header, name the column."
    ),
  ])
  func `a header that fits no row is one error`(text: String, column: Int, hint: String) throws {
    let error = try #require(failure { _ = try results(text, .csv) })
    #expect(error.location == DataPlace(file: "people", line: 2, column: column, record: 1))
    #expect(error.hint == hint)
  }

  @Test func `a delimiter that is given wins`() throws {
    let options = RecordOptions(delimiter: ":")
    #expect(try results("a:b\n1,2:3\n", .csv, options).texts == [["1,2", "3"]])
    #expect(throws: RecordError.self) {
      try results("a:b\n", .csv, RecordOptions(delimiter: "é"))
    }
  }

  @Test func `a byte order mark is no part of the first name`() throws {
    for text in ["\u{FEFF}name,x\nAda,1", "\u{FEFF}\"name\",x\nAda,1"] {
      let source = RecordSource(bytes: Array(text.utf8), format: .csv)
      #expect(try source.open().fieldNames == ["name", "x"])
    }
  }

  @Test(arguments: [
    ("name,name\nAda,x\n", 1, 2, "'name'"),
    ("a,,c\n1,2,3\n", 2, 2, "column 2"),
    ("a,\"b\n1,2\n", 1, 2, "not closed"),
    ("", nil, nil, "empty"),
  ])
  func `a wrong header makes the data unreadable`(
    text: String, line: Int?, column: Int?, words: String
  ) throws {
    let error = try #require(failure { _ = try results(text, .csv) })
    #expect(error.location?.line == line)
    #expect(error.location?.column == column)
    #expect(error.message.contains(words))
  }

  @Test(arguments: [
    ("1,2,3\n4,5\n6,7,8\n", 3, 3),
    ("1,2,3\n4,5,6,7\n6,7,8\n", 3, 4),
    ("1,2,3\n4,\"5\"x,6\n6,7,8\n", 3, 2),
    ("1,2,3\n4,5,\"6\n6,7,8\n", 3, 3),
    ("1,2,3\n4,\u{0},6\n6,7,8\n", 3, 2),
  ])
  func `a wrong row fails alone and is named`(rows: String, line: Int, column: Int) throws {
    let found = try results("a,b,c\n" + rows, .csv)
    #expect(found.count == 3)
    let error = try #require(found[1].failure)
    #expect(error.location == DataPlace(file: "people", line: line, column: column, record: 2))
    #expect(found[2].record?["a"] == .text("6"))
  }

  @Test func `bytes that are not UTF-8 are named with row and column and byte`() throws {
    let found = try results(Array("a,b\n1,Ren".utf8) + [0xE9] + Array("\n2,x\n".utf8), .csv)
    let error = try #require(found.first?.failure)
    #expect(error.location == DataPlace(file: "people", line: 2, column: 2, record: 1))
    #expect(error.message.contains("0xE9 at byte 10"))
    #expect(error.hint?.contains("--encoding") == true)
    #expect(found.count == 2)
  }

  @Test(arguments: [
    ("windows-1252", [0xE9, 0x80] as [UInt8], "é€"),
    ("iso-8859-1", [0xE9], "é"),
    ("shift_jis", [0x88, 0xC0, 0x93, 0xA1], "安藤"),
    ("gb18030", [0xC4, 0xE3], "你"),
  ])
  func `a named encoding is read`(encoding: String, bytes: [UInt8], text: String) throws {
    let data = Array("a,b\n1,".utf8) + bytes
    #expect(try results(data, .csv, RecordOptions(encoding: encoding)).texts == [["1", text]])
  }

  @Test func `an encoding that nobody knows is an error`() {
    #expect(throws: RecordError.self) {
      try results("a\n1", .csv, RecordOptions(encoding: "klingon"))
    }
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian], [true, false])
  func `UTF-16 is read with and without its mark`(encoding: String.Encoding, mark: Bool) throws {
    let text = (mark ? "\u{FEFF}" : "") + "name,title\r\nJosé 安藤 😀,x\r\n"
    let data = try #require(text.data(using: encoding))
    #expect(try results([UInt8](data), .csv).texts == [["José 安藤 😀", "x"]])
  }

  @Test func `half a UTF-16 character at the end is an error`() {
    let bytes: [UInt8] = [0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x62, 0, 0x63]
    #expect(throws: RecordError.self) { try results(bytes, .csv) }
  }

  @Test func `a file read in pieces gives what the bytes at once give`() throws {
    let rows = (0..<30_000).map { "\($0),\"na\"\"me\n\($0 % 7)\",x\r\n" }.joined()
    let text = "id,name,note\r\n" + rows
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
    try text.write(to: url, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: url) }
    let source = try RecordSource(path: url.path, name: "people")
    let fromFile = try results(source)
    #expect(fromFile == (try results(text, .csv)))
    #expect(fromFile.count == 30_000)
    #expect(fromFile.last?.record?.place?.line == 59_999 + 1)
    #expect(fromFile[29_999].record?["name"] == .text("na\"me\n\(29_999 % 7)"))
    #expect(try results(source) == fromFile)
  }

  @Test func `what is not a file is an error`() throws {
    for path in ["/nowhere/people.csv", "/tmp"] {
      let source = try RecordSource(path: path, format: .csv)
      #expect(throws: RecordError.self) { try source.open() }
    }
    #expect(throws: RecordError.self) { try RecordSource(path: "people.docx") }
  }

  @Test(.enabled(if: hasCases))
  func `others' files give the cells that their own parse gives`() throws {
    var compared = 0
    for row in caseRows("csv/max-mapper") where row.file.hasSuffix(".csv") {
      let bytes = try #require(caseBytes(row.file))
      let json = try #require(caseBytes(row.file.dropLast(3) + "json"))
      let expected = try results(json, .json).texts
      #expect(try results(bytes, .csv).texts == expected, "\(row.file)")
      compared += 1
    }
    #expect(compared > 4)
  }

  @Test(.enabled(if: hasCases))
  func `others' files give the rows that Python counts, or an error with a line`() throws {
    for row in caseRows("csv/") + caseRows("hostile/open/csv/") {
      guard row.file.hasSuffix("sv"), let bytes = caseBytes(row.file),
        let count = row.reference.firstMatch(of: /(\d+) records/).flatMap({ Int($0.1) })
      else { continue }
      let format: DataFormat = row.file.hasSuffix("tsv") ? .tsv : .csv
      do {
        let found = try results(bytes, format)
        let isWhole = found.allSatisfy { $0.failure == nil }
        if isWhole { #expect(found.count == count - 1, "\(row.file)") }
        for failure in found.compactMap(\.failure) {
          #expect(failure.location?.line != nil && failure.location?.column != nil)
        }
      } catch let error as RecordError {
        #expect(error.location != nil, "\(row.file)")
      }
    }
  }
}
