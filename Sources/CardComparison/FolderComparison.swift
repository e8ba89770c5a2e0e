public import CardDiff
internal import CardFiles
public import CardModel
internal import Foundation

/// Compares the files of two folders, by their names.
public struct FolderComparison: Sendable {
  /// What became of one name.
  public enum Outcome: Sendable {
    /// Both folders have it.
    case compared(Comparison)
    /// It is in the reference only.
    case removed
    /// It is in the candidate only.
    case added
    /// It could not be compared.
    case failed(any Diagnostic)
  }

  /// The outcomes in the order of the names.
  public let files: [(name: String, outcome: Outcome)]

  /// Compares two folders and those in them; names that begin with a dot are left out.
  ///
  /// - `drawsDifference`: Whether pictures of the differences are made.
  /// - Throws: ``ComparisonError`` where a folder cannot be read.
  public init(
    _ reference: String, _ candidate: String, tolerance: Tolerance = .exact,
    dotsPerInch: Double = 100, drawsDifference: Bool = true
  ) throws {
    let before = try Self.names(in: reference)
    let after = try Self.names(in: candidate)
    files = Set(before).union(after).sorted().map { name in
      guard after.contains(name) else { return (name, .removed) }
      guard before.contains(name) else { return (name, .added) }
      do {
        return (
          name,
          .compared(
            try FileComparison.compare(
              reference + "/" + name, candidate + "/" + name, tolerance: tolerance,
              dotsPerInch: dotsPerInch, drawsDifference: drawsDifference))
        )
      } catch let error as any Diagnostic {
        return (name, .failed(error))
      } catch {
        return (name, .failed(ComparisonError("\(error)")))
      }
    }
  }

  private static func names(in folder: String) throws(ComparisonError) -> Set<String> {
    guard let found = FileManager.default.enumerator(atPath: folder) else {
      throw ComparisonError("The folder '\(folder)' cannot be read.")
    }
    var names: Set<String> = []
    for case let name as String in found {
      let isHidden = name.split(separator: "/").contains { $0.hasPrefix(".") }
      let kind = found.fileAttributes?[.type] as? FileAttributeType
      if !isHidden, kind == .typeRegular, !name.hasSuffix(Provenance.ending) {
        names.insert(name)
      }
    }
    return names
  }
}
