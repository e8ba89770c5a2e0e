internal import CardModel
internal import Foundation

/// How much of each pixel lies inside an edge: the exact area, not samples of it.
///
/// Every edge is a rectangle whose corners are quarters of an ellipse; an ellipse has nothing
/// else.
struct EdgeCoverage: Equatable {
  private let left: Double
  private let top: Double
  private let right: Double
  private let bottom: Double
  /// The half axes of the corners.
  private let across: Double
  private let down: Double

  init(_ outline: DeviceOutline) {
    let area = outline.area
    left = area.origin.x
    top = area.origin.y
    right = area.maxX
    bottom = area.maxY
    switch outline {
    case .rectangle(_, let radius):
      across = radius
      down = radius
    case .ellipse:
      across = area.size.width / 2
      down = area.size.height / 2
    }
  }

  /// The rows between which both sides run straight down.
  var straightRows: (from: Double, to: Double) { (top + down, bottom - down) }

  /// The sides.
  var columns: (from: Double, to: Double) { (left, right) }

  /// Adds the shares of the pixels of a row, 0 to 255, to those in a buffer.
  ///
  /// - Parameters:
  ///   - row: The row's number.
  ///   - start: The column of the first pixel of the buffer.
  ///   - shares: Gets the sum; a `sign` of -1 takes away.
  func add(row: Int, from start: Int, to shares: inout [Int16], sign: Int16) {
    let (upper, lower) = (max(Double(row), top), min(Double(row + 1), bottom))
    guard upper < lower else { return }
    let end = start + shares.count
    // Where the row's line farthest from the middle begins, the pixels between are whole in x.
    let narrow = max(indent(at: upper), indent(at: lower))
    let isWidest = upper <= bottom - down && lower >= top + down
    let wide = isWidest ? 0 : min(indent(at: upper), indent(at: lower))
    let first = clamp(Int((left + wide).rounded(.down)), start, end)
    let firstWhole = clamp(Int((left + narrow).rounded(.up)), first, end)
    let last = clamp(Int((right - wide).rounded(.up)), first, end)
    let lastWhole = clamp(Int((right - narrow).rounded(.down)), firstWhole, max(firstWhole, last))
    func addExact(_ columns: Range<Int>) {
      for column in columns {
        let share = area(from: Double(column), to: Double(column + 1), upper, lower)
        shares[column - start] += sign * Int16((share * 255).rounded())
      }
    }
    addExact(first..<firstWhole)
    let whole = sign * Int16(((lower - upper) * 255).rounded())
    for column in firstWhole..<lastWhole { shares[column - start] += whole }
    addExact(lastWhole..<last)
  }

  private func clamp(_ value: Int, _ from: Int, _ to: Int) -> Int { min(max(value, from), to) }

  /// How far the sides stand in at a height.
  private func indent(at y: Double) -> Double {
    let beyond = max(top + down - y, y - (bottom - down), 0)
    guard beyond > 0, down > 0 else { return 0 }
    let share = min(beyond / down, 1)
    return across * (1 - (1 - share * share).squareRoot())
  }

  /// The area inside the edge of a part of a pixel.
  private func area(from x0: Double, to x1: Double, _ y0: Double, _ y1: Double) -> Double {
    let (x0, x1) = (max(x0, left), min(x1, right))
    guard x0 < x1 else { return 0 }
    var sum = 0.0
    // Three columns by three rows: in the corners quarters of an ellipse, else all of it.
    let columns = parts(x0, x1, left + across, right - across)
    let rows = parts(y0, y1, top + down, bottom - down)
    for column in columns where column.length > 0 {
      for row in rows where row.length > 0 {
        guard column.isCorner, row.isCorner else {
          sum += column.length * row.length
          continue
        }
        let (u0, u1) = (column.near / across, column.far / across)
        let (v0, v1) = (row.near / down, row.far / down)
        sum +=
          across * down
          * (quarter(u1, v1) - quarter(u0, v1) - quarter(u1, v0) + quarter(u0, v0))
      }
    }
    return max(sum, 0)
  }

  private struct Part {
    let length: Double
    var isCorner = false
    /// The distances from the middle of the corner's ellipse.
    var near = 0.0
    var far = 0.0
  }

  private func parts(_ from: Double, _ to: Double, _ low: Double, _ high: Double) -> [Part] {
    let before = min(to, low)
    let after = max(from, high)
    return [
      Part(length: before - from, isCorner: true, near: low - before, far: low - from),
      Part(length: min(to, high) - max(from, low)),
      Part(length: to - after, isCorner: true, near: after - high, far: to - high),
    ]
  }

  /// The area of the unit circle's quarter as far as a corner.
  private func quarter(_ x: Double, _ y: Double) -> Double {
    let (x, y) = (min(max(x, 0), 1), min(max(y, 0), 1))
    guard x * x + y * y > 1 else { return x * y }
    let meeting = (1 - y * y).squareRoot()
    func under(_ u: Double) -> Double { (u * (1 - u * u).squareRoot() + asin(u)) / 2 }
    return y * meeting + under(x) - under(meeting)
  }
}
