internal import CardModel

/// Turns lengths and style names into points and colours, or says what is wrong with them.
struct Resolution {
  let styleGuide: StyleGuide
  let dotsPerInch: Double?

  /// A finite length in points.
  func points(_ length: Length, _ path: NodePath) throws(LayoutError) -> Double {
    let value = try bound(length, path)
    guard value.isFinite else { throw .lengthNotFinite(length, path: path) }
    return value
  }

  /// A length in points that may be infinite.
  func bound(_ length: Length, _ path: NodePath) throws(LayoutError) -> Double {
    guard let value = length.points(dotsPerInch: dotsPerInch) else {
      throw .pixelsWithoutResolution(length, path: path)
    }
    guard !value.isNaN else { throw .lengthNotFinite(length, path: path) }
    return value
  }

  func color(_ style: ColorStyle, _ path: NodePath) throws(LayoutError) -> Color {
    if let color = styleGuide.colors[style] { return color }
    let names = styleGuide.colors.keys.map(\.description).sorted()
    throw .unknownColor(
      style.description, nearest: nearestName(to: style.description, among: names), path: path)
  }

  func type(_ type: LabelType, _ path: NodePath) throws(LayoutError) -> TypeStyle {
    if let style = styleGuide.types[type] { return style }
    let names = styleGuide.types.keys.map(\.description).sorted()
    throw .unknownType(
      type.description, nearest: nearestName(to: type.description, among: names), path: path)
  }

  func paint(_ paint: Paint, _ path: NodePath) throws(LayoutError) -> FramePaint {
    switch paint {
    case .color(let style): .color(try color(style, path))
    case .gradient(let blend):
      .gradient(
        from: try color(blend.start, path), to: try color(blend.end, path), angle: blend.angle)
    }
  }

  func stroke(_ border: Border, _ path: NodePath) throws(LayoutError) -> FrameStroke {
    FrameStroke(width: max(try points(border.width, path), 0), color: try color(border.color, path))
  }
}
