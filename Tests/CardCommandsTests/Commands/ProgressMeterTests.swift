import CardModel
import Synchronization
import Testing

@testable import CardCommands

struct ProgressMeterTests {
  /// A clock that a test sets.
  private final class Clock: Sendable {
    let seconds = Mutex(0.0)
    func advance(_ step: Double) { seconds.withLock { $0 += step } }
    var now: Double { seconds.withLock { $0 } }
  }

  /// What a run of cards shows that take so long each.
  private func shown(
    _ kind: RenderOptions.Progress, columns: Int? = nil, terminal: String? = "xterm",
    total: Int? = 100, each: Double = 1, cards: Int, finishes: Bool = false
  ) -> String {
    let recorded = RecordedConsole()
    let clock = Clock()
    let console = Console(
      write: recorded.console.write, writeError: recorded.console.writeError,
      errorColumns: columns)
    let meter = ProgressMeter(
      kind: kind, console: console, terminal: terminal, total: { total }, seconds: { clock.now })
    for number in 1...cards {
      clock.advance(each)
      meter.step(isFailed: number == 3)
    }
    if finishes { meter.finish() }
    return recorded.error
  }

  @Test func `a log gets a plain line every five seconds`() {
    #expect(
      shown(.auto, cards: 11) == "5 of 100 cards, 1 failed, 1.0 a second, 1 min 35 s left\n"
        + "10 of 100 cards, 1 failed, 1.0 a second, 1 min 30 s left\n")
  }

  @Test func `a terminal gets one line that is written over and goes away`() {
    let text = shown(.auto, columns: 30, each: 0.05, cards: 4, finishes: true)
    #expect(
      text == "\r2 of 100 cards, 20 a second, \u{1B}[K\r4 of 100 cards, 1 failed, 20 \u{1B}[K"
        + "\r\u{1B}[K4 of 100 cards, 1 failed in 0 s, 20 a second.\n")
  }

  @Test func `a terminal that cannot move its cursor gets plain lines`() {
    #expect(!shown(.auto, columns: 80, terminal: "dumb", cards: 6).contains("\r"))
  }

  @Test func `a program gets a JSON object a line, the last one marked`() throws {
    let lines = shown(.json, each: 0.5, cards: 4, finishes: true).split(separator: "\n")
    #expect(lines.count == 3)
    for line in lines { _ = try JSONReader.read(Array(line.utf8)) }
    #expect(
      lines[0]
        == "{\"done\":2,\"total\":100,\"made\":2,\"unchanged\":0,\"failed\":0,"
        + "\"cardsPerSecond\":2.0,\"secondsLeft\":49.0,\"finished\":false}")
    #expect(lines[2].hasSuffix("\"secondsLeft\":0,\"finished\":true}"))
  }

  @Test func `without a total there is a rate and no time left`() {
    #expect(shown(.plain, total: nil, cards: 5) == "5 cards, 1 failed, 1.0 a second\n")
  }

  @Test func `a short run says nothing`() {
    #expect(shown(.auto, each: 0.01, cards: 20, finishes: true) == "")
    #expect(shown(.none, cards: 20, finishes: true) == "")
  }

  @Test(arguments: [(4.4, "4 s"), (65, "1 min 5 s"), (7_500, "2 h 5 min"), (-1, "0 s")])
  func `times are told in words`(_ seconds: Double, _ text: String) {
    #expect(ProgressMeter.text(seconds) == text)
  }

  @Test(
    arguments: [
      // Even cards, cards of a sawtooth, cards that get slower by a tenth over the run, cards that
      // come in bursts of a hundred.
      { (_: Int) in 0.01 }, { 0.005 + 0.001 * Double($0 % 11) },
      { 0.01 * (1 + Double($0) / 100_000) },
      { $0 % 100 == 0 ? 1 : 0 },
    ] as [@Sendable (Int) -> Double])
  func `the time left is right within a fifth after the first quarter`(
    _ time: @Sendable (Int) -> Double
  ) throws {
    let count = 10_000
    let whole = (1...count).reduce(0.0) { $0 + time($1) }
    var rate = ProgressRate()
    var now = 0.0
    for number in 1...count {
      now += time(number)
      rate.add(count: number, atSeconds: now)
      if number >= count / 4, number % 250 == 0, number <= count * 9 / 10 {
        let left = try #require(rate.seconds(for: count - number))
        #expect(abs(left - (whole - now)) <= 0.2 * (whole - now), "at \(number)")
      }
    }
  }

  @Test func `cards that were there already do not mislead for long`() throws {
    var rate = ProgressRate()
    var now = 0.0
    for number in 1...5000 {
      now += 0.0002
      rate.add(count: number, atSeconds: now)
    }
    for number in 5001...7000 {
      now += 0.01
      rate.add(count: number, atSeconds: now)
    }
    #expect(abs(try #require(rate.seconds(for: 3000)) - 30) < 6)
  }
}
