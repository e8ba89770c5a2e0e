import Foundation
import Testing

@testable import CardFiles

@Suite struct FileReadingTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test func `what cannot be read is told in one sentence`() throws {
    let file = folder.path + "/data.json"
    try WholeFile.write(Array("{}".utf8), to: file)
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    func message(_ path: String, limit: Int = 10) -> String? {
      #expect(throws: FileError.self) { try FileReading.file(path, limit: limit) }?.message
    }
    #expect(message(folder.path) == "'\(folder.path)' is a folder; a file was expected.")
    #expect(message(folder.path + "/no") == "There is no file '\(folder.path)/no'.")
    #expect(message(pipe) == "'\(pipe)' is not a regular file.")
    #expect(
      message(file + "/x")
        == "A part of the path '\(file)/x' is a file; a folder was expected.")
    #expect(
      message(file, limit: 1) == "The file '\(file)' is larger than 1 bytes, the most that is read."
    )
    #expect(try FileReading.file(file, limit: 2) == Array("{}".utf8))
  }

  @Test func `the standard streams are named without quotes`() {
    #expect(
      FileError.noSpace(path: StandardStream.output.path).message
        == "Standard output cannot be written: no space is left.")
    #expect(
      FileError.tooLarge(path: FileReading.standardInputName, limit: 9).message
        == "Standard input is larger than 9 bytes, the most that is read.")
  }
}
