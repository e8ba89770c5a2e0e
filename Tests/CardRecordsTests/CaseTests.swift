import CardModel
import CardRecords
import Testing

/// Hostile files by others, and what has to come of each.
@Suite(.enabled(if: hasCases)) struct CaseTests {
  @Test(
    arguments: [
      ("bad-line-2", ["Ada", "Bob"], [2]), ("blank-lines-crlf", ["Ada", "Bob"], []),
      ("array-line", [], [1, 2, 3]), ("bom", ["Ada", "Bob"], []),
      ("concatenated-no-newline", [], [1]),
    ] as [(String, [String], [Int])])
  func `lines of JSON give these people and these wrong lines`(
    _ file: String, _ names: [String], _ lines: [Int]
  ) throws {
    let bytes = try #require(caseBytes("hostile/open/ndjson/\(file).ndjson"))
    let found = try results(bytes, .ndjson)
    #expect(found.compactMap { $0.record?["name"]?.text } == names)
    #expect(found.compactMap { $0.failure?.location?.line } == lines)
  }

  @Test(
    arguments: [
      ("quoted-newlines", [["Ada\nLovelace", "Analyst, first", "E \"Ltd\""]]),
      ("cr-only", []), ("bom-quoted-header", [["Ada"]]), ("utf16be-bom", []), ("header-only", []),
      ("semicolons", []), ("formula-cells", []),
    ] as [(String, [[String]])])
  func `tables without a fault give their rows`(_ file: String, _ first: [[String]]) throws {
    let path = "hostile/open/csv/\(file).csv"
    let bytes = try #require(caseBytes(path))
    let found = try results(bytes, .csv)
    #expect(found.allSatisfy { $0.failure == nil })
    let reference = try #require(caseRows(path).first?.reference)
    let count = try #require(reference.firstMatch(of: /(\d+) records/).flatMap { Int($0.1) })
    #expect(found.count == count - 1)
    for (row, cells) in zip(found.texts, first) {
      #expect(row.prefix(cells.count).map { $0.replacing("\r\n", with: "\n") } == cells)
    }
    if file == "semicolons" { #expect(found.first?.record?["title"] == .text("A;B")) }
  }

  @Test(arguments: [
    ("invalid-utf8", 2), ("unclosed-quote", 2), ("duplicate-header", 1), ("ragged-short", 2),
    ("columns-20000", 1),
  ])
  func `tables with a fault name its line`(_ file: String, _ line: Int) throws {
    let bytes = try #require(caseBytes("hostile/open/csv/\(file).csv"))
    var lines: [Int?] = []
    do {
      lines = try results(bytes, .csv).compactMap(\.failure).map(\.location?.line)
    } catch let error as RecordError {
      lines = [error.location?.line]
    }
    #expect(lines.first == line)
  }

  @Test(arguments: ["vcard/gnome-evolution-data-server/8.vcf", "hostile/open/vcard/no-end.vcf"])
  func `a contact card whose last line is missing is one card with a warning`(
    _ file: String
  ) throws {
    let found = try results(try #require(caseBytes(file)), .vcf)
    let name = try #require(caseRows(file).first?.reference.firstMatch(of: /FN=([^;]*);/)?.1)
    #expect(found.map { $0.record?["name"]?.text } == [String(name)])
    #expect(found.first?.record?.findings.map(\.severity) == [.warning])
  }

  @Test func `the columns have the names that Python reads`() throws {
    var compared = 0
    for row in caseRows("csv/") + caseRows("hostile/open/csv/") where row.file.hasSuffix("sv") {
      guard let bytes = caseBytes(row.file),
        let header = row.reference.firstMatch(of: /header ([^;]*)$/)?.1,
        let source = try? RecordSource(
          bytes: bytes, format: row.file.hasSuffix("tsv") ? .tsv : .csv
        ).open(), let names = source.fieldNames
      else { continue }
      // One column, in which blanks and commas may or may not be separators.
      if row.file.hasSuffix("test_header_newline.csv") { continue }
      // The list writes blanks and line ends as single spaces, and cuts long headers.
      func plain(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
      let found = plain(names.joined(separator: "|"))
      let wanted = plain(header)
      #expect(found.hasPrefix(wanted) || wanted.hasPrefix(found), "\(row.file)")
      compared += 1
    }
    #expect(compared > 30)
  }
}
