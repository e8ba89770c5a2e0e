/// Where the bytes of a document go.
final class DocumentSink {
  /// As many bytes as are handed on at a time.
  private static let portion = 1 << 16

  private let write: (([UInt8]) throws -> Void)?
  private var bytes: [UInt8] = []
  private(set) var failure: RenderError?

  init(write: (([UInt8]) throws -> Void)?) {
    self.write = write
  }

  func take(_ more: some Collection<UInt8>) {
    guard failure == nil else { return }
    bytes.append(contentsOf: more)
    if write != nil, bytes.count >= Self.portion { _ = flush() }
  }

  /// Hands on what is there, and gives the first failure.
  func flush() -> RenderError? {
    guard let write, failure == nil, !bytes.isEmpty else { return failure }
    do {
      try write(bytes)
    } catch {
      failure = RenderError("The PDF could not be written: \(error).")
    }
    bytes.removeAll(keepingCapacity: true)
    return failure
  }

  func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}
