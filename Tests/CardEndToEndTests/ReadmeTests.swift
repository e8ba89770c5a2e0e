import CardFixtures
import Foundation
import Testing

/// Every command of the README runs as it stands, and its picture is the one that is made.
struct ReadmeTests {
  private static let project = CardFixtures.folder.deletingLastPathComponent()

  private func commands() throws -> [String] {
    let text = try String(
      contentsOf: Self.project.appending(path: "README.md"), encoding: .utf8)
    var commands: [String] = []
    var isShell = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isShell = line == "```sh"
      } else if isShell, line.hasPrefix("cardstock ") {
        commands.append(String(line))
      }
    }
    return commands
  }

  /// A folder with the files that the README's commands name.
  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["ada.json", "ada.jpg"] {
      try FileManager.default.copyItem(
        at: CardFixtures.url("people/\(name)"), to: folder.appending(path: name))
    }
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "Fixtures"), withDestinationURL: CardFixtures.folder)
    let people = "[{\"name\": \"Ann\", \"phone\": \"1\"}, {\"name\": \"Bo\"}]"
    try Data(people.utf8).write(to: folder.appending(path: "people.json"))
    let rows = "id,Full name,E-mail\n00123,Ann Lee,ann@example.org\n00124,Bo Ek,\n"
    try Data(rows.utf8).write(to: folder.appending(path: "attendees.csv"))
    return folder
  }

  /// Splits a command line at spaces, quotes as the shell has them.
  private func words(_ line: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    for character in line {
      if character == "'" {
        isQuoted.toggle()
      } else if character == " ", !isQuoted {
        words.append(word)
        word = ""
      } else {
        word.append(character)
      }
    }
    return words + [word]
  }

  @Test func `every command of the README makes what it says`() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let commands = try commands()
    #expect(commands.count >= 4)
    for command in commands {
      let result = try Tool.run(Array(words(command).dropFirst()), in: folder)
      #expect(result.exitCode == 0, "\(command)\n\(result.error)")
      // Nothing is said but how many cards an earlier command had made.
      let counts =
        /\d+ cards? (was|were|would be) made, \d+ (is|are) unchanged\.\n/
      let verified = /Verified: \d+ of \d+ cards, \d+ codes read\.\n/
      #expect(
        result.error.isEmpty || result.error.wholeMatch(of: counts) != nil
          || result.error.wholeMatch(of: verified) != nil,
        "\(command)\n\(result.error)")
    }
    for name in [
      "ada.png", "cards.pdf", "out/00123-Ann Lee.png", "out/00124-Bo Ek.png", "report.json",
    ] {
      #expect(FileManager.default.fileExists(atPath: folder.appending(path: name).path), "\(name)")
    }
  }

  @Test func `the template of the README makes a card`() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = try String(
      contentsOf: Self.project.appending(path: "README.md"), encoding: .utf8)
    let blocks = text.components(separatedBy: "```json\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
    let template = try #require(blocks.first { $0.contains("\"format\"") })
    try Data(template.utf8).write(to: folder.appending(path: "badge.card.json"))
    let result = try Tool.run(
      ["render", "ada.json", "-t", "badge.card.json", "-o", "badge.png"], in: folder)
    #expect(result.error == "")
    #expect(result.exitCode == 0)
  }

  /// The commands that make the pictures of the README.
  private static let pictures: [String] =
    ((try? String(contentsOf: CardFixtures.url("readme/pictures.sh"), encoding: .utf8)) ?? "")
    .split(separator: "\n").filter { $0.hasPrefix("cardstock ") }.map(String.init)

  @Test(arguments: pictures)
  func `a picture of the README is the one that its command makes`(command: String) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var words = Array(words(command).dropFirst())
    let name = try #require(words.last.map { URL(filePath: $0).lastPathComponent })
    words[words.count - 1] = name
    let result = try Tool.run(words, in: folder)
    #expect(result.exitCode == 0 && result.error == "")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".png") {
      let made = try Data(contentsOf: folder.appending(path: name))
      let shown = try Data(contentsOf: CardFixtures.url("readme/\(name)"))
      // To show where pictures differ would take minutes.
      let isSame = made == shown
      #expect(isSame, "\(name) is another. Make it anew: make pictures")
      if name != "ada.png" { #expect(shown.count <= 40 << 10, "\(name)") }
    }
  }

  @Test func `every picture that is kept is in the README, and the other way round`() throws {
    let text = try String(
      contentsOf: Self.project.appending(path: "README.md"), encoding: .utf8)
    let kept = try FileManager.default.contentsOfDirectory(atPath: CardFixtures.url("readme").path)
      .filter { $0.hasSuffix(".png") }
    #expect(kept.count == Self.pictures.count + 1, "The staff card has a back.")
    for name in kept { #expect(text.contains("Fixtures/readme/\(name)"), "\(name)") }
  }
}
