import CardFixtures
import Foundation
import Testing

/// What a PDF promises, read back by independent programs.
@Suite(.enabled(if: ["pdfinfo", "pdffonts", "qpdf"].allSatisfy { Tool.installed($0) != nil }))
struct DocumentKindTests {
  private static let ada = CardFixtures.url("people/ada.json").path
  private static let scripts = CardFixtures.url("people/scripts.json").path

  private func expectQuiet(_ result: ToolResult) {
    #expect(result.exitCode == 0 && result.error == "", "\(result.error)")
  }

  private func plain(_ file: String, in folder: WorkFolder) throws -> String {
    _ = try folder.read("qpdf", ["--qdf", "--object-streams=disable", file, "plain.pdf"])
    return String(decoding: try folder.bytes("plain.pdf"), as: Unicode.ASCII.self)
  }

  @Test(arguments: ["plain", "tagged", "a-2b", "ua-1"])
  func `every kind is sound, and names itself`(_ kind: String) throws {
    let folder = try WorkFolder()
    expectQuiet(
      try folder.run(["render", Self.ada, "--pdf", kind, "--author", "ACME & Co", "-o", "o.pdf"]))
    let check = try folder.read("qpdf", ["--check", "o.pdf"])
    #expect(check.contains("No syntax or stream encoding errors") && !check.contains("WARNING"))
    let info = try folder.read("pdfinfo", ["o.pdf"])
    #expect(info.contains("Identity card") && info.contains("ACME & Co"))
    #expect(info.contains(kind == "plain" ? /Tagged: +no/ : /Tagged: +yes/))
    let meta = try folder.read("pdfinfo", ["-meta", "o.pdf"])
    #expect(meta.contains("<rdf:li>ACME &amp; Co</rdf:li>"))
    #expect(meta.contains("<pdfaid:part>2</pdfaid:part>") == (kind == "a-2b"))
    #expect(meta.contains("<pdfaid:conformance>B</pdfaid:conformance>") == (kind == "a-2b"))
    #expect(meta.contains("<pdfuaid:part>1</pdfuaid:part>") == (kind == "ua-1"))
  }

