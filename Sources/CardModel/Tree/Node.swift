/// A part of a card: the closed list of all kinds there are.
///
/// The same tree comes out of Swift code and out of a file. A new kind is a new case here, and the
/// compiler names every place that must learn it. `conditional`, `repeated` and `component` stand in
/// templates only: binding removes them, and layout refuses one that is left.
public indirect enum Node: Sendable, Equatable {
  /// Text in a style.
  case label(Label)
  /// A picture by the name of its source.
  case picture(Picture)
  /// A machine-readable code.
  case barcode(Barcode)
  /// A rectangle, an ellipse or a line.
  case shape(Shape)
  /// Children beside, below or on top of one another.
  case stack(Stack)
  /// Rows of cells in columns.
  case table(Table)
  /// One child with a frame, a padding, a fill, a border …
  case box(Box)
  /// Space that takes what is left in a stack.
  case spacer(Spacer)
  /// Another template by its name.
  case component(Component)
  /// A node that is there only under a condition.
  case conditional(Conditional)
  /// A node once for each entry of a list.
  case repeated(Repeat)
}

/// Whatever can stand in a card: every payload of a node, and a node itself.
public protocol NodeConvertible {
  /// The node that this value is.
  var node: Node { get }
}

extension Node: NodeConvertible {
  /// The node itself.
  public var node: Node { self }

  /// The name under which a loaded card finds this node, if it has one.
  public var id: String? {
    switch self {
    case .label(let label): label.id
    case .picture(let picture): picture.id
    case .barcode(let barcode): barcode.id
    case .shape(let shape): shape.id
    case .stack(let stack): stack.id
    case .table(let table): table.id
    case .box(let box): box.id
    case .component(let component): component.id
    case .spacer, .conditional, .repeated: nil
    }
  }
}
