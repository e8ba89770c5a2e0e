package import Foundation

/// A folder of files that come with the program, and where it lies at run time.
package struct ResourceFolder: Sendable {
  /// The folder's name beside the executable and in `../share/cardstock`.
  package let name: String
  /// The environment variable that names the folder, before all other places.
  package let variable: String
  /// A file by which the folder is known.
  package let marker: String
  /// Where the folder lies in the package's sources.
  package let source: URL

  /// Makes a description of a folder; nothing is looked for yet.
  package init(name: String, variable: String, marker: String, source: URL) {
    self.name = name
    self.variable = variable
    self.marker = marker
    self.source = source
  }

  /// The folder, or nil where it is not there, and the places that were looked in.
  ///
  /// It is the folder that the variable names, and no other where that is set; else it is looked
  /// for beside the executable, in `../share/cardstock` from it, and in the package's sources.
  package func find(environment: [String: String]) -> (folder: URL?, places: [String]) {
    let places: [URL]
    if let named = environment[variable], !named.isEmpty {
      places = [URL(filePath: named)]
    } else {
      places = usualPlaces
    }
    let folder = places.first {
      FileManager.default.isReadableFile(atPath: $0.appending(path: marker).path)
    }
    return (folder, places.map(\.path))
  }

  private var usualPlaces: [URL] {
    var places: [URL] = []
    if let executable = Bundle.main.executableURL?.resolvingSymlinksInPath() {
      let beside = executable.deletingLastPathComponent()
      places.append(beside.appending(path: name))
      places.append(beside.appending(path: "../share/cardstock/\(name)").standardized)
    }
    return places + [source]
  }
}
