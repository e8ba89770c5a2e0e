public import CardFiles
internal import CardLayout
public import CardModel
internal import CardRender
internal import Synchronization

/// Makes cards of a stream of records: many files, or one document.
///
/// The same input gives the same bytes for any number of workers. Files appear whole or not at
/// all; a bad record is skipped and listed, or ends the run.
public struct BatchExport: Sendable {
  /// A file format.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// A picture for each side of a card.
    case png
    /// A page for each side of a card.
    case pdf
  }

  /// Where cards go.
  public enum Output: Sendable, Equatable {
    /// A file for each record, named by a pattern.
    ///
    /// `numbers` gives, by a record's number, what its name gets where another has the same.
    case files(OutputPattern, numbers: [Int: Int] = [:])
    /// All cards in one document.
    case document(String)
    /// One picture, or all cards in one document, as bytes.
    case bytes
  }

  /// How a run goes.
  public struct Options: Sendable {
    /// The resolution of pictures in dots per inch, 36 to 1200.
    public var dotsPerInch: Double = 300
    /// Whether PNG files are made smaller, at far more time.
    public var compressesMore = false
    /// Whether a warning fails a card.
    public var isStrict = false
    /// Whether the first bad record ends the run.
    public var stopsAtError = false
    /// Whether each outcome carries a small picture of its card.
    public var makesThumbnails = false
    /// Whether cards that are there already, made of the same, are left as they are.
    public var resumes = false
    /// The part of the records to make, where it is not all; not for sheets.
    public var shard: Shard?
    /// How far backgrounds extend beyond the trim, in place of what the design says.
    public var bleed: Length?
    /// What surrounds each card's page, where it is more than the card; without sheets only.
    public var border: PageBorder?
    /// How cards are laid on sheets, where they are.
    public var sheets: SheetExport?
    /// Asked before each card; the run ends cleanly once it says so.
    public var shouldStop: @Sendable () -> Bool = { false }
    /// The number of workers, at least 1.
    public var workers = 1
    /// What each worker's renderer works with.
    public var renderer = CardRenderer.Options()

    /// Makes the usual options.
    public init() {}
  }

  /// How a run ended.
  public struct Summary: Sendable, Hashable {
    /// The number of cards that were made.
    public internal(set) var made = 0
    /// The number of cards that were there already.
    public internal(set) var unchanged = 0
    /// The number of records that failed.
    public internal(set) var failed = 0
    /// Whether the run was ended before the data was.
    public internal(set) var isStopped = false
  }

  /// A record, or why there is none.
  public typealias Input = Result<Record, CardOutcome.Failure>

  /// What makes a card of a record.
  public let design: any CardDesign
  /// The file format.
  public let format: Format
  /// Where cards go.
  public let output: Output
  /// How the run goes.
  public let options: Options

  /// Makes an export.
  public init(
    design: any CardDesign, format: Format, output: Output, options: Options = Options()
  ) {
    self.design = design
    self.format = format
    self.output = output
    self.options = options
  }

  /// Runs until the records end.
  ///
  /// - Parameters:
  ///   - next: gives the next record; nil at the end.
  ///   - report: gets what became of each record, in order.
  ///   - write: gets the bytes, where the output is `.bytes`.
  /// - Throws: what ends the run as a whole: output that cannot be written, fonts that are not
  ///   there.
  public func run(
    next: sending @escaping () throws -> Input?,
    report: sending @escaping (CardOutcome) throws -> Void,
    write: sending @escaping ([UInt8]) throws -> Void = { _ in }
  ) async throws -> Summary {
    guard options.renderer.svg != nil else {
      // A logo is drawn once for all workers.
      var sharing = options
      sharing.renderer.svg = try options.renderer.svgLoader()
      return try await BatchExport(
        design: design, format: format, output: output, options: sharing
      ).run(next: next, report: report, write: write)
    }
    let manifest = manifest()
    let input = try manifest.map { _ in
      try CardInput(design: design, options: options, format: format)
    }
    let known = KnownCards(manifest)
    let sink = SharedSink(Sink(export: self, known: known, report: report, write: write))
    let pipeline = OrderedPipeline<Input, CardOutcome>(workers: options.workers)
    if let sheets = options.sheets, sheets.setup.plan.order == .cutStack {
      let stacked = try StackedInputs(sheets, next: next)
      try await pipeline.run(
        nextInput: stacked.stream(),
        makeWorker: { try CardRenderer(options: options.renderer) },
        work: { renderer, index, record in
          let turn = stacked.turns[index]
          var outcome = make(record, number: turn.record + 1, with: renderer, input, known)
          outcome.slot = turn.slot
          outcome.isRepeat = turn.isRepeat
          return outcome
        },
        deliver: { _, outcome in try sink.take(outcome) })
    } else {
      try await pipeline.run(
        nextInput: next,
        makeWorker: { try CardRenderer(options: options.renderer) },
        work: { renderer, index, record in
          make(record, number: index + 1, with: renderer, input, known)
        },
        deliver: { _, outcome in try sink.take(outcome) })
    }
    return try sink.finish()
  }

  /// The manifest of the output folder, where each record has a file of its own.
  private func manifest() -> Manifest? {
    guard case .files(let pattern, _) = output, pattern.hasFields, options.sheets == nil else {
      return nil
    }
    return Manifest(folder: pattern.folder, resumes: options.resumes, shard: options.shard)
  }

  /// The manifest behind a lock.
  private final class KnownCards: Sendable {
    private let manifest: Mutex<Manifest?>

    init(_ manifest: sending Manifest?) { self.manifest = Mutex(manifest) }

    func has(_ name: String, madeOf input: String) -> Bool {
      manifest.withLock { $0?.has(name, madeOf: input) ?? false }
    }

    func add(_ name: String, madeOf input: String) throws {
      try manifest.withLock { try $0?.add(name, madeOf: input) }
    }
  }

  /// The sink behind a lock: one outcome at a time, from whichever worker.
  private final class SharedSink: Sendable {
    private let sink: Mutex<Sink>

    init(_ sink: sending Sink) { self.sink = Mutex(sink) }

    func take(_ outcome: CardOutcome) throws -> Bool {
      try sink.withLock { try $0.take(outcome) }
    }

    func finish() throws -> Summary { try sink.withLock { try $0.finish() } }
  }

  /// Makes the card of a record and, where it has a file of its own, writes it.
  private func make(
    _ record: Input, number: Int, with renderer: CardRenderer, _ input: CardInput?,
    _ known: KnownCards
  ) -> CardOutcome {
    if let shard = options.shard, !shard.contains(record) {
      var outcome = CardOutcome(index: number, place: nil)
      outcome.isElsewhere = true
      return outcome
    }
    switch record {
    case .failure(let failure):
      var outcome = CardOutcome(index: number, place: failure.place)
      outcome.failure = failure
      return outcome
    case .success(let record):
      var outcome = CardOutcome(index: number, place: record.place?.description)
      do {
        try make(record, number: number, with: renderer, input, known, into: &outcome)
      } catch {
        outcome.failure = CardOutcome.Failure(error)
        outcome.pages = []
        outcome.endsRun = Self.isHopeless(error)
      }
      return outcome
    }
  }

  private func make(
    _ record: Record, number: Int, with renderer: CardRenderer, _ input: CardInput?,
    _ known: KnownCards, into outcome: inout CardOutcome
  ) throws {
    var (card, findings) = try design.card(for: record)
    outcome.findings = findings
    if let bleed = options.bleed { card.bleed = bleed }
    if let input, case .files(let pattern, let repeats) = output {
      let fingerprint = input.fingerprint(
        of: record.dump, pictures: renderer.pictureFingerprints(of: card))
      outcome.input = fingerprint
      let name = try expand(pattern, repeats, record, number)
      if options.resumes, known.has(name, madeOf: fingerprint) {
        outcome.isUnchanged = true
        outcome.files = [name]
        return
      }
    }
    var pages = [try renderer.layout(card)]
    if card.back != nil { pages.append(try renderer.layout(card, side: .back)) }
    for page in pages { outcome.note(page) }
    try prepare(&pages, of: card, record, into: &outcome)
    try refuseWarnings(outcome)
    var files: [(name: String, bytes: [UInt8])] = []
    switch (output, format) {
    case _ where options.sheets != nil, (.document, _), (.bytes, .pdf):
      // A common document cannot take a page back, so what can fail is tried before.
      for page in pages { try renderer.checkPictures(of: page) }
      outcome.pages = pages
    case (.bytes, .png):
      outcome.bytes = try renderer.png(
        of: pages[0], dotsPerInch: options.dotsPerInch,
        profile: options.compressesMore ? .small : .fast)
    case (.files(let pattern, let numbers), .png):
      let name = try expand(pattern, numbers, record, number)
      for (side, page) in zip(CardSide.allCases, pages) {
        files.append(
          (
            side == .front ? name : backName(name),
            try renderer.png(
              of: page, dotsPerInch: options.dotsPerInch,
              profile: options.compressesMore ? .small : .fast)
          ))
      }
    case (.files(let pattern, let numbers), .pdf):
      let document = try renderer.document(title: design.title)
      for page in pages { try document.add(page, background: nil) }
      files.append((try expand(pattern, numbers, record, number), try document.finish()))
    }
    for page in pages { outcome.findings += renderer.pictureFindings(of: page) }
    try refuseWarnings(outcome)
    if options.makesThumbnails {
      // 220 pixels across, within the resolutions that can be drawn.
      let dotsPerInch = min(max(220 * 72 / max(pages[0].size.width, 1), 36), 300)
      outcome.thumbnail = try renderer.png(of: pages[0], dotsPerInch: dotsPerInch)
    }
    if options.stopsAtError {
      outcome.waitingFiles = files
    } else {
      try write(files, of: &outcome)
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
      if let finding = try sheets.setup.finding(for: pages[0].size) {
        outcome.findings.append(finding)
      }
    } else if let border = options.border {
      for (index, side) in zip(pages.indices, CardSide.allCases) {
        pages[index] = try border.page(pages[index], side: side, bleed: outcome.bleed)
      }
    }
  }

  private func write(
    _ files: [(name: String, bytes: [UInt8])], of outcome: inout CardOutcome
  ) throws {
    for file in files {
      if let slash = file.name.lastIndex(of: "/"), case .files(let pattern, _) = output,
        pattern.hasFields
      {
        try Folders.make(String(file.name[..<slash]))
      }
      try WholeFile.write(file.bytes, to: file.name)
      outcome.files.append(file.name)
    }
  }

  /// Whether an error will meet every other record as well.
  private static func isHopeless(_ error: any Error) -> Bool {
    if error is SheetError { return true }
    return
      switch error as? FileError
    {
    case .noSpace, .readOnly: true
    default: false
    }
  }

  /// The name of a back's picture: `card.png` gets `card-back.png` beside it.
  private func backName(_ name: String) -> String {
    OutputPattern.insert("-back", into: name)
  }

  private func expand(
    _ pattern: OutputPattern, _ numbers: [Int: Int], _ record: Record, _ number: Int
  ) throws -> String {
    let name = try pattern.expand(index: number) { record[$0]?.text }
    return numbers[number].map { OutputPattern.insert("-\($0)", into: name) } ?? name
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
    var place: String? { first.id ?? first.path?.description }
    var hint: String? { "Without '--strict' it is a warning." }
  }

  /// Takes outcomes in order: counts them, hands on pages and bytes, and reports.
  private final class Sink {
    private let export: BatchExport
    private let known: KnownCards
    private let report: (CardOutcome) throws -> Void
    private let write: ([UInt8]) throws -> Void
    private var renderer: CardRenderer?
    private var document: PDFEncoder?
    private var file: WholeFile?
    private let writes = Writes()
    private let sheets: SheetSink?
    private(set) var summary = Summary()

    init(
      export: BatchExport, known: KnownCards, report: @escaping (CardOutcome) throws -> Void,
      write: @escaping ([UInt8]) throws -> Void
    ) {
      self.export = export
      self.known = known
      self.report = report
      self.write = write
      sheets = export.options.sheets.map { SheetSink(export: export, sheets: $0, write: write) }
    }

    /// Takes an outcome; false ends the run.
    func take(_ outcome: CardOutcome) throws -> Bool {
      if outcome.isElsewhere { return !export.options.shouldStop() }
      var outcome = outcome
      if outcome.failure == nil {
        do {
          if let sheets {
            outcome.files = try sheets.add(outcome)
          } else {
            try add(outcome.pages)
          }
          try export.write(outcome.waitingFiles, of: &outcome)
          if let bytes = outcome.bytes { try write(bytes) }
          if case .document(let path) = export.output { outcome.files = [path] }
        } catch let error as RenderError where document == nil && sheets == nil {
          outcome.failure = CardOutcome.Failure(error)
        } catch let error as FileError where !outcome.waitingFiles.isEmpty {
          outcome.failure = CardOutcome.Failure(error)
        }
      }
      if outcome.isRepeat { return !export.options.shouldStop() }
      if outcome.failure != nil {
        summary.failed += 1
      } else if outcome.isUnchanged {
        summary.unchanged += 1
      } else {
        summary.made += 1
        if let input = outcome.input, let name = outcome.files.first {
          try known.add(name, madeOf: input)
        }
      }
      outcome.pages = []
      outcome.bytes = nil
      outcome.waitingFiles = []
      try report(outcome)
      summary.isStopped =
        (outcome.failure != nil && (export.options.stopsAtError || outcome.endsRun))
        || export.options.shouldStop()
      return !summary.isStopped
    }

    private func add(_ pages: [Frame]) throws {
      for page in pages {
        try tellingWriteFailures { try openDocument().add(page, background: nil) }
      }
    }

    /// Runs a step of the document; where bytes could not be written, it throws the reason itself.
    private func tellingWriteFailures(_ step: () throws -> Void) throws {
      do {
        try step()
      } catch {
        throw writes.failure ?? error
      }
    }

    /// Why bytes could not be written, which does not pass through the drawing library.
    private final class Writes {
      private(set) var failure: (any Error)?

      func keepingFailure(_ write: () throws -> Void) throws {
        do {
          try write()
        } catch {
          failure = failure ?? error
          throw error
        }
      }
    }

    private func openDocument() throws -> PDFEncoder {
      if let document { return document }
      let renderer = try CardRenderer(options: export.options.renderer)
      self.renderer = renderer
      let opened: PDFEncoder
      if case .document(let path) = export.output {
        let file = try WholeFile(path)
        self.file = file
        opened = try renderer.document(title: export.design.title) { [writes] bytes in
          try writes.keepingFailure { try file.write(bytes) }
        }
      } else {
        opened = try renderer.document(title: export.design.title) { [writes, write] bytes in
          try writes.keepingFailure { try write(bytes) }
        }
      }
      document = opened
      return opened
    }

    /// Ends the document, where there is one.
    func finish() throws -> Summary {
      try sheets?.finish()
      if let document {
        try tellingWriteFailures { _ = try document.finish() }
        try file?.commit()
      }
      document = nil
      return summary
    }
  }
}
