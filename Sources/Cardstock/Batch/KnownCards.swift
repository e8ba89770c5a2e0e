internal import CardRender
internal import Synchronization

/// The manifest behind a lock.
final class KnownCards: Sendable {
  private let manifest: Mutex<Manifest?>
  /// Whether a manifest is kept.
  let isKept: Bool

  init(_ manifest: sending Manifest?) {
    isKept = manifest != nil
    self.manifest = Mutex(manifest)
  }

  func entry(of name: String) -> Manifest.Entry? {
    manifest.withLock { $0?.entry(of: name) }
  }

  func keep(_ name: String) { manifest.withLock { $0?.keep(name) } }

  func finish() { manifest.withLock { $0?.finish() } }

  func add(_ name: String, input: Fingerprint, hashes: [String]) throws {
    try manifest.withLock { try $0?.add(name, input: input, hashes: hashes) }
  }
}
