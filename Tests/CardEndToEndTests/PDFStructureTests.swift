import CardFixtures
import Foundation
import Testing

/// What PDF/A and PDF/UA ask of a document's inside, looked at in the objects as another program
/// reads them.
@Suite(.enabled(if: Tool.installed("qpdf") != nil)) struct PDFStructureTests {
  /// A name and the arguments that make a document.
  private static let documents: [(name: String, arguments: [String])] = [
    ("every script", ["scripts.json"]),
    ("codes and backs", ["attendees.csv", "-t", "staff"]),
    ("sheets", ["attendees.csv", "--sheet", "a4", "--bleed", "2mm", "--crop-marks"]),
    ("folded", ["attendees.csv", "-t", "staff", "--sheet", "a4", "--duplex", "fold"]),
    ("from the right", ["scripts.json", "-t", "conference", "--locale", "ar"]),
    ("upside down", ["attendees.csv", "-t", "table-tent"]),
    ("brackets", ["brackets.json"]),
    ("pictures", ["logo.json", "-t", "logo.card.json"]),
  ]

  private func make(_ arguments: [String], _ kind: String) throws -> (WorkFolder, PDFObjects) {
    let folder = try WorkFolder()
    for file in ["ada.jpg", "amina.jpg", "grace.jpg", "scripts.json", "attendees.csv"] {
      try folder.copy("people/" + file, to: file)
    }
    try folder.write(
      "[{ \"name\": \"Ann (Bob) Cox\", \"company\": \"שלום (עולם) [2]\" }]", to: "brackets.json")
    try folder.write("[{ \"name\": \"Ada\" }]", to: "logo.json")
    try folder.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20">
      <defs><linearGradient id="g"><stop offset="0" stop-color="#c00"/>
      <stop offset="1" stop-color="#00c" stop-opacity="0.4"/></linearGradient></defs>
      <circle cx="10" cy="10" r="9" fill="url(#g)"/></svg>
      """, to: "logo.svg")
    try folder.write(
      """
      { "format": 1, "title": "Logo", "size": "a7", "bleed": "3mm",
        "fields": [{ "name": "name", "type": "text" }],
        "front": { "kind": "vertical", "children": [
          { "kind": "picture", "source": "logo.svg", "alternative": "A disc", "height": "20mm" },
          { "kind": "picture", "source": "ada.jpg", "alternative": "", "height": "30mm",
            "fit": "cover" },
          { "kind": "label", "text": "{{name}}" },
          { "kind": "box", "opacity": 0.5, "child": { "kind": "label", "text": "Faded {{name}}" } },
          { "kind": "barcode", "symbology": "dataMatrix", "content": "{{name}}" } ] } }
      """, to: "logo.card.json")
    let run = try folder.run(
      ["render"] + arguments + ["--no-system-fonts", "--pdf", kind, "-o", "o.pdf"])
    // Some cards of the lists cannot be made.
    try #require(run.exitCode == 0 || run.exitCode == 2, "\(run.error)")
    return (folder, try PDFObjects("o.pdf", in: folder))
  }

  @Test(arguments: documents.indices)
  func `each piece that is drawn has its element, and each element its piece`(
    _ index: Int
  ) throws {
    let (_, file) = try make(Self.documents[index].arguments, "ua-1")
    let catalogue = try file.catalogue
    let root = try #require(file.dictionary(catalogue["/StructTreeRoot"]))
    let parents = file.numbers(root["/ParentTree"])
    let pages = try file.pages
    #expect(!pages.isEmpty)
    #expect(file.dictionary(catalogue["/MarkInfo"])?["/Marked"] as? Bool == true)
    // From the pieces to the elements.
    for (reference, page) in pages {
      let content = ContentWalk(try file.bytes(page["/Contents"]))
      #expect(content.isBalanced && content.unmarked == [])
      #expect(content.marks == Array(0..<content.marks.count))
      let key = try #require(page["/StructParents"] as? Int)
      let owners = try #require(file.array(parents[key]))
      #expect(owners.count == content.marks.count)
      for mark in content.marks {
        let element = try #require(file.dictionary(owners[mark]))
        #expect(element["/Pg"] as? String == reference)
        #expect(file.array(element["/K"])?.contains { $0 as? Int == mark } == true)
      }
    }
    // From the elements to the pieces.
    var found = 0
    var isFirstHeading = true
    func walk(_ reference: Any, under parent: String?) throws {
      let element = try #require(file.dictionary(reference))
      let tag = try #require(element["/S"] as? String)
      if let parent { #expect(element["/P"] as? String == parent) }
      switch tag {
      case "/Figure": #expect((element["/Alt"] as? String)?.isEmpty == false)
      case "/TH":
        #expect((file.dictionary(element["/A"])?["/Scope"] as? String)?.isEmpty == false)
      case "/H1": isFirstHeading = false
      case "/H2", "/H3": #expect(!isFirstHeading)
      case "/Document", "/Sect", "/Table", "/TR", "/TD", "/P", "/Span": break
      default: Issue.record("The tag \(tag) is not one of ours.")
      }
      for kid in file.array(element["/K"]) ?? [] {
        if kid is Int {
          found += 1
        } else {
          try walk(kid, under: reference as? String)
        }
      }
    }
    try walk(try #require(root["/K"]), under: nil)
    let all = try pages.reduce(0) { sum, page in
      sum + ContentWalk(try file.bytes(page.page["/Contents"])).marks.count
    }
    #expect(found == all)
  }

  @Test(arguments: documents.indices)
  func `each code that is shown has its letters and its font's own width`(_ index: Int) throws {
    let (_, file) = try make(Self.documents[index].arguments, "a-2b")
    var shown: [String: Set<Int>] = [:]
    for (_, page) in try file.pages {
      let fonts = file.dictionary(file.dictionary(page["/Resources"])?["/Font"]) ?? [:]
      for (name, codes) in ContentWalk(try file.bytes(page["/Contents"])).codes {
        let reference = try #require(fonts[name] as? String)
        shown[reference, default: []].formUnion(codes)
      }
    }
    #expect(!shown.isEmpty)
    for (reference, codes) in shown {
      let font = try #require(file.dictionary(reference))
      let map = String(decoding: try file.bytes(font["/ToUnicode"]), as: UTF8.self)
      let said = Set(
        map.matches(of: /<([0-9A-F]+)> <[0-9A-F]+>\n/).compactMap { Int($0.1, radix: 16) })
      #expect(said.isSuperset(of: codes), "\(font["/BaseFont"] ?? "")")
      #expect(!map.contains("<0000>\n") && !map.contains("<FEFF>\n") && !map.contains("<FFFE>\n"))
      guard let inner = file.dictionary(file.array(font["/DescendantFonts"])?.first) else {
        continue
      }
      let descriptor = try #require(file.dictionary(inner["/FontDescriptor"]))
      guard let program = descriptor["/FontFile2"] else { continue }
      let advances = FontAdvances(try file.bytes(program))
      var widths: [Int: Double] = [:]
      let runs = try #require(file.array(inner["/W"]))
      for place in stride(from: 0, to: runs.count, by: 2) {
        let first = try #require(runs[place] as? Int)
        for (step, width) in (file.array(runs[place + 1]) ?? []).enumerated() {
          widths[first + step] = (width as? NSNumber)?.doubleValue
        }
      }
      for code in codes {
        let (own, real) = (try #require(widths[code]), try #require(advances.advance(of: code)))
        #expect(abs(own - real) < 0.6, "\(font["/BaseFont"] ?? "") \(code)")
      }
    }
  }

  @Test func `initials in place of a photo are a picture, the name alone a heading`() throws {
    let folder = try WorkFolder()
    try folder.write("[{ \"name\": \"Ada Lovelace\" }]", to: "a.json")
    _ = try folder.run(["render", "a.json", "--pdf", "ua-1", "-o", "o.pdf"])
    let tree = try folder.read("pdfinfo", ["-struct-text", "o.pdf"])
    #expect(tree.matches(of: /\bH[1-6]\b/).count == 1, "\(tree)")
    #expect(!tree.contains("\"AL\"\n      H"))
    let file = try PDFObjects("o.pdf", in: folder)
    let root = try #require(file.dictionary(try file.catalogue["/StructTreeRoot"]))
    var figures: [String] = []
    func walk(_ value: Any?) {
      guard let element = file.dictionary(value) else { return }
      if element["/S"] as? String == "/Figure" { figures.append(element["/Alt"] as? String ?? "") }
      for kid in file.array(element["/K"]) ?? [] { walk(kid) }
    }
    walk(root["/K"])
    #expect(figures == ["u:Ada Lovelace"])
  }

  @Test(.enabled(if: Tool.installed("pdftotext") != nil))
  func `brackets are read in the order of their text, whoever shows them first`() throws {
    let folder = try WorkFolder()
    try folder.write(
      """
      [{ "name": "אבג (דהו) זח", "company": "שלום (עולם) טוב" },
       { "name": "شركة (مصر) القاهرة", "company": "«نص» كذا" },
       { "name": "Ann (Bob) [Cox]", "company": "Acme «Berlin»" }]
      """, to: "a.json")
    for kind in ["plain", "tagged"] {
      let run = try folder.run([
        "render", "a.json", "--pdf", kind, "--no-system-fonts", "-o", "o.pdf",
      ])
      #expect(run.exitCode == 0, "\(run.error)")
      func text(_ page: Int) throws -> String {
        try folder.read("pdftotext", ["-f", "\(page)", "-l", "\(page)", "o.pdf", "-"])
          .filter { !["\u{202A}", "\u{202B}", "\u{202C}"].contains($0) }
      }
      #expect(try text(1).contains("אבג (דהו) זח") && text(1).contains("שלום (עולם) טוב"))
      #expect(try text(2).contains("شركة (مصر) القاهرة"))
      #expect(try text(3).contains("Ann (Bob) [Cox]") && text(3).contains("Acme «Berlin»"))
      // Those who read no tags find each bracket as it looks.
      let file = try PDFObjects("o.pdf", in: folder)
      for (_, page) in try file.pages {
        let fonts = file.dictionary(file.dictionary(page["/Resources"])?["/Font"]) ?? [:]
        for font in fonts.values {
          guard let outer = file.dictionary(font), outer["/DescendantFonts"] != nil else {
            continue
          }
          let map = String(decoding: try file.bytes(outer["/ToUnicode"]), as: UTF8.self)
          let letters = map.matches(of: /<([0-9A-F]{4})> <([0-9A-F]{4})>\n/)
            .map { (Int($0.1, radix: 16) ?? 0, Int($0.2, radix: 16) ?? 0) }
          let round = letters.filter { $0.1 == 0x28 || $0.1 == 0x29 }.sorted { $0 < $1 }
          // The fonts have the opening one first.
          #expect(round.map(\.1) == round.map(\.1).sorted())
        }
      }
    }
    let tree = try folder.read("pdfinfo", ["-struct-text", "o.pdf"])
    #expect(tree.contains("\"Ann (Bob) [Cox]\""), "\(tree)")
  }

  @Test func `pages are called by their records, and backs by their fronts`() throws {
    let folder = try WorkFolder()
    try folder.write("name,date\nAda,2026-01-02\nBad,soon\nCyd,2026-01-03\n", to: "p.csv")
    try folder.write(
      """
      { "format": 1, "title": "Pair", "size": "cr80", "fields": [
        { "name": "name", "type": "text" }, { "name": "date", "type": "date" }],
        "front": { "kind": "label", "text": "{{name}}" },
        "back": { "kind": "label", "text": "{{date}}" } }
      """, to: "pair.card.json")
    func labels(_ more: [String]) throws -> [Int: [String: Any]] {
      _ = try folder.run(["render", "p.csv", "-t", "pair.card.json", "-o", "o.pdf"] + more)
      let file = try PDFObjects("o.pdf", in: folder)
      return file.numbers(try file.catalogue["/PageLabels"]).compactMapValues(file.dictionary)
    }
    let alone = try labels([])
    #expect(alone.keys.sorted() == [0, 1, 2, 3])
    #expect(alone[0]?["/S"] as? String == "/D" && alone[1]?["/P"] as? String == "u:1 back")
    #expect(alone[2]?["/St"] as? Int == 3 && alone[3]?["/P"] as? String == "u:3 back")
    let sheets = try labels(["--sheet", "a4"])
    #expect(sheets.keys.sorted() == [0, 1] && sheets[1]?["/P"] as? String == "u:1 back")
  }
}
