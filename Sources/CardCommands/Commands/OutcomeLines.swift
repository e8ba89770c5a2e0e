import CardModel
import Cardstock
internal import Synchronization

/// What a card's outcome says on standard error: its failure and its warnings, a sentence each.
struct OutcomeLines {
  private let lines: [String]

  init(_ outcome: CardOutcome, _ tally: inout WarningTally) {
    if let failure = outcome.failure {
      lines = Self.error(failure, in: outcome.place)
      return
    }
    let keys = outcome.findings.map { finding -> String? in
      guard finding.severity == .warning else { return nil }
      let key = finding.id ?? finding.path?.description ?? ""
      return tally.admits(key) ? key : nil
    }
    guard keys.contains(where: { $0 != nil }) else {
      lines = []
      return
    }
    // Only what is told is looked up in the template.
    let findings = outcome.located.findings
    lines = zip(keys, findings).flatMap { key, finding -> [String] in
      guard let key else { return [] }
      let node = finding.node
      tally.name(key, node)
      let place = [outcome.place, node].compactMap { $0 }.joined(separator: ", ")
      return ["Warning: " + finding.message, "  at \(place)"]
    }
  }

  /// A failure as it is told on standard error.
  static func error(_ failure: CardOutcome.Failure, in record: String? = nil) -> [String] {
    var lines = ["Error: " + failure.message]
    if let place = place(record, failure.place) { lines.append("  at \(place)") }
    if let hint = failure.hint { lines.append("  hint: \(hint)") }
    return lines
  }

  /// The record's place and that within it; the record's alone is left out where the other names
  /// the same file more exactly.
  static func place(_ record: String?, _ inner: String?) -> String? {
    guard let record, let inner else { return inner ?? record }
    let file = record.prefix { $0 != ":" && $0 != "," }
    return inner.hasPrefix(file) ? inner : "\(record), \(inner)"
  }

  /// The lines as one text; nil where there is nothing to say.
  var text: String? { lines.isEmpty ? nil : lines.joined(separator: "\n") }
}

/// Counts the warnings of each node, of which only the first few are told.
///
/// A design that warns on one card warns on all of them, and thousands of lines hide the one that
/// matters.
struct WarningTally {
  /// How many warnings of one node are told.
  static let limit = 5

  private var counts: [String: Int] = [:]
  private var names: [String: String] = [:]
  private var nodes: [String] = []

  /// Says what a node is called.
  mutating func name(_ node: String, _ name: String?) { names[node] = name }

  /// Whether the next warning of a node is told.
  mutating func admits(_ node: String) -> Bool {
    if counts[node] == nil { nodes.append(node) }
    counts[node, default: 0] += 1
    return counts[node, default: 0] <= Self.limit
  }

  /// A sentence for each node that has more, in the order of their first warnings.
  var rest: [String] {
    nodes.compactMap { node in
      let more = counts[node, default: 0] - Self.limit
      guard more > 0 else { return nil }
      let place = node.isEmpty ? "" : " of '\(names[node] ?? node)'"
      return
        "Warning: \(more) more warning\(more == 1 ? "" : "s")\(place) \(more == 1 ? "is" : "are")"
        + " not shown; a file for '--report' has them all."
    }
  }
}

/// Takes each outcome to where it is told: standard error, the report, the progress.
final class OutcomeLog: Sendable {
  private struct Parts {
    let report: BatchReportWriter?
    let meter: ProgressMeter
    /// Whether the run only lists, on standard output.
    let lists: Bool
    var tally = WarningTally()
  }

  private let parts: Mutex<Parts>
  private let console: Console

  init(
    report: sending BatchReportWriter?, meter: sending ProgressMeter, lists: Bool, console: Console
  ) {
    parts = Mutex(Parts(report: report, meter: meter, lists: lists))
    self.console = console
  }

  func add(_ outcome: CardOutcome) throws {
    try parts.withLock { parts in
      if let text = OutcomeLines(outcome, &parts.tally).text {
        parts.meter.clear()
        console.printError(text)
      }
      if parts.lists, outcome.failure == nil, !outcome.isUnchanged {
        for name in outcome.files { try console.print(name) }
      }
      try parts.report?.add(outcome)
      parts.meter.step(
        isFailed: outcome.failure != nil, isUnchanged: outcome.isUnchanged)
    }
  }

  /// Takes the progress away at a run's early end.
  func clear() { parts.withLock { $0.meter.clear() } }

  func finish(
    _ summary: BatchExport.Summary, _ verification: Verification.Result? = nil
  ) throws {
    try parts.withLock {
      $0.meter.finish()
      for line in $0.tally.rest { console.printError(line) }
      if let verification { VerificationLines(verification).print(to: console) }
      try $0.report?.finish(summary, verification)
    }
  }
}
