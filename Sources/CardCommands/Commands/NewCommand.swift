internal import CardFiles
import CardModel
import Cardstock
internal import Foundation

extension CommandSpec {
  static let new = CommandSpec(
    name: "new", abstract: "Start a design: a template file, and its Swift face.",
    discussion:
      "Writes NAME.card.json, which renders at once, and its schema for editors, where none is "
      + "there yet. No file is overwritten. With '--swift', where NAME.card.json is there already "
      + "and NAME.swift is not, the Swift type is written of the template as it is.",
    arguments: [
      ArgumentSpec(
        name: "name",
        abstract: "The design's name, such as FancyBadge or designs/FancyBadge: letters and "
          + "digits, as a Swift type is named.")
    ],
    options: [
      OptionSpec(
        name: "swift",
        abstract: "Write NAME.swift as well: the design as a type, a property "
          + "for each field.")
    ])
}

/// Writes the files of a new design.
struct NewCommand {
  /// The name, after a folder where it is not to be the working folder.
  let path: String
  /// Whether the Swift type is written too.
  let writesSwift: Bool
  let environment: [String: String]
  let console: Console

  func run() throws -> ExitCode {
    let name = (path as NSString).lastPathComponent
    guard SwiftName.isTypeName(name) else {
      let reason =
        name.hasSuffix(TemplateFile.ending) ? "carries an ending" : "cannot name a Swift type"
      throw CommandFailure(
        "The name '\(name)' \(reason).",
        hint: "Use letters and digits, like '\(suggestion(name))'.")
    }
    let folder = (path as NSString).deletingLastPathComponent
    let stem = folder.isEmpty ? name : (folder as NSString).appendingPathComponent(name)
    if writesSwift, isThere(stem + TemplateFile.ending), !isThere(stem + ".swift") {
      return try writeFace(name, stem)
    }
    let text = StarterTemplate.text(name: name)
    var files = [(stem + TemplateFile.ending, text)]
    if writesSwift {
      let template = try TemplateFile.read(Array(text.utf8), file: stem + TemplateFile.ending)
      files.append((stem + ".swift", SwiftFace(name: name, template).text))
    }
    // All names are looked at before the first file is written.
    for (file, _) in files where isThere(file) {
      throw CommandFailure(
        "The file '\(file)' is there already, and nothing was written.",
        hint: "Choose another name, or move the file away.")
    }
    let schema = (folder as NSString).appendingPathComponent(StarterTemplate.schemaFile)
    if !isThere(schema) {
      files.append((schema, TemplateFile.schema.text(pretty: true) + "\n"))
    }
    for (file, text) in files {
      try WholeFile.write(Array(text.utf8), to: file)
      try console.print("Wrote \(file)")
    }
    return .success
  }

  /// Writes the Swift type of a template that is there already.
  private func writeFace(_ name: String, _ stem: String) throws -> ExitCode {
    let path = stem + TemplateFile.ending
    let template = try TemplateArgument(name: path, environment: environment).set().template
    try WholeFile.write(Array(SwiftFace(name: name, template).text.utf8), to: stem + ".swift")
    try console.print("Wrote \(stem).swift")
    return .success
  }

  private func suggestion(_ name: String) -> String {
    let bare =
      name.hasSuffix(TemplateFile.ending) ? String(name.dropLast(TemplateFile.ending.count)) : name
    let suggestion = SwiftName.typeName(bare)
    return SwiftName.isTypeName(suggestion) ? suggestion : "FancyBadge"
  }

  /// Whether anything has that name, a broken link included.
  private func isThere(_ path: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: path)) != nil
  }
}
