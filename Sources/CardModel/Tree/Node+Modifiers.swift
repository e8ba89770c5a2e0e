extension NodeConvertible {
  private func boxed(_ change: (inout Box) -> Void) -> Box {
    var box = Box(self)
    change(&box)
    return box
  }

  /// Adds space at the given edges.
  public func padding(_ edges: EdgeLengths) -> Box { boxed { $0.padding = edges } }

  /// Adds the same space at every edge.
  public func padding(_ length: Length) -> Box { padding(.all(length)) }

  /// Gives a fixed width, a fixed height, or both.
  public func frame(
    width: Length? = nil, height: Length? = nil, alignment: Alignment = .center
  ) -> Box {
    boxed {
      $0.width = width
      $0.height = height
      $0.anchor = alignment
    }
  }

  /// Gives bounds to width and height; a maximum of `.infinity` fills what is proposed.
  public func frame(
    minWidth: Length? = nil, idealWidth: Length? = nil, maxWidth: Length? = nil,
    minHeight: Length? = nil, idealHeight: Length? = nil, maxHeight: Length? = nil,
    alignment: Alignment = .center
  ) -> Box {
    boxed {
      $0.minWidth = minWidth
      $0.idealWidth = idealWidth
      $0.maxWidth = maxWidth
      $0.minHeight = minHeight
      $0.idealHeight = idealHeight
      $0.maxHeight = maxHeight
      $0.anchor = alignment
    }
  }

  /// Keeps the ideal size on the chosen axes, whatever is proposed.
  public func fixedSize(horizontal: Bool = true, vertical: Bool = true) -> Box {
    boxed {
      $0.fixedWidth = horizontal
      $0.fixedHeight = vertical
    }
  }

  /// Proposes a size of a ratio of width to height that lies in the proposal, or covers it.
  public func aspectRatio(_ ratio: Double, fit: PictureFit = .contain) -> Box {
    boxed {
      $0.aspectRatio = ratio
      $0.aspectFit = fit
    }
  }

  /// Gets space before siblings of a lower priority.
  public func priority(_ priority: Double) -> Box { boxed { $0.priority = priority } }

  /// Makes the node translucent; 1 is opaque.
  public func opacity(_ opacity: Double) -> Box { boxed { $0.opacity = opacity } }

  /// Turns the node by half a turn, such as for the far side of a folded card.
  public func upsideDown() -> Box { boxed { $0.isUpsideDown = true } }

  /// Fills the area behind, within an outline.
  public func fill(_ paint: Paint, outline: Outline = .rectangle) -> Box {
    boxed {
      $0.fill = paint
      $0.outline = outline
    }
  }

  /// Fills the area behind with a colour, within an outline.
  public func fill(_ color: ColorStyle, outline: Outline = .rectangle) -> Box {
    fill(.color(color), outline: outline)
  }

  /// Draws a line inside the edge.
  public func border(_ width: Length, _ color: ColorStyle, outline: Outline = .rectangle) -> Box {
    boxed {
      $0.border = Border(width, color)
      $0.outline = outline
    }
  }

  /// Cuts what sticks out of an outline.
  public func clipped(to outline: Outline = .rectangle) -> Box {
    boxed {
      $0.clips = true
      $0.outline = outline
    }
  }

  /// Puts a node behind this one, in this one's size.
  public func background(_ node: some NodeConvertible, alignment: Alignment = .center) -> Box {
    boxed {
      $0.background = node.node
      $0.anchor = alignment
    }
  }

  /// Puts a node in front of this one, in this one's size.
  public func overlay(_ node: some NodeConvertible, alignment: Alignment = .center) -> Box {
    boxed {
      $0.overlay = node.node
      $0.anchor = alignment
    }
  }

  /// Moves a line by which stacks align this node, measured from its top or leading edge.
  public func alignmentGuide(_ guide: AlignmentGuide, at offset: Length) -> Box {
    boxed { $0.guides = [guide: offset] }
  }
}
