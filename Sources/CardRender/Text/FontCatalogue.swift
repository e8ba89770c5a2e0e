internal import CGraphics
internal import CardLayout
public import CardModel
internal import Foundation

/// A font face that a library has.
public struct InstalledFace: Sendable, Hashable {
  /// Where a face comes from.
  public enum Origin: String, Sendable, Hashable, CaseIterable {
    /// It comes with Cardstock.
    case bundled
    /// The caller gave it.
    case given
    /// It is one of the system's.
    case system
  }

  /// The family and style.
  public let face: FontFace
  /// The absolute path of the file.
  public let file: String
  /// The face's number in that file.
  public let index: Int
  /// The weight, 100 to 1000 as in CSS.
  public let weight: Int
  /// The width in percent of the normal, 50 to 200 as in CSS.
  public let stretch: Double
  /// Where it comes from.
  public let origin: Origin
}

/// Files of fonts, opened for a text library of their own.
@safe final class FontCatalogue {
  /// A face with the characters that it has.
  @safe final class Entry {
    let installed: InstalledFace
    let pattern: OpaquePointer
    let characters: OpaquePointer?

    init(installed: InstalledFace, pattern: OpaquePointer) {
      self.installed = installed
      unsafe FcPatternReference(pattern)
      unsafe self.pattern = pattern
      var set: OpaquePointer?
      unsafe FcPatternGetCharSet(pattern, FC_CHARSET, 0, &set)
      unsafe characters = set
    }

    deinit { unsafe FcPatternDestroy(pattern) }

    func has(_ scalar: Unicode.Scalar) -> Bool {
      guard let characters = unsafe characters else { return false }
      return unsafe FcCharSetHasChar(characters, scalar.value) != 0
    }
  }

  /// GLib takes a writer of its log once in a process.
  private static let silence: Void = card_silence_log()

  let configuration: OpaquePointer
  private(set) var entries: [Entry] = []

  /// The entry that a reference names.
  func entry(of reference: FaceReference) -> Entry? {
    entries.first {
      $0.installed.index == reference.index && $0.installed.file.hasSuffix("/" + reference.file)
    }
  }

  /// The path of the file that a reference names.
  func file(of reference: FaceReference) -> String? { entry(of: reference)?.installed.file }
  private var byFile: [String: Entry] = [:]
  private var labels: [String: String] = [:]
  private var labelled: Set<String> = []

  /// Opens files; with `system` those of the system as well.
  ///
  /// - Throws: ``RenderError`` where a file is not a font.
  init(bundled: [String], given: [String], system: Bool) throws(RenderError) {
    FontCatalogue.silence
    guard let created = unsafe FcConfigCreate() else {
      throw RenderError(status: .noMemory, while: "opening the fonts")
    }
    unsafe configuration = unsafe created
    unsafe FcConfigParseAndLoadFromMemory(created, FontRules.xml, 1)
    if system {
      let spare = FontCatalogue.makeSpareCache()
      defer { if let spare { try? FileManager.default.removeItem(atPath: spare) } }
      unsafe FcConfigParseAndLoadFromMemory(
        created, FontRules.systemXML(spareCache: spare), 1)
      unsafe FcConfigBuildFonts(created)
    }
    for file in bundled + given {
      guard unsafe FcConfigAppFontAddFile(created, file) != 0 else {
        // All is stored by now: the end of this object gives the configuration back.
        throw RenderError(
          "The font file '\(file)' cannot be read as a font.",
          hint: "Please provide a TrueType or OpenType file.")
      }
    }
    let origins = Dictionary(
      bundled.map { ($0, InstalledFace.Origin.bundled) }
        + given.map { ($0, InstalledFace.Origin.given) }, uniquingKeysWith: { first, _ in first })
    collect(FcSetApplication, origins)
    if system {
      dropTwins()
      collect(FcSetSystem, origins)
    }
  }

