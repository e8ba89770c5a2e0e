public import CardModel

/// Reads people from JSON: an object for one, an array of objects for several.
///
/// Unknown names are kept as fields for templates. Problems carry line, column and field.
public enum PersonFile {
  /// Why a file holds no people.
  public struct ReadError: Diagnostic, Equatable {
    /// One sentence.
    public let message: String
    /// Line, column and field.
    public let place: String?
    /// What would help.
    public let hint: String?
  }

  /// Reads each person's record from UTF-8 JSON.
  ///
  /// - Throws: ``ReadError`` where the text is not JSON, or not an object or an array of objects.
  public static func records(
    in bytes: [UInt8], file: String? = nil
  ) throws(ReadError) -> [Record] {
    let json: JSONValue
    do {
      json = try JSONReader.read(bytes)
    } catch {
      throw ReadError(
        message: "The data is not JSON: \(error.message)",
        place: DataPlace(
          file: file, line: error.position.line, column: error.position.column
        ).description, hint: error.hint)
    }
    switch json.kind {
    case .object: return [try record(json, file: file, number: nil)]
    case .array(let entries):
      var records: [Record] = []
      for (index, entry) in entries.enumerated() {
        records.append(try record(entry, file: file, number: index + 1))
      }
      return records
    default:
      throw ReadError(
        message: "A person is an object, but this is \(json.kindName).",
        place: place(json.position, file: file, record: nil), hint: nil)
    }
  }

  private static func record(
    _ json: JSONValue, file: String?, number: Int?
  ) throws(ReadError) -> Record {
    guard let record = Record(json, file: file, number: number) else {
      throw ReadError(
        message: "A person is an object, but this is \(json.kindName).",
        place: place(json.position, file: file, record: number), hint: nil)
    }
    return record
  }

  private static func place(
    _ position: JSONPosition, file: String?, record: Int?
  ) -> String {
    DataPlace(
      file: file, line: position.line, column: position.column, record: record
    ).description
  }
}
