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

  init(
    export: BatchExport, sheets: SheetExport, write: @escaping ([UInt8]) throws -> Void
  ) {
    self.export = export
    self.sheets = sheets
    self.write = write
  }

  /// Lays a card as often as it is wanted.
  ///
  /// - Returns: The files of the sheets on which it lies.
  func add(_ outcome: CardOutcome) throws -> [String] {
    guard let front = outcome.pages.first else { return [] }
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
      let file = try name(sheet: slot.sheet + 1, side: .front)
      if let file, files.last != file { files.append(file) }
    }
    return files
  }

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
      case (.files, .png):
        let bytes = try openRenderer().png(
          of: page.frame, background: .color(.white), dotsPerInch: export.options.dotsPerInch,
          profile: export.options.compressesMore ? .small : .fast)
        if let name = try name(sheet: page.sheet, side: page.side) {
          try WholeFile.write(bytes, to: name)
        }
      case (.files, .pdf):
        guard let name = try name(sheet: page.sheet, side: .front) else { continue }
        // Both sides of a sheet are one file, whose pages come one after the other.
        if page.side == .front {
          _ = try documents[.front]?.finish()
          documents[.front] = try document(to: name)
        }
        try documents[.front]?.add(page.frame)
      case (.document(let path), _):
        let side: CardSide = sheets.setup.layout.duplex == .separate ? page.side : .front
        let name = side == .front ? path : OutputPattern.insert("-back", into: path)
        try opened(side, name).add(page.frame)
      case (.bytes, _):
        try opened(.front, nil).add(page.frame)
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
