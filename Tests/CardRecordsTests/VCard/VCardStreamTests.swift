import CardModel
import CardRecords
import Foundation
import Testing

@Suite struct VCardStreamTests {
  private func record(_ bytes: [UInt8]) throws -> Record {
    try #require(try results(bytes, .vcf).first?.record)
  }

  private func record(_ properties: String, version: String = "3.0") throws -> Record {
    try record(
      Array("BEGIN:VCARD\r\nVERSION:\(version)\r\n\(properties)\r\nEND:VCARD\r\n".utf8))
  }

  @Test(arguments: [
    ("3.0", "FN:Ada Lovelace", "name", "Ada Lovelace"),
    ("3.0", "N:Lovelace;Ada;King;Lady;", "name", "Lady Ada King Lovelace"),
    ("3.0", "FN:Ada\nORG:Engine\\; Ltd;Research\\, Math;Lab", "company", "Engine; Ltd"),
    ("3.0", "ORG:Engine;Research\\, Math;Lab", "department", "Research, Math, Lab"),
    ("3.0", "BDAY:19960415", "birthday", "1996-04-15"),
    ("3.0", "BDAY:1996-04-15T23:10:00Z", "birthday", "1996-04-15"),
    ("4.0", "BDAY:--0415", "birthday", "--04-15"),
    ("3.0", "BDAY;X-APPLE-OMIT-YEAR=1604:1604-12-10", "birthday", "--12-10"),
    ("3.0", "BDAY;VALUE=date;X-APPLE-OMIT-YEAR=1604:16041210", "birthday", "--12-10"),
    ("3.0", "BDAY;X-APPLE-OMIT-YEAR=1604:1985-12-10", "birthday", "1985-12-10"),
    ("3.0", "item1.ORG:Engines;\nitem1.X-ABLabel:", "company", "Engines"),
    ("2.1", "FN;CHARSET=windows-1251;ENCODING=QUOTED-PRINTABLE:=CF=B8=F2=F0", "name", "Пётр"),
    ("2.1", "FN;CHARSET=UTF-8;QUOTED-PRINTABLE:=E5=B1=\n=B1=E7=94=\n=B0", "name", "山田"),
    ("2.1", "NOTE;QUOTED-PRINTABLE:one=0D=0A=\ntwo", "note", "one\ntwo"),
    ("3.0", "PHOTO;VALUE=uri:https://gateway.icloud.com/x", "icon", "https://gateway.icloud.com/x"),
    ("4.0", "BDAY:1985-04", "birthday", "1985-04"),
    ("3.0", "NOTE:a\\nb\\, c", "note", "a\nb, c"),
    ("2.1", "NOTE:C:\\new\\photo", "note", "C:\\new\\photo"),
    ("3.0", "item1.TEL;type=pref:+49 0151", "phone", "+49 0151"),
    ("4.0", "TEL;VALUE=uri;PREF=1;TYPE=\"voice,home\":tel:+1-555", "phone", "+1-555"),
    ("3.0", "TEL;TYPE=FAX:1\nTEL;TYPE=CELL:2", "phone", "2"),
    ("3.0", "item1.TEL:7\nitem1.X-ABLabel:_$!<Mobile>!$_", "phone.mobile", "7"),
    ("3.0", "ADR:;;12 Square;London;;SW1;UK", "address", "12 Square, London, SW1, UK"),
    ("2.1", "PHOTO;BASE64:\n  iVBO\n  Rw==\n\nFN:x", "icon", "data:image/png;base64,iVBORw=="),
    ("4.0", "PHOTO:data:image/png;base64,iVBO", "icon", "data:image/png;base64,iVBO"),
    ("2.1", "FN;QUOTED-PRINTABLE:J=C3=B6rg =\nM=C3=BCller", "name", "Jörg Müller"),
    ("2.1", "AGENT:\nBEGIN:VCARD\nFN:Nested\nEND:VCARD\nFN:Outer", "name", "Outer"),
    ("4.0", "GENDER:F;lady", "gender", "female"),
    ("3.0", "fn:lower", "name", "lower"),
  ])
  func `properties become the person's fields`(
    version: String, lines: String, field: String, value: String
  ) throws {
    #expect(try record(lines, version: version)[field] == .text(value))
  }

  @Test func `all numbers are kept in a list, the preferred one first`() throws {
    let found = try record("TEL:1\nTEL;TYPE=pref:2\nTEL:3")
    #expect(found["phones"] == .list([.text("2"), .text("1"), .text("3")]))
  }

  @Test func `a fold inside a character is undone before decoding`() throws {
    let head = Array("BEGIN:VCARD\r\nFN:Jos".utf8)
    let found = try record(
      head + [0xC3] + Array("\r\n ".utf8) + [0xA9] + Array("\r\nEND:VCARD".utf8))
    #expect(found["name"] == .text("José"))
  }

  @Test func `line ends that were doubled on the way end a line once`() throws {
    let text = "BEGIN:VCARD\nVERSION:3.0\nFN:Ann\n  Lee\nPHOTO;ENCODING=b:iVBO\n Rw==\nEND:VCARD\n"
    let found = try record(Array(text.replacing("\n", with: "\r\r\n").utf8))
    #expect(found["name"] == .text("Ann Lee"))
    #expect(found["icon"] == .text("data:image/png;base64,iVBORw=="))
    // Where CR alone ends a line, an empty one ends a photo, as ever.
    let old = try record(Array(text.replacing("\n", with: "\r").utf8))
    #expect(old["name"] == .text("Ann Lee"))
  }

