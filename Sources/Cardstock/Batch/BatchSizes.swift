internal import CardLayout

/// The common sizes of labels whose fit asks for one size over the whole batch.
public struct BatchSizes: Sendable, Hashable {
  /// A label's common size and how it suits the batch.
  public struct Label: Sendable, Hashable {
    /// The size in points: the largest that fits on the share of cards that was asked for.
    public let size: Double
    /// That share, 0.01 to 1.
    public let share: Double
    /// The number of cards that show the label.
    public let cards: Int
    /// The number of cards on which the label is smaller; their outcomes say so.
    public let exceptions: Int
  }

  /// The labels by their ids, or by their paths where they have none.
  public internal(set) var labels: [String: Label] = [:]

  /// The sizes in points, as a layout takes them.
  var points: [String: Double] { labels.mapValues(\.size) }
}

/// How large each such label is on each card alone, as counts: memory does not grow with the batch.
struct BatchSizeCount: Sendable {
  private var shares: [String: Double] = [:]
  /// For each label the number of cards by its size in tenths of a point.
  private var cards: [String: [Int: Int]] = [:]

  /// The size of each such label of a card; where a card shows one several times, the smallest.
  static func sizes(in frames: [Frame]) -> [String: (size: Double, share: Double)] {
    var sizes: [String: (size: Double, share: Double)] = [:]
    func collect(_ items: [PlacedItem]) {
      for placed in items {
        switch placed.item {
        case .group(let group): collect(group.items)
        case .text(let text):
          guard let share = text.batchShare else { continue }
          let key = placed.id ?? placed.path.description
          sizes[key] = (min(sizes[key]?.size ?? .infinity, text.size), share)
        case .shape, .picture, .barcode: break
        }
      }
    }
    for frame in frames { collect(frame.items) }
    return sizes
  }

  mutating func add(_ sizes: [String: (size: Double, share: Double)]) {
    for (key, value) in sizes {
      // A template that gives one id several shares is held to the strictest.
      shares[key] = max(shares[key] ?? 0, value.share)
      // Rounded down: a size that is not on the grid, like a floor's, still fits.
      cards[key, default: [:]][Int((value.size * 10 + 1e-6).rounded(.down)), default: 0] += 1
    }
  }

  /// The common sizes.
  var sizes: BatchSizes {
    var result = BatchSizes()
    for (key, counts) in cards {
      let share = shares[key] ?? 1
      let all = counts.values.reduce(0, +)
      // A hair less, so that 0.95 of 20 is 19 in spite of rounding.
      let wanted = max(Int((Double(all) * share - 1e-9).rounded(.up)), 1)
      var fitting = 0
      for (tenths, count) in counts.sorted(by: { $0.key > $1.key }) {
        fitting += count
        guard fitting >= wanted else { continue }
        result.labels[key] = BatchSizes.Label(
          size: Double(tenths) / 10, share: share, cards: all, exceptions: all - fitting)
        break
      }
    }
    return result
  }
}
