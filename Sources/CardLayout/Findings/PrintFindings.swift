public import CardModel

extension Frame {
  /// What may go wrong in print: ink near the trim, modules too small to read, texts on codes or on
  /// one another.
  ///
  /// - Parameter safeArea: How far texts and codes keep away from the trim, in points.
  public func printFindings(safeArea: Double) -> [Finding] {
    var walk = PrintWalk(size: size, safeArea: max(safeArea, 0))
    walk.walk(items, at: .zero, clip: Canvas.unbounded, isTurned: false)
    return walk.findings + walk.covered + walk.overlapping
  }
}

private struct PrintWalk {
  let size: Size
  let safeArea: Double
  var findings: [Finding] = []
  private var codes: [(rect: Rect, placed: PlacedItem)] = []
  private var texts: [(rect: Rect, text: String, size: Double, placed: PlacedItem)] = []
  /// How much is seen of the group that is walked.
  private var opacity = 1.0

  /// Less than this is neither seen nor cut off.
  private static let slack = 0.3

  init(size: Size, safeArea: Double) {
    self.size = size
    self.safeArea = safeArea
  }

  /// Looks at the items of a group, where they are seen; in a turned one each stands on its head.
  mutating func walk(_ items: [PlacedItem], at corner: Point, clip: Rect, isTurned: Bool) {
    for placed in items {
      let rect = Rect(origin: corner + placed.origin, size: placed.size)
      switch placed.item {
      case .group(let group):
        guard group.opacity > 0 else { continue }
        let outer = opacity
        opacity *= group.opacity
        defer { opacity = outer }
        walk(
          group.seenItems(in: placed.size), at: rect.origin,
          clip: group.clip == nil ? clip : common(clip, rect), isTurned: group.isUpsideDown)
      case .text(let text):
        guard var ink = ink(of: text, at: rect.origin) else { continue }
        if isTurned { ink = turned(ink, in: rect) }
        let seen = common(ink, clip)
        guard seen.size.width > 0, seen.size.height > 0 else { continue }
        // A faint text is a ground that others may lie on.
        if opacity > 0.4 { texts.append((seen, text.text, text.size, placed)) }
        keepAway(seen, "text '\(short(text.text))'", placed)
      case .barcode(let code):
        codes.append((common(rect, clip), placed))
        let modules = modules(of: code, at: rect.origin)
        keepAway(isTurned ? turned(modules, in: rect) : modules, "code", placed)
        guard code.module < code.symbol.minimumModule - tolerance else { continue }
        findings.append(
          Finding(
            .smallModules, .warning,
            "The code's modules are \(millimetres(code.module)) mm wide, and at least "
              + "\(millimetres(code.symbol.minimumModule)) mm are expected.",
            path: placed.path, id: placed.id))
      case .shape, .picture: break
      }
    }
  }

  /// The codes that texts lie on.
  var covered: [Finding] {
    codes.flatMap { code in
      texts.filter { text in
        let both = common(code.rect, text.rect)
        return both.size.width > Self.slack && both.size.height > Self.slack
      }.map { text in
        Finding(
          .codeCovered, .warning, "The text '\(short(text.text))' lies on the code.",
          path: code.placed.path, id: code.placed.id)
      }
    }
  }

  /// The texts that lie on others; letters that only touch are not told.
  var overlapping: [Finding] {
    texts.indices.flatMap { index in
      let upper = texts[index]
      return texts[..<index].filter { lower in
        let both = common(lower.rect, upper.rect)
        return lower.text != upper.text && both.size.width > 1
          && both.size.height > min(lower.size, upper.size) * 0.25
      }.prefix(1).map { lower in
        Finding(
          .textsOverlap, .warning,
          "The text '\(short(upper.text))' lies on the text '\(short(lower.text))'.",
          path: upper.placed.path, id: upper.placed.id)
      }
    }
  }

  private mutating func keepAway(_ rect: Rect, _ what: String, _ placed: PlacedItem) {
    let distance = min(
      rect.origin.x, rect.origin.y, size.width - rect.maxX, size.height - rect.maxY)
    // What sticks out of the card is told as such.
    guard distance >= -0.01, distance < safeArea - Self.slack else { return }
    findings.append(
      Finding(
        .outsideSafeArea, .warning,
        "The \(what) is \(millimetres(distance)) mm from the trim, and the safe area is "
          + "\(millimetres(safeArea)) mm.", path: placed.path, id: placed.id))
  }

  private func turned(_ part: Rect, in whole: Rect) -> Rect {
    Rect(
      x: whole.origin.x + whole.maxX - part.maxX, y: whole.origin.y + whole.maxY - part.maxY,
      width: part.size.width, height: part.size.height)
  }

  /// About where a text has ink: from the top of its capitals to the foot of its descenders.
  private func ink(of text: FrameText, at corner: Point) -> Rect? {
    let lines = text.lines.filter { $0.shaped.width > 0 }
    guard let left = lines.map(\.x).min(), let first = lines.first, let last = lines.last,
      let right = lines.map({ $0.x + $0.shaped.width }).max()
    else { return nil }
    let top = first.baseline - text.size * 0.72
    return Rect(
      x: corner.x + left, y: corner.y + top, width: right - left,
      height: last.baseline + text.size * 0.2 - top)
  }

  private func modules(of code: FrameBarcode, at corner: Point) -> Rect {
    Rect(
      origin: corner + code.origin,
      size: Size(
        width: Double(code.symbol.columns) * code.module,
        height: Double(code.symbol.rows) * code.rowHeight))
  }

  private func millimetres(_ points: Double) -> String { decimals(points * 25.4 / 72) }
}
