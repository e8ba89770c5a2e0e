import CardModel
import CardRecords
import Testing

/// The bytes of a zip archive whose entries are not compressed.
private func zip(_ entries: [(String, String)], declaredSize: UInt32? = nil) -> [UInt8] {
  func little(_ value: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
  }
  func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = sum & 1 == 1
        sum >>= 1
        if isOdd { sum ^= 0xEDB8_8320 }
      }
    }
    return ~sum
  }
  var file: [UInt8] = []
  var directory: [UInt8] = []
  for (name, text) in entries {
    let bytes = Array(text.utf8)
    let size = UInt32(bytes.count)
    var facts: [UInt8] = []
    let length = UInt32(name.utf8.count)
    let numbers: [(UInt32, Int)] = [
      (20, 2), (0, 6), (0x21, 2), (checksum(bytes), 4), (size, 4), (declaredSize ?? size, 4),
      (length, 2), (0, 2),
    ]
    for (value, width) in numbers {
      facts += little(value, min(width, 4)) + [UInt8](repeating: 0, count: max(0, width - 4))
    }
    directory += little(0x0201_4B50, 4)
    directory += little(20, 2)
    directory += facts
    directory += [UInt8](repeating: 0, count: 10)
    directory += little(UInt32(file.count), 4)
    directory += Array(name.utf8)
    file += little(0x0403_4B50, 4)
    file += facts
    file += Array(name.utf8)
    file += bytes
  }
  let count = UInt32(entries.count)
  var end = little(0x0605_4B50, 4)
  end += little(0, 4)
  end += little(count, 2)
  end += little(count, 2)
  end += little(UInt32(directory.count), 4)
  end += little(UInt32(file.count), 4)
  end += little(0, 2)
  return file + directory + end
}

private let relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

/// A workbook with one sheet of these rows.
private func workbook(
  _ rows: String, is1904: Bool = false, strings: String = "", prolog: String = "",
  declaredSize: UInt32? = nil
) -> [UInt8] {
  zip(
    [
      (
        "xl/workbook.xml",
        "<workbook xmlns:r='\(relation)'><workbookPr date1904='\(is1904 ? 1 : 0)'/><sheets>"
          + "<sheet name='People' r:id='a'/><sheet name='Other' r:id='d'/></sheets></workbook>"
      ),
      (
        "xl/_rels/workbook.xml.rels",
        "<Relationships>"
          + [
            ("a", "worksheet", "s1.xml"), ("b", "styles", "/xl/st.xml"),
            ("c", "sharedStrings", "ss.xml"), ("d", "worksheet", "s2.xml"),
          ].map { "<Relationship Id='\($0)' Type='\(relation)/\($1)' Target='\($2)'/>" }.joined()
          + "</Relationships>"
      ),
      (
        "xl/st.xml",
        "<styleSheet><numFmts><numFmt numFmtId='164' formatCode='dd\\.mm\\.yyyy hh:mm'/>"
          + "<numFmt numFmtId='165' formatCode='00000'/><numFmt numFmtId='166' "
          + "formatCode='0.0&quot; day&quot;[Red]'/></numFmts><cellXfs><xf numFmtId='0'/>"
          + "<xf numFmtId='14'/><xf numFmtId='164'/><xf numFmtId='165'/><xf numFmtId='166'/>"
          + "<xf numFmtId='20'/></cellXfs></styleSheet>"
      ),
      ("xl/ss.xml", "<sst>\(strings)</sst>"),
      ("xl/s1.xml", "\(prolog)<worksheet><sheetData>\(rows)</sheetData></worksheet>"),
      (
        "xl/s2.xml",
        "<worksheet><sheetData><row><c t='inlineStr'><is><t>x</t></is></c></row>"
          + "<row><c><v>7</v></c></row></sheetData></worksheet>"
      ),
    ], declaredSize: declaredSize)
}

private let header = "<row r='2'><c r='A2' t='inlineStr'><is><t>v</t></is></c></row>"

@Suite struct SheetStreamTests {
  @Test(arguments: [
    ("t='n'", "1.6500000000000001", "1.65"), ("", "234.0", "234"),
    ("", "4.9123456789E10", "49123456789"),
    ("s='1'", "36526", "2000-01-01"), ("s='1'", "60", "1900-02-29"), ("s='1'", "59", "1900-02-28"),
    ("s='1'", "61", "1900-03-01"), ("s='1'", "1", "1900-01-01"),
    ("s='2'", "45351.75", "2024-02-29T18:00:00"), ("s='2'", "45351", "2024-02-29"),
    ("s='5'", "0.5", "12:00:00"), ("s='3'", "42", "00042"), ("s='4'", "1.5", "1.5"),
    ("t='b'", "1", "true"), ("t='str'", "007", "007"), ("t='s'", "0", "Ada Lovelace"),
  ])
  func `a cell of a workbook is what one sees`(facts: String, raw: String, seen: String) throws {
    let bytes = workbook(
      header + "<row r='4'><c r='A4' \(facts)><v>\(raw)</v></c></row>",
      strings: "<si><r><t>Ada </t></r><r><t>Lovelace</t></r><rPh><t>x</t></rPh></si>")
    #expect(try results(bytes, .xlsx).texts == [[seen]])
  }

