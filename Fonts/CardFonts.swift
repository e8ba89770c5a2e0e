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
    var places: [URL] = []
    if let named = environment[variable], !named.isEmpty {
      places.append(URL(filePath: named))
    } else {
      places = usualPlaces
    }
    let marker = "Poppins/Poppins-Regular.ttf"
    if let found = places.first(where: {
      FileManager.default.isReadableFile(atPath: $0.appending(path: marker).path)
    }) {
      return found
    }
    throw NotFound(places: places.map(\.path))
  }

  private static var usualPlaces: [URL] {
    var places: [URL] = []
    if let executable = Bundle.main.executableURL?.resolvingSymlinksInPath() {
      let beside = executable.deletingLastPathComponent()
      places.append(beside.appending(path: "Fonts"))
      places.append(beside.appending(path: "../share/cardstock/Fonts").standardized)
    }
    places.append(URL(filePath: #filePath).deletingLastPathComponent())
    return places
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
