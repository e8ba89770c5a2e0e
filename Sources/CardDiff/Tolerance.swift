internal import CardModel

/// What still counts as equal.
public enum Tolerance: Sendable, Hashable {
  /// What becomes of pixels that look like moved antialiasing.
  public enum Antialiasing: String, Sendable, Hashable, CaseIterable {
    /// They count like any other.
    case count
    /// They are excused.
    case ignore
  }

  /// Every pixel the same, and the same resolution.
  case exact
  /// Each pixel within a CIEDE2000 difference, moved antialiasing excused where asked, and in any
  /// square of 16 × 16 pixels at most a share of changed ones.
  ///
  /// A picture that only moved by whole pixels is refused, however small its changes are.
  case perceptual(
    maxDeltaE: Double = 1, antialiasing: Antialiasing = .ignore, maxDensity: Double = 0.02)
}

extension Tolerance {
  /// Whether the comparison can still fail: black against white is told apart.
  ///
  /// A tolerance of ΔE 100, or one that allows every pixel of a square, accepts anything.
  public var canFail: Bool {
    let black = Bitmap(width: 16, height: 16, filledWith: .black)
    let white = Bitmap(width: 16, height: 16, filledWith: .white)
    return !BitmapDiff(black, white, tolerance: self).isWithinTolerance
      && BitmapDiff(black, black, tolerance: self).isWithinTolerance
  }
}

extension Tolerance: CustomStringConvertible {
  /// The tolerance as it is written in Swift, such as `.perceptual(maxDeltaE: 1)`.
  public var description: String {
    switch self {
    case .exact: return ".exact"
    case .perceptual(let deltaE, let antialiasing, let density):
      var parts = ["maxDeltaE: \(significant(deltaE))"]
      if antialiasing != .ignore { parts.append("antialiasing: .\(antialiasing.rawValue)") }
      if density != 0.02 { parts.append("maxDensity: \(significant(density))") }
      return ".perceptual(\(parts.joined(separator: ", ")))"
    }
  }
}
