internal import CardFiles
public import CardModel
internal import Foundation

/// Templates by name: `FancyBadge` is `FancyBadge.card.json` in a folder, else a built-in one.
///
/// What a template names, components and style guides, is looked for beside it in the same way.
/// Nothing outside of the folder is read.
///
/// ```swift
/// let library = TemplateLibrary(folder: "designs")
/// let design = try TemplateDesign(library.set(named: "FancyBadge"))
/// let card = try design.card(for: record).card
/// ```
public struct TemplateLibrary: Sendable {
  /// Gives the text of a built-in template by its name, or nil where there is none.
  public typealias BuiltIn = @Sendable (String) -> [UInt8]?

  /// The folder of the files, where there is one.
  public let folder: String?
  /// The names of the built-in templates.
  public let builtInNames: [String]
  private let builtIn: BuiltIn

  /// Makes a library of a folder, and of built-in templates where they are given.
  public init(
    folder: String? = nil, builtInNames: [String] = [], builtIn: @escaping BuiltIn = { _ in nil }
  ) {
    self.folder = folder
    self.builtInNames = builtInNames
    self.builtIn = builtIn
  }

  /// The same built-in templates with the files of a folder.
  public func at(folder: String) -> TemplateLibrary {
    TemplateLibrary(folder: folder, builtInNames: builtInNames, builtIn: builtIn)
  }

  /// A template by its name, with all that it names.
  ///
  /// - Throws: `TemplateError` where it is wrong or not there; `FileError` where it cannot be
  ///   read.
  public func set(named name: String) throws -> TemplateSet {
    guard let source = try source(.component(name)) else {
      let known = names
      let nearest = nearestName(to: name, among: known).map { "Did you mean '\($0)'? " } ?? ""
      throw TemplateError(
        "The template '\(name)' is unknown.",
        hint: nearest
          + (known.isEmpty
            ? "There is none." : "There are \(known.map { "'\($0)'" }.joined(separator: ", "))."))
    }
    return try reader.read(source, name: name)
  }

  /// A template file with all that it names; they are looked for in the file's own folder.
  ///
  /// - Throws: `TemplateError` where it is wrong; `FileError` where it cannot be read.
  public func set(file path: String) throws -> TemplateSet {
    let reading = try check(file: path)
    if let error = reading.errors.first { throw error }
    guard let set = reading.set else { throw TemplateError(file: path, problems: []) }
    return set
  }

  /// Reads a template file as far as it goes, and lists all that is wrong in all its files.
  ///
  /// - Throws: `FileError` where the file itself cannot be read.
  public func check(file path: String) throws -> TemplateReading {
    let source = TemplateSource(
      file: path, bytes: try FileReading.file(path, limit: TemplateLimits.bytes))
    let folder = (path as NSString).deletingLastPathComponent
    var name = (path as NSString).lastPathComponent
    if name.hasSuffix(TemplateFile.ending) { name.removeLast(TemplateFile.ending.count) }
    return at(folder: folder.isEmpty ? "." : folder).reader.check(source, name: name)
  }

  /// The reader of templates whose files lie in the folder.
  public var reader: TemplateReader {
    let library = self
    return TemplateReader(known: names) { try library.source($0) }
  }

  /// The names of all templates, files first.
  public var names: [String] {
    let files = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
    let own = files.filter { $0.hasSuffix(TemplateFile.ending) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(TemplateFile.ending.count)) }.sorted()
    return own + builtInNames.filter { !own.contains($0) }
  }

  /// What messages say in place of a built-in template's file.
  package static func builtInFile(_ name: String) -> String { "built-in template '\(name)'" }

  /// Whether messages mean a built-in template by a file's name.
  package static func isBuiltIn(_ file: String) -> Bool { file.hasPrefix("built-in template '") }

  /// The name of a built-in template that messages mean by a file's name; nil for any other file.
  package static func builtInName(_ file: String) -> String? {
    isBuiltIn(file) ? String(file.dropFirst(builtInFile("").count - 1).dropLast()) : nil
  }

  private func source(_ reference: TemplateReference) throws -> TemplateSource? {
    switch reference {
    case .component(let name):
      if let source = try file(name + TemplateFile.ending) { return source }
      return builtIn(name).map { TemplateSource(file: Self.builtInFile(name), bytes: $0) }
    case .styleGuide(let path): return try file(path)
    }
  }

  /// A file of the folder, or nil where there is none; never one outside of it.
  private func file(_ name: String) throws -> TemplateSource? {
    guard let folder else { return nil }
    let path = folder == "." ? name : folder + "/" + name
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let root = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
    guard real.hasPrefix(root == "/" ? root : root + "/") else {
      throw TemplateError(
        "The file '\(path)' leads out of the template's folder.", file: path,
        hint: "Put the file itself there, in place of a link.")
    }
    return TemplateSource(
      file: path, bytes: try FileReading.file(path, limit: TemplateLimits.bytes))
  }
}
