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
}
