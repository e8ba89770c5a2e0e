internal import CardFiles
internal import CardLayout
internal import CardRender

/// Takes outcomes in order: counts them, hands on pages and bytes, and reports.
final class BatchSink {
  private let export: BatchExport
  private let known: KnownCards
  private let report: (CardOutcome) throws -> Void
  private let write: ([UInt8]) throws -> Void
  private var renderer: CardRenderer?
  private var document: PDFEncoder?
  private var file: WholeFile?
  private let hash = FingerprintStream()
  private var digest = DocumentDigest()
  private let writes = Writes()
  private var summary = BatchExport.Summary()

  init(
    export: BatchExport, sizes: BatchSizes, known: KnownCards,
    report: @escaping (CardOutcome) throws -> Void, write: @escaping ([UInt8]) throws -> Void
  ) {
    self.export = export
    self.known = known
    self.report = report
    self.write = write
    summary.batchSizes = sizes
  }

  /// Takes an outcome; false ends the run.
  func take(_ outcome: CardOutcome) throws -> Bool {
    var outcome = outcome
    if outcome.failure == nil {
      do {
        try add(outcome.pages)
        try export.write(outcome.waitingFiles, of: &outcome)
        if let bytes = outcome.bytes { try write(bytes) }
        if case .document(let path) = export.output { outcome.files = [path] }
      } catch let error as RenderError where document == nil {
        outcome.failure = CardOutcome.Failure(error)
      } catch let error as FileError where !outcome.waitingFiles.isEmpty {
        outcome.failure = CardOutcome.Failure(error)
      }
    }
    digest.add(outcome.input)
    if outcome.failure != nil {
      summary.failed += 1
    } else if outcome.isUnchanged {
      summary.unchanged += 1
    } else {
      summary.made += 1
      if !outcome.hashes.isEmpty, let input = outcome.input, let name = outcome.files.first {
        try known.add(name, input: input, hashes: outcome.hashes)
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
      opened = try renderer.document(title: export.design.title) { [writes, hash] bytes in
        hash.add(bytes)
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
  func finish() throws -> BatchExport.Summary {
    if let document {
      try tellingWriteFailures { _ = try document.finish() }
      try file?.commit()
      if case .document(let path) = export.output {
        let hash = hash.finish().description
        summary.documentHash = hash
        // One with a card missing is not what was asked for, so it is made again.
        if summary.failed == 0, !summary.isStopped {
          try known.add(path, input: digest.fingerprint, hashes: [hash])
        }
      }
    }
    document = nil
    return summary
  }
}
