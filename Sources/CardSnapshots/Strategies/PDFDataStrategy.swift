internal import CardComparison
public import CardDiff

extension SnapshotStrategy where Value == [UInt8] {
  /// A PDF file of anybody's: its pages, boxes, fonts, words and their places; pixels second.
  ///
  /// Poppler's programs read it, which must be installed (`poppler-utils`) where bytes differ.
  public static var pdfData: SnapshotStrategy { .pdfData(tolerance: .exact) }

  /// A PDF file of anybody's; `tolerance` holds for its pages drawn at `dpi`.
  public static func pdfData(tolerance: Tolerance, dpi: Double = 100) -> SnapshotStrategy {
    SnapshotStrategy(
      pathExtension: "pdf", content: { SnapshotContent($0) },
      compare: { reference, candidate in
        try Comparison.documents(
          reference.bytes, candidate.bytes, tolerance: tolerance, dotsPerInch: dpi,
          layouts: (reference.provenance.layout, candidate.provenance.layout))
      })
  }
}
