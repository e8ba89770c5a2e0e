internal import CXML
internal import CardModel

/// Reads an XML part of a spreadsheet one event after the other; a DTD is refused.
@safe final class XMLPull {
  /// What stands next in a part.
  enum Event {
    /// An element begins; its name without a prefix.
    case start(String)
    /// An element ends.
    case end(String)
    /// A text, or a piece of one.
    case text(String)
  }

  private let reader: xmlTextReaderPtr
  private let entry: ZipEntry
  private let place: DataPlace
  private let path: String
  private var emptyName: String?

  init(_ archive: ZipArchive, _ path: String) throws(RecordError) {
    let entry = try archive.entry(path)
    place = DataPlace(file: archive.name)
    let read: xmlInputReadCallback = { context, buffer, length in
      guard let context = unsafe context, let buffer = unsafe buffer else { return -1 }
      let entry = unsafe Unmanaged<ZipEntry>.fromOpaque(context).takeUnretainedValue()
      return unsafe Int32(entry.read(into: UnsafeMutableRawPointer(buffer), length: Int(length)))
    }
    guard late_xml() != 0 else {
      throw RecordError(
        "Reading spreadsheets needs the library libxml2.", at: place,
        hint: "Install it; Debian's package is libxml2.")
    }
    let options = Int32(XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING)
    let opened = unsafe xmlReaderForIO(
      read, nil, Unmanaged.passUnretained(entry).toOpaque(), nil, nil, options)
    guard let opened = unsafe opened else {
      throw RecordError("The part '\(shortened(path))' can't be read.", at: place)
    }
    unsafe reader = opened
    self.entry = entry
    self.path = path
  }

  deinit { unsafe xmlFreeTextReader(reader) }

  /// The next event; nil at the end.
  func next() throws(RecordError) -> Event? {
    if let name = emptyName {
      emptyName = nil
      return .end(name)
    }
    while true {
      let code = unsafe xmlTextReaderRead(reader)
      if code == 0 { return nil }
      guard code == 1 else {
        throw RecordError(
          "The part '\(shortened(path))' of the spreadsheet is damaged: it is not valid XML, or "
            + "can't be unpacked.", at: place)
      }
      switch unsafe xmlTextReaderNodeType(reader) {
      case 1:
        let name = unsafe text(xmlTextReaderConstLocalName(reader))
        if unsafe xmlTextReaderIsEmptyElement(reader) == 1 { emptyName = name }
        return .start(name)
      case 15: return .end(unsafe text(xmlTextReaderConstLocalName(reader)))
      case 3, 4, 13, 14: return .text(unsafe text(xmlTextReaderConstValue(reader)))
      case 5, 10:
        throw RecordError(
          "The part '\(shortened(path))' of the spreadsheet declares entities, which no spreadsheet "
            + "needs.", at: place)
      default: continue
      }
    }
  }

  /// The value of an attribute of the element that began last; nil where it has none.
  func attribute(_ name: String, in space: String? = nil) -> String? {
    let value =
      if let space {
        unsafe xmlTextReaderGetAttributeNs(reader, name, space)
      } else {
        unsafe xmlTextReaderGetAttribute(reader, name)
      }
    guard let value = unsafe value else { return nil }
    defer { unsafe late_xml_free(value) }
    return unsafe String(cString: value)
  }

  /// Passes over the rest of the element that began last.
  func skip() throws(RecordError) {
    var depth = 1
    while depth > 0, let event = try next() {
      switch event {
      case .start: depth += 1
      case .end: depth -= 1
      case .text: break
      }
    }
  }

  private func text(_ value: UnsafePointer<xmlChar>?) -> String {
    unsafe value.map { unsafe String(cString: $0) } ?? ""
  }
}
