import CardFixtures
import Foundation
import Testing

@Suite(.enabled(if: Tool.installed("pdftotext") != nil && Tool.installed("qpdf") != nil))
struct VerifyTests {
  private func writePeople(to folder: WorkFolder) throws {
    try folder.write(
      "name,email,company\nAda Lovelace,ada@example.org,Engines\nZoë Ñandú,zoe@example.org,شركة\n"
        + "René “Office” O’Neil,r@example.org,Waffle & Sons <Ltd>\n", to: "p.csv")
  }

  @Test(arguments: [
    ["-o", "all.pdf"], ["-o", "out/{{index}}.pdf"], ["-o", "out/{{index}}.png"],
    ["-o", "out/{{index}}.png", "--format", "png-1bit", "--dpi", "203"],
    ["-o", "all.pdf", "--bleed", "3mm", "--crop-marks"],
    ["-o", "all.pdf", "--sheet", "a4", "--crop-marks", "--copies", "2"],
    ["-o", "all.pdf", "--sheet", "a4", "--order", "cut-stack", "--grid", "1x2"],
    ["-o", "sheet-{{sheet}}.png", "--sheet", "a4", "--dpi", "100"],
    ["-o", "all.zpl", "--dpi", "203"], ["-o", "out/{{index}}.zpl"],
    ["-o", "all.zpl", "--zpl-encoding", "z64", "--copies", "2"],
  ])
  func `good cards are verified, and the report says so`(output: [String]) throws {
    let folder = try WorkFolder()
    try writePeople(to: folder)
    let run = try folder.run(["render", "p.csv", "--verify", "--report", "r.json"] + output)
    #expect(run.exitCode == 0, "\(run.error)")
    #expect(run.error.contains("Verified: 3 of 3 cards"), "\(run.error)")
    let report = try JSONSerialization.jsonObject(with: Data(folder.bytes("r.json")))
    let cards = (report as? [String: Any])?["cards"] as? [[String: Any]]
    #expect(cards?.count == 3 && cards?.allSatisfy { $0["verified"] as? Bool == true } == true)
  }

  @Test(arguments: ["ada", "grace", "long", "minimal", "scripts"])
  func `every fixture is verified`(name: String) throws {
    let folder = try WorkFolder()
    for file in ["ada.jpg", "amina.jpg", "grace.jpg", "\(name).json"] {
      try folder.copy("people/" + file, to: file)
    }
    let run = try folder.run(["render", "\(name).json", "--verify", "-o", "a.pdf"])
    #expect(run.exitCode == 0, "\(run.error)")
  }

  @Test(
    .enabled(if: Tool.installed("ZXingReader") != nil),
    arguments: ["all.pdf", "out/{{index}}.png", "all.zpl"])
  func `codes of every kind are read`(output: String) throws {
    let folder = try WorkFolder()
    try folder.write("name\nZoë 12\nAda 34\n", to: "p.csv")
    let codes = ["qr", "microQR", "dataMatrix", "aztec", "pdf417", "code128"].map { kind in
      let content = kind == "microQR" ? "12345" : "{{name}} \(kind)"
      let ascii = kind == "code128" ? "A-1" : content
      return "{ \"kind\": \"barcode\", \"symbology\": \"\(kind)\", \"content\": \"\(ascii)\","
        + " \"width\": \"\(kind == "pdf417" || kind == "code128" ? 60 : 18)mm\","
        + " \"height\": \"18mm\" }"
    }
    try folder.write(
      """
      { "format": 1, "title": "Codes", "size": "a6", "fields": [{ "name": "name", "type": "text" }],
        "front": { "kind": "vertical", "padding": "4mm", "children": [\(codes.joined(separator: ","))] } }
      """, to: "codes.card.json")
    let run = try folder.run([
      "render", "p.csv", "-t", "codes.card.json", "--verify", "-o", output,
    ])
    #expect(run.exitCode == 0, "\(run.error)")
    #expect(run.error.contains("Verified: 2 of 2 cards, 12 codes read."), "\(run.error)")
  }

  /// A program that stands in for another and gives what it gives, changed.
  private func writeLiar(_ name: String, _ change: String, to folder: WorkFolder) throws {
    try folder.makeFolder("bin")
    try folder.write(
      "#!/bin/sh\n/usr/bin/\(name) \"$@\" | sed '\(change)'\n", to: "bin/\(name)")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.file("bin/\(name)").path)
  }

  @Test(arguments: ["json", "ndjson", "html"])
  func `a card that does not verify fails`(ending: String) throws {
    let folder = try WorkFolder()
    try writePeople(to: folder)
    try writeLiar("pdftotext", "s/Lovelace/Byron/", to: folder)
    let run = try folder.run(
      ["render", "p.csv", "--verify", "-o", "all.pdf", "--report", "r.\(ending)"],
      environment: ["PATH": folder.file("bin").path + ":/usr/bin:/bin"])
    #expect(run.exitCode == 2, "\(run.error)")
    #expect(run.error.contains("The card of record 1 is not verified. Page 1: The text"))
    #expect(run.error.contains("Verified: 2 of 3 cards"))
    #expect(run.error.contains("2 cards were made, 1 record failed."))
    let report = String(decoding: try folder.bytes("r.\(ending)"), as: UTF8.self)
    if ending == "html" {
      #expect(
        report.contains("Not verified: Page 1: The text &#39;")
          || report.contains("Not verified: Page 1: The text '"))
      #expect(report.contains("data-index=\"1\" data-level=\"3\""))
      #expect(!report.contains("data-index=\"2\" data-level=\"3\""))
    } else {
      #expect(report.contains("\"verified\":false,\"verification\":[\"Page 1: The text '"))
      #expect(report.components(separatedBy: "\"verified\":true").count == 3)
    }
  }

  @Test func `a program that is not there is named once, and its check left out`() throws {
    let folder = try WorkFolder()
    try writePeople(to: folder)
    try folder.makeFolder("bin")
    for name in ["pdfinfo", "pdftotext"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file("bin/\(name)").path, withDestinationPath: "/usr/bin/\(name)")
    }
    let run = try folder.run(
      ["render", "p.csv", "--verify", "-o", "all.pdf", "--bleed", "3mm"],
      environment: ["PATH": folder.file("bin").path])
    #expect(run.exitCode == 0, "\(run.error)")
    for name in ["qpdf", "pdftoppm"] {
      #expect(run.error.components(separatedBy: "The program '\(name)' is not").count == 2)
    }
    #expect(run.error.contains("hint: apt-get install qpdf"))
  }

  @Test(arguments: [
    (["-o", "-", "--format", "pdf"], "'--verify' reads files again"),
    (["-o", "a.pdf", "--list"], "'--verify' has no meaning with '--list'"),
  ])
  func `what cannot be read again is refused`(output: [String], message: String) throws {
    let folder = try WorkFolder()
    try writePeople(to: folder)
    let run = try folder.run(["render", "p.csv", "--verify", "--first", "1"] + output)
    #expect(run.exitCode == 1 && run.error.contains(message), "\(run.error)")
  }
}
