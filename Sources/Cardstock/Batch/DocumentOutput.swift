internal import CardFiles
internal import CardLayout
internal import CardRender

/// A document that goes to a file, whole or not at all, or to a reader of bytes.
final class DocumentOutput {
  private let encoder: PDFEncoder
  private let file: WholeFile?
  private let hash = FingerprintStream()
  private let failures: Failures

  /// Why bytes could not be written, which does not pass through the drawing library.
  private final class Failures {
    var first: (any Error)?
  }

  /// Begins a document at a path; without one its bytes go to `write`.
  init(
    _ renderer: CardRenderer, design: any CardDesign, duplex: PDFDuplex? = nil, path: String?,
    write: @escaping ([UInt8]) throws -> Void
  ) throws {
    let file = try path.map { path throws(FileError) in try WholeFile(path) }
    let failures = Failures()
    encoder = try renderer.document(
      title: design.title, language: design.locale, duplex: duplex
    ) { [hash] bytes in
      do {
        if let file {
          hash.add(bytes)
          try file.write(bytes)
        } else {
          try write(bytes)
        }
      } catch {
        failures.first = failures.first ?? error
        throw error
      }
    }
    self.file = file
    self.failures = failures
  }

  /// Adds a page of a card or a sheet of that number.
  func add(_ page: Frame, number: Int? = nil) throws {
    do { try encoder.add(page, number: number) } catch { throw failures.first ?? error }
  }

  /// Leaves nothing of the document.
  func abandon() { file?.abandon() }

  /// Ends the document, and gives the file its name.
  ///
  /// - Returns: The SHA-256 of the file's bytes; nil where there is no file.
  func finish() throws -> String? {
    do { _ = try encoder.finish() } catch { throw failures.first ?? error }
    guard let file else { return nil }
    try file.commit()
    return hash.finish().description
  }
}
