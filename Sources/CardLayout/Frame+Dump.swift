internal import CardModel

extension Frame {
  /// The frame as text: one line for each item and each line of text, indented by group.
  ///
  /// Measures are in points with at most two decimals, places in the coordinates of the group.
  /// The same frame gives the same text on every machine, so texts can be compared in tests.
  public var dump: String {
    var head = "frame \(decimals(size.width)) × \(decimals(size.height))"
    if let firstBaseline { head += ", first baseline \(decimals(firstBaseline))" }
    if let lastBaseline, lastBaseline != firstBaseline {
      head += ", last baseline \(decimals(lastBaseline))"
    }
    var lines = [head]
    for item in items { item.dump(into: &lines, indent: "  ") }
    for finding in findings {
      let place = finding.path.map { " at \($0)" } ?? ""
      lines.append("\(finding.severity.rawValue) \(finding.code.rawValue)\(place)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension PlacedItem {
  fileprivate func dump(into lines: inout [String], indent: String) {
    let place =
      "\(decimals(origin.x)),\(decimals(origin.y)) "
      + "\(decimals(size.width)) × \(decimals(size.height))"
    let name = id.map { " #\($0)" } ?? ""
    func add(_ kind: String, _ facts: [String?]) {
      let facts = facts.compactMap { $0 }.map { " " + $0 }.joined()
      lines.append("\(indent)\(kind)\(name) \(place)\(facts)")
    }
    switch item {
    case .group(let group):
      add(
        group.role.name,
        [
          group.clip.map { "clip \($0.name)" },
          group.opacity < 1 ? "opacity \(decimals(group.opacity))" : nil,
          group.mount.map(\.name), group.bleed.name,
        ])
      for item in group.items { item.dump(into: &lines, indent: indent + "  ") }
    case .text(let text):
      add(
        "text",
        [
          text.style.description,
          text.size == text.styleSize
            ? "\(decimals(text.size)) pt"
            : "\(decimals(text.size)) of \(decimals(text.styleSize)) pt",
          text.isTruncated ? "cut" : nil,
        ])
      for line in text.lines {
        lines.append(
          "\(indent)  \(decimals(line.x)),\(decimals(line.baseline)) "
            + "\(decimals(line.shaped.width)) '\(line.shaped.text)'")
      }
    case .shape(let shape):
      let kind =
        switch shape.kind {
        case .area(let outline): outline.name
        case .line(let axis): "\(axis.rawValue) line"
        }
      add(
        kind,
        [
          shape.fill.map { "fill \($0.name)" }, shape.stroke.map { "stroke \($0.name)" },
          shape.bleed.name,
        ])
    case .picture(let picture):
      let source =
        picture.source.utf8.starts(with: "data:".utf8) ? "data:" : picture.source
      add(
        "picture",
        [
          "'\(source)'", picture.fit.rawValue,
          "\(picture.pixels.width)×\(picture.pixels.height) px",
          picture.outline == .rectangle(radius: 0) ? nil : picture.outline.name,
          picture.border.map { "border \($0.name)" }, picture.bleed.name,
        ])
    case .barcode(let code):
      add(
        "code",
        [
          "\(code.symbol.columns)×\(code.symbol.rows) modules of \(decimals(code.module))",
          "from \(decimals(code.origin.x)),\(decimals(code.origin.y))", "'\(code.content)'",
        ])
    }
  }
}

extension FrameOutline {
  fileprivate var name: String {
    switch self {
    case .rectangle(0): "rectangle"
    case .rectangle(let radius): "rectangle of radius \(decimals(radius))"
    case .ellipse: "ellipse"
    case .circle: "circle"
    }
  }
}

extension FrameBleed {
  fileprivate var name: String? {
    let edges = [("left", left), ("top", top), ("right", right), ("bottom", bottom)]
      .filter { $0.1 > 0 }.map { "\($0.0) \(decimals($0.1))" }
    return edges.isEmpty ? nil : "bleeds " + edges.joined(separator: " ")
  }
}

extension FrameGroup.Role {
  /// The role's name in dumps.
  package var name: String {
    switch self {
    case .none: "group"
    case .figure: "figure"
    case .card, .cardBack, .table, .row, .headerCell, .cell: "\(self)"
    }
  }
}

extension FrameMount {
  fileprivate var name: String {
    var name = "mounted"
    if turn != .none { name += ", turned by \(turn.rawValue)°" }
    // A printer's scale differs in the fourth digit.
    if scaleX != 1 || scaleY != 1 { name += ", scaled by \(scaleX) × \(scaleY)" }
    return name
  }
}

extension FramePaint {
  fileprivate var name: String {
    switch self {
    case .color(let color): color.description
    case .gradient(let start, let end, let angle): "\(start) to \(end) at \(decimals(angle))°"
    }
  }
}

extension FrameStroke {
  fileprivate var name: String { "\(decimals(width)) \(color)" }
}
