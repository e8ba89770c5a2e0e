import CardFiles
import CardModel
import Cardstock

/// The designs that a worker was asked for, parsed once.
///
/// A template's file is looked at for each request, and read again once it has changed.
struct WorkerDesigns {
  /// The most designs that are kept; then all are forgotten at once.
  static let limit = 64

  private struct Key: Hashable {
    let design: WorkerRequest.Design
    let locale: String
  }

  private struct Kept {
    let design: any CardDesign
    /// The files that it was read from, as they were before that.
    var stamps: [String: FileStamp?] = [:]

    /// Whether all of its files are what they were.
    var isFresh: Bool { stamps.allSatisfy { FileStamp($0.key) == $0.value } }
  }

  private var kept: [Key: Kept] = [:]
  private let environment: [String: String]

  init(environment: [String: String]) { self.environment = environment }

  /// The design of a request.
  ///
  /// - Throws: `TemplateError`, `FileError` or `CommandFailure`.
  mutating func design(_ wanted: WorkerRequest.Design, locale: String) throws -> any CardDesign {
    let key = Key(design: wanted, locale: locale)
    if let known = kept[key], known.isFresh { return known.design }
    let made = try make(wanted, locale)
    if kept.count >= Self.limit { kept = [:] }
    kept[key] = made
    return made.design
  }

  private func make(_ wanted: WorkerRequest.Design, _ locale: String) throws -> Kept {
    switch wanted {
    case .identity(let size): return Kept(design: IdentityDesign(size: size, locale: locale))
    case .inline(let json):
      // Components of an inline template are built-in ones: it lies in no folder.
      let reading = TemplateArgument(name: "", environment: environment).library.reader.check(
        TemplateSource(file: "template", bytes: Array(json.text().utf8)))
      return Kept(design: try TemplateDesign(reading, locale: locale))
    case .named(let name):
      let argument = TemplateArgument(name: name, environment: environment)
      // A file that changes while it is read is read again next time: what is watched was looked at
      // before.
      var stamps = argument.isFile ? [name: FileStamp(name)] : [:]
      let first = try argument.reading()
      let files = first.files.filter { !TemplateLibrary.isBuiltIn($0) }
      for file in files where stamps[file] == nil {
        stamps.updateValue(FileStamp(file), forKey: file)
      }
      let reading = files.count > 1 ? try argument.reading() : first
      return Kept(design: try TemplateDesign(reading, locale: locale), stamps: stamps)
    }
  }
}
