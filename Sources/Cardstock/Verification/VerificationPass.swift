internal import CardFiles
internal import CardModel
internal import CardRender
internal import Foundation

/// Takes what pages have to show, file by file, and looks whether they do.
struct VerificationPass {
  /// The most pages that are looked at in one go: each may be a sheet of 9 MB.
  private static let batch = 24
  /// The resolution of pages whose codes are read, in dots per inch.
  private static let codeResolution = 300.0
  /// The resolution of pages that are only looked at beside their cards.
  private static let edgeResolution = 100.0
  /// The most that boxes may differ, in points: what `pdfinfo` rounds away, and little more.
  private static let boxTolerance = 0.02

  let folder: TemporaryFolder
  private var result = Verification.Result()
  private var pending: [[ExpectedPage]] = []
  private var records = Set<Int>()
  private var wanted = Set<String>()
  private var labels: [String: ZPLStream] = [:]

  init() throws { folder = try TemporaryFolder() }

  private var place: URL { URL(filePath: folder.path) }

  mutating func take(_ page: ExpectedPage) throws {
    guard let place = pending.firstIndex(where: { $0[0].file == page.file }) else {
      // Fronts and backs may be two documents, so that one other waits.
      if pending.count == 2 { try look(at: pending.removeFirst(), isEnd: true) }
      pending.append([page])
      return
    }
    if pending[place].count >= Self.batch {
      try look(at: pending[place], isEnd: false)
      pending[place] = []
    }
    pending[place].append(page)
  }

  mutating func finish() throws -> Verification.Result {
    for pages in pending { try look(at: pages, isEnd: true) }
    result.checked = records.count
    result.missingPrograms = wanted.sorted()
    return result
  }

  private mutating func program(_ name: String) -> OutsideProgram? {
    guard let program = OutsideProgram(name) else {
      wanted.insert(name)
      return nil
    }
    return program
  }

  private mutating func fail(_ page: ExpectedPage, _ reason: String) {
    for card in page.cards { result.fail(card.record, reason) }
  }

  private mutating func look(at pages: [ExpectedPage], isEnd: Bool) throws {
    for card in pages.flatMap(\.cards) { records.insert(card.record) }
    guard FileManager.default.fileExists(atPath: pages[0].file) else {
      for page in pages { fail(page, "The file '\(page.file)' is not there.") }
      return
    }
    do {
      if pages[0].isLabel == true {
        try lookAtLabels(pages, isEnd: isEnd)
      } else if pages[0].dotsPerInch != nil {
        for page in pages { try lookAtPicture(page) }
      } else {
        try lookAtDocument(pages, isEnd: isEnd)
      }
    } catch let failure as OutsideProgram.Failure {
      for page in pages { fail(page, failure.message) }
    }
  }

  // MARK: Labels

  private mutating func lookAtLabels(_ pages: [ExpectedPage], isEnd: Bool) throws {
    let file = pages[0].file
    let stream = try labels[file] ?? ZPLStream(path: file)
    labels[file] = isEnd ? nil : stream
    for page in pages {
      guard let label = try stream.next() else {
        fail(page, "The file has no label \(page.page).")
        continue
      }
      do {
        try lookAtLabel(try ZPLPicture(label) { try inflated($0) }, page)
      } catch let failure as ZPLPicture.Failure {
        fail(page, "Label \(page.page): \(failure.reason)")
      }
    }
    if isEnd, let last = pages.last, try stream.next() != nil {
      fail(last, "The file has more than \(last.page) labels.")
    }
  }

  private mutating func lookAtLabel(_ label: ZPLPicture, _ page: ExpectedPage) throws {
    let dotsPerInch = page.dotsPerInch ?? 203
    let width = Int((page.width * dotsPerInch / 72).rounded())
    let height = Int((page.height * dotsPerInch / 72).rounded())
    if label.width != width || label.height != height {
      fail(
        page,
        "Label \(page.page) has \(label.width) × \(label.height) dots in place of "
          + "\(width) × \(height).")
    }
    let hasTexts = page.cards.contains { !$0.lines.isEmpty }
    if label.isBlank, hasTexts || page.cards.contains(where: { !$0.codes.isEmpty }) {
      return fail(page, "Label \(page.page) is blank.")
    }
    if hasTexts { result.unreadTexts += 1 }
    try read(codes: [(page, label.greys(scale: dotsPerInch / 72))])
  }

  /// What was deflated; nil where it cannot be taken apart.
  private mutating func inflated(_ bytes: [UInt8]) throws -> [UInt8]? {
    // It comes with qpdf.
    guard let program = program("zlib-flate") else {
      throw OutsideProgram.Failure(message: "The program 'zlib-flate' reads such labels.")
    }
    let packed = place.appending(path: "packed")
    try Data(bytes).write(to: packed)
    let found = try program.run(["-uncompress"], in: place, input: packed)
    return found.status == 0 ? found.output : nil
  }

  // MARK: Pictures

