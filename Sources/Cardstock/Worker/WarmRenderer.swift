internal import CardFiles
public import CardLayout
public import CardModel
internal import CardRender

/// A renderer for a process that lives long: it sees when a picture's file has changed.
///
/// A batch takes each picture as it was first read; a worker that serves for days must not. Before
/// each card the files of its pictures are looked at, not read.
public final class WarmRenderer {
  /// The most pictures that are remembered; then all are forgotten at once.
  private static let pictureLimit = 10_000

  /// The renderer that is kept.
  public let renderer: CardRenderer
  private var stamps: [String: FileStamp?] = [:]

  /// Opens the fonts.
  ///
  /// - Throws: What `CardRenderer` throws.
  public init(options: CardRenderer.Options) throws {
    renderer = try CardRenderer(options: options)
  }

  /// The file of a card.
  public struct Made: Sendable {
    /// The bytes of the file.
    public let bytes: [UInt8]
    /// What happened to the card.
    public let findings: [Finding]
  }

  /// Makes a PNG of a side of a card; the same bytes as from a renderer of its own.
  ///
  /// `compressesMore` makes the file smaller, at far more time.
  ///
  /// - Throws: `LayoutError` and `RenderError`.
  public func png(
    of card: Card, side: CardSide = .front, dotsPerInch: Double = 300,
    compressesMore: Bool = false
  ) throws -> Made {
    look(at: card)
    let frame = try renderer.layout(card, side: side)
    let bytes = try renderer.png(
      of: frame, dotsPerInch: dotsPerInch, profile: compressesMore ? .small : .fast)
    return Made(bytes: bytes, findings: frame.findings + renderer.pictureFindings(of: frame))
  }

  /// Makes a PDF of a card, a page for each of these sides that it has.
  ///
  /// - Throws: `LayoutError` and `RenderError`.
  public func pdf(
    of card: Card, title: String, language: String = "en", sides: [CardSide] = CardSide.allCases
  ) throws -> Made {
    look(at: card)
    let document = try renderer.document(title: title, language: language)
    var findings: [Finding] = []
    for side in sides where side == .front || card.back != nil {
      let frame = try renderer.layout(card, side: side)
      try document.add(frame, background: nil)
      findings += frame.findings + renderer.pictureFindings(of: frame)
    }
    return Made(bytes: try document.finish(), findings: findings)
  }

  /// Forgets pictures whose files are others than before.
  private func look(at card: Card) {
    let sources = card.pictureSources.filter { $0.prefix(5).lowercased() != "data:" }
    if stamps.count + sources.count > Self.pictureLimit {
      renderer.forgetPictures()
      stamps = [:]
    }
    for source in sources {
      let folder = renderer.options.assetsFolder ?? "."
      let stamp = FileStamp(source.hasPrefix("/") ? source : folder + "/" + source)
      if let known = stamps[source], known != stamp { renderer.forgetPicture(source) }
      stamps.updateValue(stamp, forKey: source)
    }
  }
}
