public import Foundation

/// The bundled font files and where they lie at run time.
public enum CardFonts {
  /// The environment variable that names the folder, before all other places.
  public static let variable = "CARDSTOCK_FONTS"

  /// Why the bundled fonts were not found.
  public struct NotFound: Error, Equatable, CustomStringConvertible {
    /// The places that were looked in, in their order.
    public let places: [String]

    /// One sentence that names the places.
    public var description: String {
      "The bundled fonts are not there; looked in "
        + places.map { "'\($0)'" }.joined(separator: ", ") + "."
    }
  }

  private static let resource = ResourceFolder(
    name: "Fonts", variable: variable, marker: "Poppins/Poppins-Regular.ttf",
    source: URL(filePath: #filePath).deletingLastPathComponent())

  /// The folder of the bundled fonts.
  ///
  /// It is the folder that `CARDSTOCK_FONTS` names, and no other where that is set; else it is
  /// looked for beside the executable, in `../share/cardstock` from it, and in the package's own
  /// source folder.
  ///
  /// - Throws: ``NotFound`` with the places that were looked in.
  public static func folder(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(NotFound) -> URL {
    let (folder, places) = resource.find(environment: environment)
    guard let folder else { throw NotFound(places: places) }
    return folder
  }

  /// The bundled font files, sorted by their names.
  ///
  /// - Throws: ``NotFound`` where the folder is not there.
  public static func files(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(NotFound) -> [URL] {
    let folder = try folder(environment: environment)
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".ttf") }.sorted().map { folder.appending(path: $0) }
  }
}
