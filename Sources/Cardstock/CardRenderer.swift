internal import CardFiles
internal import CardFonts
public import CardLayout
public import CardModel
public import CardRender
internal import Foundation

/// Draws cards as PNG and PDF; one renderer serves one worker.
///
/// It keeps its fonts, pictures and buffers from one card to the next, and is not shared between
/// tasks: make one in each.
///
/// ```swift
/// let renderer = try CardRenderer()
/// let card = IdentityCard(PersonDetails(name: "Ada Lovelace")).card
/// let png = try renderer.png(of: card)
/// let pdf = try renderer.pdf(of: [card])
/// ```
public final class CardRenderer {
  /// What a renderer works with.
  public struct Options: Sendable, Equatable {
    /// Paths of font files in addition to the bundled ones.
    public var fontFiles: [String] = []
    /// Whether a character that no bundled or given font has may come from the system's fonts.
    public var allowsSystemFonts = true
    /// The folder in which pictures are looked for; nothing outside of it is read.
    public var assetsFolder: String?
    /// The limits of pictures.
    public var pictureLimits = PictureLimits()
    /// Whether a damaged picture is drawn as far as it goes.
    public var allowsDamagedPictures = false
    /// The path of the program `cardstock-svg`; nil for beside the running program.
    public var svgProgram: String?
    /// Which SVGs may be drawn in this process where `cardstock-svg` is missing.
    public var svgTrust = SVGTrust.none
    /// What reads SVGs, to share what it read between renderers; nil gives each one of its own.
    ///
    /// ``svgLoader()`` makes one of these options; a batch shares one among its workers by itself.
    public var svg: SVGLoader?
    /// The most pixels per inch that documents keep of a picture in its place.
    ///
    /// A baseline JPEG is passed on as it is up to half as many more. Infinity keeps all there are.
    public var documentPictureResolution = 300.0
    /// What documents promise to those who read them.
    public var documentKind = PDFKind.tagged
    /// Who issues the cards, as documents say it.
    public var documentAuthor: String?
    /// The date that documents say they were made, in seconds since 1970 in UTC.
    public var documentDate = 0
    /// The resolution for the ideal size of pictures and lengths in pixels, where a card has none.
    public var dotsPerInch: Double?

    /// Makes the usual options.
    public init() {}

    /// Makes what reads SVGs as these options say: the fonts, the limits and the program.
    ///
    /// - Throws: `CardFonts.NotFound` where the bundled fonts are not there.
    public func svgLoader() throws -> SVGLoader {
      SVGLoader(
        fontFiles: try CardRenderer.fontFiles(self), systemFonts: allowsSystemFonts,
        limits: pictureLimits.svg, programPath: svgProgram)
    }
  }

  /// What the renderer works with.
  public let options: Options
  private let fonts: FontLibrary
  private let pictures: PictureLibrary
  private let codes = ZintEncoder()
  private let rasterizer: Rasterizer

  /// Opens the fonts.
  ///
  /// - Throws: `CardFonts.NotFound` where the bundled fonts are not there, `RenderError` where a
  ///   font file is not a font.
  public init(options: Options = Options()) throws {
    self.options = options
    fonts = try FontLibrary(
      bundled: CardFonts.files().map(\.path), given: options.fontFiles,
      allowsSystemFonts: options.allowsSystemFonts)
    pictures = PictureLibrary(
      assetsFolder: options.assetsFolder, limits: options.pictureLimits,
      allowsDamage: options.allowsDamagedPictures, svg: try options.svg ?? options.svgLoader(),
      svgTrust: options.svgTrust)
    rasterizer = try Rasterizer(fonts: fonts, pictures: pictures)
  }

  /// The files of all fonts but the system's.
  static func fontFiles(_ options: Options) throws -> [String] {
    try CardFonts.files().map(\.path) + options.fontFiles
  }

  /// A short text for each picture of a card that is another one where its bytes are others.
  func pictureFingerprints(of card: Card) -> [String] {
    card.pictureSources.map { "\($0) \(pictures.fingerprint(of: $0) ?? "none")" }
  }

  /// Forgets a picture, so that its file is read again where it is next asked for.
  func forgetPicture(_ source: String) {
    pictures.forget(source)
    rasterizer.forgetKeptLayer()
  }

  /// Forgets all pictures.
  func forgetPictures() {
    pictures.forget()
    rasterizer.forgetKeptLayer()
  }

  /// The font faces there are.
  ///
  /// - Throws: `RenderError` where the system's fonts cannot be opened.
  public func faces() throws -> [InstalledFace] { try fonts.faces() }

  /// The SHA-256 of each font file that a frame's texts use, by the file's name.
  ///
  /// - Throws: `FileError` where a font file cannot be read.
  public func fontFingerprints(of frame: Frame) throws -> [String: String] {
    var found: [String: String] = [:]
    for run in frame.texts.flatMap(\.lines).flatMap(\.shaped.runs)
    where found[run.face.file] == nil {
      guard let path = fonts.path(of: run.face) else { continue }
      found[run.face.file] =
        Fingerprint(try FileReading.file(path, limit: 256 << 20)).description
    }
    return found
  }

  /// Lays out a side of a card; the frame's findings say what happened to it.
  ///
  /// `batchSizes` are the common sizes, in points, of labels that share one over a batch, by their
  /// ids, or by their paths where they have none. A trace, where one is given, gets every proposal,
  /// answer and rule.
  ///
  /// - Throws: `LayoutError` where the card cannot be laid out.
  public func layout(
    _ card: Card, side: CardSide = .front, batchSizes: [String: Double] = [:],
    trace: LayoutTrace? = nil
  ) throws(LayoutError) -> Frame {
    let engine = LayoutEngine(
      styleGuide: card.styleGuide, direction: card.direction, language: card.language,
      dotsPerInch: options.dotsPerInch, batchSizes: batchSizes, measuring: fonts,
      pictures: pictures, codes: codes, trace: trace)
    return try engine.layout(card, side: side)
  }

