internal import CSQLite
internal import CardModel
internal import Foundation

/// Reads a record a row of a query on an SQLite database, which is opened for reading only.
@safe final class SQLiteStream: RecordStream {
  private let database: OpaquePointer
  private let statement: OpaquePointer
  private let header: TableHeader
  private let name: String?
  private var number = 0
  var fieldNames: [String]? { header.fieldNames }

  /// The longest value in bytes.
  private static let valueLimit: Int32 = 64 << 20

  init(_ origin: ByteOrigin, name: String?, options: RecordOptions) throws(RecordError) {
    let place = DataPlace(file: name)
    // The check of the file gives the better sentence.
    let head = try ByteInput(origin, name: name).next()
    guard head.starts(with: Array("SQLite format 3".utf8)) else {
      throw RecordError("The file is no SQLite database.", at: place)
    }
    guard late_sqlite() != 0 else {
      throw RecordError(
        "Reading databases needs the library SQLite.", at: place,
        hint: "Install it; Debian's package is libsqlite3-0.")
    }
    let opened = unsafe try Self.open(origin, head: head, place)
    do throws(RecordError) {
      unsafe sqlite3_exec(
        opened,
        "PRAGMA query_only=ON; PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; "
          + "PRAGMA mmap_size=0", nil, nil, nil)
      unsafe sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, Self.valueLimit)
      unsafe sqlite3_limit(opened, SQLITE_LIMIT_ATTACHED, 0)
      let query: String
      if let given = options.query {
        query = given
      } else {
        query = unsafe try Self.selectAll(from: options.table, of: opened, place)
      }
      let statement = unsafe try Self.prepare(query, opened, place)
      do throws(RecordError) {
        var names: [String] = []
        for column in 0..<(unsafe sqlite3_column_count(statement)) {
          names.append(
            unsafe sqlite3_column_name(statement, column).map { unsafe String(cString: $0) } ?? "")
        }
        header = try TableHeader(names, place: place)
      } catch {
        unsafe sqlite3_finalize(statement)
        throw error
      }
      unsafe self.statement = statement
    } catch {
      unsafe sqlite3_close(opened)
      throw error
    }
    unsafe database = opened
    self.name = name
  }

  /// Opens a file, or a copy of bytes, for reading only.
  private static func open(
    _ origin: ByteOrigin, head: [UInt8], _ place: DataPlace
  ) throws(RecordError) -> OpaquePointer {
    var opened: OpaquePointer?
    var code: Int32
    switch origin {
    case .file(let path):
      code = unsafe open(path, .shared, &opened)
      if code == SQLITE_CANTOPEN || code == SQLITE_READONLY, SQLiteAccess.hasLog(head) {
        unsafe sqlite3_close(opened)
        unsafe opened = nil
        guard let access = SQLiteAccess.fallback(of: path, head: head) else {
          let log = URL(filePath: SQLiteAccess.log(of: path)).lastPathComponent
          throw RecordError(
            "The database can't be read without what was written last, which is still in "
              + "'\(log)' beside it, and their folder can't be written.", at: place,
            hint: "Copy both files to a folder that can be written, or end the program that "
              + "writes the database.")
        }
        code = unsafe open(path, access, &opened)
      }
    case .bytes(let bytes):
      code = unsafe sqlite3_open_v2(
        ":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
      if code == SQLITE_OK {
        // The database frees the copy, whether it takes it or not.
        let copy = unsafe sqlite3_malloc64(UInt64(bytes.count))
        if let copy = unsafe copy {
          unsafe bytes.withUnsafeBytes { source in
            unsafe UnsafeMutableRawBufferPointer(start: copy, count: bytes.count)
              .copyMemory(from: source)
          }
          let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY)
          code = unsafe sqlite3_deserialize(
            opened, "main", copy.assumingMemoryBound(to: UInt8.self), Int64(bytes.count),
            Int64(bytes.count), flags)
        } else {
          code = SQLITE_NOMEM
        }
      }
    }
    guard let opened = unsafe opened, code == SQLITE_OK else {
      unsafe sqlite3_close(opened)
      throw RecordError("The database can't be opened.", at: place)
    }
    return unsafe opened
  }

  /// Opens a file, and reads a little: only then does SQLite look for what belongs to it.
  private static func open(
    _ path: String, _ access: SQLiteAccess, _ opened: inout OpaquePointer?
  ) -> Int32 {
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    let code = unsafe sqlite3_open_v2(access.uri(of: path), &opened, flags, nil)
    guard code == SQLITE_OK else { return code }
    let read = unsafe sqlite3_exec(
      opened, "SELECT 1 FROM sqlite_schema LIMIT 1", nil, nil, nil)
    // Other faults of the file are told, in SQLite's words, where its tables are looked for.
    return read == SQLITE_CANTOPEN || read == SQLITE_READONLY ? read : SQLITE_OK
  }

  deinit {
    unsafe sqlite3_finalize(statement)
    unsafe sqlite3_close(database)
  }

  func next() throws(RecordError) -> RecordResult? {
    let place = DataPlace(file: name, record: number + 1)
    switch unsafe sqlite3_step(statement) {
    case SQLITE_DONE: return nil
    case SQLITE_ROW: break
    default:
      throw RecordError("The database can't be read: \(unsafe Self.reason(database)).", at: place)
    }
    number += 1
    var fields: [Record.Field] = []
    for (index, column) in header.names.enumerated() {
      let position = Int32(index)
      let here = DataPlace(file: name, line: number, column: index + 1, record: number)
      let value: FieldValue
      switch unsafe sqlite3_column_type(statement, position) {
      case SQLITE_NULL: continue
      case SQLITE_INTEGER:
        value = .text(String(unsafe sqlite3_column_int64(statement, position)))
      case SQLITE_FLOAT:
        value = .text(shortestNumber(unsafe sqlite3_column_double(statement, position)))
      case SQLITE_BLOB:
        guard let uri = Self.dataURI(bytes(position)) else {
          return .failure(
            RecordError(
              "The value of '\(shortened(column))' is a blob that is no PNG, JPEG or WebP picture.",
              at: here, hint: "Leave the column out with --query, or CAST it AS TEXT."))
        }
        value = .text(uri)
      default:
        guard let text = String(validating: bytes(position), as: UTF8.self),
          !text.utf8.contains(0)
        else {
          return .failure(
            RecordError("The value of '\(shortened(column))' is not valid UTF-8.", at: here))
        }
        value = .text(text)
      }
      fields.append(Record.Field(column, value, place: here))
    }
    return .record(Record(fields, place: place))
  }

  private func bytes(_ column: Int32) -> [UInt8] {
    // A text is asked for first, so that one in UTF-16 is made UTF-8.
    if unsafe sqlite3_column_type(statement, column) == SQLITE_TEXT {
      _ = unsafe sqlite3_column_text(statement, column)
    }
    guard let start = unsafe sqlite3_column_blob(statement, column) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(statement, column))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  /// A picture as an address that holds it; nil where the bytes are no picture.
  private static func dataURI(_ bytes: [UInt8]) -> String? {
    let type: String
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      type = "image/png"
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      type = "image/jpeg"
    } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      type = "image/webp"
    } else {
      return nil
    }
    return "data:\(type);base64,\(Data(bytes).base64EncodedString())"
  }

  private static func reason(_ database: OpaquePointer) -> String {
    unsafe sqlite3_errmsg(database).map { unsafe String(cString: $0) } ?? "no reason is given"
  }

  private static func prepare(
    _ query: String, _ database: OpaquePointer, _ place: DataPlace
  ) throws(RecordError) -> OpaquePointer {
    var statement: OpaquePointer?
    var tail: String = ""
    let code = unsafe query.withCString { text in
      var rest: UnsafePointer<CChar>?
      let code = unsafe sqlite3_prepare_v2(database, text, -1, &statement, &rest)
      tail = unsafe rest.map { unsafe String(cString: $0) } ?? ""
      return code
    }
    guard code == SQLITE_OK else {
      throw RecordError("The query can't be run: \(unsafe reason(database)).", at: place)
    }
    guard let statement = unsafe statement else {
      throw RecordError("The query is empty.", at: place)
    }
    let isReading = unsafe sqlite3_stmt_readonly(statement) != 0
    let columns = unsafe sqlite3_column_count(statement)
    guard isReading, columns > 0, tail.allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
      unsafe sqlite3_finalize(statement)
      throw RecordError(
        "The query is not one statement that only reads.", at: place,
        hint: "Give one SELECT.")
    }
    return unsafe statement
  }

  /// The query for a table, or for the only one.
  private static func selectAll(
    from table: String?, of database: OpaquePointer, _ place: DataPlace
  ) throws(RecordError) -> String {
    let statement = unsafe try prepare(
      "SELECT name, type = 'table' FROM sqlite_schema WHERE type IN ('table', 'view') "
        + "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid", database, place)
    defer { unsafe sqlite3_finalize(statement) }
    var names: [String] = []
    var tables: [String] = []
    loop: while true {
      switch unsafe sqlite3_step(statement) {
      case SQLITE_DONE: break loop
      case SQLITE_ROW: break
      default:
        throw RecordError("The database can't be read: \(unsafe reason(database)).", at: place)
      }
      guard let text = unsafe sqlite3_column_text(statement, 0) else { continue }
      names.append(unsafe String(cString: text))
      if unsafe sqlite3_column_int(statement, 1) != 0 { tables.append(names[names.count - 1]) }
    }
    let chosen = table ?? (tables.count == 1 ? tables[0] : names.count == 1 ? names[0] : nil)
    guard let chosen else {
      let list = names.prefix(20).map { "'\(shortened($0))'" }.joined(separator: ", ")
      throw RecordError(
        names.isEmpty
          ? "The database has no table." : "The database has several tables: \(list).", at: place,
        hint: names.isEmpty ? nil : "Name one with --table, or give --query.")
    }
    guard names.contains(where: { $0.lowercased() == chosen.lowercased() }) else {
      throw RecordError(
        "The database has no table '\(chosen)'.", at: place,
        hint: unknownFieldHint(chosen, among: names))
    }
    return "SELECT * FROM \"\(chosen.replacing("\"", with: "\"\""))\""
  }
}

/// A number as it is usually written: without an exponent where it is short, `234` for 234.0.
func shortestNumber(_ value: Double) -> String {
  if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
  return value.description
}
