internal import CardModel

/// Texts without control characters and without line separators at the end.
///
/// Every way to write a new line becomes `\n`, a tab a space; U+2028 stays.
func cleaned(_ texts: [String]) -> (texts: [String], removed: [Unicode.Scalar]) {
  var removed: [Unicode.Scalar] = []
  var result = texts.map { text in
    // Most texts are clean, and then this is one look at their bytes.
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    return isPlain ? text : cleaned(text, &removed)
  }
  trimming: for index in result.indices.reversed() {
    while let last = result[index].unicodeScalars.last {
      guard last == "\n" || last == "\u{2028}" else { break trimming }
      result[index].unicodeScalars.removeLast()
    }
  }
  return (result, removed)
}

private func cleaned(_ text: String, _ removed: inout [Unicode.Scalar]) -> String {
  var scalars = String.UnicodeScalarView()
  var previous: Unicode.Scalar?
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n" where previous == "\r": break
    case "\n", "\r", "\u{85}", "\u{2029}", "\u{B}", "\u{C}": scalars.append("\n")
    case "\t": scalars.append(" ")
    default:
      if scalar.properties.generalCategory == .control {
        removed.append(scalar)
      } else {
        scalars.append(scalar)
      }
    }
    previous = scalar
  }
  return String(scalars)
}