  private mutating func lookAtPicture(_ page: ExpectedPage) throws {
    let bytes: [UInt8]
    do {
      bytes = try FileReading.file(page.file, limit: 1 << 30)
    } catch {
      return fail(page, "The file '\(page.file)' cannot be read.")
    }
    let dotsPerInch = page.dotsPerInch ?? 300
    let header = PNGHeader(bytes)
    guard let header else { return fail(page, "It is no PNG file.") }
    let width = Int((page.width * dotsPerInch / 72).rounded())
    let height = Int((page.height * dotsPerInch / 72).rounded())
    if header.width != width || header.height != height {
      fail(
        page,
        "It has \(header.width) × \(header.height) pixels in place of \(width) × \(height).")
    }
    let density = Int((dotsPerInch / 0.0254).rounded())
    if header.density != density {
      fail(page, "It does not state a resolution of \(number(dotsPerInch)) dpi.")
    }
    if page.bitsPerPixel == 1, header.depth != 1 {
      fail(page, "It has more than one bit a pixel.")
    }
    if page.cards.contains(where: { !$0.lines.isEmpty }) { result.unreadTexts += 1 }
    guard page.cards.contains(where: { !$0.codes.isEmpty }) || page.hasOutside else { return }
    let content: PNGContent
    do {
      content = try PNGContent(bytes, named: page.file)
    } catch {
      return fail(page, error.message)
    }
    let picture = GreyPicture(content.bitmap, scale: dotsPerInch / 72)
    lookOutside(picture, page)
    try read(codes: [(page, picture)])
  }

  // MARK: Documents

  private mutating func lookAtDocument(_ pages: [ExpectedPage], isEnd: Bool) throws {
    let url = place
    let file = URL(filePath: pages[0].file).path
    let (first, last) = (pages[0].page, pages[pages.count - 1].page)
    let range = ["-f", "\(first)", "-l", "\(last)"]
    if isEnd, let qpdf = program("qpdf") {
      // The status is 3 for mere warnings.
      let check = try qpdf.run(["--check", file], in: url)
      if check.status != 0 {
        for page in pages { fail(page, "The document is not sound: \(check.complaint).") }
      }
    }
    if let pdfinfo = program("pdfinfo") {
      let found = try pdfinfo.run(["-box"] + range + [file], in: url)
      guard found.status == 0 else {
        for page in pages { fail(page, "The document cannot be read: \(found.complaint).") }
        return
      }
      let information = PageBoxes(found.text)
      if isEnd, information.pages != last {
        fail(
          pages[pages.count - 1],
          "The document has \(information.pages) pages in place of \(last).")
      }
      for page in pages { lookAtBoxes(information, of: page) }
    }
    if let pdftotext = program("pdftotext") {
      let words = try pdftotext.run(["-bbox"] + range + [file, "-"], in: url)
      guard words.status == 0 else {
        for page in pages { fail(page, "Its text cannot be read: \(words.complaint).") }
        return
      }
      let found = PageWords(words.text).pages
      for (index, page) in pages.enumerated() {
        lookAtTexts(index < found.count ? found[index] : [], of: page)
      }
    }
    let hasCodes = pages.contains { $0.cards.contains { !$0.codes.isEmpty } }
    guard hasCodes || pages.contains(where: \.hasOutside), let pdftoppm = program("pdftoppm")
    else { return }
    let dotsPerInch = hasCodes ? Self.codeResolution : Self.edgeResolution
    for page in pages where page.hasOutside || page.cards.contains(where: { !$0.codes.isEmpty }) {
      let name = url.appending(path: "page").path
      let drawn = try pdftoppm.run(
        [
          "-gray", "-r", "\(dotsPerInch)", "-f", "\(page.page)", "-l", "\(page.page)",
          "-singlefile", file, name,
        ], in: url)
      guard drawn.status == 0, let bytes = try? Data(contentsOf: URL(filePath: name + ".pgm")),
        let picture = GreyPicture(pgm: [UInt8](bytes), scale: dotsPerInch / 72)
      else {
        fail(page, "Its page cannot be drawn: \(drawn.complaint).")
        continue
      }
      lookOutside(picture, page)
      try read(codes: [(page, picture)])
    }
  }

  private mutating func lookAtBoxes(_ boxes: PageBoxes, of page: ExpectedPage) {
    guard let found = boxes.boxes[page.page], let media = found["MediaBox"] else {
      return fail(page, "The document has no page \(page.page).")
    }
    func isNear(_ left: Double, _ right: Double) -> Bool {
      abs(left - right) <= Self.boxTolerance
    }
    if !isNear(media.width, page.width) || !isNear(media.height, page.height) {
      fail(
        page,
        "Its page has \(number(media.width)) × \(number(media.height)) pt in place of "
          + "\(number(page.width)) × \(number(page.height)).")
    }
    guard let trim = found["TrimBox"], trim != media else { return }
    if let bleed = found["BleedBox"],
      bleed.x > trim.x + 0.01 || bleed.y > trim.y + 0.01
        || bleed.x + bleed.width < trim.x + trim.width - 0.01
        || bleed.y + bleed.height < trim.y + trim.height - 0.01
    {
      fail(page, "Its bleed box does not hold its trim box.")
    }
    guard page.cards.count == 1, let card = page.cards.first else { return }
    let top = media.height - trim.y - trim.height
    if !isNear(trim.x, card.trim.x) || !isNear(top, card.trim.y)
      || !isNear(trim.width, card.trim.width) || !isNear(trim.height, card.trim.height)
    {
      fail(page, "Its trim box is not where the card is cut.")
    }
  }

