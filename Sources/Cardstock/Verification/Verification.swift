internal import CardFiles
internal import CardModel
internal import Foundation
internal import Synchronization

/// Reads the files of a run again, with programs that are not this one, and compares them with what
/// each record's card has to show.
///
/// A run notes what it drew; it waits on the disk, so that memory stays the same for any number of
/// cards. ``check()`` then reads the files: the texts of each page (`pdftotext`), its boxes
/// (`pdfinfo`), the structure of the document (`qpdf`), what lies outside the cards (`pdftoppm`) and
/// what the codes say (`zbarimg`, `ZXingReader`). Labels of thermal printers are read as a printer
/// reads them. What is not installed is left out, and said.
public final class Verification: Sendable {
  /// What was found.
  public struct Result: Sendable, Hashable {
    /// The number of records whose cards were looked at.
    public internal(set) var checked = 0
    /// What is wrong, by the record's number; a card without an entry is as it should be.
    public internal(set) var failures: [Int: [String]] = [:]
    /// The programs that were wanted and are not installed.
    public internal(set) var missingPrograms: [String] = []
    /// The number of codes of kinds that no program there is reads.
    public internal(set) var unreadableCodes = 0
    /// The number of pictures and labels whose texts are pixels, which no program reads.
    public internal(set) var unreadTexts = 0
    /// The number of codes that were read and say what they should.
    public internal(set) var readCodes = 0

    /// Whether nothing was looked at.
    public var isEmpty: Bool { checked == 0 }

    mutating func fail(_ record: Int, _ reason: String) {
      // One card may lie on many places; a few reasons are enough.
      guard failures[record, default: []].count < 8,
        !failures[record, default: []].contains(reason)
      else { return }
      failures[record, default: []].append(reason)
    }
  }

  private let notes: Mutex<Notes>

  /// Begins to take notes.
  ///
  /// - Throws: an error where the folder for temporary files cannot be written.
  public init() throws { notes = Mutex(try Notes()) }

  /// Notes what a page has to show.
  func expect(_ page: ExpectedPage) throws {
    let line = try JSONEncoder().encode(page)
    try notes.withLock { try $0.add(line) }
  }

  /// Reads all files of the run again.
  ///
  /// - Throws: an error where temporary files cannot be written.
  public func check() throws -> Result {
    let url = try notes.withLock { try $0.finish() }
    var checker = try VerificationPass()
    defer { checker.folder.remove() }
    try LineReader(url).forEach { line in
      try checker.take(JSONDecoder().decode(ExpectedPage.self, from: line))
    }
    return try checker.finish()
  }

  /// Removes the notes; a process that ends does not wait for its objects to go.
  public func end() { notes.withLock { $0.folder.remove() } }

  /// Lines in a temporary file, gone with this object.
  private struct Notes {
    let folder: TemporaryFolder
    private let file: FileHandle

    init() throws {
      folder = try TemporaryFolder()
      let url = URL(filePath: folder.path).appending(path: "notes")
      guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
        throw OutsideProgram.Failure(
          message: "The temporary folder '\(folder.path)' cannot be written.")
      }
      file = try FileHandle(forWritingTo: url)
    }

    func add(_ line: Data) throws {
      try file.write(contentsOf: line + [0x0a])
    }

    func finish() throws -> URL {
      try file.synchronize()
      return URL(filePath: folder.path).appending(path: "notes")
    }
  }
}

/// Reads a file line by line, a piece of it at a time.
struct LineReader {
  private let url: URL

  init(_ url: URL) { self.url = url }

  func forEach(_ body: (Data) throws -> Void) throws {
    let file = try FileHandle(forReadingFrom: url)
    defer { try? file.close() }
    var rest = Data()
    while let piece = try file.read(upToCount: 1 << 18), !piece.isEmpty {
      rest += piece
      var start = rest.startIndex
      while let end = rest[start...].firstIndex(of: 0x0a) {
        try body(Data(rest[start..<end]))
        start = end + 1
      }
      rest = Data(rest[start...])
    }
    if !rest.isEmpty { try body(rest) }
  }
}
