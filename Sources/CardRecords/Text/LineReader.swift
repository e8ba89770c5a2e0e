internal import CardModel

/// Reads bytes line by line; LF, CRLF and CR end a line.
struct LineReader {
  /// The longest line in bytes.
  static let lineLimit = 64 << 20
  private let input: TextInput
  private let name: String?
  private let endsAtCR: Bool
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The number of the line read last, from 1.
  private(set) var line = 0
  /// Whether that line has an end; without one the data may have been cut within it.
  private(set) var hasLineEnd = true

  init(_ input: TextInput, name: String?, endsAtCR: Bool = true) {
    self.input = input
    self.name = name
    self.endsAtCR = endsAtCR
  }

  /// The length of a line's end that begins with CR: with its LF, and CR CR LF, which comes of
  /// turning line ends into CR LF twice.
  private func endLength(at index: Int) -> Int {
    let next = buffer[(index + 1)...].prefix(2)
    if next.first == 0x0A { return 2 }
    return next.elementsEqual([0x0D, 0x0A]) ? 3 : 1
  }

  /// The next line without its end; nil after the last one.
  mutating func next() throws(RecordError) -> [UInt8]? {
    var index = start
    while true {
      while index < buffer.count {
        let byte = buffer[index]
        if byte == 0x0A || (byte == 0x0D && endsAtCR) {
          // A CR at the end of the buffer may have its LF in the next piece.
          if byte == 0x0D, index + 2 >= buffer.count, !isAtEnd { break }
          var text = Array(buffer[start..<index])
          if byte == 0x0A, !endsAtCR, text.last == 0x0D { text.removeLast() }
          start = index + (byte == 0x0D ? endLength(at: index) : 1)
          line += 1
          return text
        }
        index += 1
      }
      if isAtEnd {
        guard start < buffer.count else { return nil }
        defer { start = buffer.count }
        line += 1
        hasLineEnd = false
        return Array(buffer[start...])
      }
      guard buffer.count - start <= Self.lineLimit else {
        throw RecordError(
          "The line is longer than \(Self.lineLimit) bytes.",
          at: DataPlace(file: name, line: line + 1))
      }
      index -= start
      buffer.removeFirst(start)
      start = 0
      let piece = try input.next()
      if piece.isEmpty { isAtEnd = true } else { buffer += piece }
    }
  }
}
