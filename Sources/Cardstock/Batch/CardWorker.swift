internal import CardFiles
internal import CardLayout
internal import CardModel
internal import CardRender

/// Makes the card of one record and, where it has files of its own, writes them.
struct CardWorker: Sendable {
  let export: BatchExport
  let sizes: BatchSizes
  /// What is the same for all cards, where it matters whether they have changed.
  let input: CardInput?
  let known: KnownCards

  private var options: BatchExport.Options { export.options }

  /// What becomes of a record.
  func outcome(
    of record: BatchExport.Input, number: Int, with renderer: CardRenderer
  ) -> CardOutcome {
    var outcome = CardOutcome(index: number, record: record)
    if let shard = options.shard, !shard.contains(record) {
      outcome.isElsewhere = true
      return outcome
    }
    switch record {
    case .failure(let failure): outcome.failure = failure
    case .success(let record):
      do {
        try make(record, number: number, with: renderer, into: &outcome)
      } catch {
        outcome.failure = CardOutcome.Failure(error, record: record, in: design)
        outcome.pages = []
        outcome.endsRun = isHopeless(error)
      }
    }
    return outcome
  }

  /// What becomes of a record with a renderer that is kept.
  func outcome(
    of record: BatchExport.Input, number: Int, with slot: RendererPool.Slot
  ) -> CardOutcome {
    if let made = slot.with({ outcome(of: record, number: number, with: $0) }) { return made }
    var failed = CardOutcome(index: number, record: record)
    failed.failure = CardOutcome.Failure(message: "There is no renderer for the card.")
    return failed
  }

  /// The hash of what a record's card is made of; nil where it has none.
  func input(of record: BatchExport.Input, with renderer: CardRenderer) -> Fingerprint? {
    guard case .success(let record) = record, let card = try? export.card(of: record).card else {
      return nil
    }
    return fingerprint(of: record, card, renderer)
  }

  private var design: any CardDesign { export.design }

  private func fingerprint(
    of record: Record, _ card: Card, _ renderer: CardRenderer
  ) -> Fingerprint? {
    input?.fingerprint(of: record.dump, pictures: renderer.pictureFingerprints(of: card))
  }

  /// The hashes of files that need not be made, since they were made of the same; nil where they
  /// have to be made.
  func hashes(
    of names: [String], madeOf input: Fingerprint, by hash: (String) -> String?
  ) -> [String]? {
    guard let name = names.first, let entry = known.entry(of: name), entry.input == input.short
    else { return nil }
    let hashes = names.compactMap(hash)
    if hashes.count == names.count, Manifest.output(of: hashes) == entry.output { return hashes }
    // One that was taken away is not missed, but one that was replaced is.
    return options.selection == .changed && hashes.isEmpty ? [] : nil
  }

