/// Finds the character between the values of a CSV file by looking at its first rows.
enum CSVDelimiter {
  /// The characters tried, the more usual ones first.
  static let candidates = [UInt8](",;\t|".utf8)

  /// The delimiter that splits the most rows of a sample into as many cells as the first one.
  static func find(in sample: ArraySlice<UInt8>) -> UInt8 {
    var best = (delimiter: UInt8(ascii: ","), share: 0.0, columns: 1)
    for candidate in candidates {
      let counts = cellCounts(in: sample, delimiter: candidate)
      guard let columns = counts.first, columns > 1 else { continue }
      let share = Double(counts.count { $0 == columns }) / Double(counts.count)
      if share > best.share || (share == best.share && columns > best.columns) {
        best = (candidate, share, columns)
      }
    }
    return best.delimiter
  }

  /// The number of cells of each of the first rows that end within the sample.
  private static func cellCounts(in sample: ArraySlice<UInt8>, delimiter: UInt8) -> [Int] {
    var counts: [Int] = []
    var cells = 1
    var isQuoted = false
    var isCellStart = true
    var isBlank = true
    var isAfterQuote = false
    for byte in sample {
      if isQuoted {
        // A doubled quote closes and opens again at once.
        if byte == UInt8(ascii: "\"") {
          isQuoted = false
          isAfterQuote = true
        }
        continue
      }
      defer { isAfterQuote = false }
      switch byte {
      case UInt8(ascii: "\"") where isCellStart || isAfterQuote:
        isQuoted = true
        isBlank = false
      case delimiter:
        cells += 1
        isCellStart = true
        isBlank = false
        continue
      case 0x0A, 0x0D:
        if !isBlank { counts.append(cells) }
        if counts.count == 50 { return counts }
        cells = 1
        isCellStart = true
        isBlank = true
        continue
      default: isBlank = false
      }
      isCellStart = false
    }
    if !isBlank, counts.isEmpty { counts.append(cells) }
    return counts
  }
}
