import CardFiles
import Foundation
import Testing

@testable import Cardstock

/// Whether the programs that read files again are installed.
private let hasPrograms = ["qpdf", "pdfinfo", "pdftotext", "pdftoppm", "zbarimg"].allSatisfy {
  FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
}

/// Runs that are read again, and files that were changed in between.
@Suite(.enabled(if: hasPrograms)) final class VerificationTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "verify-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private struct Person {
    var name: String
    var code: String
  }

  private static let people = [
    Person(name: "Ada Lovelace", code: "A-1"), Person(name: "Grace Öffler", code: "G-2"),
    Person(name: "علي حسن", code: "Ü-3"),
  ]

  private func design(size: String = "60x40mm") throws -> TemplateDesign {
    let parts = size.dropLast(2).split(separator: "x")
    let template = """
      { "format": 1, "title": "Badge",
        "size": { "width": "\(parts[0])mm", "height": "\(parts[1])mm" },
        "fields": [{ "name": "name", "type": "text", "required": true },
                   { "name": "code", "type": "text", "required": true }],
        "front": { "kind": "horizontal", "padding": "3mm", "children": [
          { "kind": "label", "text": "{{name}}" }, { "kind": "spacer" },
          { "kind": "barcode", "symbology": "qr", "content": "{{code}}", "width": "18mm", "height": "18mm" } ] } }
      """
    return try TemplateDesign(
      TemplateFile.read(Array(template.utf8), file: "badge.card.json"), locale: "en")
  }

  /// Makes cards at a path of the folder, and gives what takes notes of them.
  private func make(
    _ people: [Person], _ name: String, size: String = "60x40mm",
    _ change: (inout BatchExport.Options) throws -> Void = { _ in }
  ) async throws -> Verification {
    let verification = try Verification()
    var options = BatchExport.Options()
    options.workers = 2
    options.verification = verification
    try change(&options)
    let path = folder.appending(path: name).path
    let isDocument = name.hasSuffix(".pdf") && !name.contains("{{")
    let export = BatchExport(
      design: try design(size: size), format: name.hasSuffix(".pdf") ? .pdf : .png,
      output: isDocument ? .document(path) : .files(try OutputPattern(path)), options: options)
    let records = people.map {
      Record([
        Record.Field("name", .text($0.name)), Record.Field("code", .text($0.code)),
      ])
    }
    let summary = try await export.run(
      records: {
        var pending = records[...]
        return { pending.popFirst().map { .success($0) } }
      }, report: { outcome in if let failure = outcome.failure { Issue.record(failure) } })
    #expect(summary.made == people.count)
    return verification
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private func replace(_ name: String, with other: String) throws {
    try FileManager.default.removeItem(at: folder.appending(path: name))
    try FileManager.default.moveItem(
      at: folder.appending(path: other), to: folder.appending(path: name))
  }

  private func onSheets(_ options: inout BatchExport.Options) throws {
    let layout = try SheetLayout(
      paper: Size(width: 595, height: 842),
      card: Size(width: 60 * 72 / 25.4, height: 40 * 72 / 25.4),
      count: GridCount("2x3"))
    options.sheets = SheetExport(
      SheetSetup(
        layout: layout, plan: try SheetPlan(columns: 2, rows: 3), bleed: 0,
        marks: SheetMarks(crop: CropMarks())))
  }

  @Test(arguments: ["all.pdf", "{{index}}.pdf", "{{index}}.png"])
  func `what was made is as it should be`(name: String) async throws {
    let result = try await make(Self.people, name).check()
    #expect(result.failures == [:] && result.checked == 3 && result.readCodes == 3)
    #expect(result.missingPrograms == [] && result.unreadableCodes == 0)
  }

  @Test func `swapped pages are found`() async throws {
    let verification = try await make(Self.people, "all.pdf")
    let qpdf = try #require(OutsideProgram("qpdf"))
    let run = try qpdf.run(
      [path("all.pdf"), "--pages", ".", "2,1,3", "--", path("new.pdf")], in: folder)
    try #require(run.status == 0)
    try replace("all.pdf", with: "new.pdf")
    let failures = try verification.check().failures
    #expect(failures.keys.sorted() == [1, 2])
    #expect(failures[1]?.contains { $0.contains("'Ada Lovelace' cannot be read") } == true)
    #expect(failures[1]?.contains { $0.contains("says 'G-2' in place of 'A-1'") } == true)
  }

  @Test func `a missing page is found`() async throws {
    let verification = try await make(Self.people, "all.pdf")
    let qpdf = try #require(OutsideProgram("qpdf"))
    let run = try qpdf.run(
      [path("all.pdf"), "--pages", ".", "1-2", "--", path("new.pdf")], in: folder)
    try #require(run.status == 0)
    try replace("all.pdf", with: "new.pdf")
    #expect(try verification.check().failures.keys.contains(3))
  }

  @Test(arguments: ["all.pdf", "{{index}}.png"])
  func `another code is found`(name: String) async throws {
    var others = Self.people
    others[1].code = "G-7"
    _ = try await make(others, name.replacing("all", with: "new").replacing("{{", with: "n{{"))
    let verification = try await make(Self.people, name)
    if name == "all.pdf" {
      try replace(name, with: "new.pdf")
    } else {
      try replace("2.png", with: "n2.png")
    }
    let failures = try verification.check().failures
    #expect(failures.keys.sorted() == [2])
    #expect(failures[2]?.first?.contains("says 'G-7' in place of 'G-2'") == true)
  }

  @Test func `cards at each other's places on a sheet are found`() async throws {
    var others = Self.people
    others.swapAt(0, 2)
    _ = try await make(others, "new.pdf", onSheets)
    let verification = try await make(Self.people, "all.pdf", onSheets)
    #expect(try verification.check().failures == [:])
    try replace("all.pdf", with: "new.pdf")
    #expect(try verification.check().failures.keys.sorted() == [1, 3])
  }

  @Test func `another size is found, and a drawing beside the cards`() async throws {
    _ = try await make(Self.people, "new.pdf", size: "61x40mm")
    let verification = try await make(Self.people, "all.pdf")
    try replace("all.pdf", with: "new.pdf")
    #expect(try verification.check().failures.keys.sorted() == [1, 2, 3])
    // One row more than there should be, of nobody.
    _ = try await make(Self.people + [Person(name: "Eve", code: "E")], "more.pdf", onSheets)
    let sheets = try await make(Self.people, "sheet.pdf", onSheets)
    try replace("sheet.pdf", with: "more.pdf")
    let failures = try sheets.check().failures
    #expect(failures[1]?.contains { $0.contains("drawn beside the cards") } == true)
  }

  @Test func `a picture of another extent or resolution is found`() async throws {
    _ = try await make([Self.people[0]], "n{{index}}.png") { $0.dotsPerInch = 200 }
    let verification = try await make([Self.people[0]], "{{index}}.png")
    try replace("1.png", with: "n1.png")
    let reasons = try #require(try verification.check().failures[1])
    #expect(reasons.contains { $0.contains("472 × 315 pixels in place of 709 × 472") })
    #expect(reasons.contains { $0.contains("300 dpi") })
    try FileManager.default.removeItem(at: folder.appending(path: "1.png"))
    #expect(try verification.check().failures[1]?.first?.contains("is not there") == true)
  }
}