  private func make(
    _ record: Record, number: Int, with renderer: CardRenderer, into outcome: inout CardOutcome
  ) throws {
    let (card, findings) = try export.card(of: record)
    outcome.findings += findings
    outcome.input = fingerprint(of: record, card, renderer)
    var names: [String] = []
    if case .files(let pattern, let numbers) = export.output, options.sheets == nil {
      let name = try expand(pattern, numbers, record, number)
      names = [name]
      if export.format.isPicture, card.back != nil { names.append(OutputPattern.back(of: name)) }
      if options.selection != .all, let input = outcome.input,
        hashes(of: names, madeOf: input, by: { ContentHash(file: $0)?.description }) != nil
      {
        try refuseWarnings(outcome)
        outcome.isUnchanged = true
        outcome.files = names
        if options.hashesFiles { outcome.hashes = names.compactMap { FileHash.hash(of: $0) } }
        return
      }
    }
    if options.listsOnly {
      outcome.files = names
      return
    }
    var pages = try renderer.sides(of: card, batchSizes: sizes.points)
    for page in pages { outcome.note(page) }
    try prepare(&pages, of: card, record, into: &outcome)
    if options.isStrict { outcome.locate(record, in: design) }
    try refuseWarnings(outcome)
    var files: [(name: String, bytes: [UInt8])] = []
    switch (export.output, export.format) {
    case (.document, .zpl), (.bytes, .zpl):
      outcome.bytes = try labels(of: pages, record, renderer)
    case (.files, .zpl):
      let bytes = try labels(of: pages, record, renderer)
      if !bytes.isEmpty { files.append((names[0], bytes)) }
    case _ where options.sheets != nil, (.document, _), (.bytes, .pdf):
      // A common document cannot take a page back, so what can fail is tried before.
      for page in pages { try renderer.checkPictures(of: page) }
      outcome.pages = pages
    case (.bytes, .png), (.bytes, .bilevelPNG): outcome.bytes = try picture(of: pages[0], renderer)
    case (.files, .png), (.files, .bilevelPNG):
      for (name, page) in zip(names, pages) {
        files.append((name, try picture(of: page, renderer)))
      }
    case (.files, .pdf):
      let document = try renderer.document(
        title: design.title, language: design.locale)
      for page in pages { try document.add(page, background: nil) }
      files.append((names[0], try document.finish()))
    }
    outcome.expected = expected(pages, files.map(\.name), record, outcome)
    for page in pages { outcome.findings += renderer.pictureFindings(of: page) }
    if options.locatesNodes || options.isStrict {
      outcome.locate(record, in: design)
    } else if outcome.findings.contains(where: { $0.severity == .warning }) {
      outcome.source = (record, design)
    }
    try refuseWarnings(outcome)
    if options.makesThumbnails {
      // 220 pixels across, within the resolutions that can be drawn.
      let dotsPerInch = min(max(220 * 72 / max(pages[0].size.width, 1), 36), 300)
      outcome.thumbnail = try renderer.png(of: pages[0], dotsPerInch: dotsPerInch)
    }
    if options.stopsAtError {
      outcome.waitingFiles = files
    } else {
      try export.write(files, of: &outcome)
    }
  }

  /// Makes pages of a card's sides: what sheets ask of them, or the border of each.
  private func prepare(
    _ pages: inout [Frame], of card: Card, _ record: Record, into outcome: inout CardOutcome
  ) throws {
    let resolution = card.dotsPerInch ?? options.renderer.dotsPerInch
    outcome.bleed = max(card.bleed.points(dotsPerInch: resolution) ?? 0, 0)
    if let sheets = options.sheets {
      outcome.copies = try sheets.copies(of: record)
      outcome.findings += try sheets.setup.findings(for: pages)
    } else if let border = options.border {
      for (index, side) in zip(pages.indices, CardSide.allCases) {
        pages[index] = try border.page(pages[index], side: side, bleed: outcome.bleed)
      }
    }
  }

  /// What the files of a card have to show; a document notes its pages itself.
  private func expected(
    _ pages: [Frame], _ files: [String], _ record: Record, _ outcome: CardOutcome
  ) -> [ExpectedPage] {
    guard options.verification != nil else { return [] }
    if export.format == .zpl {
      guard (try? SheetExport.copies(options.labelCopies, of: record)) != 0 else { return [] }
      return pages.enumerated().map { index, page in
        var expected = export.expected(
          page, outcome, file: files.first ?? "", page: index + 1)
        expected.dotsPerInch = options.dotsPerInch
        expected.isLabel = true
        return expected
      }
    }
    guard !files.isEmpty else { return [] }
    return pages.enumerated().map { index, page in
      let isPicture = export.format.isPicture
      var expected = export.expected(
        page, outcome, file: files[isPicture ? index : 0], page: isPicture ? 1 : index + 1)
      if isPicture {
        expected.dotsPerInch = options.dotsPerInch
        if export.format == .bilevelPNG { expected.bitsPerPixel = 1 }
      }
      return expected
    }
  }

  private func picture(of page: Frame, _ renderer: CardRenderer) throws -> [UInt8] {
    try renderer.picture(of: page, background: nil, export)
  }

  /// A label for each side; none where no copy is wanted.
  private func labels(
    of pages: [Frame], _ record: Record, _ renderer: CardRenderer
  ) throws -> [UInt8] {
    let copies = try SheetExport.copies(options.labelCopies, of: record)
    guard copies > 0 else { return [] }
    return try pages.flatMap { page in
      let bitmap = try renderer.bilevel(
        of: page, dotsPerInch: options.dotsPerInch, dithering: options.dithering)
      return Array(
        try ZPLLabel(bitmap, copies: copies, encoding: options.labelEncoding).text().utf8)
    }
  }

