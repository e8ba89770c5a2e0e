/// Shows on standard error how far a run is: one line that is written over on a terminal, plain
/// lines in a log, JSON lines for a program.
final class ProgressMeter {
  private enum Style {
    case line(columns: Int)
    case plain
    case json
    case none

    /// The least time between two messages, in seconds.
    var interval: Double {
      switch self {
      case .line: 0.1
      case .json: 1
      case .plain, .none: 5
      }
    }
  }

  private let style: Style
  private let console: Console
  private let total: () -> Int?
  private let seconds: () -> Double
  private let start: Double
  private var last: Double
  private var rate = ProgressRate()
  private var made = 0
  private var unchanged = 0
  private var failed = 0
  /// The number of records; nil until it is asked for.
  private var known: Int??
  private var isShown = false
  private var hasLine = false

  /// Makes a meter.
  ///
  /// - Parameters:
  ///   - kind: how it shows; `auto` asks the console.
  ///   - terminal: the terminal's kind, as the variable TERM has it.
  ///   - total: tells how many records there are, where that can be known; asked at most once.
  ///   - seconds: a clock that never goes back.
  init(
    kind: RenderOptions.Progress, console: Console, terminal: String? = nil,
    total: @escaping () -> Int?, seconds: @escaping () -> Double
  ) {
    style =
      switch kind {
      case .auto:
        if let columns = console.errorColumns, terminal != "dumb" {
          .line(columns: columns)
        } else {
          .plain
        }
      case .plain: .plain
      case .json: .json
      case .none: .none
      }
    self.console = console
    self.total = total
    self.seconds = seconds
    start = seconds()
    last = start
  }

  /// Counts a card, and says so where it is time.
  func step(isFailed: Bool = false, isUnchanged: Bool = false) {
    if isFailed {
      failed += 1
    } else if isUnchanged {
      unchanged += 1
    } else {
      made += 1
    }
    if case .none = style { return }
    let now = seconds()
    rate.add(count: done, atSeconds: now)
    guard now - last >= style.interval else { return }
    show()
    // Counting the records may have taken its time.
    last = seconds()
  }

  /// Takes the updating line away, so that other lines can be written.
  func clear() {
    guard hasLine else { return }
    hasLine = false
    console.writeError(Array("\r\u{1B}[K".utf8))
  }

  /// Says how the run ended, where anything was said before; to a program in any case.
  func finish() {
    clear()
    switch style {
    case .none: return
    case .json: console.printError(json(isFinished: true))
    case .line, .plain:
      guard isShown else { return }
      let time = seconds() - start
      let average = time > 0 ? Double(done) / time : 0
      console.printError("\(counts) in \(Self.text(time)), \(Self.text(rate: average)).")
    }
  }

  private var done: Int { made + unchanged + failed }

  private func show() {
    isShown = true
    if known == nil { known = .some(total()) }
    switch style {
    case .none: return
    case .json: console.printError(json(isFinished: false))
    case .plain: console.printError(sentence)
    case .line(let columns):
      hasLine = true
      console.writeError(Array("\r\(sentence.prefix(max(columns - 1, 1)))\u{1B}[K".utf8))
    }
  }

  private var counts: String {
    var text = known.flatMap { $0 }.map { "\(done) of \($0) cards" } ?? "\(done) cards"
    if unchanged > 0 { text += ", \(unchanged) unchanged" }
    if failed > 0 { text += ", \(failed) failed" }
    return text
  }

  private var sentence: String {
    var text = counts
    if let perSecond = rate.cardsPerSecond { text += ", " + Self.text(rate: perSecond) }
    if let left = secondsLeft { text += ", \(Self.text(left)) left" }
    return text
  }

  private var secondsLeft: Double? {
    known.flatMap { $0 }.flatMap { rate.seconds(for: max($0 - done, 0)) }
  }

  private func json(isFinished: Bool) -> String {
    func tenths(_ value: Double?) -> String {
      value.map { String((min($0, 1e12) * 10).rounded() / 10) } ?? "null"
    }
    let total = known.flatMap { $0 }.map(String.init) ?? "null"
    let left = isFinished ? "0" : tenths(secondsLeft)
    return "{\"done\":\(done),\"total\":\(total),\"made\":\(made),\"unchanged\":\(unchanged),"
      + "\"failed\":\(failed),\"cardsPerSecond\":\(tenths(rate.cardsPerSecond)),"
      + "\"secondsLeft\":\(left),\"finished\":\(isFinished)}"
  }

  /// A rate in words, with a decimal where it is small.
  private static func text(rate: Double) -> String {
    rate >= 10 || rate == 0
      ? "\(Int(rate.rounded())) a second" : "\((rate * 10).rounded() / 10) a second"
  }

  /// A time in words: `5 s`, `1 min 5 s`, `2 h 5 min`.
  static func text(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 1e9).rounded())
    switch whole {
    case ..<60: return "\(whole) s"
    case ..<3600: return "\(whole / 60) min \(whole % 60) s"
    default: return "\(whole / 3600) h \(whole % 3600 / 60) min"
    }
  }
}