  /// Takes faces of the system out that are there already: the bundled one is meant, not another
  /// version of it.
  private func dropTwins() {
    guard let set = unsafe FcConfigGetFonts(configuration, FcSetSystem) else { return }
    let known = Set(entries.map(\.installed.face))
    var kept = 0
    for index in 0..<Int(unsafe set.pointee.nfont) {
      guard let pattern = unsafe set.pointee.fonts[index] else { continue }
      if let twin = unsafe FontCatalogue.describe(pattern, [:]), known.contains(twin.face) {
        unsafe FcPatternDestroy(pattern)
        continue
      }
      unsafe set.pointee.fonts[kept] = unsafe pattern
      kept += 1
    }
    unsafe set.pointee.nfont = Int32(kept)
  }

  deinit { unsafe FcConfigDestroy(configuration) }

  /// A folder with a name that nobody can foresee, for this user alone.
  private static func makeSpareCache() -> String? {
    let template = FileManager.default.temporaryDirectory
      .appending(path: "cardstock-fonts-XXXXXX").path
    guard let name = unsafe strdup(template) else { return nil }
    defer { unsafe free(name) }
    return unsafe mkdtemp(name) == nil ? nil : String(cString: name)
  }

  private func collect(_ name: FcSetName, _ origins: [String: InstalledFace.Origin]) {
    guard let set = unsafe FcConfigGetFonts(configuration, name) else { return }
    for index in 0..<Int(unsafe set.pointee.nfont) {
      guard let pattern = unsafe set.pointee.fonts[index],
        let installed = unsafe FontCatalogue.describe(pattern, origins)
      else { continue }
      let entry = unsafe Entry(installed: installed, pattern: pattern)
      entries.append(entry)
      label(installed.file)
      byFile[installed.file + "#\(installed.index)"] =
        byFile[installed.file + "#\(installed.index)"] ?? entry
    }
  }

  /// Gives a file a name to go by: without folders, unless another has that name.
  private func label(_ file: String) {
    guard labels[file] == nil else { return }
    let short = file.split(separator: "/").last.map(String.init) ?? file
    labels[file] = labelled.insert(short).inserted ? short : file
  }

  /// The name that a file goes by.
  func name(of file: String) -> String { labels[file] ?? file }

  private static func describe(
    _ pattern: OpaquePointer, _ origins: [String: InstalledFace.Origin]
  ) -> InstalledFace? {
    guard let family = unsafe text(pattern, FC_FAMILY), let file = unsafe text(pattern, FC_FILE)
    else { return nil }
    let style = unsafe text(pattern, FC_STYLE) ?? "Regular"
    var index: Int32 = 0
    unsafe FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    var weight = 80.0
    unsafe FcPatternGetDouble(pattern, FC_WEIGHT, 0, &weight)
    var stretch = 100.0
    unsafe FcPatternGetDouble(pattern, FC_WIDTH, 0, &stretch)
    return InstalledFace(
      face: FontFace(family: family, style: style), file: file, index: Int(index),
      weight: Int(FcWeightToOpenTypeDouble(weight).rounded()), stretch: stretch,
      origin: origins[file] ?? .system)
  }

  static func text(_ pattern: OpaquePointer, _ key: String) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard unsafe FcPatternGetString(pattern, key, 0, &value) == FcResultMatch,
      let value = unsafe value
    else { return nil }
    return unsafe String(cString: value)
  }

  /// The face of a family and a style, letter case left out; nil where there is none such.
  func entry(for face: FontFace) -> Entry? {
    let family = face.family.lowercased()
    let style = face.style.lowercased()
    return entries.first {
      $0.installed.face.family.lowercased() == family
        && $0.installed.face.style.lowercased() == style
    }
  }

  /// The face of a file.
  func entry(file: String, index: Int) -> Entry? { byFile[file + "#\(index)"] }

  /// The error for a face that is not there, with the nearest that is.
  func notFound(_ face: FontFace) -> TextError {
    let names = entries.map(\.installed.face.description)
    let styles = entries.filter { $0.installed.face.family == face.family }
    return .faceNotFound(
      face,
      nearest: nearestName(to: face.description, among: names)
        ?? styles.first?.installed.face.description)
  }
}
