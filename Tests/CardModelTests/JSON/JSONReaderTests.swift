import CardModel
import Foundation
import Testing

struct JSONReaderTests {
  private func error(_ text: String, _ options: JSONOptions = .strict) -> JSONSyntaxError? {
    do {
      _ = try JSONReader.read(Array(text.utf8), options: options)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a number keeps its digits`() throws {
    let value = try JSONReader.read(Array(#"{"a": 1.10, "b": -0.0e+05}"#.utf8))
    #expect(value["a"]?.kind == .number("1.10"))
    #expect(value["b"]?.kind == .number("-0.0e+05"))
  }

  @Test func `each value knows its line and column, counted in characters`() throws {
    let value = try JSONReader.read(Array("{\n  \"ä\": 1, \"b\": [\r\n true]}".utf8))
    #expect(value["ä"]?.position == JSONPosition(line: 2, column: 8))
    #expect(value["b"]?.position == JSONPosition(line: 2, column: 16))
    guard case .array(let entries)? = value["b"]?.kind else {
      Issue.record("not a list")
      return
    }
    #expect(entries.first?.position == JSONPosition(line: 3, column: 2))
  }

  @Test func `escapes and surrogate pairs become characters`() throws {
    let value = try JSONReader.read(Array(#""a\n\u00e9\ud83c\udf89\/""#.utf8))
    #expect(value.kind == .string("a\né🎉/"))
  }

  @Test func `comments and trailing commas are for templates only`() throws {
    let text = "{ // one\n \"a\": [1, /* two */ 2,],\n}"
    let value = try JSONReader.read(Array(text.utf8), options: .relaxed)
    #expect(value["a"] == .array([.number(1), .number(2)]))
    #expect(error(text)?.message == "A comment is not allowed here.")
    #expect(error("[1,]")?.message == "A comma before the end is not allowed here.")
  }

  @Test(arguments: [
    ("", "A value was expected, but the text ends.", "1:1"),
    ("{\"a\" 1}", "':' was expected, but '1' was found.", "1:6"),
    ("[1 2]", "',' or ']' was expected, but '2' was found.", "1:4"),
    ("{\"a\":1,\n\"a\":2}", "The name 'a' stands twice in one object.", "2:1"),
    ("01", "A number does not begin with '0'.", "1:2"),
    ("\"a\nb\"", "A text may not hold the control character byte 0xA as it is.", "1:3"),
    ("\"\\ud800\"", "Half of a surrogate pair stands alone.", "1:8"),
    ("\"\\x\"", "The escape '\\' followed by 'x' is unknown.", "1:3"),
    ("nul", "A value was expected, but an unquoted word was found.", "1:1"),
    ("1 2", "The value has ended, but '2' follows.", "1:3"),
    ("\"abc", "The text has no closing quote.", "1:5"),
  ])
  func `what is wrong is said with its place`(text: String, message: String, place: String) {
    let found = error(text)
    #expect(found?.message == message)
    #expect(found?.position.description == place)
  }

  @Test func `invalid UTF-8 is refused at its byte`() {
    do {
      _ = try JSONReader.read([0x22, 0x61, 0xC3, 0xA9, 0xE9, 0x22])
      Issue.record("accepted")
    } catch {
      #expect(error.message == "The text is not valid UTF-8: byte 0xE9 was found.")
      #expect(error.position == JSONPosition(line: 1, column: 4))
    }
  }

  @Test func `a hundred thousand brackets meet the limit`() {
    let text = String(repeating: "[", count: 100_000)
    #expect(error(text)?.message == "The JSON is nested deeper than 512 levels.")
  }

  @Test func `what is written is read as the same value`() throws {
    let value = JSONValue.object([
      ("a", .array([.number(1), .string("x\"\\\n\u{1}é"), .bool(true), JSONValue(.null)])),
      ("long", .array((0..<40).map { .number($0) })),
    ])
    #expect(try JSONReader.read(Array(value.text().utf8)) == value)
    #expect(try JSONReader.read(Array(value.text(pretty: true).utf8)) == value)
  }

  @Test func `the public suite is accepted and refused as it says`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../../shared/cases/json/nst-jsontestsuite").standardized
    guard let names = try? FileManager.default.subpathsOfDirectory(atPath: folder.path) else {
      return
    }
    for name in names where name.hasSuffix(".json") {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      let file = (name as NSString).lastPathComponent
      let accepted = (try? JSONReader.read(bytes)) != nil
      // Duplicate names are valid by the grammar; here they are refused on purpose.
      if file.hasPrefix("y_"), !file.contains("duplicated") {
        #expect(accepted, "\(file)")
      }
      if file.hasPrefix("n_") { #expect(!accepted, "\(file)") }
    }
  }
}
