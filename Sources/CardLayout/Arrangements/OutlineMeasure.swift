internal import CardModel

/// An outline whose lengths are in points.
enum OutlineMeasure: Equatable {
  case rectangle
  case rounded(Double)
  case ellipse
  case circle
  case capsule

  /// The outline over an area; a radius is never more than half the shorter side.
  func frame(_ size: Size) -> FrameOutline {
    let half = min(size.width, size.height) / 2
    return switch self {
    case .rectangle: .rectangle(radius: 0)
    case .rounded(let radius): .rectangle(radius: max(0, min(radius, half)))
    case .ellipse: .ellipse
    case .circle: .circle
    case .capsule: .rectangle(radius: half)
    }
  }
}
