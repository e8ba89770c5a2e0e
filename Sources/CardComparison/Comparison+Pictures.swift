public import CardDiff
internal import CardFiles
internal import CardLayout
internal import CardModel
internal import CardRender

extension Comparison {
  /// Up to so many pixels a second decoding costs less than keeping both pictures at once.
  private static let quickPixels = 4_000_000
  /// How many regions are told; the others are counted.
  private static let regionLimit = 12

  /// Compares two PNG files.
  ///
  /// Equal files are told by their bytes alone, equal pixels before any other work.
  ///
  /// - `layouts`: The outlines of what both pictures show, to name what changed.
  /// - `drawsDifference`: Whether the picture of the difference is made.
  /// - Throws: ``ComparisonError`` where a file is no PNG or the tolerance accepts anything.
  public static func pictures(
    _ reference: [UInt8], _ candidate: [UInt8], tolerance: Tolerance = .exact,
    names: (reference: String, candidate: String) = ("the reference", "the candidate"),
    layouts: (before: LayoutOutline?, after: LayoutOutline?) = (nil, nil),
    drawsDifference: Bool = true
  ) throws -> Comparison {
    if hasSameBytes(reference, candidate) {
      return Comparison(isSame: true, summary: "The pictures are the same, byte for byte.")
    }
    let before: PNGContent
    let after: PNGContent
    do {
      before = try PNGContent(reference, named: names.reference)
      if before.bitmap.width * before.bitmap.height <= quickPixels,
        before.hasSamePixels(asFile: candidate)
      {
        return Comparison(isSame: true, summary: "The pictures have the same pixels.")
      }
      after = try PNGContent(candidate, named: names.candidate)
    } catch {
      throw ComparisonError(error.message, hint: error.hint)
    }
    if before.hasSamePixels(as: after) {
      return Comparison(isSame: true, summary: "The pictures have the same pixels.")
    }
    guard tolerance.canFail else {
      throw ComparisonError(
        "The tolerance \(tolerance) takes black for white, so nothing could fail under it.",
        hint: "Please provide a ΔE below 100 and a density below 1.")
    }
    let diff = BitmapDiff(
      before.bitmap, after.bitmap, tolerance: tolerance, equalRows: before.equalRows(with: after))
    let isDeeper = diff.changedPixels == 0 && before.depthFingerprint != after.depthFingerprint
    var outcome = Comparison(
      isSame: diff.isWithinTolerance && !(isDeeper && tolerance == .exact),
      summary: summary(of: diff, isDeeper: isDeeper))
    outcome.details = details(of: diff)
    if !outcome.isSame {
      outcome.acceptingTolerance =
        diff.isWithinTolerance
        ? .perceptual() : diff.acceptingTolerance(before.bitmap, after.bitmap)
    }
    let changes = layouts.after.map { LayoutChanges(from: layouts.before, to: $0) }
    if !outcome.isSame { outcome.causes = (changes?.sentences ?? []).map(sentence) }
    let resolution = diff.candidateResolution ?? diff.referenceResolution ?? 72
    let regions = diff.regions.prefix(regionLimit).map { area in
      Region(
        area: area, changedPixels: diff.changedPixels(in: area),
        shift: diff.hasSameExtent
          ? diff.shift(of: area, from: before.bitmap, to: after.bitmap) : nil,
        nodes: changes?.nodes(in: area, dotsPerInch: resolution) ?? [])
    }
    if !outcome.isSame {
      outcome.details += regions.map { region in
        let area = region.area
        let nodes = region.nodes.prefix(4).map { "'\($0)'" }.joined(separator: ", ")
        return "\(counted(region.changedPixels, "pixel")) changed at \(area.x),\(area.y)"
          + " \(area.width) × \(area.height)" + (nodes.isEmpty ? "" : " in \(nodes)")
          + (region.shift.map { ", shifted \($0)" } ?? "")
      }
      if diff.regions.count > regionLimit {
        outcome.details.append("\(diff.regions.count - regionLimit) more regions changed")
      }
    }
    let picture =
      drawsDifference
      ? try diff.picture(of: before.bitmap, and: after.bitmap).smallPNG() : nil
    let total = Double(diff.extent.width * diff.extent.height)
    outcome.pages = [
      Page(
        name: "", reference: reference, candidate: candidate, difference: picture,
        numbers: Numbers(
          changedPixels: diff.changedPixels,
          changedShare: Double(diff.changedPixels) / total,
          excusedPixels: diff.excusedPixels, largestDeltaE: diff.largestDeltaE,
          largestDensity: diff.largestDensity, shift: diff.shift),
        regions: regions, isSame: outcome.isSame)
    ]
    return outcome
  }

  private static func summary(of diff: BitmapDiff, isDeeper: Bool) -> String {
    if !diff.hasSameExtent {
      return "The reference is \(diff.referenceExtent) pixels, the candidate"
        + " \(diff.candidateExtent)."
    }
    if isDeeper { return "The pictures differ in the lower bits of 16 a channel." }
    if diff.changedPixels == 0, !diff.hasSameResolution {
      func text(_ value: Double?) -> String { value.map { significant($0) + " dpi" } ?? "none" }
      return "The pixels are the same, but the resolution is"
        + " \(text(diff.candidateResolution)), was \(text(diff.referenceResolution))."
    }
    let changed = counted(diff.changedPixels, "pixel")
    if diff.isWithinTolerance {
      return diff.changedPixels == 0
        ? "No pixel differs by more than the tolerance."
        : "\(changed) changed, within the tolerance."
    }
    if let shift = diff.shift { return "The picture is shifted \(shift): \(changed) changed." }
    return "\(changed) changed, \(percent(of: diff)) of the picture."
  }

  private static func details(of diff: BitmapDiff) -> [String] {
    guard diff.changedPixels > 0 || diff.excusedPixels > 0 else { return [] }
    var lines = ["largest difference ΔE \(significant(diff.largestDeltaE)) (CIEDE2000)"]
    if let square = diff.densestSquare {
      lines.append(
        "density \(significant(diff.largestDensity)) in the square of 16 × 16 at"
          + " \(square.x),\(square.y)")
    }
    if diff.excusedPixels > 0 {
      lines.append("\(counted(diff.excusedPixels, "pixel")) excused as antialiasing")
    }
    if !diff.hasSameExtent { lines.append("\(counted(diff.changedPixels, "pixel")) changed") }
    return lines
  }

  private static func percent(of diff: BitmapDiff) -> String {
    let total = Double(diff.extent.width * diff.extent.height)
    return significant(100 * Double(diff.changedPixels) / total) + " %"
  }
}

/// A number and its thing, in one or in many.
func counted(_ count: Int, _ thing: String) -> String {
  "\(count) \(thing)\(count == 1 ? "" : "s")"
}

/// A phrase as a sentence.
func sentence(_ phrase: String) -> String { phrase.hasSuffix(".") ? phrase : phrase + "." }
