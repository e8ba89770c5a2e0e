internal import CardModel

/// Reads a record a vCard of version 2.1, 3.0 or 4.0.
final class VCardStream: RecordStream {
  /// The longest card in bytes.
  static let cardLimit = 64 << 20
  private var lines: LineReader
  private let name: String?
  private let isConverted: Bool
  private var pending: [UInt8]?
  private var pendingLine = 0
  private var hasBegun = false
  private var number = 0
  /// Whether the data ends within a line, or within a value that goes on in the next one.
  private var endsWithinLine = false
  var fieldNames: [String]? { nil }

  init(_ text: TextInput, name: String?) throws(RecordError) {
    lines = LineReader(text, name: name)
    isConverted = text.isConverted
    self.name = name
    hasBegun = try findBegin()
    guard hasBegun else {
      throw RecordError(
        "The data holds no vCard: 'BEGIN:VCARD' was expected.", at: DataPlace(file: name))
    }
  }

  func next() throws(RecordError) -> RecordResult? {
    if !hasBegun { hasBegun = try findBegin() }
    guard hasBegun else { return nil }
    hasBegun = false
    number += 1
    let place = DataPlace(file: name, line: lines.line, record: number)
    var properties: [ContentLine] = []
    var size = 0
    var depth = 0
    while let (bytes, line) = try logicalLine() {
      guard let property = ContentLine(bytes, line: line) else { continue }
      let word = Self.word(property.value)
      if property.name == "BEGIN", word == "VCARD" {
        // An AGENT of version 2.1 holds a card of its own.
        if depth > 0 || (properties.last?.name == "AGENT" && properties.last?.value.isEmpty == true)
        {
          depth += 1
          continue
        }
        hasBegun = true
        return .failure(noEnd(place))
      }
      if property.name == "END", word == "VCARD" {
        if depth > 0 {
          depth -= 1
          continue
        }
        return result(properties, place: place)
      }
      guard depth == 0 else { continue }
      size += bytes.count
      guard size <= Self.cardLimit, properties.count < 10_000 else {
        throw RecordError(
          "The card is longer than \(Self.cardLimit) bytes or 10000 properties.", at: place)
      }
      properties.append(property)
    }
    guard depth == 0, !endsWithinLine, properties.contains(where: { $0.name != "VERSION" }) else {
      return .failure(noEnd(place))
    }
    return result(
      properties, place: place,
      finding: Finding(
        .dataCutShort, .warning,
        "The card has no 'END:VCARD' before the data's end, and was read as it stands."))
  }

  private func noEnd(_ place: DataPlace) -> RecordError {
    RecordError(
      "The card has no 'END:VCARD'.", at: place,
      hint: endsWithinLine ? "The data ends within a line; get it whole." : "Add the line.")
  }

  private func result(
    _ properties: [ContentLine], place: DataPlace, finding: Finding? = nil
  ) -> RecordResult {
    do {
      var record = try VCardFields(properties, isConverted: isConverted, place: place).record
      if let finding { record.findings.append(finding) }
      return .record(record)
    } catch {
      return .failure(error)
    }
  }

  private static func word(_ bytes: [UInt8]) -> String {
    bytes.count < 32 ? trimmed(String(decoding: bytes, as: UTF8.self)).uppercased() : ""
  }

  private func findBegin() throws(RecordError) -> Bool {
    while let bytes = try physicalLine() {
      guard bytes.count < 64, let property = ContentLine(bytes, line: 0) else { continue }
      if property.name == "BEGIN", Self.word(property.value) == "VCARD" { return true }
    }
    return false
  }

  private func physicalLine() throws(RecordError) -> [UInt8]? {
    defer { pending = nil }
    if let pending { return pending }
    return try lines.next()
  }

  /// The next property's line, its folds and soft line breaks undone; nil at the end.
  private func logicalLine() throws(RecordError) -> (bytes: [UInt8], line: Int)? {
    guard var bytes = try physicalLine() else { return nil }
    let line = lines.line
    // Only what stands before the colon tells how the value goes on.
    let head = bytes.prefix { $0 != UInt8(ascii: ":") }
    let isQuotedPrintable =
      String(decoding: head, as: UTF8.self).uppercased().contains("QUOTED-PRINTABLE")
    while bytes.count <= Self.cardLimit {
      let goesOn = isQuotedPrintable && bytes.last == UInt8(ascii: "=")
      guard let following = try physicalLine() else {
        endsWithinLine = goesOn || !lines.hasLineEnd
        break
      }
      if goesOn {
        bytes.removeLast()
        bytes += following
      } else if following.first == 0x20 || following.first == 0x09 {
        bytes += following.dropFirst()
      } else {
        pending = following
        break
      }
    }
    return (bytes, line)
  }
}
