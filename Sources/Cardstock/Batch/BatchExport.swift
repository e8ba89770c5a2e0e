public import CardFiles
internal import CardLayout
public import CardModel
public import CardRender
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
    /// A picture of one bit a pixel for each side of a card.
    case bilevelPNG = "png-1bit"
    /// A label of a thermal printer for each side of a card.
    case zpl

    /// Whether each side of a card is a file of its own.
    public var isPicture: Bool { self == .png || self == .bilevelPNG }
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

  /// Which cards a run makes; a manifest in the output's folder tells what is there.
  public enum Selection: String, Sendable, Hashable, CaseIterable {
    /// All of them.
    case all
    /// Those whose file is missing, was changed, or was made of something else.
    case missingOrChanged
    /// Those that were never made, or of something else: a file that was taken away is not missed.
    case changed
  }

  /// How a run goes.
  public struct Options: Sendable {
    /// The resolution of pictures in dots per inch, 36 to 1200.
    public var dotsPerInch: Double = 300
    /// How greys become black and white, where there is nothing else.
    public var dithering = Dithering.floydSteinberg
    /// How labels write their picture.
    public var labelEncoding = ZPLLabel.Encoding.hex
    /// How often a label is printed.
    public var labelCopies = SheetExport.Copies.count(1)
    /// Whether PNG files are made smaller, at far more time.
    public var compressesMore = false
    /// Whether a warning fails a card.
    public var isStrict = false
    /// Whether the first bad record ends the run.
    public var stopsAtError = false
    /// Whether each outcome carries a small picture of its card.
    public var makesThumbnails = false
    /// Whether each outcome carries the hashes of its files.
    public var hashesFiles = true
    /// Whether outcomes tell of all nodes where in the template's file they stand; of warnings and
    /// errors they do so anyway.
    public var locatesNodes = false
    /// Which cards are made; all of them where they lie on sheets.
    public var selection: Selection = .all
    /// Whether the run only finds out which files it would make, and makes none.
    public var listsOnly = false
    /// The part of the records to make, where it is not all; not for sheets.
    public var shard: Shard?
    /// How far backgrounds extend beyond the trim, in place of what the design says.
    public var bleed: Length?
    /// What surrounds each card's page, where it is more than the card; without sheets only.
    public var border: PageBorder?
    /// How cards are laid on sheets, where they are.
    public var sheets: SheetExport?
    /// Takes notes of what files have to show, to read them again after the run.
    public var verification: Verification?
    /// Asked before each card; the run ends cleanly once it says so.
    public var shouldStop: @Sendable () -> Bool = { false }
    /// The number of workers, at least 1.
    public var workers = 1
    /// What each worker's renderer works with.
    public var renderer = CardRenderer.Options()
    /// Keeps the workers' renderers for the next run, where there will be one.
    public var renderers: RendererPool?

    /// Makes the usual options.
    public init() {}
  }

  /// How a run ended.
  public struct Summary: Sendable, Hashable {
    /// The number of cards that were made, or would be where the run only listed them.
    public internal(set) var made = 0
    /// The number of cards that were there already.
    public internal(set) var unchanged = 0
    /// The number of records that failed.
    public internal(set) var failed = 0
    /// The number of those that failed because their files do not show what they should.
    public internal(set) var unverified = 0
    /// Whether the run was ended before the data was.
    public internal(set) var isStopped = false
    /// The SHA-256 of the common document, as 64 hexadecimal digits.
    public internal(set) var documentHash: String?
    /// The common sizes of the labels that have one.
    public internal(set) var batchSizes = BatchSizes()

    /// The same run, where cards that are not as they should be have failed.
    public func counting(_ verification: Verification.Result) -> Summary {
      var summary = self
      let count = min(verification.failures.count, made)
      summary.made -= count
      summary.failed += count
      summary.unverified = verification.failures.count
      return summary
    }
  }

  /// A record, or why there is none.
  public typealias Input = Result<Record, CardOutcome.Failure>
  /// Gives the next record; nil at the end.
  public typealias Reading = () throws -> Input?

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
  ///   - records: opens the records at their beginning. It is called once, or once more for each
  ///     of two things: a label that has one size on the whole batch, and a document that may be
  ///     there already.
  ///   - report: gets what became of each record, in order.
  ///   - write: gets the bytes, where the output is `.bytes`.
  /// - Throws: what ends the run as a whole: output that cannot be written, fonts that are not
  ///   there.
  public func run(
    records: @escaping @Sendable () throws -> sending Reading,
    report: sending @escaping (CardOutcome) throws -> Void,
    write: sending @escaping ([UInt8]) throws -> Void = { _ in }
  ) async throws -> Summary {
    guard options.renderer.svg != nil else {
      // A logo is drawn once for all workers.
      var sharing = options
      sharing.renderer = try (options.renderers ?? RendererPool()).sharing(options.renderer)
      return try await BatchExport(
        design: design, format: format, output: output, options: sharing
      ).run(records: records, report: report, write: write)
    }
    let sizes = try await batchSizes(records)
    guard let sizes else {
      var summary = Summary()
      summary.isStopped = true
      return summary
    }
    let known = KnownCards(try manifest())
    let input =
      try known.isKept || options.listsOnly
      ? CardInput(design: design, options: options, format: format, sizes: sizes) : nil
    let worker = CardWorker(export: self, sizes: sizes, input: input, known: known)
    if case .document(let path) = output, options.selection != .all || options.listsOnly,
      let summary = try await unmade(path, records, worker, report)
    {
      return summary
    }
    let sink = SharedSink(
      BatchSink(export: self, sizes: sizes, known: known, report: report, write: write))
    let pipeline = OrderedPipeline<Input, CardOutcome>(workers: options.workers)
    let turns = RendererTurns(options.renderers ?? RendererPool(), options.renderer)
    if let sheets = options.sheets, sheets.setup.plan.order == .cutStack {
      let stacked = try StackedInputs(sheets, next: records())
      try await pipeline.run(
        nextInput: stacked.stream(), makeWorker: { try turns.take() },
        work: { slot, index, record in
          let turn = stacked.turns[index]
          var outcome = worker.outcome(of: record, number: turn.record + 1, with: slot)
          outcome.slot = turn.slot
          outcome.isRepeat = turn.isRepeat
          if !turn.isRepeat { outcome.allSlots = stacked.slots[turn.record] ?? [] }
          return outcome
        },
        deliver: { _, outcome in try sink.take(outcome) })
    } else {
      try await pipeline.run(
        nextInput: try records(), makeWorker: { try turns.take() },
        work: { slot, index, record in
          worker.outcome(of: record, number: index + 1, with: slot)
        },
        deliver: { _, outcome in try sink.take(outcome) })
    }
    return try sink.finish()
  }

  /// The manifest of the output folder: always where each record has a file of its own, beside a
  /// document where it was asked for.
  private func manifest() throws(FileError) -> Manifest? {
    // A sheet is made of many cards: whether it has to be made again is not kept.
    guard options.sheets == nil else { return nil }
    switch output {
    case .files(let pattern, _):
      return pattern.hasFields ? try Manifest(folder: pattern.folder, shard: options.shard) : nil
    case .document(let path):
      return options.selection == .all ? nil : try Manifest(folder: WholeFile.folder(of: path))
    case .bytes: return nil
    }
  }

  /// Lays out all cards to find the common sizes of labels that have one; nil where the run was
  /// stopped meanwhile.
  private func batchSizes(
    _ records: @escaping @Sendable () throws -> sending Reading
  ) async throws -> BatchSizes? {
    guard design.sharesSizes else { return BatchSizes() }
    let count = SharedCount()
    let turns = RendererTurns(options.renderers ?? RendererPool(), options.renderer)
    try await OrderedPipeline<Input, [String: (size: Double, share: Double)]>(
      workers: options.workers
    ).run(
      nextInput: try records(), makeWorker: { try turns.take() },
      work: { slot, _, record in
        // A record that fails here fails again, and is told, when its card is made.
        guard case .success(let record) = record, let card = try? card(of: record).card,
          let sizes = slot.with({ (try? $0.sides(of: card)).map(BatchSizeCount.sizes) })
        else { return [:] }
        return sizes ?? [:]
      },
      deliver: { _, sizes in
        count.add(sizes)
        return !options.shouldStop()
      })
    return options.shouldStop() ? nil : count.sizes
  }

  private final class SharedCount: Sendable {
    private let count = Mutex(BatchSizeCount())
    func add(_ sizes: [String: (size: Double, share: Double)]) { count.withLock { $0.add(sizes) } }
    var sizes: BatchSizes { count.withLock { $0.sizes } }
  }

  /// The sink behind a lock: one outcome at a time, from whichever worker.
  private final class SharedSink: Sendable {
    private let sink: Mutex<BatchSink>

    init(_ sink: sending BatchSink) { self.sink = Mutex(sink) }

    func take(_ outcome: CardOutcome) throws -> Bool {
      try sink.withLock { try $0.take(outcome) }
    }

    func finish() throws -> Summary { try sink.withLock { try $0.finish() } }
  }
}
