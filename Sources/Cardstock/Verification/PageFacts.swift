internal import CardModel

/// The boxes of pages, as `pdfinfo -box` prints them.
struct PageBoxes {
  /// A box in points, from the lower left.
  struct Box: Equatable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  /// The number of pages of the document.
  private(set) var pages = 0
  /// The boxes of each page by their names.
  private(set) var boxes: [Int: [Substring: Box]] = [:]

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, words[0] == "Pages:" { pages = Int(words[1]) ?? 0 }
      guard words.count == 7, words[0] == "Page", let page = Int(words[1]),
        words[2].hasSuffix("Box:")
      else { continue }
      let numbers = words[3...].compactMap { Double($0) }
      guard numbers.count == 4 else { continue }
      boxes[page, default: [:]][words[2].dropLast()] = Box(
        x: numbers[0], y: numbers[1], width: numbers[2] - numbers[0],
        height: numbers[3] - numbers[1])
    }
  }
}

/// The words of pages and where they stand, as `pdftotext -bbox` prints them.
struct PageWords {
  /// A word, and its middle in points from the upper left.
  struct Word {
    let text: String
    let x: Double
    let y: Double
  }

  /// The words of each page.
  private(set) var pages: [[Word]] = []

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let line = line.drop { $0 == " " }
      if line.hasPrefix("<page ") { pages.append([]) }
      guard line.hasPrefix("<word "), !pages.isEmpty else { continue }
      // <word xMin="1" yMin="2" xMax="3" yMax="4">text</word>
      let parts = line.split(separator: "\"", maxSplits: 8, omittingEmptySubsequences: false)
      guard parts.count == 9, let left = Double(parts[1]), let top = Double(parts[3]),
        let right = Double(parts[5]), let bottom = Double(parts[7])
      else { continue }
      let text = parts[8].dropFirst().replacing("</word>", with: "")
        .replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        .replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
        .replacing("&apos;", with: "'").replacing("&amp;", with: "&")
      pages[pages.count - 1].append(
        Word(text: String(text), x: (left + right) / 2, y: (top + bottom) / 2))
    }
  }
}
