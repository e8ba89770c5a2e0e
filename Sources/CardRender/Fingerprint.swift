internal import CNettle

/// A hash of bytes, to tell whether something has changed (SHA-256, through nettle).
public struct Fingerprint: Sendable, Hashable, CustomStringConvertible {
  /// The hash as 64 hexadecimal digits.
  public let description: String

  /// Hashes bytes.
  public init(_ bytes: [UInt8]) {
    let stream = FingerprintStream()
    stream.add(bytes)
    self = stream.finish()
  }

  /// Hashes a text.
  public init(_ text: String) { self.init(Array(text.utf8)) }

  fileprivate init(digest: [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    description = String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The first half of the hash, for keeping many of them.
  public var short: UInt128 {
    description.utf8.prefix(32).reduce(0) { half, digit in
      half << 4 | UInt128(digit < 0x61 ? digit - 0x30 : digit - 0x57)
    }
  }
}

/// A hash of bytes that come in pieces.
public final class FingerprintStream {
  private var context = sha256_ctx()

  /// Begins with no bytes.
  public init() { unsafe nettle_sha256_init(&context) }

  /// Takes in the next piece.
  public func add(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let first = buffer.baseAddress else { return }
      unsafe nettle_sha256_update(&context, buffer.count, first)
    }
  }

  /// The hash of all pieces; the next piece begins another hash.
  public func finish() -> Fingerprint {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    unsafe digest.withUnsafeMutableBufferPointer { buffer in
      guard let first = buffer.baseAddress else { return }
      unsafe nettle_sha256_digest(&context, buffer.count, first)
    }
    return Fingerprint(digest: digest)
  }
}
