internal import CardFiles
internal import CardRender

extension BatchExport {
  /// How a run ends that makes no document; nil where it has to be made.
  ///
  /// Either the one that is there was made of the same, or the run only lists.
  func unmade(
    _ path: String, _ records: @escaping @Sendable () throws -> sending Reading,
    _ worker: CardWorker, _ report: (CardOutcome) throws -> Void
  ) async throws -> Summary? {
    let renderer = try CardRenderer(options: options.renderer)
    var digest = DocumentDigest()
    var count = 0
    var next = try records()
    while let record = try next() {
      if options.shouldStop() { break }
      count += 1
      digest.add(worker.input(of: record, with: renderer))
    }
    let hash =
      options.selection == .all
      ? nil
      : worker.hashes(
        of: [path], madeOf: digest.fingerprint, by: { FileHash.hash(of: $0) })
    guard hash != nil || options.listsOnly else { return nil }
    var summary = Summary()
    next = try records()
    for index in 1...max(count, 1) where count > 0 {
      guard let record = try next() else { break }
      var outcome = CardOutcome(index: index, record: record)
      if case .failure(let failure) = record { outcome.failure = failure }
      outcome.isUnchanged = hash != nil
      outcome.files = [path]
      if outcome.failure != nil {
        summary.failed += 1
      } else if hash != nil {
        summary.unchanged += 1
      } else {
        summary.made += 1
      }
      try report(outcome)
    }
    summary.documentHash = hash?.first
    summary.isStopped = options.shouldStop()
    return summary
  }
}

/// What all the cards of a document were made of, in one hash.
struct DocumentDigest {
  private(set) var fingerprint = Fingerprint("document")

  /// Adds the next card's hash; nil for a record that has no card.
  mutating func add(_ input: Fingerprint?) {
    fingerprint = Fingerprint(fingerprint.description + (input?.description ?? "none"))
  }
}
