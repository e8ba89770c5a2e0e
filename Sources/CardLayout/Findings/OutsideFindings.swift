internal import CardModel

/// What sticks out of a card, and how far.
///
/// Texts and codes must stay within the trim; shapes and pictures may reach into the bleed, as
/// what is cut off there is meant to be.
func outsideFindings(_ items: [PlacedItem], trim: Size, bleed: Double) -> [Finding] {
  var findings: [Finding] = []
  let card = Rect(origin: .zero, size: trim)
  let bled = Rect(
    x: -bleed, y: -bleed, width: trim.width + 2 * bleed, height: trim.height + 2 * bleed)
  func kind(_ item: FrameItem) -> String {
    switch item {
    case .group: "group"
    case .text(let text): "text '\(text.text)'"
    case .barcode: "code"
    case .shape: "shape"
    case .picture: "picture"
    }
  }
  func walk(_ items: [PlacedItem], at corner: Point, clip: Rect) {
    for placed in items {
      let rect = Rect(origin: corner + placed.origin, size: placed.size)
      var bounds = bled
      switch placed.item {
      case .group(let group):
        walk(
          group.seenItems(in: placed.size), at: rect.origin,
          clip: group.clip == nil ? clip : common(clip, rect))
        continue
      case .text, .barcode: bounds = card
      case .shape(let shape):
        guard shape.fill != nil || shape.stroke != nil else { continue }
      case .picture: break
      }
      let seen = common(rect, clip)
      guard seen.size.width > 0, seen.size.height > 0 else { continue }
      guard Canvas(bounds: bounds).overflow(of: seen) > 0.01 else { continue }
      let amount = Canvas(bounds: card).overflow(of: seen)
      findings.append(
        Finding(
          .outsideCard, .warning,
          "The \(kind(placed.item)) sticks out of the card by \(decimals(amount)) pt.",
          path: placed.path, id: placed.id))
    }
  }
  walk(items, at: .zero, clip: Canvas.unbounded)
  return findings
}
