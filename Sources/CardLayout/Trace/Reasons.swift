internal import CardModel

// Why each arrangement answers as it does, in one sentence; asked for only by a trace.

extension Arrangement {
  /// The word for it in a trace.
  var traceKind: String { "box" }

  /// Why it answered so, in one sentence.
  func reason(_ proposal: Proposal, _ measure: Measure) throws(LayoutError) -> String {
    "It is as large as what it holds."
  }
}

private func points(_ value: Double) -> String { value == .infinity ? "∞" : decimals(value) }

private func offered(_ value: Double?) -> String {
  switch value {
  case nil: "its ideal is asked for"
  case 0?: "its least is asked for"
  case .infinity?: "its most is asked for"
  case let value?: "\(points(value)) is offered"
  }
}

extension PaddingArrangement {
  var traceKind: String { "padding" }

  func reason(_ proposal: Proposal, _ measure: Measure) throws(LayoutError) -> String {
    "The child's \(points(measure.size.width - leading - trailing)) × "
      + "\(points(measure.size.height - top - bottom)) and the padding: "
      + "\(points(leading)) + \(points(trailing)) across, \(points(top)) + \(points(bottom)) down."
  }
}

extension FrameArrangement {
  var traceKind: String { "frame" }

  func reason(_ proposal: Proposal, _ measure: Measure) throws(LayoutError) -> String {
    "Width: \(width.reason(proposal.width, measure.size.width)). "
      + "Height: \(height.reason(proposal.height, measure.size.height))."
  }
}

extension FrameRule {
  fileprivate func reason(_ proposal: Double?, _ extent: Double) -> String {
    switch self {
    case .none: return "that of the child"
    case .fixed(let extent): return "fixed at \(points(extent))"
    case .flexible(let least, let ideal, let most):
      let bounds = [
        least.map { "at least \(points($0))" }, ideal.map { "ideally \(points($0))" },
        most.map { "at most \(points($0))" },
      ].compactMap { $0 }.joined(separator: ", ")
      let filled = proposal.map { abs($0 - extent) < tolerance } ?? false
      return "\(bounds); \(offered(proposal))"
        + (filled ? ", and the frame fills it" : ", and that gives \(points(extent))")
    }
  }
}

extension StackArrangement {
  var traceKind: String { axis == .horizontal ? "horizontal" : "vertical" }

  func reason(_ proposal: Proposal, _ measure: Measure) throws(LayoutError) -> String {
    guard !children.isEmpty else { return "It has no children." }
    var parts: [String] = []
    var widest = (extent: -1.0, index: 0)
    for (index, (child, offer)) in zip(children, try offers(proposal)).enumerated() {
      let size = try child.measure(offer).size
      if size[axis.other] > widest.extent { widest = (size[axis.other], index) }
      let name = child.id.map { "#\($0)" } ?? "[\(index)]"
      parts.append("\(name) takes \(points(size[axis])) of \(offer[axis].map(points) ?? "?")")
    }
    let gaps =
      children.count > 1 && spacing > 0
      ? ", and \(children.count - 1) gaps of \(points(spacing))" : ""
    let shown = parts.count > 12 ? parts.prefix(12) + ["…"] : parts[...]
    let way = axis == .horizontal ? "Across" : "Down"
    let other = axis == .horizontal ? "Down" : "Across"
    let name = children[widest.index].id.map { "#\($0)" } ?? "[\(widest.index)]"
    return "\(way), \(offered(proposal[axis])): \(shown.joined(separator: ", "))\(gaps). "
      + "\(other): the largest child is \(name) with \(points(widest.extent))."
  }
}

extension OverlayArrangement {
  var traceKind: String { "overlay" }

  func reason(_ proposal: Proposal, _ measure: Measure) throws(LayoutError) -> String {
    guard !children.isEmpty else { return "It has no children." }
    var sizes: [String] = []
    for (index, child) in children.prefix(12).enumerated() {
      let size = try child.measure(proposal).size
      sizes.append(
        "\(child.id.map { "#\($0)" } ?? "[\(index)]") \(points(size.width)) × "
          + points(size.height))
    }
    return "It holds all its children: " + sizes.joined(separator: ", ") + "."
  }
}

extension TextArrangement {
  var traceKind: String { "label" }

  func reason(_ proposal: Proposal, _ measure: Measure) throws(LayoutError) -> String {
    let fitted = try fit.fitted(proposal)
    let natural = try fit.fitted(.unspecified)
    let lines = fitted.shaped.lines.count
    let room = [
      proposal.width.map { "width: \(points($0))" },
      proposal.height.map { "height: \(points($0))" },
    ].compactMap { $0 }.joined(separator: ", ")
    let size = decimals(fit.styleSize * fitted.scale)
    var sentence = "At \(size) pt it takes \(lines == 1 ? "one line" : "\(lines) lines")"
    if fitted.scale < 1 { sentence += ", shrunk from \(decimals(fit.styleSize)) pt" }
    if lines > natural.shaped.lines.count { sentence += ", broken to fit" }
    if fitted.shaped.isTruncated { sentence += ", cut" }
    if fitted.isAtFloor { sentence += ", at its smallest size" }
    if fitted == natural { sentence += ", as large as it is" }
    return sentence + (room.isEmpty ? "; nothing bounds it." : "; the room is \(room).")
  }
}

