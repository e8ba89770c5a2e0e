internal import CardFiles
internal import CardLayout
internal import CardModel
internal import CardRender

/// Takes the cards of a run in their order, lays them on sheets, and writes each full sheet.
final class SheetSink {
  private let export: BatchExport
  private let sheets: SheetExport
  private let write: ([UInt8]) throws -> Void
  private var composer: SheetComposer?
  private var renderer: CardRenderer?
  private var documents: [CardSide: DocumentOutput] = [:]
  private var next = 0
  /// The records on the sheet that is being filled, in the order of its trims.
  private var records: [CardSide: [Int]] = [:]
  private var pageCounts: [String: Int] = [:]

  init(
    export: BatchExport, sheets: SheetExport, write: @escaping ([UInt8]) throws -> Void
  ) {
    self.export = export
    self.sheets = sheets
    self.write = write
  }

  /// Lays a card as often as it is wanted, and notes where it lies.
  func add(_ outcome: inout CardOutcome) throws {
    guard let front = outcome.pages.first else { return }
    let back = outcome.pages.dropFirst().first
    if composer == nil {
      var setup = sheets.setup
      setup.bleed = outcome.bleed
      composer = SheetComposer(setup)
    }
    var files: [String] = []
    for _ in 0..<(outcome.slot == nil ? outcome.copies : 1) {
      let slot = outcome.slot ?? sheets.setup.plan.slot(ofCard: next)
      next += 1
      let pages = try composer?.add(front: front, back: back, at: slot) ?? []
      try put(pages)
      if !pages.isEmpty { records = [:] }
      note(outcome.index, hasBack: back != nil)
      let file = try name(sheet: slot.sheet + 1, side: .front)
      if let file, files.last != file { files.append(file) }
      if outcome.slot == nil { outcome.sheetPlaces.append(place(slot)) }
    }
    outcome.files = files
    outcome.sheetPlaces += outcome.allSlots.map(place)
  }

  private func place(_ slot: SheetSlot) -> CardOutcome.SheetPlace {
    let columns = sheets.setup.layout.columns
    return CardOutcome.SheetPlace(
      sheet: slot.sheet + 1, row: slot.place / columns + 1, column: slot.place % columns + 1)
  }

  private func note(_ record: Int, hasBack: Bool) {
    guard export.options.verification != nil else { return }
    records[.front, default: []].append(record)
    guard hasBack else { return }
    records[sheets.setup.layout.duplex == .fold ? .front : .back, default: []].append(record)
  }

  /// Notes what a page of a file has to show.
  private func expect(_ page: SheetPage, in file: String, isPicture: Bool = false) throws {
    guard let verification = export.options.verification else { return }
    pageCounts[file, default: 0] += 1
    var expected = ExpectedPage(
      page.frame, trims: page.trims, bleed: composer?.setup.bleed ?? 0,
      records: records[page.side] ?? [], file: file, page: pageCounts[file] ?? 1)
    if isPicture {
      expected.dotsPerInch = export.options.dotsPerInch
      if export.format == .bilevelPNG { expected.bitsPerPixel = 1 }
    }
    try verification.expect(expected)
    // Only a common document goes on.
    if case .files = export.output, isPicture { pageCounts[file] = nil }
  }

  /// Leaves nothing of the documents.
  func abandon() { for document in documents.values { document.abandon() } }

  /// Writes the last sheet, and ends the documents.
  ///
  /// - Returns: The SHA-256 of the one document that all sheets are in, where they are.
  func finish() throws -> String? {
    try put(composer?.finish() ?? [])
    var hashes: [String] = []
    for side in CardSide.allCases {
      if let hash = try documents[side]?.finish() { hashes.append(hash) }
    }
    documents = [:]
    guard case .document = export.output, hashes.count == 1 else { return nil }
    return hashes[0]
  }

  private func put(_ pages: [SheetPage]) throws {
    for page in pages {
      switch (export.output, export.format) {
      case (.files, .png), (.files, .bilevelPNG):
        let bytes = try openRenderer().picture(
          of: page.frame, background: .color(.white), export)
        if let name = try name(sheet: page.sheet, side: page.side) {
          try WholeFile.write(bytes, to: name)
          try expect(page, in: name, isPicture: true)
        }
      // Labels lie on no sheets.
      case (.files, .zpl): break
      case (.files, .pdf):
        guard let name = try name(sheet: page.sheet, side: .front) else { continue }
        // Both sides of a sheet are one file, whose pages come one after the other.
        if page.side == .front {
          _ = try documents[.front]?.finish()
          documents[.front] = try document(to: name)
          pageCounts = [:]
        }
        try documents[.front]?.add(page.frame, number: page.sheet)
        try expect(page, in: name)
      case (.document(let path), _):
        let side: CardSide = sheets.setup.layout.duplex == .separate ? page.side : .front
        let name = side == .front ? path : OutputPattern.insert("-back", into: path)
        try opened(side, name).add(page.frame, number: page.sheet)
        try expect(page, in: name)
      case (.bytes, _):
        try opened(.front, nil).add(page.frame, number: page.sheet)
      }
    }
  }

  /// The name of a sheet's file; nil where all sheets go to standard output.
  private func name(sheet: Int, side: CardSide) throws -> String? {
    switch export.output {
    case .files(let pattern, _):
      let name = try pattern.expand(index: sheet) { field in
        field == SheetExport.sheetField ? String(sheet) : nil
      }
      return side == .front ? name : OutputPattern.insert("-back", into: name)
    case .document(let path): return path
    case .bytes: return nil
    }
  }

  private func openRenderer() throws -> CardRenderer {
    if let renderer { return renderer }
    let made = try CardRenderer(options: export.options.renderer)
    renderer = made
    return made
  }

  private func opened(_ side: CardSide, _ path: String?) throws -> DocumentOutput {
    if let document = documents[side] { return document }
    let opened = try document(to: path)
    documents[side] = opened
    return opened
  }

  private func document(to path: String?) throws -> DocumentOutput {
    let duplex: PDFDuplex? =
      switch sheets.setup.layout.duplex {
      case .longEdge: .longEdge
      case .shortEdge: .shortEdge
      case .fold, .separate: nil
      }
    return try DocumentOutput(
      try openRenderer(), design: export.design, duplex: duplex, path: path, write: write)
  }
}
