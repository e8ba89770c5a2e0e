internal import CGraphics
public import CardLayout
public import CardModel

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
  private var memo: [TextRequest: ShapedText] = [:]

  /// Opens fonts.
  ///
  /// - Parameters:
  ///   - bundled: The paths of the bundled files.
  ///   - given: The paths of files that the caller adds.
  ///   - allowsSystemFonts: Whether a character that none of these has may come from the system.
  /// - Throws: ``RenderError`` where a file is not a font.
  public init(
    bundled: [String], given: [String] = [], allowsSystemFonts: Bool = true
  ) throws(RenderError) {
    self.bundled = bundled
    self.given = given
    self.allowsSystemFonts = allowsSystemFonts
    primary = try FontSet(
      FontCatalogue(bundled: bundled, given: given, system: false), isFallback: false)
  }

  /// The faces there are: bundled, given, and the system's where they are allowed.
  public func faces() throws(RenderError) -> [InstalledFace] {
    guard allowsSystemFonts else { return primary.catalogue.entries.map(\.installed) }
    return try systemSet().catalogue.entries.map(\.installed)
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
    if let known = memo[request] { return known }
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
    if memo.count >= 4096 { memo.removeAll(keepingCapacity: true) }
    memo[request] = shaped
    return shaped
  }
}

extension FontLibrary: FaceProviding {
  func face(for reference: FaceReference) throws(RenderError) -> BorrowedFace {
    if let face = primary.face(for: reference) ?? system?.face(for: reference) { return face }
    if let face = primary.open(reference) { return face }
    if allowsSystemFonts, let face = try systemSet().open(reference) { return face }
    throw RenderError("The font face '\(reference.name)' is not open.")
  }
}
