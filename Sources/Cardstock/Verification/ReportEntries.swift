internal import CardFiles
internal import CardModel
internal import Foundation

/// The cards of a report while they wait for what reading their files again finds.
final class ReportEntries {
  private let folder: TemporaryFolder
  private let url: URL
  private let file: FileHandle

  init() throws {
    folder = try TemporaryFolder()
    url = URL(filePath: folder.path).appending(path: "entries")
    guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
      throw OutsideProgram.Failure(
        message: "The temporary folder '\(folder.path)' cannot be written.")
    }
    file = try FileHandle(forWritingTo: url)
  }

  /// Adds a card: a line of its record's number, whether it was made, and its text.
  func add(_ text: String, record: Int, isMade: Bool) throws {
    let line = "\(record) \(isMade ? 1 : 0) \(text.replacing("\n", with: " "))\n"
    try file.write(contentsOf: Data(line.utf8))
  }

  /// Removes the file.
  func end() { folder.remove() }

  /// Gives all cards in their order.
  func forEach(_ body: (_ record: Int, _ isMade: Bool, _ text: String) throws -> Void) throws {
    try LineReader(url).forEach { line in
      let parts = String(decoding: line, as: UTF8.self).split(
        separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, let record = Int(parts[0]) else { return }
      try body(record, parts[1] == "1", String(parts[2]))
    }
  }

  /// An object with what was found added to it.
  static func json(_ text: String, verifiedWith reasons: [String]) -> String {
    guard text.hasSuffix("}") else { return text }
    let list = JSONValue.array(reasons.map { .string($0) }).text()
    return text.dropLast() + ",\"verified\":\(reasons.isEmpty)"
      + (reasons.isEmpty ? "" : ",\"verification\":\(list)") + "}"
  }
}
