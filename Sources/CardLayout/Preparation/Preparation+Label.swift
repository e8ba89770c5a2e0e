internal import CardModel

extension Preparation {
  /// The item of a label: its line box comes from the tallest of its type styles.
  func label(_ label: Label, _ path: NodePath) throws(LayoutError) -> LayoutItem {
    var tallest = try resolution.type(label.style.type, path)
    var texts: [String] = []
    var types: [TypeStyle] = []
    var colors: [Color] = []
    for run in label.runs {
      let type = try resolution.type(run.style.type, path)
      if type.size * type.lineHeight > tallest.size * tallest.lineHeight { tallest = type }
      texts.append(try bound(run.text, path))
      types.append(type)
      colors.append(try resolution.color(run.style.color, path))
    }
    let clean = cleaned(texts)
    let runs = zip(isolatingNumbers(clean.texts, in: direction), types).map { text, type in
      TextRequest.Run(
        text: text, face: type.face, size: type.size, letterSpacing: type.letterSpacing)
    }
    let batchSize = label.fit.batchShare.flatMap { _ in
      batchSizes[label.id ?? path.description]
    }
    let fit = TextFit(
      lines: TextLines(
        runs, direction: direction, language: language, path: path, shaper: shaper),
      fit: label.fit, styleSize: tallest.size, lineHeight: tallest.size * tallest.lineHeight,
      batchSize: batchSize)
    let isSingleLine =
      switch label.fit {
      case .wrap(let lines): lines == 1
      case .shrink(_, let lines, _, _), .truncate(let lines): lines <= 1
      case .fail: true
      }
    return LayoutItem(
      TextArrangement(
        label: label, text: clean.texts.joined(), removed: clean.removed, fit: fit,
        direction: direction,
        metrics: try shaper.metrics(of: tallest.face, size: tallest.size, path: path),
        colors: colors, path: path),
      path: path, id: label.id, isSingleLine: isSingleLine)
  }
}
