internal import CArchive
internal import CardModel
internal import Foundation

/// A zip archive, of which entries are read in pieces and within limits.
@safe final class ZipArchive {
  /// The most bytes of one entry, unpacked.
  static let entryLimit = 512 << 20
  /// How many times its packed size a big entry may have.
  static let ratioLimit = 400
  /// The size from which on the ratio counts, in bytes.
  static let ratioFloor = 8 << 20
  private let archive: OpaquePointer
  let name: String?

  init(_ origin: ByteOrigin, name: String?) throws(RecordError) {
    let place = DataPlace(file: name)
    let head = try ByteInput(origin, name: name).next()
    if head.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      throw RecordError(
        "The workbook is encrypted, or in the format of Excel 97.", at: place,
        hint: "Save it as .xlsx without a password.")
    }
    guard head.starts(with: [0x50, 0x4B]) else {
      throw RecordError("The file is no spreadsheet: it is not a zip archive.", at: place)
    }
    guard late_zip() != 0 else {
      throw RecordError(
        "Reading spreadsheets needs the library libzip.", at: place,
        hint: "Install it; Debian's package is libzip4.")
    }
    var opened: OpaquePointer?
    switch origin {
    case .file(let path):
      var code: Int32 = 0
      unsafe opened = zip_open(path, ZIP_RDONLY, &code)
    case .bytes(let bytes):
      guard let copy = unsafe malloc(max(bytes.count, 1)) else {
        throw RecordError("The memory doesn't suffice for the data.", at: place)
      }
      unsafe bytes.withUnsafeBytes { source in
        unsafe UnsafeMutableRawBufferPointer(start: copy, count: bytes.count)
          .copyMemory(from: source)
      }
      // The source frees the copy.
      guard let source = unsafe zip_source_buffer_create(copy, UInt64(bytes.count), 1, nil) else {
        unsafe free(copy)
        throw RecordError("The memory doesn't suffice for the data.", at: place)
      }
      unsafe opened = zip_open_from_source(source, ZIP_RDONLY, nil)
      if unsafe opened == nil { unsafe zip_source_free(source) }
    }
    guard let opened = unsafe opened else {
      throw RecordError("The zip archive of the spreadsheet is damaged.", at: place)
    }
    unsafe archive = opened
    self.name = name
  }

  deinit { unsafe zip_discard(archive) }

  /// Whether there is an entry of that path.
  func has(_ path: String) -> Bool { unsafe zip_name_locate(archive, path, 0) >= 0 }

  /// Opens an entry at its beginning.
  func entry(_ path: String) throws(RecordError) -> ZipEntry {
    let place = DataPlace(file: name)
    let index = unsafe zip_name_locate(archive, path, 0)
    var facts = unsafe zip_stat_t()
    unsafe zip_stat_init(&facts)
    guard index >= 0, unsafe zip_stat_index(archive, UInt64(index), 0, &facts) == 0 else {
      throw RecordError("The spreadsheet has no part '\(shortened(path))'.", at: place)
    }
    guard unsafe Int32(facts.encryption_method) == ZIP_EM_NONE else {
      throw RecordError(
        "The spreadsheet is encrypted.", at: place, hint: "Save it without a password.")
    }
    let size = unsafe Int(clamping: facts.size)
    let packed = unsafe max(Int(clamping: facts.comp_size), 1)
    guard size <= Self.entryLimit, size < Self.ratioFloor || size / packed <= Self.ratioLimit else {
      throw RecordError(
        "The part '\(shortened(path))' unpacks to \(size) bytes, more than is allowed "
          + "(\(Self.entryLimit), and \(Self.ratioLimit) times its packed size).", at: place)
    }
    guard let file = unsafe zip_fopen_index(archive, UInt64(index), 0) else {
      throw RecordError("The part '\(shortened(path))' can't be unpacked.", at: place)
    }
    return unsafe ZipEntry(file, of: self)
  }
}

/// An entry of an archive while it is read.
@safe final class ZipEntry {
  private let file: OpaquePointer
  private let archive: ZipArchive
  private var count = 0

  init(_ file: OpaquePointer, of archive: ZipArchive) {
    unsafe self.file = file
    self.archive = archive
  }

  deinit { unsafe zip_fclose(file) }

  /// Reads on; 0 at the end, negative where the entry is damaged or too long.
  func read(into buffer: UnsafeMutableRawPointer, length: Int) -> Int {
    let read = unsafe Int(zip_fread(file, buffer, UInt64(max(length, 0))))
    count += max(read, 0)
    return count > ZipArchive.entryLimit ? -1 : read
  }
}
