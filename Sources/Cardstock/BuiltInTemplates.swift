internal import CardFonts
public import CardModel
public import Foundation

/// The card designs that come with the program, as template files.
///
/// ```swift
/// let design = try TemplateDesign(BuiltInTemplates.read("conference"))
/// ```
///
/// The identity card is no file: it is made in Swift, for any size.
public enum BuiltInTemplates {
  /// The environment variable that names the folder, before all other places.
  public static let variable = "CARDSTOCK_TEMPLATES"

  /// Why a built-in template was not read.
  public struct NotFound: Diagnostic, Equatable {
    /// One sentence.
    public let message: String
    /// What would help.
    public let hint: String?
  }

  private static let resource = ResourceFolder(
    name: "Templates", variable: variable, marker: "conference" + TemplateFile.ending,
    source: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Templates"))

  /// The folder of the template files.
  ///
  /// It is the folder that `CARDSTOCK_TEMPLATES` names, and no other where that is set; else it is
  /// looked for beside the executable, in `../share/cardstock` from it, and in the package's own
  /// sources.
  ///
  /// - Throws: ``NotFound`` with the places that were looked in.
  public static func folder(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(NotFound) -> URL {
    let (folder, places) = resource.find(environment: environment)
    guard let folder else {
      throw NotFound(
        message: "The built-in templates are not there; looked in "
          + places.map { "'\($0)'" }.joined(separator: ", ") + ".",
        hint: "Copy the folder 'Templates' beside the program.")
    }
    return folder
  }

  /// The names, sorted.
  ///
  /// - Throws: ``NotFound`` where the folder is not there.
  public static func names(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(NotFound) -> [String] {
    let folder = try folder(environment: environment)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(TemplateFile.ending) }
      .map { String($0.dropLast(TemplateFile.ending.count)) }.sorted()
  }

  /// The file of a template, letter for letter, to start one's own from.
  ///
  /// - Throws: ``NotFound`` with the nearest name where there is none of that name.
  public static func bytes(
    _ name: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(NotFound) -> [UInt8] {
    let names = try names(environment: environment)
    let path = try folder(environment: environment).appending(path: name + TemplateFile.ending).path
    guard names.contains(name), let data = FileManager.default.contents(atPath: path) else {
      let nearest = nearestName(to: name, among: names).map { "Did you mean '\($0)'? " } ?? ""
      throw NotFound(
        message: "The template '\(name)' is unknown.",
        hint: nearest + "There are "
          + (["identity"] + names).map { "'\($0)'" }.joined(separator: ", ")
          + "; the name of a file ends with '\(TemplateFile.ending)'.")
    }
    return [UInt8](data)
  }

  /// Reads a template.
  ///
  /// - Throws: ``NotFound`` with the nearest name where there is none of that name, `TemplateError`
  ///   where the file is wrong.
  public static func read(
    _ name: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> Template {
    try TemplateFile.read(
      bytes(name, environment: environment), file: name + TemplateFile.ending)
  }
}
