/// Where things stand across a row.
public enum HorizontalAlignment: String, Sendable, Hashable, CaseIterable {
  /// The edge where reading begins.
  case leading
  /// The middle.
  case center
  /// The edge where reading ends.
  case trailing
}

/// Where things stand across a column, text baselines included.
public enum VerticalAlignment: String, Sendable, Hashable, CaseIterable {
  /// The upper edge.
  case top
  /// The middle.
  case center
  /// The lower edge.
  case bottom
  /// The baseline of the first line of text.
  case firstBaseline
  /// The baseline of the last line of text.
  case lastBaseline
}

/// A place on both axes, such as `topTrailing` or `leadingFirstBaseline`.
public struct Alignment: Sendable, Hashable {
  /// The place across.
  public let horizontal: HorizontalAlignment
  /// The place down.
  public let vertical: VerticalAlignment

  /// Makes an alignment; what is not given is centred.
  public init(_ horizontal: HorizontalAlignment = .center, _ vertical: VerticalAlignment = .center)
  {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The middle of both axes.
  public static let center = Alignment(.center, .center)
  /// The middle of the leading edge.
  public static let leading = Alignment(.leading, .center)
  /// The middle of the trailing edge.
  public static let trailing = Alignment(.trailing, .center)
  /// The middle of the upper edge.
  public static let top = Alignment(.center, .top)
  /// The middle of the lower edge.
  public static let bottom = Alignment(.center, .bottom)
  /// The upper leading corner.
  public static let topLeading = Alignment(.leading, .top)
  /// The upper trailing corner.
  public static let topTrailing = Alignment(.trailing, .top)
  /// The lower leading corner.
  public static let bottomLeading = Alignment(.leading, .bottom)
  /// The lower trailing corner.
  public static let bottomTrailing = Alignment(.trailing, .bottom)
  /// First baselines on one line.
  public static let firstBaseline = Alignment(.center, .firstBaseline)
  /// Last baselines on one line.
  public static let lastBaseline = Alignment(.center, .lastBaseline)

  /// Every alignment there is.
  public static let all: [Alignment] = VerticalAlignment.allCases.flatMap { vertical in
    HorizontalAlignment.allCases.map { Alignment($0, vertical) }
  }
}

extension Alignment: LosslessStringConvertible {
  /// Reads a name such as `topLeading`; nil for any other text.
  public init?(_ text: String) {
    guard let known = Alignment.all.first(where: { $0.description == text }) else { return nil }
    self = known
  }

  /// The name as it is written in files.
  public var description: String {
    switch (vertical, horizontal) {
    case (.center, _): horizontal.rawValue
    case (_, .center): vertical.rawValue
    case (.top, _), (.bottom, _): vertical.rawValue + capitalized(horizontal.rawValue)
    default: horizontal.rawValue + capitalized(vertical.rawValue)
    }
  }
}

private func capitalized(_ word: String) -> String {
  word.prefix(1).uppercased() + word.dropFirst()
}

/// A named line of a node by which stacks align it.
public enum AlignmentGuide: String, Sendable, Hashable, CaseIterable {
  /// The leading edge.
  case leading
  /// The middle across.
  case horizontalCenter
  /// The trailing edge.
  case trailing
  /// The upper edge.
  case top
  /// The middle down.
  case verticalCenter
  /// The lower edge.
  case bottom
  /// The first line's baseline.
  case firstBaseline
  /// The last line's baseline.
  case lastBaseline
}