  private mutating func lookAtTexts(_ words: [PageWords.Word], of page: ExpectedPage) {
    for card in page.cards {
      // A word beside all cards belongs to the one that may reach there.
      let own = words.filter { word in
        page.cards.count == 1 || card.trim.contains(x: word.x, y: word.y)
      }
      let agreement = TextAgreement(lines: card.lines, words: own.map(\.text))
      guard let difference = agreement.difference else { continue }
      // Who else it is, where it is another's card.
      result.fail(card.record, "Page \(page.page): " + difference)
    }
  }

  // MARK: Pixels

  private mutating func lookOutside(_ picture: GreyPicture, _ page: ExpectedPage) {
    guard page.hasOutside,
      let mark = picture.mark(outside: page.cards.map(\.bleed) + page.marks)
    else { return }
    let place = [mark.x, mark.y].map { number(($0 * 254 / 72).rounded() / 10) }
    fail(
      page,
      "Page \(page.page): something is drawn beside the cards, \(place[0]) mm from the left and "
        + "\(place[1]) mm from the top.")
  }

  private mutating func read(codes pages: [(page: ExpectedPage, picture: GreyPicture)]) throws {
    for (page, picture) in pages {
      for card in page.cards {
        for code in card.codes { try read(code, of: card, on: page, picture) }
      }
    }
  }

  private mutating func read(
    _ code: ExpectedCode, of card: ExpectedCard, on page: ExpectedPage, _ picture: GreyPicture
  ) throws {
    // One reader is enough, and the second one tries what the first cannot read.
    let first = code.isReadable ? OutsideProgram("zbarimg") : nil
    let second = OutsideProgram("ZXingReader")
    guard first != nil || second != nil else {
      _ = program(code.isReadable ? "zbarimg" : "ZXingReader")
      if !code.isReadable { result.unreadableCodes += 1 }
      return
    }
    let texts = try CodeReader(zbarimg: first, zxing: second, folder: self.place)
      .read(code, of: picture)
    let place = page.isLabel == true ? "Label" : "Page"
    if texts.contains(where: code.isSaid) {
      result.readCodes += 1
    } else if let text = texts.first {
      result.fail(
        card.record,
        "\(place) \(page.page): a code says '\(text)' in place of '\(code.content)'.")
    } else {
      result.fail(
        card.record, "\(place) \(page.page): the code of '\(code.content)' cannot be read.")
    }
  }
}

/// Reads codes from parts of pictures.
private struct CodeReader {
  let zbarimg: OutsideProgram?
  let zxing: OutsideProgram?
  let folder: URL

  /// What a code says; nothing where it could not be read.
  func read(_ code: ExpectedCode, of picture: GreyPicture) throws -> [String] {
    // A code that is too fine is tried again, larger.
    for times in [1, 2, 3] {
      let file = folder.appending(path: "code.pgm")
      try Data(picture.pgm(of: code.area, times: times)).write(to: file)
      if let zbarimg {
        let found = try zbarimg.run(["-q", "--raw", "-Sbinary", file.path], in: folder)
        // Linear codes end with a line's end.
        if found.status == 0 { return [found.text.trimmingSuffix("\n"), found.text] }
      }
      if let zxing {
        let found = try zxing.run([file.path], in: folder)
        let said = found.text.split(separator: "\n").compactMap(Self.content)
        if !said.isEmpty { return said }
      }
    }
    return []
  }

  /// The content of a code as the line of its bytes has it.
  private static func content(_ line: Substring) -> String? {
    guard line.hasPrefix("Bytes:") else { return nil }
    let bytes = line.dropFirst(6).split(separator: " ").compactMap { UInt8($0, radix: 16) }
    return String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}

/// What the first chunks of a PNG file say.
private struct PNGHeader {
  var width = 0
  var height = 0
  var depth = 0
  /// Pixels a metre, the same on both axes; nil where it says nothing or something else.
  var density: Int?

  init?(_ bytes: [UInt8]) {
    func number(_ place: Int) -> Int { bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }
    guard bytes.count > 33, bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    else { return nil }
    (width, height, depth) = (number(16), number(20), Int(bytes[24]))
    var place = 8
    while place + 21 <= bytes.count {
      let length = number(place)
      if bytes[(place + 4)..<(place + 8)].elementsEqual("pHYs".utf8), length == 9 {
        let (across, down) = (number(place + 8), number(place + 12))
        if across == down, bytes[place + 16] == 1 { density = across }
        return
      }
      place += length + 12
    }
  }
}
