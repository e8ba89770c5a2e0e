public import Foundation

/// Where the test inputs of this package lie.
public enum CardFixtures {
  /// The folder of all fixtures.
  public static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  /// A fixture by its path within the folder, such as `people/ada.json`.
  public static func url(_ path: String) -> URL { folder.appending(path: path) }

  /// The files by others beside the project, where they are present.
  public static var cases: URL? {
    let url = folder.appending(path: "../../shared/cases").standardized
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }
}
