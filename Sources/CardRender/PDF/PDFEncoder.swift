public import CardLayout
internal import CardModel

/// Writes frames as the pages of a PDF document, in vectors and real text.
///
/// The pages go out as they come: what stays in memory is a place for each object and what is
/// known of the fonts and pictures. Its bytes are a function of what it is given: it reads no
/// clock, and names nobody but in the title that it gets.
public final class PDFEncoder {
  /// As many pages as one branch of the page tree has.
  private static let branchSize = 64

  /// How a document is made.
  public struct Options: Sendable, Equatable {
    /// The document's title; a design's, never a person's.
    public var title: String
    /// Who issues the cards, where a design names them.
    public var author: String?
    /// The language of the texts, as a BCP 47 tag.
    public var language = "en"
    /// What the document promises.
    public var kind = PDFKind.tagged
    /// How a printer turns its sheets; nil leaves that to whoever prints.
    public var duplex: PDFDuplex?
    /// The date that the document says it was made, in seconds since 1970 in UTC.
    public var secondsSince1970 = 0
    /// The most pixels per inch that are kept of a picture in its place; a JPEG is passed on as it
    /// is up to half as many more.
    public var pictureResolution = 300.0

    /// Makes the usual options under a title.
    public init(title: String) { self.title = title }
  }

  private let sink: DocumentSink
  private let file: PDFFile
  private let painter: PDFPainter
  private let options: Options
  private let structure: PDFStructure?
  private let tree: Int
  private var branches: [(object: Int, count: Int)] = []
  private var leaves: [Int] = []
  private var labels = PDFPageLabels()
  private var isFinished = false

  init(
    _ options: Options, faces: any FaceProviding, pictures: any PictureProviding,
    write: (([UInt8]) throws -> Void)? = nil
  ) throws(RenderError) {
    let sink = DocumentSink(write: write)
    self.sink = sink
    self.options = options
    file = try PDFFile(sink: sink)
    painter = PDFPainter(
      faces: faces, pictures: pictures, resolution: options.pictureResolution, file: file,
      needsAlternatives: options.kind == .pdfUA1)
    structure = options.kind.isTagged ? PDFStructure(file: file) : nil
    tree = file.reserve()
  }

  /// Makes a document over a worker's fonts and pictures.
  ///
  /// - Parameters:
  ///   - options: What the document says of itself.
  ///   - fonts: The worker's fonts.
  ///   - pictures: The worker's pictures.
  ///   - write: Gets the bytes as they come; without it they are kept for ``finish()``.
  /// - Throws: ``RenderError`` where the document cannot be begun.
  public convenience init(
    _ options: Options, fonts: FontLibrary, pictures: PictureLibrary,
    write: (([UInt8]) throws -> Void)? = nil
  ) throws(RenderError) {
    try self.init(options, faces: fonts, pictures: pictures, write: write)
  }

  /// Adds a page of the frame's size.
  ///
  /// Its trim box holds the cards that lie on it, its bleed box all that they bleed into. Readers
  /// call it by its number and, where it is a back, by that.
  ///
  /// - Parameters:
  ///   - frame: What is drawn.
  ///   - background: What fills the whole page behind it.
  ///   - cardNumber: The number of its card or its sheet, from 1; the one that follows unless given.
  /// - Throws: ``RenderError`` where a picture cannot be read, the bytes cannot be written, or the
  ///   frame has what the kind of document does not allow.
  public func add(
    _ frame: Frame, background: FramePaint? = nil, number cardNumber: Int? = nil
  ) throws(RenderError) {
    guard !isFinished else { throw RenderError("The document is finished.") }
    guard frame.size.width > 0, frame.size.height > 0, frame.size.width <= 14400,
      frame.size.height <= 14400
    else {
      throw RenderError(
        "A page of \(number(frame.size.width))×\(number(frame.size.height)) pt is not possible:"
          + " each side is over 0 and at most 14400 pt.")
    }
    let leaf = file.reserve()
    let page = try painter.page(
      frame, background: background, tags: structure?.beginPage(leaf))
    let content = file.addStream(PDFContent(), page.content.bytes)
    if leaves.isEmpty { branches.append((file.reserve(), 0)) }
    let branch = branches[branches.count - 1].object
    var entries = PDFContent()
    entries.add("<</Type/Page/Parent ")
    entries.reference(branch)
    addBoxes(of: frame, to: &entries)
    entries.add("/Contents ")
    entries.reference(content)
    entries.add("/Resources")
    page.resources.write(to: &entries)
    if let tags = page.tags {
      entries.add("/StructParents ")
      entries.add(tags.key)
      structure?.endPage(tags)
    }
    entries.add("/Group<</S/Transparency/CS/DeviceRGB>>>>")
    file.write(leaf, entries)
    leaves.append(leaf)
    labels.add(number: cardNumber, isBack: frame.isBack)
    if leaves.count == Self.branchSize { endBranch() }
    if let failure = sink.failure { throw failure }
  }

