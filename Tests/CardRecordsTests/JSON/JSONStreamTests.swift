import CardModel
import CardRecords
import Testing

@Suite struct JSONStreamTests {
  @Test func `an array gives a record an entry, and values keep their text`() throws {
    let text = #"[{"id": 1.10, "ok": true, "no": null, "tags": ["a", {"b": "c"}]}, {"id":"007"}]"#
    let found = try results(text, .json)
    #expect(found.count == 2)
    let record = try #require(found[0].record)
    #expect(record["id"] == .number("1.10"))
    #expect(record["ok"] == .boolean(true))
    #expect(record["no"] == nil)
    #expect(record["tags"]?.kindName == "a list")
    #expect(found[1].record?["id"] == .text("007"))
  }

  @Test func `places are those of the whole text`() throws {
    let found = try results("[{\"a\":1}, {\"é\":\n  2}, 7]", .json)
    #expect(
      found[1].record?.place == DataPlace(file: "people", line: 1, column: 11, record: 2))
    #expect(
      found[1].record?.fields.first?.place
        == DataPlace(file: "people", line: 2, column: 3, record: 2))
    #expect(
      found[2].failure?.location == DataPlace(file: "people", line: 2, column: 7, record: 3))
  }

  @Test func `one object is one record`() throws {
    #expect(try results("\u{FEFF} {\"name\":\"Ada ] }\\\"\"} ", .json).texts == [["Ada ] }\""]])
  }

  @Test func `an empty array has no records`() throws {
    #expect(try results(" [ ] ", .json).isEmpty)
  }

  @Test(arguments: [
    ("", 1, 1), ("null", 1, 1), ("\"x\"", 1, 1), ("[", 1, 2), ("[{},]", 1, 5), ("[{} {}]", 1, 5),
    ("[{}", 1, 4), ("{} {}", 1, 4), ("[{\"a\":1]", 1, 8), ("[{},{\"a\":01}]", 1, 11),
    ("[{}]\n]", 2, 1), ("[,{}]", 1, 2),
  ])
  func `what is not JSON is an error with its place`(text: String, line: Int, column: Int) throws {
    let error = try #require(failure { _ = try results(text, .json) })
    #expect(error.location?.line == line)
    #expect(error.location?.column == column)
  }

  @Test(.enabled(if: hasCases))
  func `a reader of whole texts agrees about others' files`() throws {
    var count = 0
    for row in caseRows("json/") + caseRows("hostile/open/json/") where row.file.hasSuffix("json") {
      let bytes = try #require(caseBytes(row.file))
      // UTF-16 is read here, and a reader of whole texts takes UTF-8 only.
      if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { continue }
      if bytes.contains(0) { continue }
      count += 1
      let whole = try? JSONReader.read(bytes)
      var failed = false
      var found: [RecordResult] = []
      do { found = try results(bytes, .json) } catch { failed = true }
      switch whole?.kind {
      case .array(let entries):
        #expect(!failed && found.count == entries.count, "\(row.file)")
        for (entry, result) in zip(entries, found) {
          #expect(
            result.record == Record(entry, file: "people", number: result.record?.place?.record))
        }
      case .object: #expect(!failed && found.count == 1, "\(row.file)")
      default: #expect(failed, "\(row.file)")
      }
    }
    #expect(count > 20)
  }
}

@Suite struct NDJSONStreamTests {
  @Test func `a list of records is told to be JSON`() throws {
    let found = try results("[{\"n\":1}]\n", .ndjson)
    #expect(found.first?.failure?.hint?.hasSuffix("name the file .json.") == true)
  }

  @Test func `each line is a record, and a wrong one fails alone`() throws {
    let found = try results(
      "\u{FEFF}{\"n\":1}\r\n\r\n{\"n\":}\n[1]\n{\"n\":4} {}\n{\"n\":5}", .ndjson)
    #expect(found.map { $0.failure?.location?.line } == [nil, 3, 4, 5, nil])
    #expect(found.map { $0.failure?.location?.record } == [nil, 2, 3, 4, nil])
    #expect(found.last?.record?["n"] == .number("5"))
  }
}
