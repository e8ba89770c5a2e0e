internal import CardModel

/// Reads a JSON object, or an array of objects one by one.
///
/// Only one entry is held at a time. A fault of the syntax ends the reading, since nobody knows
/// where the next entry begins; an entry that is no object fails alone.
final class JSONStream: RecordStream {
  /// The longest entry in bytes.
  static let entryLimit = 64 << 20
  private let input: TextInput
  private let name: String?
  private var buffer: [UInt8] = []
  private var offset = 0
  private var line = 1
  private var column = 1
  private var number = 0
  private var isArray = false
  private var isDone = false
  var fieldNames: [String]? { nil }

  init(_ text: TextInput, name: String?) throws(RecordError) {
    input = text
    self.name = name
    guard let first = try peek() else {
      throw RecordError("The data is empty, but JSON was expected.", at: place())
    }
    switch first {
    case UInt8(ascii: "["):
      isArray = true
      advance(first)
    case UInt8(ascii: "{"): break
    default:
      let start = (line, column)
      let bytes = try entry()
      if case .failure(let error) = recordResult(
        of: bytes, firstLine: start.0, firstColumn: start.1, name: name, number: 1)
      {
        throw RecordError(error.message, at: error.location, hint: error.hint)
      }
    }
  }

  func next() throws(RecordError) -> RecordResult? {
    guard !isDone else { return nil }
    if isArray {
      if number == 0, try peek() == UInt8(ascii: "]") { return try close() }
      if number > 0 {
        switch try peek() {
        case UInt8(ascii: ","): advance(UInt8(ascii: ","))
        case UInt8(ascii: "]"): return try close()
        case nil: throw RecordError("The array has no closing ']'.", at: place())
        default: throw RecordError("',' or ']' was expected between two records.", at: place())
        }
        if try peek() == UInt8(ascii: "]") {
          throw RecordError(
            "The data is not JSON: A comma before the end is not allowed here.", at: place(),
            hint: "Remove the comma.")
        }
      }
    }
    guard try peek() != nil else {
      throw RecordError("The array has no closing ']'.", at: place())
    }
    number += 1
    let start = (line, column)
    let bytes = try entry()
    let json: JSONValue
    do {
      json = try JSONReader.read(bytes, firstLine: start.0, firstColumn: start.1)
    } catch {
      throw syntaxError(error, name: name, number: number)
    }
    if !isArray {
      try end()
      isDone = true
    }
    if let record = Record(json, file: name, number: isArray ? number : nil) {
      return .record(record)
    }
    return .failure(
      RecordError(
        "A record is a JSON object, but this is \(json.kindName).",
        at: DataPlace(file: name, line: start.0, column: start.1, record: number)))
  }

  private func close() throws(RecordError) -> RecordResult? {
    advance(UInt8(ascii: "]"))
    try end()
    isDone = true
    return nil
  }

  private func end() throws(RecordError) {
    if try peek() != nil {
      throw RecordError(
        "The data is not JSON: the value has ended, but something follows.", at: place(),
        hint: "Several objects, a line each, are NDJSON: name the file .ndjson.")
    }
  }

  private func place() -> DataPlace {
    DataPlace(file: name, line: line, column: column, record: number > 0 ? number : nil)
  }

  /// Passes over one byte and counts it.
  private func advance(_ byte: UInt8) {
    offset += 1
    if byte == 0x0A {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }

  private func fill() throws(RecordError) -> Bool {
    let piece = try input.next()
    guard !piece.isEmpty else { return false }
    buffer = piece
    offset = 0
    return true
  }

  /// The next byte that is no blank; nil at the end.
  private func peek() throws(RecordError) -> UInt8? {
    while true {
      while offset < buffer.count {
        let byte = buffer[offset]
        guard byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else { return byte }
        advance(byte)
      }
      guard try fill() else { return nil }
    }
  }

  /// The bytes of the next value: up to the end of its brackets, or to a comma or a bracket.
  private func entry() throws(RecordError) -> [UInt8] {
    let start = place()
    var bytes: [UInt8] = []
    var depth = 0
    var isInString = false
    var isEscaped = false
    while true {
      while offset < buffer.count {
        let byte = buffer[offset]
        if isInString {
          if isEscaped {
            isEscaped = false
          } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
          } else if byte == UInt8(ascii: "\"") {
            isInString = false
          }
        } else {
          switch byte {
          case UInt8(ascii: "\""): isInString = true
          case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
          case UInt8(ascii: "}"), UInt8(ascii: "]"):
            if depth == 0 { return bytes }
            depth -= 1
            if depth == 0 {
              bytes.append(byte)
              advance(byte)
              return bytes
            }
          case UInt8(ascii: ",") where depth == 0: return bytes
          default: break
          }
        }
        bytes.append(byte)
        advance(byte)
        // The reader refuses what is nested too deeply; no need to look for its end.
        if depth > 1024 { return bytes }
      }
      guard bytes.count <= Self.entryLimit else {
        throw RecordError("The record is longer than \(Self.entryLimit) bytes.", at: start)
      }
      guard try fill() else { return bytes }
    }
  }
}
