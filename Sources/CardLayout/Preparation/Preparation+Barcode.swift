internal import CardModel

extension Preparation {
  /// The item of a code, its modules worked out and its colours checked.
  func barcode(_ barcode: Barcode, _ path: NodePath) throws(LayoutError) -> LayoutItem {
    let content = try bound(barcode.content, path)
    let symbol: CodeSymbol
    do {
      symbol = try codes.encode(barcode)
    } catch {
      throw .code(error, path: path)
    }
    var module = symbol.minimumModule
    if let given = barcode.minimumModule {
      let points = try resolution.points(given, path)
      if points > 0 { module = points }
    }
    let background = try resolution.color(barcode.background, path)
    let color = try resolution.color(barcode.color, path)
    // Nothing is known about what lies behind; paper is white.
    let light = background.over(.white)
    let dark = color.over(light)
    let contrast = dark.contrast(with: light)
    if dark.luminance > light.luminance { throw .codeContrast(1 / contrast, path: path) }
    if contrast < BarcodeArrangement.leastContrast { throw .codeContrast(contrast, path: path) }
    return LayoutItem(
      BarcodeArrangement(
        symbol: symbol, quietZone: barcode.quietZone, minimumModule: module, color: color,
        background: background, content: content, path: path, id: barcode.id),
      path: path, id: barcode.id)
  }
}
