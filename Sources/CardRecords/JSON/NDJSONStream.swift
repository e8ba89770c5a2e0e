internal import CardModel

/// Reads a JSON object a line; blank lines are passed over.
final class NDJSONStream: RecordStream {
  private var lines: LineReader
  private let name: String?
  private var number = 0
  var fieldNames: [String]? { nil }

  init(_ text: TextInput, name: String?) {
    lines = LineReader(text, name: name, endsAtCR: false)
    self.name = name
  }

  func next() throws(RecordError) -> RecordResult? {
    while let line = try lines.next() {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
      number += 1
      return recordResult(
        of: line, firstLine: lines.line, firstColumn: 1, name: name, number: number)
    }
    return nil
  }
}

/// Makes a record of the bytes of one JSON value.
func recordResult(
  of bytes: [UInt8], firstLine: Int, firstColumn: Int, name: String?, number: Int
) -> RecordResult {
  do {
    let json = try JSONReader.read(bytes, firstLine: firstLine, firstColumn: firstColumn)
    if let record = Record(json, file: name, number: number) { return .record(record) }
    return .failure(
      RecordError(
        "A record is a JSON object, but this is \(json.kindName).",
        at: DataPlace(
          file: name, line: json.position.line, column: json.position.column, record: number),
        hint: json.kindName == "a list" && number == 1
          ? "A list of records is JSON, not a record a line: name the file .json." : nil))
  } catch {
    return .failure(syntaxError(error, name: name, number: number))
  }
}

/// The error of a JSON reader with the file's name and the record's number.
func syntaxError(_ error: JSONSyntaxError, name: String?, number: Int?) -> RecordError {
  RecordError(
    "The data is not JSON: \(error.message)",
    at: DataPlace(
      file: name, line: error.position.line, column: error.position.column, record: number),
    hint: error.hint)
}