  @Test func `a number is the text that one sees, and what is true is no text`() throws {
    let bytes = workbook(
      header + "<row><c><v>491511234567</v></c></row><row><c t='b'><v>0</v></c></row>")
    #expect(
      try results(bytes, .xlsx).map { $0.record?["v"] } == [
        .text("491511234567"), .boolean(false),
      ])
  }

  @Test(arguments: ["<f>1+1</f>", "<f>1+1</f><v/>", "<f>1+1</f><v></v>"])
  func `a formula that was never calculated is a fault and no blank`(cell: String) throws {
    let found = try results(workbook(header + "<row><c>\(cell)</c></row>"), .xlsx)
    #expect(
      found.first?.record?["v"]
        == .fault(
          "The cell of 'v' has a formula whose result is not in the file; open it in a "
            + "spreadsheet program and save it."))
    let blank = workbook(header + "<row><c t='str'><f>\"\"</f><v></v></c></row>")
    #expect(try results(blank, .xlsx).isEmpty)
  }

  @Test func `an error cell is no value, and keeps its place and the rest of its row`() throws {
    let bytes = workbook(
      header + "<row r='4'><c r='A4' t='e'><v>#N/A</v></c></row>"
        + "<row r='5'><c r='A5'><v>1</v></c><c r='B5' t='e'><v>#REF!</v></c></row>")
    let found = try results(bytes, .xlsx)
    let record = try #require(found.first?.record)
    #expect(record["v"] == .fault("The cell of 'v' holds the error '#N/A'."))
    let fault = try #require(record.fault(of: "v"))
    #expect(fault.message == "The cell of 'v' holds the error '#N/A'.")
    #expect(fault.place == "people:4:1, record 1, field 'v'")
    #expect(record.fault(of: "w") == nil)
    // What stands below no name belongs to the table by mistake.
    #expect(found.last?.failure?.message == "The cell of '2' holds the error '#REF!'.")
  }

  @Test func `a table may stand anywhere on its sheet, and blank rows are none`() throws {
    func text(_ cell: String, _ value: String) -> String {
      "<c r='\(cell)' t='inlineStr'><is><t>\(value)</t></is></c>"
    }
    let bytes = workbook(
      "<row r='1'>\(text("A1", " "))</row><row r='3'>\(text("C3", "a"))\(text("E3", "b"))</row>"
        + "<row r='4'>\(text("C4", "1"))\(text("E4", "2"))</row>"
        + "<row r='6'>\(text("C6", " "))</row><row r='7'>\(text("E7", "3"))</row>")
    let found = try results(bytes, .xlsx)
    #expect(found.texts == [["1", "2"], ["", "3"]])
    #expect(found.last?.record?.place?.line == 7)
  }

  @Test func `the epoch of 1904 moves days by four years`() throws {
    let bytes = workbook(header + "<row><c s='1'><v>35064</v></c></row>", is1904: true)
    #expect(try results(bytes, .xlsx).texts == [["2000-01-01"]])
  }

  @Test func `a sheet is chosen by name`() throws {
    let bytes = workbook(header)
    #expect(try results(bytes, .xlsx, RecordOptions(table: "Other")).texts == [["7"]])
    #expect(failure { _ = try results(bytes, .xlsx, RecordOptions(table: "Nobody")) } != nil)
  }

  @Test func `entities, bombs, damage and encryption are refused`() {
    let dtd = "<!DOCTYPE a [<!ENTITY b 'c'>]>"
    #expect(failure { _ = try results(workbook(header, prolog: dtd), .xlsx) } != nil)
    #expect(failure { _ = try results(workbook(header, declaredSize: 600 << 20), .xlsx) } != nil)
    #expect(failure { _ = try results(workbook(header + "<row><c>"), .xlsx) } != nil)
    let encrypted = failure { _ = try results([0xD0, 0xCF, 0x11, 0xE0, 1], .xlsx) }
    #expect(encrypted?.message.contains("encrypted") == true)
  }

  @Test func `an OpenDocument sheet is read with its repetitions`() throws {
    let spaces =
      "xmlns:o='urn:oasis:names:tc:opendocument:xmlns:office:1.0' "
      + "xmlns:t='urn:oasis:names:tc:opendocument:xmlns:table:1.0' "
      + "xmlns:x='urn:oasis:names:tc:opendocument:xmlns:text:1.0'"
    let cell = "t:table-cell"
    let content =
      "<o:d \(spaces)><t:table t:name='P'><t:table-row>"
      + "abc".map { "<\(cell) o:value-type='string'><x:p>\($0)</x:p></\(cell)>" }.joined()
      + "<\(cell) t:number-columns-repeated='16000'/></t:table-row>"
      + "<t:table-row t:number-rows-repeated='2'><\(cell) o:value-type='date' "
      + "o:date-value='2024-02-29T00:00:00'/><\(cell)><x:p>A<x:s x:c='2'/>B</x:p><x:p>C</x:p>"
      + "</\(cell)><\(cell) o:value-type='float' o:value='1.50'><x:p>1,5</x:p></\(cell)>"
      + "</t:table-row><t:table-row t:number-rows-repeated='1048570'><\(cell)/></t:table-row>"
      + "</t:table></o:d>"
    let row = ["2024-02-29", "A  B\nC", "1.5"]
    #expect(try results(zip([("content.xml", content)]), .ods).texts == [row, row])
  }
}
