/// What a PDF document promises to those who read it.
public enum PDFKind: String, Sendable, Hashable, CaseIterable {
  /// Neither tags nor an outline: the smallest file.
  case plain
  /// Tags in reading order and an outline entry for each card.
  case tagged
  /// The same, for archives: PDF/A-2b (ISO 19005-2).
  case pdfA2b = "a-2b"
  /// The same, for those who hear it read: PDF/UA-1 (ISO 14289-1).
  case pdfUA1 = "ua-1"

  /// Whether the document has tags.
  var isTagged: Bool { self != .plain }
}

/// How a printer turns the sheets of a document.
public enum PDFDuplex: Sendable, Hashable {
  /// Over the long edge.
  case longEdge
  /// Over the short edge.
  case shortEdge
}
