/// How many cards a second a run makes just now, from the last part of it.
///
/// Cards that are there already pass far faster than others are made, so the whole run's average
/// would mislead for long. The part is its last half, and at least its last 15 seconds.
struct ProgressRate {
  /// The least part that counts, in seconds.
  static let leastWindow = 15.0
  private var samples: [(seconds: Double, count: Int)] = []
  private var latest: (seconds: Double, count: Int)?

  /// Notes how many cards are done at a time; both never get less.
  mutating func add(count: Int, atSeconds seconds: Double) {
    latest = (seconds, count)
    guard let first = samples.first, let last = samples.last else {
      samples = [(seconds, count)]
      return
    }
    let window = max(Self.leastWindow, (seconds - first.seconds) / 2)
    guard seconds - last.seconds >= window / 60 else { return }
    samples.append((seconds, count))
    while samples.count > 2, samples[1].seconds <= seconds - window { samples.removeFirst() }
  }

  /// The rate; nil before the second card.
  var cardsPerSecond: Double? {
    guard let first = samples.first, let latest, latest.seconds > first.seconds else { return nil }
    return Double(latest.count - first.count) / (latest.seconds - first.seconds)
  }

  /// The time until so many more cards are done, in seconds.
  func seconds(for rest: Int) -> Double? {
    guard let rate = cardsPerSecond, rate > 0 else { return nil }
    return Double(rest) / rate
  }
}
