internal import CGraphics

/// The objects of a PDF file, written as they come: what stays in memory is a place for each.
///
/// Objects without a stream are packed by the hundred into object streams, and the table of places
/// is a stream too (ISO 32000-1, 7.5.7 and 7.5.8).
@safe final class PDFFile {
  /// As many objects as one object stream packs.
  private static let packSize = 128

  private let sink: DocumentSink
  private let deflater: Deflater
  private let checksum: OpaquePointer
  private var position: UInt64 = 0
  /// Where each object is: its offset; or, with the highest bit, the object stream and its place.
  private var places: [UInt64] = [0]
  private var packed: [(object: Int, length: Int)] = []
  private var pack = PDFContent()
  private static let inPack: UInt64 = 1 << 63

  init(sink: DocumentSink) throws(RenderError) {
    self.sink = sink
    deflater = try Deflater()
    guard let made = unsafe g_checksum_new(G_CHECKSUM_MD5) else {
      throw RenderError(status: .noMemory, while: "beginning a PDF")
    }
    unsafe checksum = made
    // The four bytes tell those who carry the file that it is not text.
    put(Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
  }

  deinit { unsafe g_checksum_free(checksum) }

  /// A number for an object that is written later.
  func reserve() -> Int {
    places.append(0)
    return places.count - 1
  }

  /// Writes an object without a stream.
  func write(_ object: Int, _ content: PDFContent) {
    packed.append((object, content.bytes.count))
    pack.add(content.bytes)
    pack.add("\n")
    if packed.count >= Self.packSize { flushPack() }
  }

  /// Writes an object as plain text, apart from the others, under a new number.
  ///
  /// It is not part of the file's own name: a document made at another date is the same one.
  func addPlain(_ content: PDFContent) -> Int {
    let object = reserve()
    places[object] = position
    var plain = PDFContent()
    plain.add(object)
    plain.add(" 0 obj\n")
    plain.add(content.bytes)
    plain.add("\nendobj\n")
    put(plain.bytes, identity: [])
    return object
  }

  /// Writes an object without a stream under a new number.
  func add(_ content: PDFContent) -> Int {
    let object = reserve()
    write(object, content)
    return object
  }

  /// Writes a stream.
  ///
  /// - Parameters:
  ///   - entries: The entries of its dictionary, without its length and filter.
  ///   - isCompressed: Whether the bytes are already as they are to stand; otherwise they are
  ///     deflated.
  ///   - identity: Stands for the bytes in the file's own name, where they need not be read again.
  func writeStream(
    _ object: Int, _ entries: PDFContent, _ bytes: [UInt8], isCompressed: Bool = false,
    identity: String? = nil
  ) {
    let body = isCompressed ? bytes[...] : deflater.compress(bytes)
    places[object] = position
    var head = PDFContent()
    head.add(object)
    head.add(" 0 obj\n<<")
    head.add(entries.bytes)
    if !isCompressed { head.add("/Filter/FlateDecode") }
    head.add("/Length ")
    head.add(body.count)
    head.add(">>\nstream\n")
    put(head.bytes)
    put(body, identity: identity.map { Array($0.utf8) })
    put(Array("\nendstream\nendobj\n".utf8))
  }

  /// Writes a stream as plain text under a new number; like ``addPlain(_:)`` it does not count.
  func addPlainStream(_ entries: PDFContent, _ bytes: [UInt8]) -> Int {
    let object = reserve()
    writeStream(object, entries, bytes, isCompressed: true, identity: "")
    return object
  }

  /// Writes a stream under a new number.
  func addStream(
    _ entries: PDFContent, _ bytes: [UInt8], isCompressed: Bool = false, identity: String? = nil
  ) -> Int {
    let object = reserve()
    writeStream(object, entries, bytes, isCompressed: isCompressed, identity: identity)
    return object
  }

  /// Ends the file with the table of places.
  func finish(root: Int, info: Int) {
    flushPack()
    let table = reserve()
    places[table] = position
    var rows: [UInt8] = []
    rows.reserveCapacity(places.count * 9)
    var last = [UInt8](repeating: 0, count: 8)
    for (object, place) in places.enumerated() {
      let isPacked = place & Self.inPack != 0
      let first = isPacked ? (place & ~Self.inPack) >> 16 : place
      let second = isPacked ? place & 0xFFFF : object == 0 ? 0xFFFF : 0
      let isThere = place != 0
      let row: [UInt8] =
        [isPacked ? 2 : isThere ? 1 : 0]
        + [32, 24, 16, 8, 0].map { UInt8(first >> UInt64($0) & 0xFF) }
        + [UInt8(second >> 8 & 0xFF), UInt8(second & 0xFF)]
      rows.append(2)
      for (byte, above) in zip(row, last) { rows.append(byte &- above) }
      last = row
    }
    let digest = name()
    var entries = PDFContent()
    entries.add("/Type/XRef/Size ")
    entries.add(places.count)
    entries.add("/W[1 5 2]/DecodeParms<</Predictor 12/Columns 8>>/Root ")
    entries.reference(root)
    entries.add("/Info ")
    entries.reference(info)
    entries.add("/ID[<")
    entries.add(text: digest)
    entries.add("><")
    entries.add(text: digest)
    entries.add(">]")
    let start = position
    writeStream(table, entries, rows)
    put(Array("startxref\n\(start)\n%%EOF\n".utf8))
  }

  /// The file's own name: a hash of all that has been written.
  private func name() -> String {
    guard let text = unsafe g_checksum_get_string(checksum) else { return "" }
    return unsafe String(cString: text).uppercased()
  }

  private func flushPack() {
    guard !packed.isEmpty else { return }
    let stream = reserve()
    var index = PDFContent()
    var offset = 0
    for (place, entry) in packed.enumerated() {
      places[entry.object] = Self.inPack | UInt64(stream) << 16 | UInt64(place)
      index.add(entry.object)
      index.add(" ")
      index.add(offset)
      index.add(" ")
      offset += entry.length + 1
    }
    var entries = PDFContent()
    entries.add("/Type/ObjStm/N ")
    entries.add(packed.count)
    entries.add("/First ")
    entries.add(index.bytes.count)
    writeStream(stream, entries, index.bytes + pack.bytes)
    packed.removeAll(keepingCapacity: true)
    pack.removeAll()
  }

  private func put(_ bytes: some RandomAccessCollection<UInt8>, identity: [UInt8]? = nil) {
    position += UInt64(bytes.count)
    if let identity {
      unsafe identity.withUnsafeBufferPointer {
        unsafe g_checksum_update(checksum, $0.baseAddress, gssize($0.count))
      }
    } else {
      bytes.withContiguousStorageIfAvailable {
        unsafe g_checksum_update(checksum, $0.baseAddress, gssize($0.count))
      }
    }
    sink.take(bytes)
  }
}