  /// Draws a frame as a PNG file.
  ///
  /// - Throws: `RenderError` where a picture cannot be read or a limit is met.
  public func png(
    of frame: Frame, dotsPerInch: Double = 300, profile: PNGProfile = .fast
  ) throws(RenderError) -> [UInt8] {
    try png(of: frame, background: nil, dotsPerInch: dotsPerInch, profile: profile)
  }

  /// Draws a frame over a background that fills the whole picture.
  func png(
    of frame: Frame, background: FramePaint?, dotsPerInch: Double, profile: PNGProfile
  ) throws(RenderError) -> [UInt8] {
    try rasterizer.png(
      of: frame, background: background, dotsPerInch: dotsPerInch, profile: profile)
  }

  /// Draws a frame on white paper in black and white, as thermal printers do.
  ///
  /// - Throws: `RenderError` where a picture cannot be read or a limit is met.
  public func bilevel(
    of frame: Frame, dotsPerInch: Double = 203, dithering: Dithering = .floydSteinberg
  ) throws(RenderError) -> BilevelBitmap {
    try rasterizer.bilevel(of: frame, dotsPerInch: dotsPerInch, dithering: dithering)
  }

  /// Draws a frame as the PNG file that a run asks for.
  func picture(
    of frame: Frame, background: FramePaint?, _ export: BatchExport
  ) throws(RenderError) -> [UInt8] {
    let options = export.options
    guard export.format == .bilevelPNG else {
      return try png(
        of: frame, background: background, dotsPerInch: options.dotsPerInch,
        profile: options.compressesMore ? .small : .fast)
    }
    return try bilevel(
      of: frame, dotsPerInch: options.dotsPerInch, dithering: options.dithering
    ).png()
  }

  /// Draws a side of a card as a PNG file.
  ///
  /// - Throws: `LayoutError` and `RenderError`.
  public func png(
    of card: Card, side: CardSide = .front, dotsPerInch: Double = 300
  ) throws -> [UInt8] {
    try png(of: layout(card, side: side), dotsPerInch: dotsPerInch)
  }

  /// Writes cards as a PDF document, a page for each side.
  ///
  /// - Throws: `LayoutError` and `RenderError`.
  public func pdf(of cards: [Card]) throws -> [UInt8] {
    let document = try document(
      title: cards.first?.title ?? "Cards", language: cards.first?.language ?? "en")
    for card in cards {
      try document.add(layout(card), background: nil)
      if card.back != nil { try document.add(layout(card, side: .back), background: nil) }
    }
    return try document.finish()
  }

  /// Begins a PDF document, to which frames are added one by one.
  ///
  /// - Parameters:
  ///   - title: The document's title; a design's, never a person's.
  ///   - language: The language of its texts, as a BCP 47 tag.
  ///   - duplex: How a printer is to turn its sheets, where that is known.
  ///   - write: Gets the bytes as they come; without it `finish` returns them.
  /// - Throws: `RenderError` where it cannot be begun.
  public func document(
    title: String, language: String = "en", duplex: PDFDuplex? = nil,
    write: (([UInt8]) throws -> Void)? = nil
  ) throws(RenderError) -> PDFEncoder {
    var document = PDFEncoder.Options(title: title)
    document.author = options.documentAuthor
    document.language = language
    document.kind = options.documentKind
    document.duplex = duplex
    document.secondsSince1970 = options.documentDate
    document.pictureResolution = options.documentPictureResolution
    return try PDFEncoder(document, fonts: fonts, pictures: pictures, write: write)
  }

  /// What happened to the pictures of a frame while they were drawn.
  public func pictureFindings(of frame: Frame) -> [Finding] {
    Self.pictures(in: frame.items).flatMap { placed, source in
      pictures.findings(of: source).map {
        Finding($0.code, $0.severity, $0.message, path: placed.path, id: placed.id)
      }
    }
  }

  /// Reads the pictures of a frame through, as far as needed to know that they can be drawn.
  func checkPictures(of frame: Frame) throws(RenderError) {
    for (placed, source) in Self.pictures(in: frame.items) {
      do throws(PictureError) {
        try pictures.check(source)
      } catch {
        throw RenderError(error, at: placed.path, id: placed.id)
      }
    }
  }

  /// Why a frame cannot be drawn for a picture of it; nil where all can be read.
  package func firstPictureError(of frame: Frame) -> RenderError? {
    pictureErrors(of: frame).first.map { RenderError($0.error, at: $0.placed.path) }
  }

  /// The pictures of a frame that cannot be drawn, and why.
  func pictureErrors(of frame: Frame) -> [(placed: PlacedItem, error: PictureError)] {
    Self.pictures(in: frame.items).compactMap { placed, source in
      do throws(PictureError) {
        _ = try pictures.pixels(of: source, atLeast: PixelSize(width: 1, height: 1))
        return nil
      } catch {
        return (placed, error)
      }
    }
  }

  /// Each picture that a frame shows, once, with the first item that shows it.
  private static func pictures(
    in items: [PlacedItem]
  ) -> [(placed: PlacedItem, source: String)] {
    var found: [(placed: PlacedItem, source: String)] = []
    func collect(_ items: [PlacedItem]) {
      for placed in items {
        switch placed.item {
        case .group(let group): collect(group.items)
        case .picture(let picture) where !found.contains { $0.source == picture.source }:
          found.append((placed, picture.source))
        default: break
        }
      }
    }
    collect(items)
    return found
  }
}
