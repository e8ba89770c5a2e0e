internal import CardComparison
public import CardDiff
public import Cardstock

extension SnapshotStrategy where Value == Card {
  /// A side of a card as a picture.
  ///
  /// - `dpi`: The resolution; 100 keeps references small and texts readable.
  /// - `side`: Which side.
  /// - `tolerance`: What still counts as equal.
  /// - `renderer`: Fonts, pictures and what else a renderer takes.
  public static func png(
    dpi: Double = 100, side: CardSide = .front, tolerance: Tolerance = .exact,
    renderer options: CardRenderer.Options = CardRenderer.Options()
  ) -> SnapshotStrategy {
    let bytes = SnapshotStrategy<[UInt8]>.pngData(tolerance: tolerance)
    return SnapshotStrategy(
      pathExtension: "png",
      content: { card in
        let renderer = try CardRenderer(options: options)
        let frame = try renderer.layout(card, side: side)
        return SnapshotContent(
          try renderer.png(of: frame, dotsPerInch: dpi),
          provenance: try Provenance(of: frame, renderer))
      }, compare: bytes.compare, compact: bytes.compact)
  }

  /// A side of a card as a picture at 100 dpi, compared exactly.
  public static var png: SnapshotStrategy { .png() }

  /// The finished layout of a side as text: what stands where, in which face and size.
  ///
  /// It reads well in a review, and no pixel is in it.
  public static func layout(
    side: CardSide = .front, renderer options: CardRenderer.Options = CardRenderer.Options()
  ) -> SnapshotStrategy {
    let lines = SnapshotStrategy<String>.lines
    return SnapshotStrategy(
      pathExtension: "layout.txt",
      content: { card in
        let renderer = try CardRenderer(options: options)
        let frame = try renderer.layout(card, side: side)
        return SnapshotContent(
          Array(frame.dump.utf8), provenance: try Provenance(of: frame, renderer))
      },
      compare: { reference, candidate in
        var outcome = try lines.compare(reference, candidate)
        if !outcome.isSame, let after = candidate.provenance.layout {
          outcome.causes = LayoutChanges(from: reference.provenance.layout, to: after).sentences
            .map { $0 + "." }
        }
        return outcome
      })
  }

  /// The finished layout of the front as text.
  public static var layout: SnapshotStrategy { .layout() }

  /// A card as a PDF file: its pages, boxes, fonts, words and their places; pixels second.
  ///
  /// Poppler's programs read it, which must be installed (`poppler-utils`) where bytes differ.
  public static func pdf(
    tolerance: Tolerance = .exact, dpi: Double = 100,
    renderer options: CardRenderer.Options = CardRenderer.Options()
  ) -> SnapshotStrategy {
    let bytes = SnapshotStrategy<[UInt8]>.pdfData(tolerance: tolerance, dpi: dpi)
    return SnapshotStrategy(
      pathExtension: "pdf",
      content: { card in
        let renderer = try CardRenderer(options: options)
        return SnapshotContent(
          try renderer.pdf(of: [card]),
          provenance: try Provenance(of: renderer.layout(card), renderer))
      }, compare: bytes.compare)
  }

  /// A card as a PDF file, its pages compared exactly.
  public static var pdf: SnapshotStrategy { .pdf() }
}

extension SnapshotStrategy where Value == IdentityCard {
  /// A side of an identity card as a picture.
  public static func png(
    dpi: Double = 100, side: CardSide = .front, tolerance: Tolerance = .exact,
    renderer: CardRenderer.Options = CardRenderer.Options()
  ) -> SnapshotStrategy {
    SnapshotStrategy<Card>
      .png(dpi: dpi, side: side, tolerance: tolerance, renderer: renderer).pullback { $0.card }
  }

  /// The finished layout of the front as text.
  public static var layout: SnapshotStrategy {
    SnapshotStrategy<Card>.layout.pullback { $0.card }
  }

  /// An identity card as a PDF file.
  public static var pdf: SnapshotStrategy { SnapshotStrategy<Card>.pdf.pullback { $0.card } }
}

extension Provenance {
  fileprivate init(of frame: Frame, _ renderer: CardRenderer) throws {
    self.init(
      fonts: try renderer.fontFingerprints(of: frame), layout: LayoutOutline(frame))
  }
}
