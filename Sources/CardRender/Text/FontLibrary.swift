internal import CGraphics
public import CardLayout
public import CardModel
internal import Foundation

/// The fonts that a worker sets text in: the bundled ones, those the caller adds, and the system's
/// as a last resort where they are allowed.
///
/// One library serves one worker; it is not shared between tasks.
public final class FontLibrary {
  let primary: FontSet
  private let bundled: [String]
  private let given: [String]
  private let allowsSystemFonts: Bool
  private var system: FontSet?
  /// Texts shaped lately, and those before them; the older half goes when the younger is full.
  private var recent: [TextRequest: ShapedText] = [:]
  private var older: [TextRequest: ShapedText] = [:]
  private static let memoLimit = 1024

  /// Opens fonts.
  ///
  /// - Parameters:
  ///   - bundled: The paths of the bundled files.
  ///   - given: The paths of files, and of folders of files, that the caller adds.
  ///   - allowsSystemFonts: Whether a character that none of these has may come from the system.
  /// - Throws: ``RenderError`` where a file is not a font or a folder has none.
  public init(
    bundled: [String], given: [String] = [], allowsSystemFonts: Bool = true
  ) throws(RenderError) {
    self.bundled = bundled.map(FontLibrary.absolute)
    self.given = try FontLibrary.files(given)
    self.allowsSystemFonts = allowsSystemFonts
    primary = try FontSet(
      FontCatalogue(bundled: self.bundled, given: self.given, system: false), isFallback: false)
  }

  /// The absolute path of a path.
  private static func absolute(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.path
  }

  /// The font files that paths name, those of a folder sorted, each once.
  private static func files(_ paths: [String]) throws(RenderError) -> [String] {
    var files: [String] = []
    for path in paths.map(absolute) {
      var isFolder: ObjCBool = false
      if unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
        isFolder.boolValue
      {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        let fonts = names.sorted().filter { name in
          [".ttf", ".otf", ".ttc", ".otc"].contains { name.lowercased().hasSuffix($0) }
        }
        guard !fonts.isEmpty else {
          throw RenderError(
            "The font folder '\(path)' has no font files.",
            hint: "Files that end with .ttf, .otf, .ttc or .otc are looked for.")
        }
        files += fonts.map { path + "/" + $0 }
      } else {
        files.append(path)
      }
    }
    var seen: Set<String> = []
    return files.filter { seen.insert($0).inserted }
  }

  /// The faces there are: bundled, given, and the system's where they are allowed.
  public func faces() throws(RenderError) -> [InstalledFace] {
    guard allowsSystemFonts else { return primary.catalogue.entries.map(\.installed) }
    return try systemSet().catalogue.entries.map(\.installed)
  }

  /// The path of the file that a face of a text comes from; nil where it is not open.
  public func path(of face: FaceReference) -> String? {
    let sets = [primary, system].compactMap(\.self)
    return sets.lazy.flatMap(\.catalogue.entries).first {
      $0.installed.index == face.index && $0.installed.file.hasSuffix("/" + face.file)
    }?.installed.file
  }

  /// The set with the system's fonts; opened when a text first needs it, since it is slow.
  private func systemSet() throws(RenderError) -> FontSet {
    if let system { return system }
    let opened = try FontSet(
      FontCatalogue(bundled: bundled, given: given, system: true), isFallback: true)
    system = opened
    return opened
  }
}

extension FontLibrary: TextMeasuring {
  /// How far a face reaches above and below its baseline at a size.
  public func metrics(of face: FontFace, size: Double) throws(TextError) -> FontMetrics {
    try primary.metrics(of: face, size: size)
  }

  /// Breaks a text into lines and shapes them.
  public func shape(_ request: TextRequest) throws(TextError) -> ShapedText {
    if let known = recent[request] { return known }
    if let known = older[request] {
      remember(known, for: request)
      return known
    }
    var shaped = try primary.shape(request)
    if !shaped.missing.isEmpty, allowsSystemFonts {
      let wider: FontSet
      do {
        wider = try systemSet()
      } catch {
        throw .shapingFailed(error.message)
      }
      shaped = try wider.shape(request)
    }
    remember(shaped, for: request)
    return shaped
  }

  private func remember(_ shaped: ShapedText, for request: TextRequest) {
    if recent.count >= Self.memoLimit / 2 {
      older = recent
      recent = [:]
    }
    recent[request] = shaped
  }

  /// The number of texts that are kept.
  var keptTexts: Int { recent.count + older.count }
}

extension FontLibrary: FaceProviding {
  func face(for reference: FaceReference) throws(RenderError) -> BorrowedFace {
    if let face = primary.face(for: reference) ?? system?.face(for: reference) { return face }
    if let face = primary.open(reference) { return face }
    if allowsSystemFonts, let face = try systemSet().open(reference) { return face }
    throw RenderError("The font face '\(reference.name)' is not open.")
  }

  func fontFile(
    for reference: FaceReference
  ) throws(RenderError) -> (path: String, index: Int) {
    if let file = primary.catalogue.file(of: reference) { return (file, reference.index) }
    if allowsSystemFonts, let file = try systemSet().catalogue.file(of: reference) {
      return (file, reference.index)
    }
    throw RenderError("The font face '\(reference.name)' is not open.")
  }
}
