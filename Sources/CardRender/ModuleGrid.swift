internal import CardLayout
internal import CardModel

/// Where the modules of a code lie, in device units; on pixels, each is a whole number of them.
struct ModuleGrid: Equatable {
  let origin: Point
  let module: Double
  let rowHeight: Double

  /// Places the modules of a code.
  ///
  /// - Throws: ``RenderError`` where a module is smaller than a pixel.
  init(
    _ code: FrameBarcode, in bounds: Rect, path: NodePath, grid: PixelGrid
  ) throws(RenderError) {
    let columns = Double(code.symbol.columns)
    let rows = Double(code.symbol.rows)
    let left = (bounds.origin.x + code.origin.x) * grid.scale
    let top = (bounds.origin.y + code.origin.y) * grid.scale
    guard grid.snaps else {
      origin = Point(x: left, y: top)
      module = code.module * grid.scale
      rowHeight = code.rowHeight * grid.scale
      return
    }
    // A hair more, so that a module of exactly n pixels does not become n - 1.
    let module = (code.module * grid.scale + 0.001).rounded(.down)
    guard module >= 1 else {
      throw RenderError(
        "A module of the code is \(code.module) pt wide, less than a pixel.",
        place: "\(path)",
        hint: "Give the code more room, or draw at \(Int((72 / code.module).rounded(.up))) dpi.")
    }
    let isSquare = abs(code.rowHeight - code.module) < 1e-9
    let rowHeight =
      if isSquare {
        module
      } else if code.symbol.rows == 1 {
        max(1, (code.rowHeight * grid.scale).rounded())
      } else {
        max(1, (code.rowHeight * grid.scale + 0.001).rounded(.down))
      }
    // What the rounding takes away becomes quiet zone, the same on both sides.
    origin = Point(
      x: (left + columns * (code.module * grid.scale - module) / 2).rounded(),
      y: (top + rows * (code.rowHeight * grid.scale - rowHeight) / 2).rounded())
    self.module = module
    self.rowHeight = rowHeight
  }

  /// The dark modules as rectangles, neighbours in a row joined.
  func darkRuns(of symbol: CodeSymbol) -> [Rect] {
    var runs: [Rect] = []
    for row in 0..<symbol.rows {
      let start = row * symbol.columns
      var column = 0
      while column < symbol.columns {
        guard symbol.modules[start + column] else {
          column += 1
          continue
        }
        let first = column
        while column < symbol.columns, symbol.modules[start + column] { column += 1 }
        runs.append(
          Rect(
            x: origin.x + Double(first) * module, y: origin.y + Double(row) * rowHeight,
            width: Double(column - first) * module, height: rowHeight))
      }
    }
    return runs
  }
}
