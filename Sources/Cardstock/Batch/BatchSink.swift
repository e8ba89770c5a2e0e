internal import CardFiles
internal import CardLayout
internal import CardRender

/// Takes outcomes in order: counts them, hands on pages and bytes, and reports.
final class BatchSink {
  private let export: BatchExport
  private let known: KnownCards
  private let report: (CardOutcome) throws -> Void
  private let write: ([UInt8]) throws -> Void
  private let sheets: SheetSink?
  private var document: DocumentOutput?
  private var labels: (file: WholeFile, hash: FingerprintStream)?
  private var pageCount = 0
  private var digest = DocumentDigest()
  private var summary = BatchExport.Summary()

  init(
    export: BatchExport, sizes: BatchSizes, known: KnownCards,
    report: @escaping (CardOutcome) throws -> Void, write: @escaping ([UInt8]) throws -> Void
  ) {
    self.export = export
    self.known = known
    self.report = report
    self.write = write
    sheets = export.options.sheets.map { SheetSink(export: export, sheets: $0, write: write) }
    summary.batchSizes = sizes
  }

  /// Takes an outcome; false ends the run.
  func take(_ outcome: CardOutcome) throws -> Bool {
    if outcome.isElsewhere { return !export.options.shouldStop() }
    var outcome = outcome
    if outcome.failure == nil {
      do {
        if let sheets {
          try sheets.add(&outcome)
        } else {
          try add(outcome.pages, of: outcome)
        }
        try export.write(outcome.waitingFiles, of: &outcome)
        if let bytes = outcome.bytes { try put(bytes) }
        for page in outcome.expected { try expect(page) }
        if case .document(let path) = export.output { outcome.files = [path] }
      } catch let error as RenderError where document == nil && sheets == nil && labels == nil {
        outcome.failure = CardOutcome.Failure(error)
      } catch let error as FileError where !outcome.waitingFiles.isEmpty {
        outcome.failure = CardOutcome.Failure(error)
      }
    }
    if outcome.isRepeat { return !export.options.shouldStop() }
    digest.add(outcome.input)
    if outcome.failure != nil {
      summary.failed += 1
    } else if outcome.isUnchanged {
      summary.unchanged += 1
      if let name = outcome.files.first { known.keep(name) }
    } else {
      summary.made += 1
      if !outcome.contents.isEmpty, let input = outcome.input, let name = outcome.files.first {
        try known.add(name, input: input, hashes: outcome.contents)
      }
    }
    outcome.pages = []
    outcome.bytes = nil
    outcome.waitingFiles = []
    outcome.expected = []
    try report(outcome)
    summary.isStopped =
      (outcome.failure != nil && (export.options.stopsAtError || outcome.endsRun))
      || export.options.shouldStop()
    return !summary.isStopped
  }

  /// Notes what a file has to show; in a common stream labels are numbered one after another.
  private func expect(_ page: ExpectedPage) throws {
    var page = page
    if page.isLabel == true, case .document(let path) = export.output {
      pageCount += 1
      (page.file, page.page) = (path, pageCount)
    }
    try export.options.verification?.expect(page)
  }

  /// Writes what belongs to no page: pictures and labels.
  private func put(_ bytes: [UInt8]) throws {
    guard case .document(let path) = export.output else { return try write(bytes) }
    let stream = try labels ?? (WholeFile(path), FingerprintStream())
    labels = stream
    stream.hash.add(bytes)
    try stream.file.write(bytes)
  }

  private func add(_ pages: [Frame], of outcome: CardOutcome) throws {
    for page in pages {
      try openDocument().add(page, number: outcome.index)
      pageCount += 1
      if let verification = export.options.verification, case .document(let path) = export.output {
        try verification.expect(
          export.expected(page, outcome, file: path, page: pageCount))
      }
    }
  }

  private func openDocument() throws -> DocumentOutput {
    if let document { return document }
    let path: String? = if case .document(let path) = export.output { path } else { nil }
    let opened = try DocumentOutput(
      try CardRenderer(options: export.options.renderer), design: export.design, path: path,
      write: write)
    document = opened
    return opened
  }

  /// Ends the documents, where there are any.
  ///
  /// One that was stopped is abandoned: what stands under its name stays as it was.
  func finish() throws -> BatchExport.Summary {
    if case .document = export.output, summary.isStopped || export.options.shouldStop() {
      labels?.file.abandon()
      document?.abandon()
      sheets?.abandon()
      summary.isStopped = true
      summary.made = 0
      return summary
    }
    summary.documentHash = try sheets?.finish()
    if let document, let hash = try document.finish(), case .document(let path) = export.output {
      summary.documentHash = hash
      // One with a card missing is not what was asked for, so it is made again.
      if summary.failed == 0, !summary.isStopped {
        try known.add(path, input: digest.fingerprint, hashes: [hash])
      }
    }
    document = nil
    if let labels, case .document(let path) = export.output {
      try labels.file.commit()
      let hash = labels.hash.finish().description
      summary.documentHash = hash
      if summary.failed == 0, !summary.isStopped {
        try known.add(path, input: digest.fingerprint, hashes: [hash])
      }
    }
    labels = nil
    if !summary.isStopped { known.finish() }
    return summary
  }
}
