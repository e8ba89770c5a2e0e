internal import CGraphics

/// A hash of bytes, to tell whether something has changed (SHA-256, through GLib).
public struct Fingerprint: Sendable, Hashable, CustomStringConvertible {
  /// The hash as 64 hexadecimal digits.
  public let description: String

  /// Hashes bytes.
  public init(_ bytes: [UInt8]) {
    description = unsafe bytes.withUnsafeBufferPointer { buffer in
      guard
        let text = unsafe g_compute_checksum_for_data(
          G_CHECKSUM_SHA256, buffer.baseAddress, gsize(buffer.count))
      else { return "" }
      defer { unsafe g_free(text) }
      return unsafe String(cString: text)
    }
  }

  /// Hashes a text.
  public init(_ text: String) { self.init(Array(text.utf8)) }

  init(hexadecimal: String) { description = hexadecimal }

  /// The first half of the hash, for keeping many of them.
  public var short: UInt128 { UInt128(description.prefix(32), radix: 16) ?? 0 }
}

/// A hash of bytes that come in pieces.
@safe public final class FingerprintStream {
  private let checksum: OpaquePointer?

  /// Begins with no bytes.
  public init() { unsafe checksum = g_checksum_new(G_CHECKSUM_SHA256) }

  deinit { unsafe g_checksum_free(checksum) }

  /// Takes in the next piece.
  public func add(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe g_checksum_update(checksum, buffer.baseAddress, gssize(buffer.count))
    }
  }

  /// The hash of all pieces; nothing can be added after it.
  public func finish() -> Fingerprint {
    Fingerprint(
      hexadecimal: unsafe g_checksum_get_string(checksum).map { unsafe String(cString: $0) } ?? "")
  }
}