extension PictureArrangement {
  var traceKind: String { "picture" }

  func reason(_ proposal: Proposal, _ measure: Measure) throws(LayoutError) -> String {
    pictureReason(fit, proposal, "\(pixels.width) × \(pixels.height) pixels at 300 dpi")
  }
}

extension PlaceholderArrangement {
  var traceKind: String { "picture" }

  func reason(_ proposal: Proposal, _ measure: Measure) throws(LayoutError) -> String {
    pictureReason(fit, proposal, "a portrait of 35 × 45 mm, as the picture is missing")
  }
}

private func pictureReason(_ fit: PictureFit, _ proposal: Proposal, _ ideal: String) -> String {
  switch (proposal.width, proposal.height) {
  case (nil, nil): "Nothing is offered, so it has its ideal size: \(ideal)."
  case (_?, _?) where fit != .contain: "It fills what is offered, as '\(fit.rawValue)' says."
  case (_?, _?): "It is as large as what is offered holds without changing its proportions."
  default: "One side is offered, and its proportions give the other: \(ideal)."
  }
}

extension BarcodeArrangement {
  var traceKind: String { "barcode" }

  func reason(_ proposal: Proposal, _ measure: Measure) throws(LayoutError) -> String {
    let zone = quietZone ? symbol.quietZone : (left: 0, top: 0, right: 0, bottom: 0)
    let columns = Double(symbol.columns) + zone.left + zone.right
    let module = measure.size.width / max(columns, 1)
    let isLeast = module <= minimumModule + tolerance
    return "\(symbol.columns) modules and \(points(zone.left + zone.right)) of quiet zone, "
      + "\(decimals(module)) pt each"
      + (isLeast ? ", which is the smallest that may be." : ", as large as the offer lets it be.")
  }
}

extension ShapeArrangement {
  var traceKind: String { "shape" }

  func reason(_ proposal: Proposal, _ measure: Measure) throws(LayoutError) -> String {
    if case .line = kind { return "A line fills its length and is as thick as its stroke." }
    return "A shape fills what is offered."
  }
}

extension SpacerArrangement {
  var traceKind: String { "spacer" }

  func reason(_ proposal: Proposal, _ measure: Measure) throws(LayoutError) -> String {
    guard let axis else { return "Outside of a stack it takes both axes." }
    let isLeast = measure.size[axis] <= minimum + tolerance
    return isLeast
      ? "It has its least of \(points(minimum)) along the stack."
      : "It takes what its siblings leave along the stack."
  }
}

extension AspectRatioArrangement {
  var traceKind: String { "aspectRatio" }

  func reason(_ proposal: Proposal, _ measure: Measure) throws(LayoutError) -> String {
    "The child is offered a size of \(decimals(ratio)) : 1 that "
      + (fit == .cover ? "covers" : "lies in") + " what is offered."
  }
}

extension FixedSizeArrangement {
  var traceKind: String { "fixedSize" }

  func reason(_ proposal: Proposal, _ measure: Measure) throws(LayoutError) -> String {
    let axes = [width ? "width" : nil, height ? "height" : nil].compactMap { $0 }
    return "The child keeps its ideal \(axes.joined(separator: " and "))."
  }
}

extension TableArrangement {
  var traceKind: String { "table" }

  func reason(_ proposal: Proposal, _ measure: Measure) throws(LayoutError) -> String {
    let widths = try columnWidths(proposal.width)
    let columns = zip(rules, widths).map { rule, width in
      let name: String =
        switch rule {
        case .fixed: "fixed"
        case .percent: "percent"
        case .fitting: "fitting"
        case .flexible: "flexible"
        }
      return "\(name) \(points(width))"
    }
    let gap =
      style.columnSpacing > 0 && rules.count > 1 ? ", gaps of \(points(style.columnSpacing))" : ""
    return "Columns, where \(offered(proposal.width)): \(columns.joined(separator: ", "))\(gap). "
      + "Down: \(rows.count) rows at their heights."
  }
}

extension UpsideDownArrangement {
  var traceKind: String { "upsideDown" }

  func reason(_ proposal: Proposal, _ measure: Measure) throws(LayoutError) -> String {
    "It is as large as its child, turned by half a turn about the middle."
  }
}

extension DecorationArrangement {
  var traceKind: String { "box" }
}

extension NamedArrangement {
  var traceKind: String { "group" }
}
