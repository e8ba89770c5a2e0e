internal import CardModel

/// Reads a record a row of comma-separated values, whose first row names the columns.
final class CSVStream: RecordStream {
  /// The most bytes of faulty rows that are looked at twice.
  private static let repeatLimit = 512 << 20
  private var parser: CSVParser
  private let header: TableHeader
  private let name: String?
  private var number = 0
  private var repeatedBytes = 0
  var fieldNames: [String]? { header.fieldNames }

  init(_ text: TextInput, name: String?, delimiter: Character?) throws(RecordError) {
    var parser = CSVParser(text)
    if let delimiter {
      guard let byte = delimiter.asciiValue, byte != 0x22, byte != 0x0A, byte != 0x0D, byte != 0
      else {
        throw RecordError(
          "The delimiter '\(delimiter)' can't separate values.", at: DataPlace(file: name),
          hint: "It is one ASCII character, such as ',' or ';'.")
      }
      parser.delimiter = byte
    } else {
      let sample = try parser.look(ahead: 1 << 16)
      let mark = Array("sep=".utf8)
      var first = sample.prefix { $0 != 0x0A && $0 != 0x0D }
      if first.count > 2, first.first == 0x22, first.last == 0x22 {
        first = first.dropFirst().dropLast()
      }
      // The line with which spreadsheet programs tell one another the separator.
      if first.count == mark.count + 1, let byte = first.last,
        first.dropLast().map({ $0 | 0x20 }) == mark.map({ $0 | 0x20 })
      {
        parser.delimiter = byte
        try parser.skipLine()
      } else {
        parser.delimiter = CSVDelimiter.find(in: sample)
      }
    }
    let hasHeader: Bool
    do {
      hasHeader = try parser.next()
    } catch let error as RecordError {
      throw error
    } catch let fault as CSVFault {
      throw Self.error(fault, name: name, number: nil, columns: nil)
    } catch {
      throw RecordError("The header can't be read.", at: DataPlace(file: name))
    }
    guard hasHeader else {
      throw RecordError(
        "The data is empty, but a header row was expected.", at: DataPlace(file: name))
    }
    let place = DataPlace(file: name, line: parser.cells.first?.line)
    var names: [String] = []
    for (index, cell) in parser.cells.enumerated() {
      var here = place
      here.column = index + 1
      switch Self.text(of: cell, in: parser, place: here, title: "the header") {
      case .success(let text): names.append(text)
      case .failure(let error): throw error
      }
    }
    header = try TableHeader(names, place: place)
    self.name = name
    self.parser = parser
  }

  func next() throws(RecordError) -> RecordResult? {
    do {
      guard try parser.next() else { return nil }
    } catch let error as RecordError {
      throw error
    } catch let fault as CSVFault {
      number += 1
      repeatedBytes += parser.lastRowLength
      let error = Self.error(fault, name: name, number: number, columns: header.names)
      guard repeatedBytes < Self.repeatLimit else { throw error }
      return .failure(error)
    } catch {
      throw RecordError("The data can't be read.", at: DataPlace(file: name))
    }
    number += 1
    let cells = parser.cells
    let place = DataPlace(file: name, line: cells.first?.line, record: number)
    let names = header.names
    if cells.count < names.count {
      var here = place
      here.column = cells.count + 1
      return .failure(
        RecordError(
          "The row has \(cells.count) \(cells.count == 1 ? "value" : "values"), but the header "
            + "has \(names.count): there is none for '\(shortened(names[cells.count]))'.",
          at: here,
          hint: "Add the missing \(names.count - cells.count) after column \(cells.count)."))
    }
    var fields: [Record.Field] = []
    fields.reserveCapacity(names.count)
    for (index, cell) in cells.enumerated() {
      let here = DataPlace(file: name, line: cell.line, column: index + 1, record: number)
      let text: String
      switch Self.text(of: cell, in: parser, place: here, title: title(of: index)) {
      case .success(let found): text = found
      case .failure(let error): return .failure(error)
      }
      if header.has(index) {
        fields.append(Record.Field(names[index], .text(text), place: here))
      } else if index < names.count || header.isTitle {
        if !isBlank(text) { return .failure(try header.stray(text, at: here)) }
      } else if !text.isEmpty {
        return .failure(
          RecordError(
            "The row has \(cells.count) values, but the header has \(names.count): "
              + "'\(shortened(text))' is too much.", at: here,
            hint: "Put a value that holds the delimiter in double quotes."))
      }
    }
    return .record(Record(fields, place: place))
  }

  private func title(of index: Int) -> String {
    header.has(index)
      ? "'\(shortened(header.names[index]))'" : "a column without a name"
  }

  /// The text of a cell; a failure where it is not UTF-8 or holds a NUL.
  private static func text(
    of cell: CSVCell, in parser: CSVParser, place: DataPlace, title: @autoclosure () -> String
  ) -> Result<String, RecordError> {
    let bytes = parser.bytes(of: cell)
    if bytes.contains(0) {
      return .failure(
        RecordError(
          "The value of \(title()) holds a NUL character.", at: place,
          hint: "Remove it; if the file is UTF-16, say so with --encoding."))
    }
    if let text = String(validating: bytes, as: UTF8.self) { return .success(text) }
    let valid = validLength(of: bytes)
    let byte = bytes[bytes.startIndex + valid]
    let offset = parser.bytesBefore + cell.range.lowerBound + valid + 1
    return .failure(
      RecordError(
        "The value of \(title()) is not valid UTF-8: byte 0x"
          + "\(String(byte, radix: 16, uppercase: true)) at byte \(offset) of the data.",
        at: place, hint: "Name the encoding with --encoding, for example windows-1252."))
  }

  private static func error(
    _ fault: CSVFault, name: String?, number: Int?, columns: [String]?
  ) -> RecordError {
    func title(_ column: Int) -> String {
      guard let columns, column <= columns.count else { return "column \(column)" }
      return "'\(shortened(columns[column - 1]))'"
    }
    func place(_ line: Int, _ column: Int? = nil) -> DataPlace {
      DataPlace(file: name, line: line, column: column, record: number)
    }
    switch fault {
    case .textAfterQuote(let line, let column):
      return RecordError(
        "The value of \(title(column)) goes on after its closing quote.",
        at: place(line, column), hint: "Write a quote inside a quoted value twice.")
    case .unclosedQuote(let line, let column, let reachedLimit):
      let reach = reachedLimit ? "within \(CSVParser.rowLimit) bytes" : "before the end"
      return RecordError(
        "The quote that opens the value of \(title(column)) is not closed \(reach).",
        at: place(line, column), hint: "Add the closing quote.")
    case .tooLong(let line):
      return RecordError("The row is longer than \(CSVParser.rowLimit) bytes.", at: place(line))
    case .tooManyColumns(let line):
      return RecordError("The row has too many columns.", at: place(line))
    }
  }
}

/// The number of bytes before the first one that is not UTF-8.
func validLength(of bytes: ArraySlice<UInt8>) -> Int {
  var count = 0
  var iterator = bytes.makeIterator()
  var decoder = UTF8()
  while case .scalarValue(let scalar) = decoder.decode(&iterator) { count += UTF8.width(scalar) }
  return count
}
