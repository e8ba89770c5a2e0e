public import CardModel

extension Tolerance {
  /// The widest ΔE that is offered: five is plain to see, and a pale stripe may vanish under more.
  public static let widestDeltaE = 5.0
  /// The largest density that is offered: a tenth of a square is the dot of an i.
  public static let widestDensity = 0.1
}

extension BitmapDiff {
  /// The mildest sensible tolerance that accepts the difference of the two bitmaps; nil where none
  /// does.
  ///
  /// It is tried out. Something that moved, that has another size, or that differs by more than
  /// ``Tolerance/widestDeltaE`` in more than ``Tolerance/widestDensity`` of a square is a change,
  /// and no setting that takes it for the same is worth a test.
  public func acceptingTolerance(_ reference: Bitmap, _ candidate: Bitmap) -> Tolerance? {
    guard hasSameExtent, !isWithinTolerance else { return nil }
    guard case .perceptual(let deltaE, let antialiasing, _) = tolerance else {
      return acceptingPerceptually(reference, candidate)
    }
    if shift == nil, largestDensity <= Tolerance.widestDensity {
      return .perceptual(
        maxDeltaE: deltaE, antialiasing: antialiasing, maxDensity: roundedUp(largestDensity))
    }
    return largestDeltaE <= Tolerance.widestDeltaE
      ? .perceptual(maxDeltaE: roundedUp(largestDeltaE), antialiasing: antialiasing) : nil
  }

  private func acceptingPerceptually(_ reference: Bitmap, _ candidate: Bitmap) -> Tolerance? {
    let mildest = Tolerance.perceptual()
    if largestDeltaE <= 1 { return mildest }
    // The worst place says nearly always what there is to say, and costs nothing.
    if let square = densestSquare {
      let crop = square.grown(by: 8, within: extent)
      let part = BitmapDiff(
        reference.part(crop), candidate.part(crop), tolerance: mildest)
      if part.largestDensity > Tolerance.widestDensity {
        return largestDeltaE <= Tolerance.widestDeltaE
          ? .perceptual(maxDeltaE: roundedUp(largestDeltaE)) : nil
      }
    }
    let diff = BitmapDiff(reference, candidate, tolerance: mildest)
    return diff.isWithinTolerance ? mildest : diff.acceptingTolerance(reference, candidate)
  }
}

extension BitmapDiff.Region {
  /// The region and some pixels around it, as far as there are any.
  fileprivate func grown(by margin: Int, within extent: (width: Int, height: Int)) -> Self {
    let left = max(x - margin, 0)
    let top = max(y - margin, 0)
    return Self(
      x: left, y: top, width: min(x + width + margin, extent.width) - left,
      height: min(y + height + margin, extent.height) - top)
  }
}

extension Bitmap {
  /// A part of the picture that lies within it.
  fileprivate func part(_ region: BitmapDiff.Region) -> Bitmap {
    var part = Bitmap(width: region.width, height: region.height, filledWith: .white)
    for y in 0..<region.height {
      let start = ((region.y + y) * width + region.x) * 4
      let count = region.width * 4
      part.rgba.replaceSubrange(
        (y * count)..<((y + 1) * count), with: rgba[start..<(start + count)])
    }
    return part
  }
}