  @Test(.enabled(if: hasCases))
  func `others' photos have the size that the list tells`() throws {
    var count = 0
    for row in caseRows("vcard/") + caseRows("hostile/open/vcard/") where row.file.hasSuffix("vcf")
    {
      let bytes = try #require(caseBytes(row.file))
      let references = row.reference.components(separatedBy: " | ").dropFirst()
      for (reference, result) in zip(references, (try? results(bytes, .vcf)) ?? []) {
        guard let size = reference.firstMatch(of: /(?:PHOTO|LOGO)=(\d+) B (?:JPEG|PNG)/)?.1,
          let icon = result.record?["icon"]?.text
        else { continue }
        let data = Data(base64Encoded: String(icon.drop { $0 != "," }.dropFirst()))
        #expect(data?.count == Int(size), "\(row.file)")
        count += 1
      }
    }
    #expect(count > 8)
  }

  @Test func `Shift_JIS is decoded before escapes are undone`() throws {
    // The second byte of the character 表 is a backslash.
    let head = Array("begin:vcard\nversion:2.1\nN;CHARSET=SHIFT_JIS:".utf8)
    let found = try record(head + [0x95, 0x5C] + Array(";A;;;\nend:vcard".utf8))
    #expect(found["name"] == .text("A 表"))
  }

  @Test(arguments: [
    ("FN:Ada", "END:VCARD"), ("VERSION:9.9\nFN:Ada\nEND:VCARD", "9.9"),
    ("FN:A\u{0}B\nEND:VCARD", "NUL"),
  ])
  func `a wrong card fails alone`(text: String, words: String) throws {
    let good = "BEGIN:VCARD\nFN:Bob\nEND:VCARD\n"
    let found = try results("BEGIN:VCARD\n\(text)\n" + good, .vcf)
    #expect(found.count == 2)
    #expect(found[0].failure?.message.contains(words) == true)
    #expect(found[0].failure?.location?.record == 1)
    #expect(found[1].record?["name"] == .text("Bob"))
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `the last card without its end is read, with a warning`(lineEnd: String) throws {
    let text = "BEGIN:VCARD\nFN:Bob\nEND:VCARD\nBEGIN:VCARD\nVERSION:3.0\nFN:Ada\nNOTE:a b\n c"
    let found = try results(text.replacing("\n", with: lineEnd) + lineEnd, .vcf)
    #expect(found.map { $0.record?["name"] } == [.text("Bob"), .text("Ada")])
    #expect(found.last?.record?["note"] == .text("a bc"))
    #expect(found.first?.record?.findings == [])
    #expect(
      found.last?.record?.findings == [
        Finding(
          .dataCutShort, .warning,
          "The card has no 'END:VCARD' before the data's end, and was read as it stands.")
      ])
    #expect(found.last?.record?.place?.record == 2)
  }

  @Test(arguments: [
    // A line without an end, and a value that goes on in a line that is not there.
    "VERSION:3.0\nFN:Ada Love", "FN:Ada\nEND:VCAR", "FN:Ada\nPHOTO;ENCODING=b:iVBO\n Rw",
    "FN:Ada\nNOTE;ENCODING=QUOTED-PRINTABLE:a=\n",
    // A card within a card, and one in which nothing stands.
    "FN:Ada\nAGENT:\nBEGIN:VCARD\nFN:B\n", "FN:Ada\nAGENT:\nBEGIN:VCARD\nFN:B\nEND:VCARD",
    "VERSION:3.0\n", "",
  ])
  func `a last card that is cut within something is an error`(rest: String) throws {
    let found = try results("BEGIN:VCARD\n" + rest, .vcf)
    #expect(found.count == 1)
    #expect(found.first?.failure?.message == "The card has no 'END:VCARD'.")
    #expect(found.first?.failure?.location?.line == 1)
  }

  @Test func `data without a card is an error`() {
    #expect(throws: RecordError.self) { try results("BEGIN:VCALENDAR\nEND:VCALENDAR", .vcf) }
  }

  @Test(.enabled(if: hasCases))
  func `others' cards give the number and the names that the list tells`() throws {
    var cards = 0
    for row in caseRows("vcard/") + caseRows("hostile/open/vcard/") where row.file.hasSuffix("vcf")
    {
      let bytes = try #require(caseBytes(row.file))
      let count = try #require(row.reference.firstMatch(of: /(\d+) cards?/).flatMap { Int($0.1) })
      guard count > 0 else {
        #expect(throws: RecordError.self, "\(row.file)") { try results(bytes, .vcf) }
        continue
      }
      let found = try results(bytes, .vcf)
      #expect(found.count == count, "\(row.file)")
      cards += count
      let references = row.reference.components(separatedBy: " | ").dropFirst()
      for (reference, result) in zip(references, found) {
        for part in reference.components(separatedBy: "; ") where part.hasPrefix("FN=") {
          guard let record = result.record else { continue }
          // The list's entries are trimmed; a name keeps the spaces that its card has.
          let name = record["name"]?.text?.trimmingCharacters(in: .whitespaces)
          #expect(name == String(part.dropFirst(3)), "\(row.file)")
        }
      }
    }
    #expect(cards > 50)
  }
}
