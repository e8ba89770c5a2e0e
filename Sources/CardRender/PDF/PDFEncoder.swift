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

  private let sink: DocumentSink
  private let file: PDFFile
  private let painter: PDFPainter
  private let title: String
  private let secondsSince1970: Int
  private let tree: Int
  private var branches: [(object: Int, count: Int)] = []
  private var leaves: [Int] = []
  private var isFinished = false

  init(
    title: String, secondsSince1970: Int, faces: any FaceProviding,
    pictures: any PictureProviding, pictureResolution: Double = 300,
    write: (([UInt8]) throws -> Void)? = nil
  ) throws(RenderError) {
    let sink = DocumentSink(write: write)
    self.sink = sink
    file = try PDFFile(sink: sink)
    painter = PDFPainter(
      faces: faces, pictures: pictures, resolution: pictureResolution, file: file)
    self.title = title
    self.secondsSince1970 = secondsSince1970
    tree = file.reserve()
  }

  /// Makes a document over a worker's fonts and pictures.
  ///
  /// - Parameters:
  ///   - title: The document's title; a design's, never a person's.
  ///   - secondsSince1970: The date that the document says it was made, in UTC.
  ///   - fonts: The worker's fonts.
  ///   - pictures: The worker's pictures.
  ///   - pictureResolution: The most pixels per inch that are kept of a picture in its place; a
  ///     JPEG is passed on as it is up to half as many more.
  ///   - write: Gets the bytes as they come; without it they are kept for ``finish()``.
  /// - Throws: ``RenderError`` where the document cannot be begun.
  public convenience init(
    title: String, secondsSince1970: Int, fonts: FontLibrary, pictures: PictureLibrary,
    pictureResolution: Double = 300, write: (([UInt8]) throws -> Void)? = nil
  ) throws(RenderError) {
    try self.init(
      title: title, secondsSince1970: secondsSince1970, faces: fonts, pictures: pictures,
      pictureResolution: pictureResolution, write: write)
  }

  /// Adds a page of the frame's size.
  ///
  /// - Throws: ``RenderError`` where a picture cannot be read or the bytes cannot be written.
  public func add(_ frame: Frame, background: FramePaint?) throws(RenderError) {
    guard !isFinished else { throw RenderError("The document is finished.") }
    guard frame.size.width > 0, frame.size.height > 0, frame.size.width <= 14400,
      frame.size.height <= 14400
    else {
      throw RenderError(
        "A page of \(number(frame.size.width))×\(number(frame.size.height)) pt is not possible:"
          + " each side is over 0 and at most 14400 pt.")
    }
    let page = try painter.page(frame, background: background)
    let content = file.addStream(PDFContent(), page.content.bytes)
    if leaves.isEmpty { branches.append((file.reserve(), 0)) }
    let branch = branches[branches.count - 1].object
    var entries = PDFContent()
    entries.add("<</Type/Page/Parent ")
    entries.reference(branch)
    entries.add("/MediaBox[0 0 ")
    entries.number(frame.size.width)
    entries.number(frame.size.height)
    entries.add("]/Contents ")
    entries.reference(content)
    entries.add("/Resources")
    page.resources.write(to: &entries)
    entries.add("/Group<</S/Transparency/CS/DeviceRGB>>>>")
    leaves.append(file.add(entries))
    if leaves.count == Self.branchSize { endBranch() }
    if let failure = sink.failure { throw failure }
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
    try painter.fonts.finish()
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
    catalogue.add(">>")
    var info = PDFContent()
    info.add("<</Producer(Cardstock)/Title")
    info.string(title)
    info.add("/CreationDate(D:")
    info.add(text: utcText(secondsSince1970).filter(\.isNumber))
    info.add("Z)>>")
    file.finish(root: file.add(catalogue), info: file.addPlain(info))
    if let failure = sink.flush() { throw failure }
    return sink.takeBytes()
  }
}

/// A moment as `2026-01-02T03:04:05Z`.
func utcText(_ secondsSince1970: Int) -> String {
  let days = Int((Double(secondsSince1970) / 86400).rounded(.down))
  let seconds = secondsSince1970 - days * 86400
  // The civil calendar from days, counted in years that begin in March.
  let shifted = days + 719_468
  let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
  let dayOfEra = shifted - era * 146_097
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shiftedMonth = (5 * dayOfYear + 2) / 153
  let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
  let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  func padded(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
  return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(seconds / 3600, 2)):"
    + "\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))Z"
}
