internal import CardModel

/// A code: as large as its place lets it be, never below its smallest module.
struct BarcodeArrangement: Arrangement {
  /// The least contrast of dark and light modules that readers manage.
  static let leastContrast = 3.0

  let symbol: CodeSymbol
  /// Whether the quiet zone is part of the size.
  let quietZone: Bool
  /// The least side of a module in points.
  let minimumModule: Double
  let color: Color
  let background: Color
  let content: String
  let path: NodePath
  let id: String?

  func measure(_ proposal: Proposal) -> Measure {
    Measure(extent(module(proposal)))
  }

  func place(
    _ proposal: Proposal, at origin: Point, on canvas: inout Canvas
  ) throws(LayoutError) {
    let module = module(proposal)
    let size = extent(module)
    let rect = Rect(origin: origin, size: size)
    if module <= minimumModule + tolerance, canvas.overflow(of: rect) > 0.01 {
      let left = max(rect.origin.x, canvas.bounds.origin.x)
      let top = max(rect.origin.y, canvas.bounds.origin.y)
      throw .codeTooSmall(
        needed: size,
        offered: Size(
          width: max(min(rect.maxX, canvas.bounds.maxX) - left, 0),
          height: max(min(rect.maxY, canvas.bounds.maxY) - top, 0)),
        path: path)
    }
    let code = FrameBarcode(
      symbol: symbol, origin: Point(x: zone.left * module, y: zone.top * module), module: module,
      rowHeight: symbol.rowHeight * module, color: color, background: background,
      content: content)
    canvas.items.append(
      PlacedItem(origin: origin, size: size, path: path, id: id, item: .barcode(code)))
    if !quietZone {
      canvas.findings.append(
        Finding(
          .quietZone, .warning,
          "The code stands without its quiet zone; keep the room around it empty.", path: path,
          id: id))
    }
  }

  private var zone: (left: Double, top: Double, right: Double, bottom: Double) {
    quietZone ? symbol.quietZone : (0, 0, 0, 0)
  }

  private func extent(_ module: Double) -> Size {
    Size(
      width: (Double(symbol.columns) + zone.left + zone.right) * module,
      height: (Double(symbol.rows) * symbol.rowHeight + zone.top + zone.bottom) * module)
  }

  private func module(_ proposal: Proposal) -> Double {
    let least = extent(minimumModule)
    guard let size = scaled(least, to: proposal, fit: .contain), least.width > 0 else {
      return minimumModule
    }
    return max(minimumModule, minimumModule * size.width / least.width)
  }
}