  private func expand(
    _ pattern: OutputPattern, _ numbers: [Int: Int], _ record: Record, _ number: Int
  ) throws -> String {
    if let fault = pattern.fields.lazy.compactMap(record.fault).first { throw fault }
    let name = try pattern.expand(index: number) { record[$0]?.text }
    return numbers[number].map { OutputPattern.insert("-\($0)", into: name) } ?? name
  }

  /// Whether an error will meet every other record as well.
  private func isHopeless(_ error: any Error) -> Bool {
    if error is SheetError { return true }
    guard let error = error as? FileError, case .files(let pattern, _) = export.output else {
      return false
    }
    switch error {
    case .noSpace, .readOnly, .other: return true
    // One file may be protected; the folder of all of them is another matter.
    case .noFolder, .notFolder, .noPermission: return !Folders.isWritable(pattern.folder)
    case .missing, .isFolder, .notRegular, .nameTooLong, .tooLarge, .badPath, .brokenPipe:
      return false
    }
  }

  private func refuseWarnings(_ outcome: CardOutcome) throws {
    guard options.isStrict,
      let first = outcome.findings.first(where: { $0.severity == .warning })
    else { return }
    throw StrictError(first: first, count: outcome.findings.count { $0.severity == .warning })
  }

  private struct StrictError: Diagnostic {
    let first: Finding
    let count: Int
    var message: String {
      guard count > 1 else { return first.message }
      let others = count == 2 ? "another warning" : "\(count - 1) more warnings"
      return "\(first.message) There is \(others)."
    }
    var place: String? { first.node }
    var hint: String? { "Without '--strict' it is a warning." }
  }
}

extension BatchExport {
  /// The card of a record, and what happened while it was made.
  func card(of record: Record) throws -> (card: Card, findings: [Finding]) {
    var (card, findings) = try design.card(for: record)
    if let bleed = options.bleed { card.bleed = bleed }
    return (card, findings)
  }

  /// What a page that is one card, with or without a border, has to show.
  func expected(
    _ page: Frame, _ outcome: CardOutcome, file: String, page number: Int
  ) -> ExpectedPage {
    guard let border = options.border else {
      return ExpectedPage(page, record: outcome.index, file: file, page: number)
    }
    let room = border.marks.border(bleed: outcome.bleed)
    let trim = Rect(
      x: room, y: room, width: page.size.width - 2 * room, height: page.size.height - 2 * room)
    return ExpectedPage(
      page, trims: [trim], bleed: outcome.bleed, records: [outcome.index], file: file,
      page: number)
  }

  /// Writes the files of a card: none of them gets its name before all are written.
  func write(
    _ files: [(name: String, bytes: [UInt8])], of outcome: inout CardOutcome
  ) throws {
    guard !files.isEmpty, case .files(let pattern, _) = output else { return }
    var written: [WholeFile] = []
    for file in files {
      if pattern.hasFields {
        try Folders.make(WholeFile.folder(of: file.name), below: pattern.folder)
      }
      let whole = try WholeFile(file.name)
      try whole.write(file.bytes)
      written.append(whole)
    }
    for whole in written { try whole.commit() }
    outcome.files = files.map(\.name)
    if options.hashesFiles { outcome.hashes = files.map { Fingerprint($0.bytes).description } }
    if outcome.input != nil { outcome.contents = files.map { ContentHash($0.bytes).description } }
  }
}

extension CardRenderer {
  /// Lays out the front of a card and, where it has one, its back.
  func sides(of card: Card, batchSizes: [String: Double] = [:]) throws(LayoutError) -> [Frame] {
    let front = try layout(card, batchSizes: batchSizes)
    guard card.back != nil else { return [front] }
    return [front, try layout(card, side: .back, batchSizes: batchSizes)]
  }
}

/// The hash of a file's bytes.
enum FileHash {
  /// The SHA-256 as hexadecimal digits, or nil where the file is not there or cannot be read.
  static func hash(of path: String) -> String? {
    let stream = FingerprintStream()
    do {
      try FileReading.pieces(of: path) { stream.add($0) }
    } catch {
      return nil
    }
    return stream.finish().description
  }
}
