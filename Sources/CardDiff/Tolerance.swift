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
  case perceptual(
    maxDeltaE: Double = 1, antialiasing: Antialiasing = .ignore, maxDensity: Double = 0.02)
}
