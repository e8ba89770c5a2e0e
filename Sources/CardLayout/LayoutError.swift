public import CardModel

/// Why a card could not be laid out; each case knows its place in the tree.
public enum LayoutError: Diagnostic, Equatable {
  /// A text with the fit *fail* is larger than its place.
  case textDoesNotFit(String, needed: Size, offered: Size, path: NodePath)
  /// The style guide has no such label type.
  case unknownType(String, nearest: String?, path: NodePath)
  /// The style guide has no such colour.
  case unknownColor(String, nearest: String?, path: NodePath)
  /// A length is in pixels, and the card states no resolution.
  case pixelsWithoutResolution(Length, path: NodePath)
  /// A length is infinite, or not a number, where a finite one is needed.
  case lengthNotFinite(Length, path: NodePath)
  /// A node that binding should have removed is left.
  case templateOnly(String, path: NodePath)
  /// A text still has placeholders.
  case unboundText(String, path: NodePath)
  /// The tree is deeper than the limit.
  case tooDeep(limit: Int, path: NodePath)
  /// The tree has more nodes than the limit.
  case tooManyNodes(limit: Int)
  /// A row has cells for which the table has no columns.
  case tooManyCells(columns: Int, path: NodePath)
  /// A code is larger than its place even at its smallest module.
  case codeTooSmall(needed: Size, offered: Size, path: NodePath)
  /// The modules of a code are hard to tell from its background, or lighter than it.
  case codeContrast(Double, path: NodePath)
  /// A text could not be shaped.
  case text(TextError, path: NodePath)
  /// A picture could not be read.
  case picture(PictureError, path: NodePath, id: String? = nil)
  /// A code could not be made.
  case code(CodeError, path: NodePath)

  /// One sentence.
  public var message: String {
    switch self {
    case .textDoesNotFit(let text, let needed, let offered, _):
      "The text '\(text)' needs \(points(needed)) and has \(points(offered))."
    case .unknownType(let name, _, _): "The style guide has no label type '\(name)'."
    case .unknownColor(let name, _, _): "The style guide has no colour '\(name)'."
    case .pixelsWithoutResolution(let length, _):
      "The length '\(length)' is in pixels, but the card states no resolution."
    case .lengthNotFinite(let length, _):
      "The length '\(length)' stands where a finite length is expected."
    case .templateOnly(let kind, _): "A node of the kind '\(kind)' stands in templates only."
    case .unboundText(let text, _): "The text '\(text)' still has placeholders."
    case .tooDeep(let limit, _): "The tree is deeper than \(limit) nodes."
    case .tooManyNodes(let limit): "The tree has more than \(limit) nodes."
    case .tooManyCells(let columns, _): "The row needs more than the table's \(columns) columns."
    case .codeTooSmall(let needed, let offered, _):
      "The code needs at least \(points(needed)) and has \(points(offered))."
    case .codeContrast(let ratio, _):
      ratio < 1
        ? "The modules of the code are lighter than its background."
        : "The code's contrast is \(decimals(ratio)):1, and at least 3:1 is expected."
    case .text(let error, _): error.message
    case .picture(let error, _, _): error.message
    case .code(let error, _): error.message
    }
  }

  /// The path of the node; the id of a picture that has one.
  public var place: String? {
    if case .picture(_, _, let id?) = self { return id }
    return path?.description
  }

  /// What would help.
  public var hint: String? {
    switch self {
    case .textDoesNotFit: "Give it more room, or another fit: wrap, shrink or truncate."
    case .unknownType(_, let nearest, _), .unknownColor(_, let nearest, _):
      nearest.map { "The nearest is '\($0)'." }
    case .pixelsWithoutResolution: "Give the card 'dpi', or the length in pt, mm or in."
    case .lengthNotFinite: "Only 'maxWidth' and 'maxHeight' may be infinite."
    case .templateOnly, .unboundText: "Bind the template to a record first."
    case .tooDeep, .tooManyNodes: "Flatten the tree."
    case .tooManyCells: "Add columns, or take cells or spans away."
    case .codeTooSmall: "Give it more room, less content, or a smaller 'minimumModule'."
    case .codeContrast: "Draw dark modules on a light background."
    case .text(let error, _): error.hint
    case .picture(let error, _, _): error.hint
    case .code(let error, _): error.hint
    }
  }

  /// The node that it is about.
  public var path: NodePath? {
    switch self {
    case .textDoesNotFit(_, _, _, let path), .unknownType(_, _, let path),
      .unknownColor(_, _, let path), .pixelsWithoutResolution(_, let path),
      .lengthNotFinite(_, let path), .templateOnly(_, let path), .unboundText(_, let path),
      .tooDeep(_, let path), .tooManyCells(_, let path), .codeTooSmall(_, _, let path),
      .codeContrast(_, let path), .text(_, let path), .picture(_, let path, _),
      .code(_, let path):
      path
    case .tooManyNodes: nil
    }
  }
}

private func points(_ size: Size) -> String {
  "\(decimals(size.width)) × \(decimals(size.height)) pt"
}
