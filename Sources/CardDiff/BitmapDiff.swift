public import CardModel

/// How two bitmaps differ.
public struct BitmapDiff: Sendable, Equatable {
  /// A rectangle of pixels.
  public struct Region: Sendable, Hashable {
    /// The left edge.
    public var x: Int
    /// The upper edge.
    public var y: Int
    /// The width, at least 1.
    public var width: Int
    /// The height, at least 1.
    public var height: Int

    /// Makes a region.
    public init(x: Int, y: Int, width: Int, height: Int) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// A move in pixels.
  public struct Shift: Sendable, Hashable {
    /// To the right.
    public let x: Int
    /// Downwards.
    public let y: Int

    /// Makes a shift.
    public init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }
  }

  /// What becomes of each pixel.
  public enum Mark: UInt8, Sendable {
    /// The same, or within the tolerance.
    case same
    /// Excused as antialiasing.
    case excused
    /// Changed.
    case changed
  }

  /// The extents of both.
  public let sizes: (reference: (width: Int, height: Int), candidate: (width: Int, height: Int))
  /// The resolutions that both state, where they differ.
  public let resolutions: (reference: Double?, candidate: Double?)?
  /// The number of changed pixels, those outside the smaller picture included.
  public let changedPixels: Int
  /// The number of pixels that were excused as antialiasing.
  public let excusedPixels: Int
  /// The largest CIEDE2000 difference of any pixel.
  public let largestDeltaE: Double
  /// The largest share of changed pixels in any square of 16 × 16.
  public let largestDensity: Double
  /// Where that square is.
  public let densestSquare: Region?
  /// The boxes around connected changes, largest first.
  public let regions: [Region]
  /// Where all that changed is the same thing in another place, by how much it moved.
  public let shift: Shift?
  /// The mark of each pixel of the union of both extents, row by row.
  public let marks: [Mark]
  /// Whether the tolerance holds.
  public let isWithinTolerance: Bool

  /// The width and height of `marks`.
  public var extent: (width: Int, height: Int) {
    (
      max(sizes.reference.width, sizes.candidate.width),
      max(sizes.reference.height, sizes.candidate.height)
    )
  }

  /// Whether two differences say the same.
  public static func == (left: BitmapDiff, right: BitmapDiff) -> Bool {
    left.marks == right.marks && left.largestDeltaE == right.largestDeltaE
      && left.sizes.reference == right.sizes.reference
      && left.sizes.candidate == right.sizes.candidate
  }

  /// Compares two bitmaps under a tolerance.
  public init(_ reference: Bitmap, _ candidate: Bitmap, tolerance: Tolerance = .exact) {
    sizes = ((reference.width, reference.height), (candidate.width, candidate.height))
    resolutions =
      reference.dotsPerInch == candidate.dotsPerInch
      ? nil : (reference.dotsPerInch, candidate.dotsPerInch)
    let width = max(reference.width, candidate.width)
    let height = max(reference.height, candidate.height)
    var marks = [Mark](repeating: .same, count: width * height)
    var largest = 0.0
    let (limit, excuses) = BitmapDiff.limits(tolerance)
    let detector = AntialiasDetector(reference, candidate)
    let rowBytes = reference.width * 4
    for y in 0..<height {
      if reference.width == candidate.width, y < reference.height, y < candidate.height,
        reference.rgba[(y * rowBytes)..<((y + 1) * rowBytes)]
          == candidate.rgba[(y * rowBytes)..<((y + 1) * rowBytes)]
      {
        continue
      }
      for x in 0..<width {
        guard x < reference.width, x < candidate.width, y < reference.height,
          y < candidate.height
        else {
          marks[y * width + x] = .changed
          continue
        }
        let before = reference[x, y]
        let after = candidate[x, y]
        if before == after { continue }
        let difference = BitmapDiff.difference(before, after)
        largest = max(largest, difference)
        if difference <= limit { continue }
        marks[y * width + x] =
          excuses && detector.isAntialiased(x: x, y: y) ? .excused : .changed
      }
    }
    self.marks = marks
    largestDeltaE = largest
    changedPixels = marks.reduce(0) { $0 + ($1 == .changed ? 1 : 0) }
    excusedPixels = marks.reduce(0) { $0 + ($1 == .excused ? 1 : 0) }
    (largestDensity, densestSquare) = DensityWindow.densest(marks, width: width, height: height)
    regions = changedPixels == 0 ? [] : ChangedRegions.find(marks, width: width, height: height)
    shift = changedPixels == 0 ? nil : ShiftSearch.find(reference, candidate, within: regions)
    let sameSize = sizes.reference == sizes.candidate
    switch tolerance {
    case .exact:
      isWithinTolerance = sameSize && changedPixels == 0 && resolutions == nil
    case .perceptual(_, _, let density):
      isWithinTolerance = sameSize && largestDensity <= density && shift == nil
    }
  }

  private static func limits(_ tolerance: Tolerance) -> (deltaE: Double, excuses: Bool) {
    switch tolerance {
    case .exact: (-1, false)
    case .perceptual(let deltaE, let antialiasing, _): (deltaE, antialiasing == .ignore)
    }
  }

  /// The larger of the differences on white and on black, so that a change of alpha counts.
  static func difference(_ before: Color, _ after: Color) -> Double {
    let onWhite = LabColor(before.over(.white)).difference(to: LabColor(after.over(.white)))
    if before.alpha == 255, after.alpha == 255 { return onWhite }
    let onBlack = LabColor(before.over(.black)).difference(to: LabColor(after.over(.black)))
    return max(onWhite, onBlack)
  }
}
