/// One of the two directions.
public enum Axis: String, Sendable, Hashable, CaseIterable {
  /// Left to right.
  case horizontal
  /// Top to bottom.
  case vertical

  /// The other axis.
  public var other: Axis { self == .horizontal ? .vertical : .horizontal }
}

/// The side on which reading begins.
public enum LayoutDirection: String, Sendable, Hashable, CaseIterable {
  /// As in Latin scripts; leading is left.
  case leftToRight
  /// As in Arabic and Hebrew; leading is right, rows and tables are mirrored.
  case rightToLeft
}
