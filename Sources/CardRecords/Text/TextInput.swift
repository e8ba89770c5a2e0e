internal import CardModel

/// Text that is read in pieces as UTF-8, whatever its encoding is.
///
/// Bytes of a file without a named encoding come as they are: who takes a value out checks it.
final class TextInput {
  private let bytes: ByteInput
  private let converter: CharacterConverter?
  private let name: String?
  private let encoding: String
  private var first: [UInt8]
  /// Whether the bytes went through a converter.
  var isConverted: Bool { converter != nil }

  init(_ origin: ByteOrigin, name: String?, encoding: String?) throws(RecordError) {
    bytes = try ByteInput(origin, name: name)
    self.name = name
    var piece = try bytes.next()
    var chosen = encoding
    for (mark, marked) in [
      ([0xEF, 0xBB, 0xBF] as [UInt8], "UTF-8"), ([0xFF, 0xFE], "UTF-16LE"),
      ([0xFE, 0xFF], "UTF-16BE"),
    ] where piece.starts(with: mark) {
      piece.removeFirst(mark.count)
      chosen = marked
      break
    }
    if chosen == nil { chosen = Self.unmarkedUTF16(piece) }
    first = piece
    self.encoding = chosen ?? "UTF-8"
    if let chosen, !["utf-8", "utf8"].contains(chosen.lowercased()) {
      guard let converter = CharacterConverter(from: chosen) else {
        throw RecordError(
          "The text encoding '\(chosen)' is not known.", at: DataPlace(file: name),
          hint: "Known are such names as 'windows-1252', 'iso-8859-1', 'shift_jis', 'utf-16'.")
      }
      self.converter = converter
    } else {
      converter = nil
    }
  }

  /// Tells UTF-16 without a byte order mark by the zeros that Latin letters have in it.
  private static func unmarkedUTF16(_ piece: [UInt8]) -> String? {
    let sample = piece.prefix(256)
    guard sample.count >= 4 else { return nil }
    var zeros = [0, 0]
    for (index, byte) in sample.enumerated() where byte == 0 { zeros[index % 2] += 1 }
    let many = sample.count / 8
    if zeros[1] > many, zeros[0] * 8 <= zeros[1] { return "UTF-16LE" }
    if zeros[0] > many, zeros[1] * 8 <= zeros[0] { return "UTF-16BE" }
    return nil
  }

  /// The next piece; empty at the end.
  func next() throws(RecordError) -> [UInt8] {
    while true {
      let piece = first.isEmpty ? try bytes.next() : first
      first = []
      guard let converter else { return piece }
      if piece.isEmpty {
        guard converter.isComplete else { throw invalid(converter) }
        return []
      }
      guard let text = converter.convert(piece) else { throw invalid(converter) }
      if !text.isEmpty { return text }
    }
  }

  private func invalid(_ converter: CharacterConverter) -> RecordError {
    RecordError(
      "The text is not valid \(encoding) at byte \(converter.convertedCount + 1).",
      at: DataPlace(file: name), hint: "Name its encoding with --encoding.")
  }
}
