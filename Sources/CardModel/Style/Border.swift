/// A line drawn along an edge.
public struct Border: Sendable, Hashable {
  /// The line's thickness.
  public let width: Length
  /// The line's colour.
  public let color: ColorStyle

  /// Makes a border.
  public init(_ width: Length, _ color: ColorStyle) {
    self.width = width
    self.color = color
  }
}

extension Border: LosslessStringConvertible {
  /// Reads a width and a colour, such as `0.5pt grey3`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 2, let width = Length(String(parts[0])),
      let color = ColorStyle(String(parts[1]))
    else { return nil }
    self.init(width, color)
  }

  /// The border as it is written in files.
  public var description: String { "\(width) \(color)" }
}
