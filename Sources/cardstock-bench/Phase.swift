/// A part of making cards, with the CPU time of each of its runs.
struct Phase {
  /// The name in the table.
  let name: String
  /// Whether it is a part of making a PNG card, and so has a share.
  let isPart: Bool
  /// The times in milliseconds.
  private(set) var times: [Double] = []

  init(_ name: String, isPart: Bool = true) {
    self.name = name
    self.isPart = isPart
  }

  /// Runs and times some work.
  mutating func run(_ work: () throws -> Void) rethrows {
    times.append(try CPUTime.of(work))
  }

  /// Adds the times of another.
  mutating func add(_ other: Phase) { times += other.times }

  /// The mean time in milliseconds.
  var mean: Double { times.isEmpty ? 0 : times.reduce(0, +) / Double(times.count) }

  /// The time in milliseconds that half of the runs stayed below.
  var median: Double { times.isEmpty ? 0 : times.sorted()[times.count / 2] }
}