  @Test func `a card is a section with a heading, a figure and a table with row headings`() throws {
    let folder = try WorkFolder()
    expectQuiet(try folder.run(["render", Self.ada, "-o", "o.pdf"]))
    let tree = try folder.read("pdfinfo", ["-struct-text", "o.pdf"])
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(
      tree.prefix(4) == ["Document", "Sect", "H1 (block)", "\"Ada Lovelace\""])
    #expect(tree.count { $0.hasPrefix("Figure") } == 1)
    #expect(tree.count { $0.hasPrefix("Table") } == 1)
    #expect(tree.count { $0.hasPrefix("TR") } == 8)
    #expect(tree.count { $0 == "/Scope /Row" } == 8)
    for value in ["\"Birthday\"", "\"Dec 10, 1815\"", "\"Analytical Engines\"", "\"57.5\""] {
      #expect(tree.contains(value), "\(value)")
    }
    let text = try plain("o.pdf", in: folder)
    #expect(text.contains("/Alt (Ada Lovelace)"))
    #expect(text.contains(/\/Title \(Ada Lovelace\)/))
    // All that is drawn is in an element or an artifact.
    let content = try #require(
      text.components(separatedBy: "%% Contents for page 1").dropFirst().first?
        .components(separatedBy: "endstream").first)
    #expect(
      content.matches(of: /BDC|BMC/).count == content.matches(of: /\bEMC\b/).count)
    var depth = 0
    for line in content.split(separator: "\n") {
      if line.contains("BDC") || line.contains("BMC") { depth += 1 }
      if line.hasSuffix(" re") || line.contains("TJ") || line.contains(" Do") {
        #expect(depth > 0, "\(line)")
      }
      if line.contains("EMC") { depth -= 1 }
    }
  }

  @Test func `the rules of PDF/A-2b that can be checked without a validator hold`() throws {
    let folder = try WorkFolder()
    expectQuiet(
      try folder.run([
        "render", Self.scripts, "--pdf", "a-2b", "--no-system-fonts", "--first", "10", "-o",
        "o.pdf",
      ]))
    let bytes = try folder.bytes("o.pdf")
    // 6.1.2: the header, and a comment of four bytes over 127.
    #expect(bytes.starts(with: Array("%PDF-1.7\n%".utf8)))
    #expect(bytes[10..<14].allSatisfy { $0 > 127 })
    let text = try plain("o.pdf", in: folder)
    // 6.1.3: a file has a name and no encryption. 6.6.1, 6.5: no actions, scripts or forms.
    #expect(text.contains("/ID [<"))
    for key in ["/Encrypt", "/JavaScript", "/AcroForm", "/OpenAction", "/Annots", "/EmbeddedFile"] {
      #expect(!text.contains(key))
    }
    // 6.2.3: an output intent with a profile of three colours.
    #expect(text.contains("/S /GTS_PDFA1") && text.contains("/N 3"))
    // 6.2.4.3, 6.2.10: colours are those of the device that the intent names, and so is blending.
    #expect(!text.contains("/DeviceCMYK"))
    #expect(text.ranges(of: "/S /Transparency").count >= 10)
    // 6.2.11.4: every font is embedded.
    let fonts = try folder.read("pdffonts", ["o.pdf"]).split(separator: "\n").dropFirst(2)
    #expect(fonts.count > 4)
    for font in fonts where !font.contains("Type 3") {
      #expect(font.contains(/\ yes yes yes +\d+ +\d+ *$/), "\(font)")
    }
    // 6.6.2: the metadata is a stream of plain text that agrees with the information.
    #expect(text.contains("/Subtype /XML"))
    #expect(text.contains("<xmp:CreateDate>1970-01-01T00:00:00Z</xmp:CreateDate>"))
    #expect(text.contains("/CreationDate (D:19700101000000Z)"))
  }

  @Test func `a picture that says nothing is an error of PDF/UA only`() throws {
    let folder = try WorkFolder()
    try folder.copy("people/ada.jpg", to: "ada.jpg")
    try folder.write(
      """
      { "format": 1, "title": "Photo", "size": "cr80", "front": { "kind": "picture",
        "source": "ada.jpg", "id": "photo" } }
      """, to: "photo.card.json")
    try folder.write("[{\"name\": \"Ada\"}]", to: "a.json")
    let made = try folder.run(["render", "a.json", "-t", "photo.card.json", "-o", "o.pdf"])
    #expect(made.exitCode == 0)
    let refused = try folder.run([
      "render", "a.json", "-t", "photo.card.json", "--pdf", "ua-1", "-o", "u.pdf",
    ])
    #expect(refused.exitCode == 1)
    #expect(refused.error.contains("as PDF/UA asks"))
    #expect(try !folder.names.contains("u.pdf"))
  }

  @Test func `a page with marks says what is paper, what bleeds and what is cut`() throws {
    let folder = try WorkFolder()
    expectQuiet(
      try folder.run([
        "render", Self.ada, "--bleed", "3mm", "--crop-marks", "--size", "100x50mm", "-o", "o.pdf",
      ]))
    let info = try folder.read("pdfinfo", ["-box", "o.pdf"])
    func box(_ name: String) throws -> [Double] {
      let line = try #require(info.split(separator: "\n").first { $0.hasPrefix(name) })
      return line.split(separator: " ").dropFirst().compactMap { Double($0) }
    }
    let (media, bleed, trim) = (try box("MediaBox"), try box("BleedBox"), try box("TrimBox"))
    let millimetre = 72 / 25.4
    #expect(abs(trim[2] - trim[0] - 100 * millimetre) < 0.02)
    #expect(abs(trim[3] - trim[1] - 50 * millimetre) < 0.02)
    #expect(abs(bleed[2] - bleed[0] - 106 * millimetre) < 0.02)
    #expect(media[0] < bleed[0] && bleed[0] < trim[0] && trim[2] < bleed[2] && bleed[2] < media[2])
    let text = try plain("o.pdf", in: folder)
    #expect(text.contains("/PrintScaling /None") && text.contains("/DisplayDocTitle true"))
  }

  @Test func `a figure that stands upside down says where it lies on the page`() throws {
    let folder = try WorkFolder()
    try folder.copy("people/ada.jpg", to: "ada.jpg")
    try folder.write(
      """
      { "format": 1, "title": "Tent", "size": { "width": "200pt", "height": "100pt" },
        "front": { "kind": "box", "upsideDown": true, "width": "200pt", "height": "100pt",
          "anchor": "topLeading", "child": { "kind": "picture", "source": "ada.jpg",
          "alternative": "Ada", "width": "30pt", "height": "20pt" } } }
      """, to: "tent.card.json")
    try folder.write("[{\"name\": \"Ada\"}]", to: "a.json")
    let made = try folder.run(["render", "a.json", "-t", "tent.card.json", "-o", "o.pdf"])
    #expect(made.exitCode == 0, "\(made.error)")
    let tree = try folder.read("pdfinfo", ["-struct-text", "o.pdf"])
    // What stands in the upper left corner comes to the lower right one.
    #expect(tree.contains("/BBox [170 0 200 20]"), "\(tree)")
  }

  @Test func `letters of every script are read in their own order`() throws {
    let folder = try WorkFolder()
    _ = try folder.run(["render", Self.scripts, "-o", "o.pdf"])
    let text = try plain("o.pdf", in: folder)
    // The heading in Arabic, as UTF-16.
    let name = "محمد أحمد 12B".utf16.map { String($0, radix: 16).uppercased() }
      .map { String(repeating: "0", count: 4 - $0.count) + $0 }.joined()
    #expect(text.lowercased().contains("/actualtext <feff\(name.lowercased())>"))
  }
}
