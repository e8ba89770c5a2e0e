public import CardDiff
internal import CardFiles

extension Comparison {
  /// Compares two PDF files: pages, boxes, fonts and words first, pixels as a second opinion.
  ///
  /// Files whose bytes differ and whose content and pixels do not are the same.
  ///
  /// - `tolerance`: Of the drawn pages.
  /// - `dotsPerInch`: The resolution they are drawn at.
  /// - Throws: ``ComparisonError`` where Poppler is not installed or cannot read a file.
  public static func documents(
    _ reference: [UInt8], _ candidate: [UInt8], tolerance: Tolerance = .exact,
    dotsPerInch: Double = 100,
    names: (reference: String, candidate: String) = ("the reference", "the candidate"),
    layouts: (before: LayoutOutline?, after: LayoutOutline?) = (nil, nil),
    drawsDifference: Bool = true
  ) throws -> Comparison {
    if hasSameBytes(reference, candidate) {
      return Comparison(isSame: true, summary: "The documents are the same, byte for byte.")
    }
    let before = try PDFContent(reference, named: names.reference)
    let after = try PDFContent(candidate, named: names.candidate)
    let old = try PDFContent.pictures(of: reference, dotsPerInch: dotsPerInch)
    let new = try PDFContent.pictures(of: candidate, dotsPerInch: dotsPerInch)
    var pages: [Page] = []
    var details: [String] = []
    var accepting: [Tolerance?] = []
    for index in 0..<max(old.count, new.count) {
      let name = "page \(index + 1)"
      guard index < old.count, index < new.count else {
        pages.append(
          Page(
            name: name, reference: index < old.count ? old[index] : nil,
            candidate: index < new.count ? new[index] : nil, difference: nil, numbers: nil,
            regions: [], isSame: false))
        continue
      }
      let isFirst = index == 0
      let compared = try pictures(
        old[index], new[index], tolerance: tolerance,
        layouts: isFirst ? layouts : (nil, nil), drawsDifference: drawsDifference)
      if !compared.isSame {
        details.append("\(name): \(compared.summary)")
        details += compared.details.map { "  " + $0 }
        accepting.append(compared.acceptingTolerance)
      }
      if compared.pages.isEmpty {
        pages.append(
          Page(
            name: name, reference: old[index], candidate: new[index], difference: nil,
            numbers: nil, regions: [], isSame: true))
      }
      for page in compared.pages {
        pages.append(
          Page(
            name: name, reference: page.reference, candidate: page.candidate,
            difference: page.difference, numbers: page.numbers, regions: page.regions,
            isSame: page.isSame))
      }
    }
    let lines = LineDiff(before.description, after.description)
    let hasSamePixels = pages.allSatisfy(\.isSame)
    var outcome = Comparison(isSame: lines.isSame && hasSamePixels, summary: "")
    if before.pages != after.pages {
      outcome.summary =
        "The reference has \(counted(before.pages, "page")), the candidate \(after.pages)."
    } else if !lines.isSame {
      outcome.summary =
        "The documents differ in \(counted(lines.changedLines, "line")) of their content"
        + (hasSamePixels ? "; their pixels are the same." : ".")
    } else if !hasSamePixels {
      outcome.summary = "The texts and fonts are the same, but pixels are not."
      outcome.acceptingTolerance = widest(accepting)
    } else {
      outcome.summary = "The bytes differ; the content and the pixels are the same."
    }
    if !outcome.isSame {
      outcome.lines = lines
      outcome.pages = pages
      outcome.details = details
      if let layout = layouts.after, layouts.before != nil {
        outcome.causes = LayoutChanges(from: layouts.before, to: layout).sentences.map(sentence)
      }
    }
    return outcome
  }

  /// What accepts all that the settings accept; nil where one is missing.
  private static func widest(_ settings: [Tolerance?]) -> Tolerance? {
    settings.dropFirst().reduce(settings.first ?? nil) { sum, setting in
      guard case .perceptual(let deltaE, let antialiasing, let density)? = sum,
        case .perceptual(let other, _, let otherDensity)? = setting
      else { return nil }
      return .perceptual(
        maxDeltaE: max(deltaE, other), antialiasing: antialiasing,
        maxDensity: max(density, otherDensity))
    }
  }
}
