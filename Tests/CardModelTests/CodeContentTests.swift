import CardModel
import Testing

struct CodeContentTests {
  private var ada: CodeContact {
    var contact = CodeContact(name: "Ada Lovelace")
    contact.company = "Analytical; Engines, \\Ltd"
    contact.phone = "+44 20 7946 0999"
    contact.email = "ada@example.org"
    contact.address = "12 St James's Square,\r\nLondon"
    contact.url = "https://example.org/a;b,c"
    contact.birthday = "1815-12-10"
    return contact
  }

  @Test func `a vCard escapes what its format needs and no more`() {
    #expect(
      CodeContent.vCard(ada) == """
        BEGIN:VCARD\r
        VERSION:3.0\r
        N:Ada Lovelace;;;;\r
        FN:Ada Lovelace\r
        ORG:Analytical\\; Engines\\, \\\\Ltd\r
        TEL:+44 20 7946 0999\r
        EMAIL:ada@example.org\r
        ADR:;;12 St James's Square\\,\\nLondon;;;;\r
        URL:https://example.org/a;b,c\r
        BDAY:1815-12-10\r
        END:VCARD\r

        """)
  }

  @Test func `vCard 4 has no N without its parts and writes dates without hyphens`() {
    let text = CodeContent.vCard(ada, version: .four)
    #expect(text.contains("VERSION:4.0\r\nFN:Ada Lovelace\r\n"))
    #expect(text.contains("BDAY:18151210\r\n"))
    var known = ada
    known.familyName = "Lovelace"
    known.givenName = "Ada"
    #expect(CodeContent.vCard(known, version: .four).contains("\r\nN:Lovelace;Ada;;;\r\n"))
  }

  @Test func `a MeCard escapes colons and commas too`() {
    #expect(
      CodeContent.meCard(ada)
        == "MECARD:N:Ada Lovelace;ORG:Analytical\\; Engines\\, \\\\Ltd;TEL:+44 20 7946 0999;"
        + "EMAIL:ada@example.org;ADR:12 St James's Square\\, London;"
        + "URL:https\\://example.org/a\\;b\\,c;BDAY:18151210;;")
  }

  @Test func `a field cannot smuggle in a line of its own`() {
    for lineBreak in ["\n", "\r", "\r\n", "\u{2028}", "\u{85}"] {
      let contact = CodeContact(name: "Ada\(lineBreak)TEL:666")
      #expect(CodeContent.vCard(contact).contains("FN:Ada\\nTEL:666\r\n"))
    }
    var contact = CodeContact(name: "Ada\u{0}\u{7}")
    contact.url = "http://a\r\nTEL:1"
    #expect(CodeContent.vCard(contact).contains("FN:Ada\r\nURL:http://aTEL:1\r\n"))
    #expect(CodeContent.meCard(CodeContact(name: "Ada;TEL:666")) == "MECARD:N:Ada\\;TEL\\:666;;")
  }

  @Test func `a person is read from a record whatever the case of its fields`() throws {
    let record = Record([
      .init("Name", .text("Ada")), .init("E-Mail", .text("a@b")), .init("phone", .text("  ")),
    ])
    let contact = try CodeContact(record)
    #expect(contact.name == "Ada")
    #expect(contact.email == "a@b")
    #expect(contact.phone == nil)
    #expect(throws: CodeContentError.self) { try CodeContact(Record()) }
  }

  @Test(arguments: [
    ("https://example.org/a?b=1&c=2", "https://example.org/a?b=1&c=2"),
    (" HTTP://Example.org ", "HTTP://Example.org"),
    ("https://example.org/Zoë", "https://example.org/Zo%C3%AB"),
    ("http://[::1]:8080/", "http://[::1]:8080/"),
  ])
  func `a web address is passed on in ASCII`(text: String, expected: String) throws {
    #expect(try CodeContent.url(text) == expected)
  }

  @Test(arguments: [
    "example.org", "javascript:alert(1)", "https://", "https:///a", "https://exämple.org/",
    "https://example.org/a b", "https://example.org/\"", "ftp://example.org", "", "http://:80/",
  ])
  func `what is no web address is refused`(text: String) {
    #expect(throws: CodeContentError.self) { try CodeContent.url(text) }
  }
}
