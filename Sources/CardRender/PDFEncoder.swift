internal import CGraphics
public import CardLayout
internal import CardModel

/// Writes frames as the pages of a PDF document, in vectors and real text.
///
/// Its bytes are a function of what it is given: it reads no clock, and names nobody but in the
/// title that it gets.
@safe public final class PDFEncoder {
  private let surface: OpaquePointer
  private let sink: DocumentSink
  private let painter: Painter
  private var isFinished = false

  init(
    title: String, secondsSince1970: Int, faces: any FaceProviding,
    pictures: any PictureProviding, pictureResolution: Double = 300,
    write: (([UInt8]) throws -> Void)? = nil
  ) throws(RenderError) {
    painter = Painter(faces: faces, pictures: pictures, documentResolution: pictureResolution)
    let sink = DocumentSink(write: write)
    self.sink = sink
    unsafe surface = try adoptSurface(
      cairo_pdf_surface_create_for_stream(
        { state, bytes, count in
          guard let state = unsafe state, let bytes = unsafe bytes else {
            return CAIRO_STATUS_WRITE_ERROR
          }
          let sink = unsafe Unmanaged<DocumentSink>.fromOpaque(state).takeUnretainedValue()
          let isTaken = unsafe sink.take(UnsafeBufferPointer(start: bytes, count: Int(count)))
          return isTaken ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
        }, Unmanaged.passUnretained(sink).toOpaque(), 72, 72), while: "beginning a PDF")
    unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
    unsafe cairo_pdf_surface_set_metadata(
      surface, CAIRO_PDF_METADATA_CREATE_DATE, utcText(secondsSince1970))
    try unsafe check(cairo_surface_status(surface), while: "beginning a PDF")
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

  deinit {
    // Destroying an unfinished document writes its end: nobody waits for it any more.
    sink.isClosed = true
    unsafe cairo_surface_destroy(surface)
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
    unsafe cairo_pdf_surface_set_size(surface, frame.size.width, frame.size.height)
    let context = try unsafe CairoContext(surface: surface)
    try painter.draw(
      frame, background: background, on: context, grid: .document, target: .document)
    context.showPage()
    do throws(RenderError) {
      try context.checkStatus(while: "writing a page")
    } catch {
      throw sink.failure ?? error
    }
  }

  /// Ends the document.
  ///
  /// - Returns: The document's bytes; none where they went out as they came.
  /// - Throws: ``RenderError`` where the bytes could not be written.
  public func finish() throws(RenderError) -> [UInt8] {
    guard !isFinished else { throw RenderError("The document is finished.") }
    isFinished = true
    unsafe cairo_surface_finish(surface)
    if let failure = sink.failure { throw failure }
    try unsafe check(cairo_surface_status(surface), while: "ending a PDF")
    if let failure = sink.flush() { throw failure }
    return sink.takeBytes()
  }
}

/// Where the bytes of a document go.
private final class DocumentSink {
  /// As many bytes as are handed on at a time.
  private static let portion = 1 << 16

  private let write: (([UInt8]) throws -> Void)?
  private var bytes: [UInt8] = []
  private(set) var failure: RenderError?
  var isClosed = false

  init(write: (([UInt8]) throws -> Void)?) {
    self.write = write
  }

  func take(_ more: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !isClosed else { return true }
    unsafe bytes.append(contentsOf: more)
    if write != nil, bytes.count >= Self.portion { _ = flush() }
    return failure == nil
  }

  /// Hands on what is there, and gives the first failure.
  func flush() -> RenderError? {
    guard let write, failure == nil, !bytes.isEmpty else { return failure }
    do {
      try write(bytes)
    } catch {
      failure = RenderError("The PDF could not be written: \(error).")
    }
    bytes.removeAll(keepingCapacity: true)
    return failure
  }

  func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
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
