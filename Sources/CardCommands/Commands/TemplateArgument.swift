import CardModel
import Cardstock
internal import Foundation

/// A template as `-t` names it: a file, or a built-in one by its name.
struct TemplateArgument {
  /// What was written.
  let name: String
  let environment: [String: String]

  /// Whether it is a file.
  var isFile: Bool { name.hasSuffix(TemplateFile.ending) }

  /// The built-in templates by name, without a folder of files.
  var library: TemplateLibrary {
    let environment = environment
    let names = (try? BuiltInTemplates.names(environment: environment)) ?? []
    return TemplateLibrary(builtInNames: names) {
      try? BuiltInTemplates.bytes($0, environment: environment)
    }
  }

  /// The template with all that it names.
  ///
  /// - Throws: `TemplateError` where it is wrong, `FileError` where it cannot be read.
  func set() throws -> TemplateSet {
    if isFile { return try library.set(file: name) }
    try requireBuiltIn()
    return try library.set(named: name)
  }

  /// The template with all that it names, and where it was read from.
  ///
  /// - Throws: `TemplateError` where it is wrong, `FileError` where it cannot be read.
  func reading() throws -> TemplateReading {
    if !isFile { try requireBuiltIn() }
    let reading = try check()
    if let error = reading.errors.first { throw error }
    return reading
  }

  /// Reads the template as far as it goes, with all that is wrong in it.
  ///
  /// - Throws: `FileError` where it cannot be read at all.
  func check() throws -> TemplateReading {
    if isFile { return try library.check(file: name) }
    return library.reader.check(
      TemplateSource(
        file: TemplateLibrary.builtInFile(name),
        bytes: try BuiltInTemplates.bytes(name, environment: environment)), name: name)
  }

  /// Refuses a name that is no built-in template, with the names there are.
  private func requireBuiltIn() throws {
    _ = try BuiltInTemplates.bytes(name, environment: environment)
  }
}
