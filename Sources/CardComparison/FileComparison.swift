public import CardDiff
internal import CardFiles
internal import Foundation

/// Compares two files by what they are: PNG, PDF, or text.
public enum FileComparison {
  /// The most bytes that are read of a file.
  public static let byteLimit = 1 << 30

  /// Compares two files.
  ///
  /// What lies beside them with `.facts.json` behind their names tells the causes.
  ///
  /// - `drawsDifference`: Whether the picture of the difference is made, which takes longer than all
  ///   the rest.
  /// - Throws: `FileError` where a file cannot be read, ``ComparisonError`` where the two cannot be
  ///   compared.
  public static func compare(
    _ reference: String, _ candidate: String, tolerance: Tolerance = .exact,
    dotsPerInch: Double = 100, drawsDifference: Bool = true
  ) throws -> Comparison {
    let before = try FileReading.file(reference, limit: byteLimit)
    let after = try FileReading.file(candidate, limit: byteLimit)
    if hasSameBytes(before, after) {
      return Comparison(isSame: true, summary: "The files are the same, byte for byte.")
    }
    let kinds = (Kind(before), Kind(after))
    guard kinds.0 == kinds.1 else {
      throw ComparisonError(
        "'\(reference)' is \(kinds.0.rawValue), but '\(candidate)' is \(kinds.1.rawValue).",
        hint: "Please provide two files of one kind.")
    }
    let facts = (facts(of: reference), facts(of: candidate))
    let layouts = (before: facts.0?.layout, after: facts.1?.layout)
    var outcome: Comparison
    switch kinds.0 {
    case .png:
      outcome = try Comparison.pictures(
        before, after, tolerance: tolerance, names: (reference, candidate), layouts: layouts,
        drawsDifference: drawsDifference)
    case .pdf:
      outcome = try Comparison.documents(
        before, after, tolerance: tolerance, dotsPerInch: dotsPerInch,
        names: (reference, candidate), layouts: layouts,
        drawsDifference: drawsDifference)
    case .text:
      outcome = Comparison.texts(
        String(decoding: before, as: UTF8.self), String(decoding: after, as: UTF8.self))
    case .empty, .other:
      throw ComparisonError(
        "'\(reference)' and '\(candidate)' are neither PNG nor PDF nor text, and their bytes"
          + " differ.")
    }
    if !outcome.isSame, let then = facts.0, let now = facts.1 {
      outcome.notices = then.mismatches(now: now)
    }
    return outcome
  }

  private static func facts(of path: String) -> Provenance? {
    (try? FileReading.file(path + Provenance.ending, limit: 16 << 20)).flatMap(Provenance.init)
  }

  /// What a file is, by its first bytes.
  enum Kind: String {
    case png = "a PNG file"
    case pdf = "a PDF file"
    case text = "a text"
    case empty = "an empty file"
    case other = "of another kind"

    init(_ bytes: [UInt8]) {
      if bytes.isEmpty {
        self = .empty
      } else if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) {
        self = .png
      } else if bytes.starts(with: "%PDF-".utf8) {
        self = .pdf
      } else {
        self =
          !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil ? .text : .other
      }
    }
  }
}
