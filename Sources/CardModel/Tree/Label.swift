/// A text in a style of the style guide; one line unless its fit says otherwise.
///
/// Text, type and colour are fixed once the label is made.
public struct Label: Sendable, Equatable {
  /// The name under which a loaded card finds the label.
  public var id: String?
  /// The parts of the text, each in its style; one part for a plain label.
  public let runs: [Run]
  /// The style of the label, which decides its line box.
  public let style: LabelStyle
  /// What happens where the text does not fit.
  public let fit: Fit
  /// Which side the lines keep to.
  public let alignment: TextAlignment

  /// Makes a label of one text; a string literal with `{{field}}` in it is a template.
  public init(
    _ text: TextContent, style: LabelStyle = .body(), fit: Fit = .truncate(),
    alignment: TextAlignment = .leading, id: String? = nil
  ) {
    self.init(runs: [Run(text, style)], style: style, fit: fit, alignment: alignment, id: id)
  }

  /// Makes a label of a text that is data: never read as a template.
  @_disfavoredOverload
  public init<Text: StringProtocol>(
    _ text: Text, style: LabelStyle = .body(), fit: Fit = .truncate(),
    alignment: TextAlignment = .leading, id: String? = nil
  ) {
    self.init(.literal(String(text)), style: style, fit: fit, alignment: alignment, id: id)
  }

  /// Makes a label of several texts in their own styles on one baseline.
  ///
  /// `style` decides the line box together with the tallest run; the first run's unless given.
  public init(
    runs: [Run], style: LabelStyle? = nil, fit: Fit = .truncate(),
    alignment: TextAlignment = .leading, id: String? = nil
  ) {
    self.runs = runs
    self.style = style ?? runs.first?.style ?? .body()
    self.fit = fit
    self.alignment = alignment
    self.id = id
  }

  /// The whole text, its runs joined.
  public var text: String { runs.map(\.text.text).joined() }
  /// Which font and size.
  public var type: LabelType { style.type }
  /// Which colour.
  public var color: ColorStyle { style.color }
}

/// A part of a label's text in a style of its own.
public struct Run: Sendable, Hashable {
  /// The text.
  public internal(set) var text: TextContent
  /// The style.
  public internal(set) var style: LabelStyle

  /// Makes a run.
  public init(_ text: TextContent, _ style: LabelStyle) {
    self.text = text
    self.style = style
  }
}

/// What happens to a text that does not fit its place.
///
/// None of them is silent.
public enum Fit: Sendable, Hashable {
  /// Breaks into lines, at most so many where a number is given; then it ends with an ellipsis.
  case wrap(lines: Int? = nil)
  /// Gets smaller, by width and by height, down to a size in points; never larger than its style.
  ///
  /// It may use up to `lines` lines; where `oneLineTo` is given, only a text that would be smaller
  /// than that in one line takes more. With `batch`, a share from 0.01 to 1, all cards of a run get
  /// one common size: the largest at which the text fits on that share of them. The rest are
  /// smaller, each as far as it needs.
  case shrink(to: Double, lines: Int = 1, batch: Double? = nil, oneLineTo: Double? = nil)
  /// Ends with an ellipsis after so many lines.
  case truncate(lines: Int = 1)
  /// Is an error.
  case fail

  /// The share of a batch's cards on which the common size has to fit, where there is one.
  public var batchShare: Double? {
    if case .shrink(_, _, let share, _) = self { share } else { nil }
  }
}

/// Which side lines of text keep to.
public enum TextAlignment: String, Sendable, Hashable, CaseIterable {
  /// The side where the card's reading direction begins.
  case leading
  /// The middle.
  case center
  /// The side where the card's reading direction ends.
  case trailing
  /// Left, whatever the reading direction.
  case left
  /// Right, whatever the reading direction.
  case right
}

extension Label: NodeConvertible {
  /// The label as a node.
  public var node: Node { .label(self) }
}

extension Node {
  /// Whether a label in the tree has one size on all cards of a batch.
  public var sharesSizes: Bool {
    switch self {
    case .label(let label): label.fit.batchShare != nil
    case .stack(let stack): stack.children.contains(where: \.sharesSizes)
    case .table(let table):
      ((table.header.map { [$0] } ?? []) + table.rows)
        .contains { $0.cells.contains(where: \.content.sharesSizes) }
    case .box(let box):
      [box.background, box.child, box.overlay].contains { $0?.sharesSizes == true }
    case .conditional(let conditional):
      conditional.then.sharesSizes || conditional.otherwise?.sharesSizes == true
    case .repeated(let repetition): repetition.child.sharesSizes
    case .picture, .barcode, .shape, .spacer, .component: false
    }
  }
}