  /// Adds what is paper, what bleeds and what remains after the cut (ISO 32000-1, 14.11.2).
  private func addBoxes(of frame: Frame, to entries: inout PDFContent) {
    let media = Rect(origin: .zero, size: frame.size)
    let trim =
      frame.trims.isEmpty
      ? media
      : frame.trims.dropFirst().reduce(frame.trims[0]) {
        let (left, top) = (min($0.origin.x, $1.origin.x), min($0.origin.y, $1.origin.y))
        return Rect(
          x: left, y: top, width: max($0.maxX, $1.maxX) - left, height: max($0.maxY, $1.maxY) - top)
      }
    let left = max(trim.origin.x - frame.bleed, 0)
    let top = max(trim.origin.y - frame.bleed, 0)
    let bleed = Rect(
      x: left, y: top, width: min(trim.maxX + frame.bleed, media.maxX) - left,
      height: min(trim.maxY + frame.bleed, media.maxY) - top)
    for (name, box) in [("Media", media), ("Bleed", bleed), ("Trim", trim)] {
      entries.add(text: "/\(name)Box[")
      entries.number(box.origin.x)
      entries.number(frame.size.height - box.maxY)
      entries.number(box.maxX)
      entries.number(frame.size.height - box.origin.y)
      entries.add("]")
    }
  }

  private func endBranch() {
    guard !leaves.isEmpty else { return }
    branches[branches.count - 1].count = leaves.count
    var entries = PDFContent()
    entries.add("<</Type/Pages/Parent ")
    entries.reference(tree)
    entries.add("/Count ")
    entries.add(leaves.count)
    entries.add("/Kids[")
    for leaf in leaves {
      entries.reference(leaf)
      entries.add(" ")
    }
    entries.add("]>>")
    file.write(branches[branches.count - 1].object, entries)
    leaves.removeAll(keepingCapacity: true)
  }

  /// Ends the document.
  ///
  /// - Returns: The document's bytes; none where they went out as they came.
  /// - Throws: ``RenderError`` where the bytes could not be written.
  public func finish() throws(RenderError) -> [UInt8] {
    guard !isFinished else { throw RenderError("The document is finished.") }
    isFinished = true
    endBranch()
    try painter.fonts.finish(isArchive: options.kind == .pdfA2b)
    var pages = PDFContent()
    pages.add("<</Type/Pages/Count ")
    pages.add(branches.reduce(0) { $0 + $1.count })
    pages.add("/Kids[")
    for branch in branches {
      pages.reference(branch.object)
      pages.add(" ")
    }
    pages.add("]>>")
    file.write(tree, pages)
    var catalogue = PDFContent()
    catalogue.add("<</Type/Catalog/Pages ")
    catalogue.reference(tree)
    structure?.finish(&catalogue)
    let metadata = PDFMetadata(
      title: options.title, author: options.author, language: options.language,
      secondsSince1970: options.secondsSince1970, kind: options.kind, duplex: options.duplex)
    labels.addCatalogue(to: &catalogue)
    try metadata.addCatalogue(to: &catalogue, file: file)
    catalogue.add(">>")
    file.finish(root: file.add(catalogue), info: file.addPlain(metadata.information))
    if let failure = sink.flush() { throw failure }
    return sink.takeBytes()
  }
}
