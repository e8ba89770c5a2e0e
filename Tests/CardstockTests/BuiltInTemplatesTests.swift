import CardFixtures
import CardRecords
import Cardstock
import Foundation
import Testing

/// Every built-in template with its samples and with people of short, usual and extreme data in
/// several scripts.
@Suite struct BuiltInTemplatesTests {
  static let names = ["conference", "contact", "label", "staff", "table-tent", "visitor"]
  static let attendees = CardFixtures.url("people/attendees.csv")

  private func records() throws -> [Record] {
    let reader = try RecordSource(path: Self.attendees.path).open()
    var records: [Record] = []
    while let result = try reader.next() { records.append(try #require(result.record)) }
    return records
  }

  private func renderer() throws -> CardRenderer {
    var options = CardRenderer.Options()
    options.assetsFolder = Self.attendees.deletingLastPathComponent().path
    options.allowsSystemFonts = false
    return try CardRenderer(options: options)
  }

  private func frames(of card: Card, _ renderer: CardRenderer) throws -> [Frame] {
    try [renderer.layout(card)]
      + (card.back == nil ? [] : [renderer.layout(card, side: .back)])
  }

  /// What is printed by texts and codes, each at its place on the card.
  private struct Ink {
    let rect: Rect
    let text: String
    let size: Double
    let code: String?
  }

  private func ink(of frame: Frame) -> [Ink] {
    func ink(_ items: [PlacedItem], _ corner: Point, isUpsideDown: Bool) -> [Ink] {
      items.flatMap { placed -> [Ink] in
        let place = Rect(origin: corner + placed.origin, size: placed.size)
        switch placed.item {
        case .group(let group):
          return ink(
            group.seenItems(in: placed.size), place.origin, isUpsideDown: group.isUpsideDown)
        case .text(let text):
          return text.lines.filter { $0.shaped.width > 0 }.map { line in
            let x = isUpsideDown ? placed.size.width - line.x - line.shaped.width : line.x
            let top =
              isUpsideDown
              ? placed.size.height - line.baseline - 0.2 * text.size
              : line.baseline - 0.7 * text.size
            return Ink(
              rect: Rect(
                x: place.origin.x + x, y: place.origin.y + top, width: line.shaped.width,
                height: 0.9 * text.size),
              text: line.shaped.text.trimmingCharacters(in: .whitespacesAndNewlines),
              size: text.size, code: nil)
          }
        case .barcode(let code):
          return [
            Ink(
              rect: Rect(
                x: place.origin.x + code.origin.x, y: place.origin.y + code.origin.y,
                width: Double(code.symbol.columns) * code.module,
                height: Double(code.symbol.rows) * code.rowHeight),
              text: code.content, size: 0, code: code.content)
          ]
        case .shape, .picture: return []
        }
      }
    }
    return ink(frame.items, .zero, isUpsideDown: false)
  }

  private func expectGoodPlaces(_ frame: Frame, _ card: Card) throws {
    let safe = try #require(card.safeArea.points()) - 0.1
    let ink = ink(of: frame)
    for item in ink {
      let isInside =
        item.rect.origin.x >= safe && item.rect.origin.y >= safe
        && item.rect.maxX <= frame.size.width - safe
        && item.rect.maxY <= frame.size.height - safe
      #expect(isInside, "'\(item.text)' at \(item.rect) leaves the safe area")
    }
    for (index, item) in ink.enumerated() {
      for other in ink[..<index] {
        let across =
          min(item.rect.maxX, other.rect.maxX) - max(item.rect.origin.x, other.rect.origin.x)
        let down =
          min(item.rect.maxY, other.rect.maxY) - max(item.rect.origin.y, other.rect.origin.y)
        // Lines of tall letters reach a little into one another's boxes.
        let isApart = across < 0.5 || down < 0.1 * max(item.size, other.size) + 0.5
        #expect(isApart, "'\(item.text)' lies on '\(other.text)'")
      }
    }
  }

  @Test func `the names are those of the files, and a wrong one has the nearest`() throws {
    #expect(try BuiltInTemplates.names() == Self.names)
    let error = #expect(throws: BuiltInTemplates.NotFound.self) {
      try BuiltInTemplates.read("conferense")
    }
    #expect(error?.message == "The template 'conferense' is unknown.")
    #expect(error?.hint?.hasPrefix("Did you mean 'conference'?") == true)
  }

  @Test func `a folder that is named and lacks them is an error`() {
    let error = #expect(throws: BuiltInTemplates.NotFound.self) {
      try BuiltInTemplates.names(environment: [BuiltInTemplates.variable: "/nowhere"])
    }
    #expect(
      error?.message == "The built-in templates are not there; looked in '/nowhere'.")
  }

  @Test(arguments: names)
  func `a template says what it is for and what it asks`(name: String) throws {
    #expect(TemplateFile.check(try BuiltInTemplates.bytes(name)).problems == [])
    let template = try BuiltInTemplates.read(name)
    #expect(template.title != nil && template.summary?.hasSuffix(".") == true)
    #expect(template.fields.first?.name == "name" && template.fields.first?.isRequired == true)
    for field in template.fields where field.type != .picture {
      #expect(field.sample != nil, "\(field.name)")
    }
    #expect(try TemplateFile.read(Array(TemplateFile.text(of: template).utf8)) == template)
  }

  @Test(arguments: names)
  func `its own titles are there in every language`(name: String) throws {
    let titles = try BuiltInTemplates.read(name).titles
    guard !titles.isEmpty else { return }
    #expect(titles.keys.sorted() == BuiltInTitles.languages)
    #expect(Set(titles.values.map { $0.keys.sorted() }).count == 1)
  }

  @Test(arguments: names)
  func `the samples fit without a warning, and the name is the largest text`(
    name: String
  ) throws {
    let template = try BuiltInTemplates.read(name)
    let renderer = try renderer()
    for locale in ["en", "de", "ar", "he", "hi"] {
      let card = try TemplateDesign(template, locale: locale).card(for: template.sample).card
      for frame in try frames(of: card, renderer) {
        #expect(frame.findings.filter { $0.severity > .note } == [], "\(locale)")
        try expectGoodPlaces(frame, card)
      }
      // Initials in the place of a photo are no text to read.
      let texts = ink(of: try renderer.layout(card)).filter { $0.code == nil && $0.text != "AL" }
      let largest = try #require(texts.map(\.size).max())
      let name = texts.first { $0.size == largest }?.text ?? "none"
      #expect(try #require(template.sample["name"]?.text).contains(name), "\(locale)")
    }
  }

  @Test(arguments: names)
  func `everybody fits into the safe area, and nothing lies on anything`(name: String) throws {
    let template = try BuiltInTemplates.read(name)
    let renderer = try renderer()
    let records = try records()
    #expect(records.count == 8)
    for locale in ["en", "ar"] {
      let design = try TemplateDesign(template, locale: locale)
      for record in records {
        let card = try design.card(for: record).card
        for frame in try frames(of: card, renderer) {
          let wrong = frame.findings.filter {
            [.outsideCard, .textOverflows, .contrast, .glyphMissing, .tableOverflows]
              .contains($0.code)
          }
          #expect(wrong == [])
          try expectGoodPlaces(frame, card)
        }
      }
    }
  }

  @Test(arguments: names)
  func `a person of a name alone leaves nothing to look at but it`(name: String) throws {
    let template = try BuiltInTemplates.read(name)
    let record = Record([Record.Field("name", .text("Al"))])
    let card = try TemplateDesign(template).card(for: record).card
    let frame = try renderer().layout(card)
    #expect(frame.findings.filter { $0.severity > .note } == [])
    let texts = Set(ink(of: frame).filter { $0.code == nil }.map(\.text))
    #expect(texts.subtracting(["A", "VISITOR", "ATTENDEE"]) == ["Al"])
  }

  private static let zbarimg = ["/usr/bin/zbarimg", "/usr/local/bin/zbarimg"]
    .first(where: FileManager.default.isExecutableFile)

  /// What an independent reader finds on a picture.
  private func read(_ png: [UInt8], with reader: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "code-\(UUID()).png")
    try Data(png).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: reader)
    process.arguments = ["--nodbus", "--quiet", "--raw", file.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  @Test(.enabled(if: zbarimg != nil), arguments: ["conference", "contact", "staff"])
  func `the codes are read back from the pixels of the card`(name: String) throws {
    let reader = try #require(Self.zbarimg)
    let design = try TemplateDesign(BuiltInTemplates.read(name))
    let renderer = try renderer()
    var count = 0
    for record in try records() {
      let card = try design.card(for: record).card
      for frame in try frames(of: card, renderer) {
        for code in ink(of: frame).compactMap(\.code) {
          let seen = try read(renderer.png(of: frame, dotsPerInch: 600), with: reader)
          // The reader may guess another encoding than UTF-8, so letters beyond ASCII are not
          // compared.
          let ascii = { (text: String) in
            text.split(whereSeparator: \.isNewline).filter { $0.allSatisfy(\.isASCII) }
          }
          #expect(ascii(seen) == ascii(code), "\(name)")
          count += 1
        }
      }
    }
    #expect(count >= 7)
  }
}
