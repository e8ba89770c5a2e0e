extension Frame {
  /// The texts from back to front, without those of groups that cannot be seen.
  public var texts: [FrameText] {
    func texts(_ items: [PlacedItem]) -> [FrameText] {
      items.flatMap { placed -> [FrameText] in
        switch placed.item {
        case .group(let group): group.opacity > 0 ? texts(group.items) : []
        case .text(let text): [text]
        case .shape, .picture, .barcode: []
        }
      }
    }
    return texts(items)
  }
}
