/// The formats in which people's data comes.
public enum DataFormat: String, Sendable, Hashable, CaseIterable {
  /// A JSON object, or an array of objects.
  case json
  /// A JSON object a line.
  case ndjson
  /// Comma-separated values, whatever the separator is.
  case csv
  /// Tab-separated values.
  case tsv
  /// vCard 2.1, 3.0 or 4.0.
  case vcf
  /// An Excel workbook.
  case xlsx
  /// An OpenDocument spreadsheet.
  case ods
  /// An SQLite database.
  case sqlite

  /// Tells the format by a file's ending; nil where the ending is unknown.
  public init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    self.init(ending: String(name[name.index(after: dot)...]))
  }

  /// Tells the format by an ending without its dot; nil where it is unknown.
  public init?(ending: String) {
    switch ending.lowercased() {
    case "json": self = .json
    case "ndjson", "jsonl": self = .ndjson
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    case "vcf", "vcard": self = .vcf
    case "xlsx", "xlsm": self = .xlsx
    case "ods": self = .ods
    case "db", "sqlite", "sqlite3": self = .sqlite
    default: return nil
    }
  }
}
