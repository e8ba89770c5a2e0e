internal import CXXHash

/// A quick hash of bytes, to tell whether a file is still the one that was written (XXH3 of 128
/// bits, through xxhash).
///
/// It is no proof against someone who makes other bytes of the same hash on purpose.
public struct ContentHash: Sendable, Hashable, CustomStringConvertible {
  private let high, low: UInt64

  /// Hashes bytes.
  public init(_ bytes: [UInt8]) {
    self.init(unsafe bytes.withUnsafeBytes { unsafe card_xxhash_of($0.baseAddress, $0.count) })
  }

  /// Hashes a regular file; nil where it is not there or cannot be read.
  public init?(file path: String) {
    guard let state = unsafe card_xxhash_create() else { return nil }
    defer { unsafe card_xxhash_free(state) }
    do {
      try FileReading.pieces(of: path) { piece in
        unsafe piece.withUnsafeBytes {
          unsafe card_xxhash_add(state, $0.baseAddress, $0.count)
        }
      }
    } catch {
      return nil
    }
    self.init(unsafe card_xxhash_value(state))
  }

  private init(_ hash: card_xxhash) { (high, low) = (hash.high, hash.low) }

  /// The hash as 32 hexadecimal digits.
  public var description: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }
}
