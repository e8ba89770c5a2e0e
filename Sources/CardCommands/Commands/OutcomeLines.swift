import CardModel
import Cardstock

/// What a card's outcome says on standard error: its failure and its warnings, a sentence each.
struct OutcomeLines {
  private let lines: [String]

  init(_ outcome: CardOutcome) {
    if let failure = outcome.failure {
      var lines = ["Error: " + failure.message]
      let places = [outcome.place, failure.place].compactMap { $0 }
      if let place = places.last {
        let record =
          places.count == 2 && !place.hasPrefix(places[0]) ? "\(places[0]), \(place)" : place
        lines.append("  at \(record)")
      }
      if let hint = failure.hint { lines.append("  hint: \(hint)") }
      self.lines = lines
      return
    }
    lines = outcome.findings.filter { $0.severity == .warning }.flatMap { finding in
      let node = finding.id ?? finding.path?.description
      let place = [outcome.place, node].compactMap { $0 }.joined(separator: ", ")
      return ["Warning: " + finding.message, "  at \(place)"]
    }
  }

  func write(to console: Console) {
    if !lines.isEmpty { console.printError(lines.joined(separator: "\n")) }
  }
}
