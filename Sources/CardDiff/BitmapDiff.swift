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
  public struct Shift: Sendable, Hashable, CustomStringConvertible {
    /// To the right.
    public let x: Int
    /// Downwards.
    public let y: Int

    /// Makes a shift.
    public init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }

    /// The move as `(1,0)`.
    public var description: String { "(\(x),\(y))" }
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

  /// The extent of a bitmap in pixels.
  public struct Extent: Sendable, Hashable, CustomStringConvertible {
    /// Across.
    public let width: Int
    /// Down.
    public let height: Int

    init(_ bitmap: Bitmap) {
      width = bitmap.width
      height = bitmap.height
    }

    /// The extent as `337 × 213`.
    public var description: String { "\(width) × \(height)" }
  }

  /// The extent of the reference.
  public let referenceExtent: Extent
  /// The extent of the candidate.
  public let candidateExtent: Extent
  /// The resolution that the reference states.
  public let referenceResolution: Double?
  /// The resolution that the candidate states.
  public let candidateResolution: Double?
  /// What was allowed.
  public let tolerance: Tolerance
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
  private let changed: PixelMask
  private let excused: PixelMask
  /// Whether the tolerance holds.
  public let isWithinTolerance: Bool

  /// Whether both have the same extent.
  public var hasSameExtent: Bool { referenceExtent == candidateExtent }
  /// Whether both state the same resolution, or none.
  public var hasSameResolution: Bool { referenceResolution == candidateResolution }

  /// The width and height of both pictures together.
  public var extent: (width: Int, height: Int) {
    (
      max(referenceExtent.width, candidateExtent.width),
      max(referenceExtent.height, candidateExtent.height)
    )
  }

  /// Compares two bitmaps under a tolerance.
  ///
  /// Rows that are equal are skipped whole; the others are gone through once.
  ///
  /// - `equalRows`: Which rows are known to be equal, where somebody has compared them
  ///   already; of bitmaps of one extent.
  public init(
    _ reference: Bitmap, _ candidate: Bitmap, tolerance: Tolerance = .exact,
    equalRows: [Bool]? = nil
  ) {
    self.tolerance = tolerance
    referenceExtent = Extent(reference)
    candidateExtent = Extent(candidate)
    referenceResolution = reference.dotsPerInch
    candidateResolution = candidate.dotsPerInch
    let pass = MarkingPass(reference, candidate, tolerance: tolerance, equalRows: equalRows)
    changed = pass.changed
    excused = pass.excused
    largestDeltaE = pass.largestDeltaE
    changedPixels = changed.count
    excusedPixels = excused.count
    (largestDensity, densestSquare) = DensityWindow.densest(changed)
    regions = ChangedRegions.find(changed)
    shift = ChangedRegions.box(around: regions).flatMap {
      ShiftSearch.find(reference, candidate, changed: pass.changed, within: $0)
    }
    let sameExtent = referenceExtent == candidateExtent
    switch tolerance {
    case .exact:
      isWithinTolerance =
        sameExtent && changedPixels == 0 && referenceResolution == candidateResolution
    case .perceptual(_, _, let density):
      isWithinTolerance = sameExtent && largestDensity <= density && shift == nil
    }
  }

  /// By how much what lies in a region of both bitmaps moved, where it only moved.
  public func shift(
    of region: Region, from reference: Bitmap, to candidate: Bitmap
  ) -> Shift? {
    ShiftSearch.find(reference, candidate, changed: changed, within: region)
  }

  /// The number of changed pixels in a region.
  public func changedPixels(in region: Region) -> Int { changed.count(in: region) }

  /// What became of a pixel of the union of both extents.
  public func mark(x: Int, y: Int) -> Mark {
    changed[x, y] ? .changed : excused[x, y] ? .excused : .same
  }

  /// The larger of the differences on white and on black, so that a change of alpha counts.
  static func difference(_ before: Color, _ after: Color) -> Double {
    let onWhite = LabColor(before.over(.white)).difference(to: LabColor(after.over(.white)))
    if before.alpha == 255, after.alpha == 255 { return onWhite }
    let onBlack = LabColor(before.over(.black)).difference(to: LabColor(after.over(.black)))
    return max(onWhite, onBlack)
  }
}
