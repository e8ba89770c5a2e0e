internal import CGraphics
internal import CQPDF
internal import CardLayout
internal import CardModel

/// Vectors that Cairo draws, as a form of a document of ours.
///
/// Cairo writes them as a page of its own, and qpdf takes that page apart.
@safe struct PDFVectors {
  private let qpdf: qpdf_data
  private let file: PDFFile
  /// The objects that were copied, by their numbers in the other document.
  private var copied: [Int32: Int] = [:]
  /// As deep as objects may lie in each other.
  private static let depthLimit = 100

  /// Writes a form whose content fills the unit square, as a picture does.
  ///
  /// - Returns: The form's object.
  /// - Throws: `RenderError` where Cairo cannot draw it.
  static func write(_ vectors: SVGSurface, to file: PDFFile) throws(RenderError) -> Int {
    guard late_qpdf() != 0 else {
      throw RenderError(
        "An SVG in a PDF needs the library qpdf.",
        hint: "Install it; Debian's package is libqpdf29.")
    }
    // The library reads of these bytes until it is done, so they are there as long.
    let page = try page(of: vectors)
    let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: page.count)
    defer { unsafe bytes.deallocate() }
    _ = unsafe bytes.initialize(from: page.lazy.map { CChar(bitPattern: $0) })
    var state = unsafe qpdf_init()
    defer { unsafe qpdf_cleanup(&state) }
    guard let qpdf = unsafe state else {
      throw RenderError("There is no memory to put an SVG into the PDF.")
    }
    unsafe qpdf_silence_errors(qpdf)
    unsafe qpdf_set_suppress_warnings(qpdf, 1)
    let code = unsafe qpdf_read_memory(
      qpdf, "svg", bytes.baseAddress, UInt64(page.count), nil)
    guard code & 2 == 0, unsafe qpdf_get_num_pages(qpdf) == 1 else {
      throw RenderError("An SVG could not be put into the PDF.")
    }
    var copier = unsafe PDFVectors(qpdf: qpdf, file: file)
    return try copier.form(of: vectors)
  }

  private init(qpdf: qpdf_data, file: PDFFile) {
    unsafe self.qpdf = unsafe qpdf
    self.file = file
  }

  /// The vectors as a document of one page.
  private static func page(of vectors: SVGSurface) throws(RenderError) -> [UInt8] {
    let sink = DocumentSink(write: nil)
    let size = vectors.size
    let surface = try unsafe adoptSurface(
      cairo_pdf_surface_create_for_stream(
        { state, bytes, count in
          guard let state = unsafe state, let bytes = unsafe bytes else {
            return CAIRO_STATUS_WRITE_ERROR
          }
          let sink = unsafe Unmanaged<DocumentSink>.fromOpaque(state).takeUnretainedValue()
          unsafe sink.take(UnsafeBufferPointer(start: bytes, count: Int(count)))
          return CAIRO_STATUS_SUCCESS
        }, Unmanaged.passUnretained(sink).toOpaque(), size.width, size.height),
      while: "drawing an SVG")
    defer { unsafe cairo_surface_destroy(surface) }
    do {
      let context = unsafe try CairoContext(surface: surface)
      context.paint(vectors, over: Rect(origin: .zero, size: size))
      try context.checkStatus(while: "drawing an SVG")
    }
    unsafe cairo_surface_finish(surface)
    try unsafe check(cairo_surface_status(surface), while: "drawing an SVG")
    return sink.takeBytes()
  }

  private mutating func form(of vectors: SVGSurface) throws(RenderError) -> Int {
    let page = unsafe qpdf_get_page_n(qpdf, 0)
    var buffer: UnsafeMutablePointer<UInt8>?
    var length = 0
    guard unsafe qpdf_oh_get_page_content_data(qpdf, page, &buffer, &length) & 2 == 0,
      let content = unsafe buffer
    else { throw RenderError("An SVG could not be put into the PDF.") }
    defer { unsafe free(content) }
    let bytes = unsafe [UInt8](UnsafeBufferPointer(start: content, count: length))
    var entries = PDFContent()
    entries.add("/Type/XObject/Subtype/Form/BBox[0 0 ")
    entries.number(vectors.size.width)
    entries.number(vectors.size.height)
    // A scale has more than three decimals.
    entries.add(text: "]/Matrix[\(1 / vectors.size.width) 0 0 \(1 / vectors.size.height) 0 0]")
    entries.add("/Group<</S/Transparency/I true/CS/DeviceRGB>>/Resources ")
    copy(unsafe qpdf_oh_get_key(qpdf, page, "/Resources"), to: &entries, depth: 0)
    return file.addStream(entries, bytes)
  }

  /// Copies an object, and all that it refers to.
  private mutating func copy(_ object: qpdf_oh, to content: inout PDFContent, depth: Int) {
    guard depth < Self.depthLimit else { return content.add("null") }
    if unsafe qpdf_oh_is_indirect(qpdf, object) != 0 {
      let number = unsafe qpdf_oh_get_object_id(qpdf, object)
      if let known = copied[number] { return content.reference(known) }
      let own = file.reserve()
      copied[number] = own
      content.reference(own)
      var inner = PDFContent()
      if unsafe qpdf_oh_is_stream(qpdf, object) != 0 {
        copyEntries(of: unsafe qpdf_oh_get_dict(qpdf, object), to: &inner, depth: depth + 1)
        file.writeStream(own, inner, data(of: object), isCompressed: true)
      } else {
        copyDirect(object, to: &inner, depth: depth + 1)
        file.write(own, inner)
      }
      return
    }
    copyDirect(object, to: &content, depth: depth)
  }

  private mutating func copyDirect(
    _ object: qpdf_oh, to content: inout PDFContent, depth: Int
  ) {
    if unsafe qpdf_oh_is_dictionary(qpdf, object) != 0 {
      content.add("<<")
      copyEntries(of: object, to: &content, depth: depth + 1)
      content.add(">>")
    } else if unsafe qpdf_oh_is_array(qpdf, object) != 0 {
      content.add("[")
      let count = unsafe qpdf_oh_get_array_n_items(qpdf, object)
      for index in 0..<count {
        if index > 0 { content.add(" ") }
        copy(unsafe qpdf_oh_get_array_item(qpdf, object, index), to: &content, depth: depth + 1)
      }
      content.add("]")
    } else if let text = unsafe qpdf_oh_unparse_binary(qpdf, object) {
      content.add(text: unsafe String(cString: text))
    }
  }

  /// Copies the entries of a dictionary but its length, which a stream states anew.
  private mutating func copyEntries(
    of dictionary: qpdf_oh, to content: inout PDFContent, depth: Int
  ) {
    var keys: [String] = []
    unsafe qpdf_oh_begin_dict_key_iter(qpdf, dictionary)
    while unsafe qpdf_oh_dict_more_keys(qpdf) != 0, let key = unsafe qpdf_oh_dict_next_key(qpdf) {
      keys.append(unsafe String(cString: key))
    }
    for key in keys where key != "/Length" {
      content.add(text: key + " ")
      copy(unsafe qpdf_oh_get_key(qpdf, dictionary, key), to: &content, depth: depth + 1)
    }
  }

  /// The bytes of a stream as they are stored.
  private func data(of stream: qpdf_oh) -> [UInt8] {
    var buffer: UnsafeMutablePointer<UInt8>?
    var length = 0
    var isFiltered: Int32 = 0
    guard
      unsafe qpdf_oh_get_stream_data(
        qpdf, stream, qpdf_dl_none, &isFiltered, &buffer, &length) & 2 == 0,
      let data = unsafe buffer
    else { return [] }
    defer { unsafe free(data) }
    return unsafe [UInt8](UnsafeBufferPointer(start: data, count: length))
  }
}
