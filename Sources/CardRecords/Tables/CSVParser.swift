/// A cell of a CSV file, as a range of the parser's buffer.
struct CSVCell {
  /// The bytes, without the quotes around them.
  var range: Range<Int>
  /// Whether two quotes stand for one in it.
  var hasDoubledQuotes: Bool
  /// The line on which it begins, from 1.
  var line: Int
}

/// What is wrong with a row.
enum CSVFault: Error {
  case textAfterQuote(line: Int, column: Int)
  case unclosedQuote(line: Int, column: Int, reachedLimit: Bool)
  case tooLong(line: Int)
  case tooManyColumns(line: Int)
}

/// Splits the bytes of a CSV file by RFC 4180; LF, CRLF and CR end a row.
///
/// A backslash is a backslash, and a quote inside an unquoted value is a quote.
struct CSVParser {
  /// The longest row in bytes.
  static let rowLimit = 32 << 20
  private let input: TextInput
  private(set) var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  var delimiter = UInt8(ascii: ",")
  /// The line on which the next row begins, from 1.
  private(set) var line = 1
  /// The number of bytes before the buffer.
  private(set) var bytesBefore = 0
  private(set) var cells: [CSVCell] = []
  /// The number of bytes looked at for the row that failed last.
  private(set) var lastRowLength = 0

  init(_ input: TextInput) { self.input = input }

  /// Reads on until the buffer holds some bytes after the start of the row, or all there are.
  mutating func look(ahead count: Int) throws(RecordError) -> ArraySlice<UInt8> {
    while buffer.count - start < count, !isAtEnd { try fill() }
    return buffer[start...].prefix(count)
  }

  /// Passes over bytes and the end of their line.
  mutating func skipLine() throws(RecordError) {
    while true {
      var index = start
      while index < buffer.count, buffer[index] != 0x0A, buffer[index] != 0x0D { index += 1 }
      if index + 1 < buffer.count || isAtEnd {
        let isPair =
          index + 1 < buffer.count && buffer[index] == 0x0D && buffer[index + 1] == 0x0A
        start = min(index + (isPair ? 2 : 1), buffer.count)
        line += 1
        return
      }
      try fill()
    }
  }

  private mutating func fill() throws(RecordError) {
    let piece = try input.next()
    guard !piece.isEmpty else {
      isAtEnd = true
      return
    }
    bytesBefore += start
    buffer.removeFirst(start)
    start = 0
    buffer += piece
  }

  /// Reads the next row into `cells`; false at the end.
  ///
  /// Blank lines are passed over.
  /// After a fault the reading goes on at the line after the one on which the row began.
  mutating func next() throws -> Bool {
    do {
      return try row()
    } catch let fault as CSVFault {
      lastRowLength = buffer.count - start
      try skipLine()
      throw fault
    }
  }

  private mutating func row() throws -> Bool {
    cells.removeAll(keepingCapacity: true)
    var index = start
    var row = line
    var fieldStart = index
    var fieldLine = row

    // Makes sure that a byte stands at the index; what is kept moves to the buffer's beginning.
    func more(_ parser: inout CSVParser) throws -> Bool {
      if parser.isAtEnd { return false }
      if index - parser.start > Self.rowLimit { throw CSVFault.tooLong(line: parser.line) }
      let moved = parser.start
      while index >= parser.buffer.count, !parser.isAtEnd {
        let before = parser.start
        try parser.fill()
        index -= before - parser.start
      }
      let shift = moved - parser.start
      if shift > 0 {
        fieldStart -= shift
        for cell in parser.cells.indices {
          let range = parser.cells[cell].range
          parser.cells[cell].range = range.lowerBound - shift..<range.upperBound - shift
        }
      }
      return index < parser.buffer.count
    }

    // Blank lines.
    while true {
      if index >= buffer.count, try !more(&self) { return false }
      let byte = buffer[index]
      guard byte == 0x0A || byte == 0x0D else { break }
      index += 1
      if byte == 0x0D {
        if index >= buffer.count { _ = try more(&self) }
        if index < buffer.count, buffer[index] == 0x0A { index += 1 }
      }
      row += 1
      start = index
      line = row
    }
    fieldStart = index
    fieldLine = row

    let separator = delimiter
    while true {
      // One cell.
      let end: Int
      var hasDoubledQuotes = false
      if index >= buffer.count { _ = try more(&self) }
      if index < buffer.count, buffer[index] == UInt8(ascii: "\"") {
        index += 1
        fieldStart = index
        while true {
          if index >= buffer.count {
            do {
              guard try more(&self) else {
                throw CSVFault.unclosedQuote(
                  line: fieldLine, column: cells.count + 1, reachedLimit: false)
              }
            } catch CSVFault.tooLong {
              throw CSVFault.unclosedQuote(
                line: fieldLine, column: cells.count + 1, reachedLimit: true)
            }
          }
          let byte = buffer[index]
          if byte == UInt8(ascii: "\"") {
            if index + 1 >= buffer.count {
              index += 1
              _ = try more(&self)
              index -= 1
            }
            if index + 1 < buffer.count, buffer[index + 1] == UInt8(ascii: "\"") {
              hasDoubledQuotes = true
              index += 2
              continue
            }
            index += 1
            break
          }
          index += 1
          if byte == 0x0A {
            row += 1
          } else if byte == 0x0D {
            if index >= buffer.count { _ = try more(&self) }
            if index >= buffer.count || buffer[index] != 0x0A { row += 1 }
          }
        }
        if index >= buffer.count { _ = try more(&self) }
        if index < buffer.count {
          let byte = buffer[index]
          guard byte == separator || byte == 0x0A || byte == 0x0D else {
            throw CSVFault.textAfterQuote(line: row, column: cells.count + 1)
          }
        }
        end = index - 1
      } else {
        while true {
          while index < buffer.count {
            let byte = buffer[index]
            if byte == separator || byte == 0x0A || byte == 0x0D { break }
            index += 1
          }
          if index < buffer.count { break }
          guard try more(&self) else { break }
        }
        end = index
      }
      guard cells.count < TableHeader.columnLimit * 2 else {
        throw CSVFault.tooManyColumns(line: line)
      }
      cells.append(
        CSVCell(range: fieldStart..<end, hasDoubledQuotes: hasDoubledQuotes, line: fieldLine))
      // What follows it.
      if index >= buffer.count {
        start = index
        line = row + 1
        return true
      }
      let byte = buffer[index]
      index += 1
      if byte == separator {
        fieldStart = index
        fieldLine = row
        continue
      }
      if byte == 0x0D {
        if index >= buffer.count { _ = try more(&self) }
        if index < buffer.count, buffer[index] == 0x0A { index += 1 }
      }
      start = index
      line = row + 1
      return true
    }
  }

  /// The bytes of a cell, each pair of quotes made one.
  func bytes(of cell: CSVCell) -> ArraySlice<UInt8> {
    let slice = buffer[cell.range]
    guard cell.hasDoubledQuotes else { return slice }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(slice.count)
    var isSecond = false
    for byte in slice {
      isSecond = byte == UInt8(ascii: "\"") && !isSecond
      if isSecond || byte != UInt8(ascii: "\"") { bytes.append(byte) }
    }
    return bytes[...]
  }
}
