internal import CardFiles
public import CardModel
public import Foundation

/// The sheet products that are known: the user's own, and those that come with the package.
public struct StockCatalogue: Sendable {
  /// The environment variable that names the folder of the bundled stocks, before all other places.
  public static let variable = "CARDSTOCK_STOCKS"
  private static let fileName = "stocks.json"
  private static let sizeLimit = 8 << 20

  /// Why a stock or the catalogue was not found.
  public struct NotFound: Diagnostic, Hashable {
    /// One sentence.
    public let message: String
    /// What would help.
    public let hint: String?
  }

  /// The stocks, those of the user first.
  public let stocks: [Stock]

  /// Makes a catalogue of stocks.
  public init(_ stocks: [Stock]) { self.stocks = stocks }

  /// Reads the bundled stocks, and before them those of files and of the user's own folder.
  ///
  /// The bundled file is looked for in the folder that `CARDSTOCK_STOCKS` names, and no other where
  /// that is set; else in `Stocks` beside the executable, in `../share/cardstock/Stocks` from it,
  /// and in the package's own source folder.
  ///
  /// - Parameters:
  ///   - files: Files of stocks, the first one first.
  ///   - environment: Where `CARDSTOCK_STOCKS`, `XDG_CONFIG_HOME` and `HOME` are looked up.
  /// - Throws: ``NotFound`` where the bundled file is not there, `StockFileError` where a file is
  ///   wrong, and what reading throws.
  public init(
    files: [String] = [], environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    var stocks: [Stock] = []
    let own = UserFolder.file("stocks.json", environment: environment)
    let paths =
      files + [own].compactMap(\.self).filter { FileManager.default.fileExists(atPath: $0) }
      + [try Self.bundled(environment)]
    for path in paths {
      stocks += try StockFile.read(
        FileReading.file(path, limit: Self.sizeLimit), file: path)
    }
    self.stocks = stocks
  }

  private static func bundled(_ environment: [String: String]) throws(NotFound) -> String {
    var places: [URL] = []
    if let named = environment[variable], !named.isEmpty {
      places.append(URL(filePath: named))
    } else {
      if let executable = Bundle.main.executableURL?.resolvingSymlinksInPath() {
        let beside = executable.deletingLastPathComponent()
        places.append(beside.appending(path: "Stocks"))
        places.append(beside.appending(path: "../share/cardstock/Stocks").standardized)
      }
      places.append(
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
          .appending(path: "Stocks"))
    }
    let files = places.map { $0.appending(path: fileName).path }
    if let found = files.first(where: { FileManager.default.isReadableFile(atPath: $0) }) {
      return found
    }
    throw NotFound(
      message: "The bundled stocks are not there; looked in "
        + places.map { "'\($0.path)'" }.joined(separator: ", ") + ".",
      hint: "Copy the folder 'Stocks' beside the executable, or name it in \(variable).")
  }

  /// The stock of that name; case, spaces and dashes do not count, and the maker's name may be left
  /// out where that leaves one stock.
  ///
  /// - Throws: ``NotFound`` where there is none, or more than one.
  public func stock(named name: String) throws(NotFound) -> Stock {
    let found = stocks.filter { $0.answers(to: name) }
    guard let first = found.first else {
      let nearest = nearestName(to: name, among: stocks.flatMap(\.names))
      throw NotFound(
        message: "The stock '\(name)' is unknown, and it is no paper size.",
        hint: (nearest.map { "Did you mean '\($0)'? " } ?? "")
          + "'cardstock stocks' lists them; '--stocks FILE' adds your own.")
    }
    let whole = found.filter { stock in
      stock.names.contains { $0.lowercased() == name.lowercased() }
    }
    // A stock of the user stands before a bundled one of the same name.
    if let exact = whole.first { return exact }
    guard Set(found.map(\.names)).count == 1 else {
      let names = found.map { "'\($0.name)'" }.joined(separator: ", ")
      throw NotFound(
        message: "Several stocks are called '\(name)': \(names).", hint: "Name the maker too.")
    }
    return first
  }

  /// The stocks in which every word of a search is found.
  public func search(_ words: String) -> [Stock] { stocks.filter { $0.matches(search: words) } }
}

/// The user's folder of settings.
enum UserFolder {
  /// The path of a file in it: `$XDG_CONFIG_HOME/cardstock`, or `~/.config/cardstock`.
  static func file(_ name: String, environment: [String: String]) -> String? {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return folder + "/cardstock/" + name
    }
    guard let home = environment["HOME"], !home.isEmpty else { return nil }
    return home + "/.config/cardstock/" + name
  }
}
