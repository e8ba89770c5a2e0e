internal import Foundation
internal import Testing

/// Where a snapshot was asked for, and by which test.
struct SnapshotPlace: Sendable, Hashable {
  let filePath: String
  let line: Int
  let column: Int
  /// The test, told from all others.
  let test: String
  /// The test's name as a part of a file's name.
  let testName: String
  /// Which framework runs it.
  let framework: String

  init(filePath: StaticString, fileID: StaticString, line: UInt, column: UInt, function: String) {
    self.filePath = "\(filePath)"
    self.line = Int(line)
    self.column = Int(column)
    if let test = Test.current {
      framework = "Testing"
      // The id ends in the file and the line, which change with every edit.
      self.test = "\(test.id)".split(separator: "/").prefix { !$0.contains(".swift:") }
        .joined(separator: "/")
      testName = Self.fileName(test.name)
    } else {
      framework = Self.isSwiftTesting ? "Testing" : "XCTest"
      self.test = "\(fileID)/\(function)"
      testName = Self.fileName(function)
    }
  }

  /// The same place in another test.
  init(_ place: SnapshotPlace, test: String) {
    filePath = place.filePath
    line = place.line
    column = place.column
    framework = place.framework
    self.test = test
    testName = Self.fileName(test)
  }

  /// Whether this process runs Swift Testing: a detached task knows no current test.
  static var isSwiftTesting: Bool {
    let arguments = CommandLine.arguments
    guard let place = arguments.firstIndex(of: "--testing-library"),
      arguments.indices.contains(place + 1)
    else { return false }
    return arguments[place + 1] == "swift-testing"
  }

  /// The folder beside a test file that has a folder of references for each.
  static let folderName = "__Snapshots__"

  /// The test file's name without its ending.
  var fileName: String {
    URL(filePath: filePath).deletingPathExtension().lastPathComponent
  }

  /// The file and the line, for people.
  var description: String { "\(filePath):\(line)" }

  /// A text as a part of a file's name that no file system refuses.
  static func fileName(_ text: String) -> String {
    let bare = text.prefix { $0 != "(" }
    var name = ""
    for character in bare where character != "`" {
      if character.isLetter || character.isNumber || character == "_" {
        name.append(character)
      } else if !name.hasSuffix("-"), !name.isEmpty {
        name.append("-")
      }
    }
    while name.hasSuffix("-") { name.removeLast() }
    // Names have at most 255 bytes, endings and the like included.
    while name.utf8.count > 150 { name.removeLast() }
    return name.isEmpty ? "snapshot" : name
  }
}
