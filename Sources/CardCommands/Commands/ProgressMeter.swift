import Cardstock
internal import Foundation

/// Shows on standard error how far a run is: plain lines in a log, JSON lines for a program.
final class ProgressMeter {
  private let kind: RenderOptions.Progress
  private let console: Console
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now
  private var made = 0
  private var failed = 0

  init(kind: RenderOptions.Progress, console: Console) {
    self.kind = kind
    self.console = console
  }

  /// Counts a card, and says so at most every two seconds.
  func step(_ outcome: CardOutcome) {
    if outcome.failure == nil { made += 1 } else { failed += 1 }
    let now = ContinuousClock.now
    guard kind != .none, now - last >= .seconds(2) else { return }
    last = now
    let seconds = Double((now - start).components.seconds)
    let rate = seconds > 0 ? Double(made + failed) / seconds : 0
    if kind == .json {
      console.printError(
        "{\"made\":\(made),\"failed\":\(failed),\"cardsPerSecond\":\(Int(rate.rounded()))}")
    } else {
      console.printError("\(made) cards, \(failed) failed, \(Int(rate.rounded())) a second")
    }
  }
}
