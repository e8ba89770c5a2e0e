public import CardModel
internal import CardRender

/// A part of the records, so that several machines share them.
///
/// A record belongs to one part by itself, whatever its order and whoever stands beside it: by the
/// SHA-256 of its `id`, or of all it says where it has none. The first 15 hexadecimal digits as a
/// number, modulo the count of parts, are the part's number from 0.
public struct Shard: Sendable, Hashable {
  /// The largest count of parts.
  public static let countLimit = 1_000_000

  /// The number of the part, from 1.
  public let number: Int
  /// The count of parts.
  public let count: Int

  /// Makes the part of that number, from 1 to `count`; nil for any other.
  public init?(number: Int, of count: Int) {
    guard 1...Self.countLimit ~= count, 1...count ~= number else { return nil }
    self.number = number
    self.count = count
  }

  /// Reads `3/10`.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]) else {
      return nil
    }
    self.init(number: number, of: count)
  }

  /// Whether a record belongs to the part.
  public func contains(_ record: Record) -> Bool {
    contains(identity: record["id"]?.text ?? record.dump)
  }

  /// Whether what has this identity belongs to the part.
  func contains(identity: String) -> Bool {
    guard count > 1 else { return true }
    let hash = Int(Fingerprint(identity).description.prefix(15), radix: 16) ?? 0
    return hash % count == number - 1
  }

  /// Whether what was read belongs to the part: a bad record by its place.
  func contains(_ input: BatchExport.Input) -> Bool {
    switch input {
    case .success(let record): contains(record)
    case .failure(let failure): contains(identity: failure.place ?? failure.message)
    }
  }
}
