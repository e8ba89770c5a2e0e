internal import CardModel

/// People's data that can be read any number of times, from its beginning each time.
public struct RecordSource: Sendable {
  /// The format.
  public let format: DataFormat
  /// The name for messages; nil for standard input.
  public let name: String?
  /// How it is read.
  public let options: RecordOptions
  private let origin: ByteOrigin

  /// Makes a source of a file, whose ending tells the format unless one is given.
  ///
  /// - Throws: ``RecordError`` where the ending is unknown.
  public init(
    path: String, format: DataFormat? = nil, name: String? = nil,
    options: RecordOptions = RecordOptions()
  ) throws(RecordError) {
    guard let format = format ?? DataFormat(path: path) else {
      throw RecordError(
        "The ending of '\(path)' tells no data format.", at: DataPlace(file: name ?? path),
        hint: "Known endings are .json, .ndjson, .csv, .tsv, .vcf, .xlsx, .ods and .db; "
          + "or give --data-format.")
    }
    self.format = format
    self.name = name ?? path
    self.options = options
    self.origin = .file(path)
  }

  /// Makes a source of standard input that lies in a file; messages name no file then.
  public init(
    spooledAt path: String, format: DataFormat, options: RecordOptions = RecordOptions()
  ) {
    self.format = format
    self.name = nil
    self.options = options
    self.origin = .file(path)
  }

  /// Makes a source of bytes in memory.
  public init(
    bytes: [UInt8], format: DataFormat, name: String? = nil,
    options: RecordOptions = RecordOptions()
  ) {
    self.format = format
    self.name = name
    self.options = options
    self.origin = .bytes(bytes)
  }

  /// Opens the data at its beginning.
  ///
  /// - Throws: ``RecordError`` where no record of it can be read.
  public func open() throws(RecordError) -> RecordReader {
    switch format {
    case .csv, .tsv:
      let text = try TextInput(origin, name: name, encoding: options.encoding)
      return RecordReader(
        try CSVStream(
          text, name: name, delimiter: options.delimiter ?? (format == .tsv ? "\t" : nil)))
    case .ndjson:
      let text = try TextInput(origin, name: name, encoding: options.encoding)
      return RecordReader(NDJSONStream(text, name: name))
    case .json:
      let text = try TextInput(origin, name: name, encoding: options.encoding)
      return RecordReader(try JSONStream(text, name: name))
    case .vcf:
      let text = try TextInput(origin, name: name, encoding: options.encoding)
      return RecordReader(try VCardStream(text, name: name))
    case .sqlite:
      return RecordReader(try SQLiteStream(origin, name: name, options: options))
    case .xlsx:
      return RecordReader(
        try SheetStream(XLSXRows(origin, name: name, table: options.table), name: name))
    case .ods:
      return RecordReader(
        try SheetStream(ODSRows(origin, name: name, table: options.table), name: name))
    }
  }
}
