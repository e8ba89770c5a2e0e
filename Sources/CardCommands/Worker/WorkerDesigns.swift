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

  private var kept: [Key: (design: any CardDesign, stamp: FileStamp?)] = [:]

  /// The design of a request.
  ///
  /// - Throws: `TemplateError`, `FileError` or `CommandFailure`.
  mutating func design(_ wanted: WorkerRequest.Design, locale: String) throws -> any CardDesign {
    let key = Key(design: wanted, locale: locale)
    // Looked at before it is read: what changes in between is read again next time.
    var stamp: FileStamp?
    if case .file(let path) = wanted { stamp = FileStamp(path) }
    if let known = kept[key], known.stamp == stamp { return known.design }
    let made = try Self.make(wanted, locale)
    if kept.count >= Self.limit { kept = [:] }
    kept[key] = (made, stamp)
    return made
  }

  private static func make(
    _ wanted: WorkerRequest.Design, _ locale: String
  ) throws -> any CardDesign {
    switch wanted {
    case .identity(let size): return IdentityDesign(size: size, locale: locale)
    case .inline(let json):
      return try TemplateDesign(
        TemplateFile.read(Array(json.text().utf8), file: "template"), locale: locale)
    case .file(let path):
      guard path.hasSuffix(TemplateFile.ending) else {
        throw CommandFailure(
          "The template '\(path)' is unknown.", place: "'template'",
          hint: "Give 'identity', the path of a \(TemplateFile.ending) file, or the template"
            + " itself as an object.")
      }
      return try TemplateDesign(
        TemplateFile.read(FileReading.file(path, limit: 8 << 20), file: path), locale: locale)
    }
  }
}