@Suite struct TextAgreementTests {
  @Test(
    arguments: [
      (["Ada Lovelace"], ["Ada", "Lovelace"]),
      (["Zoë"], ["Zoe\u{308}"]),
      (["Office"], ["O\u{FB03}ce"]),
      (["A long na…"], ["A", "long", "na..."]),
      (["علي حسن"], ["حسن", "علي"]),
      (["שלום"], ["םולש"]),
      (["co\u{AD}op", "x\u{200D}y"], ["coop", "xy"]),
      ([], []),
    ] as [([String], [String])])
  func `what readers do differently is no difference`(lines: [String], words: [String]) {
    #expect(TextAgreement(lines: lines, words: words).difference == nil)
  }

  @Test(
    arguments: [
      (["Ada"], ["Grace"], "'Ada' cannot be read"),
      (["Ada"], [], "'Ada' cannot be read"),
      (["Ada"], ["Ada", "Grace"], "'Grace' can be read on it"),
      (["Ada", "Ada"], ["Ada"], "less often"),
      (["Ada"], ["Ada", "Ada"], "more often"),
      (["Renoir"], ["Rienor"], "'Renoir' cannot be read"),
    ] as [([String], [String], String)])
  func `another text is told`(lines: [String], words: [String], reason: String) {
    let difference = TextAgreement(lines: lines, words: words).difference
    #expect(difference?.contains(reason) == true, "\(difference ?? "none")")
  }
}
