internal import CardModel

/// What is worth saying about a text in its place.
func textFindings(
  _ text: FrameText, batchSize: Double? = nil, isAtFloor: Bool, overflow: Double,
  removed: [Unicode.Scalar], path: NodePath, id: String?
) -> [Finding] {
  var findings: [Finding] = []
  func add(_ code: Finding.Code, _ severity: Severity, _ message: String) {
    findings.append(Finding(code, severity, message, path: path, id: id))
  }
  // Most texts have nothing to say.
  var name: String { "The text '\(short(text.text))'" }
  if text.size < text.styleSize - tolerance {
    add(
      .textShrunk, .note,
      "\(name) is set at \(decimals(text.size)) pt in place of \(decimals(text.styleSize)) pt.")
  }
  if let batchSize, text.size < min(batchSize, text.styleSize) - tolerance {
    add(
      .belowBatchSize, .note,
      "\(name) is set at \(decimals(text.size)) pt, below the batch's \(decimals(batchSize)) pt.")
  }
  if text.lines.count > 1,
    text.lines.count > text.text.unicodeScalars.count(where: { $0 == "\n" || $0 == "\u{2028}" }) + 1
  {
    add(.textWrapped, .note, "\(name) takes \(text.lines.count) lines.")
  }
  // What is cut, or sticks out, is told as such.
  if isAtFloor, !text.isTruncated, overflow <= 0.01 {
    add(
      .textAtFloor, .warning,
      "\(name) is at its smallest size of \(decimals(text.size)) pt and still too large for its "
        + "place.")
  }
  if text.isTruncated {
    let shown = text.lines.map(\.shaped.text).joined(separator: " ")
    add(.textCut, .warning, "\(name) is cut to '\(short(shown))'.")
  }
  if overflow > 0.01 {
    add(.textOverflows, .warning, "\(name) sticks out of its place by \(decimals(overflow)) pt.")
  }
  if !removed.isEmpty {
    add(
      .controlCharacter, .note,
      "\(name) had control characters, which were taken out: \(codePoints(removed)).")
  }
  if !text.missing.isEmpty {
    add(.glyphMissing, .warning, "\(name) has no glyph for \(codePoints(text.missing)).")
  }
  for face in text.fallbacks {
    add(
      face.isSystem ? .systemFont : .fallbackFace, face.isSystem ? .warning : .note,
      "\(name) uses the \(face.isSystem ? "system's " : "")face '\(face.name)'.")
  }
  return findings
}

/// A text as messages quote it: its beginning, where it is long.
func short(_ text: String) -> String {
  text.utf8.count > 80 && text.count > 80 ? text.prefix(79) + "…" : text
}

private func codePoints(_ scalars: [Unicode.Scalar]) -> String {
  var seen: Set<Unicode.Scalar> = []
  return scalars.filter { seen.insert($0).inserted }.map { scalar in
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }.joined(separator: ", ")
}
