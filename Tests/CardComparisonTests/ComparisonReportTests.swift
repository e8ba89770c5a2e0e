import CardComparison
import CardModel
import CardRender
import Foundation
import Testing

struct ComparisonReportTests {
  private func report() throws -> ComparisonReport {
    let white = try Bitmap(width: 8, height: 8, filledWith: .white).smallPNG()
    let black = try Bitmap(width: 8, height: 8, filledWith: .black).smallPNG()
    return ComparisonReport(
      title: "A </script><script>alert(1)</script> & more",
      entries: [
        .init(
          name: "one.png", group: "Badge", status: .different, summary: "64 pixels changed.",
          comparison: try Comparison.pictures(white, black), acceptCommand: "cp a b"),
        .init(name: "two.png", status: .same, summary: "The same."),
        .init(name: "three\u{1}.png", status: .failed, summary: "It is <broken>."),
      ])
  }

  @Test func `a page needs no network and cannot be broken out of`() throws {
    let html = try report().html
    #expect(!html.contains("http:") && !html.contains("https:"))
    #expect(html.components(separatedBy: "</script>").count == 3)
    #expect(html.contains("data:image/png;base64,"))
  }

  @Test func `the numbers are there for programs`() throws {
    let json = try JSONReader.read(Array(report().json.utf8))
    #expect(json["counts"]?["different"] == .number(1))
    #expect(json["counts"]?["same"] == .number(1))
    guard case .array(let entries)? = json["entries"]?.kind,
      case .array(let pages)? = entries.first?["pages"]?.kind
    else {
      Issue.record("no pages")
      return
    }
    #expect(pages.first?["changedPixels"] == .number(64))
    #expect(pages.first?["largestDeltaE"] == JSONValue(.number("100")))
    #expect(pages.first?["reference"] == nil)
  }

  @Test func `the report for continuous integration is well-formed`() throws {
    let xml = try report().junit
    #expect(xml.contains("tests=\"3\" failures=\"1\" errors=\"1\""))
    #expect(xml.contains("It is &lt;broken&gt;."))
    #expect(!xml.contains("\u{1}"))
    #expect(xml.contains("A &lt;/script&gt;"))
  }

  @Test func `parts of several processes make one document`() throws {
    let part = ReportDocument(try report()).bytes
    let merged = ReportDocument(title: "All", parts: [part, Array("rubbish".utf8), part])
    #expect(merged.count(of: .different) == 2)
    #expect(merged.html.contains("data:image/png;base64,"))
  }
}
