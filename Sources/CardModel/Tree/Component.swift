/// Another template by its name, filling the bounds that it is given.
public struct Component: Sendable, Equatable {
  /// The name under which a loaded card finds the component.
  public var id: String?
  /// The template's name: `FancyBadge` for `FancyBadge.card.json`.
  public var name: String
  /// What the template's fields are, in terms of the fields around it; by name where not given.
  public var fields: [String: ComponentValue]

  /// Makes a use of another template.
  public init(_ name: String, fields: [String: ComponentValue] = [:], id: String? = nil) {
    self.name = name
    self.fields = fields
    self.id = id
  }
}

extension Component: NodeConvertible {
  /// The component as a node.
  public var node: Node { .component(self) }
}

/// A node that is there only under a condition.
public struct Conditional: Sendable, Equatable {
  /// The condition.
  public var when: Condition
  /// The node where it holds.
  public var then: Node
  /// The node where it does not hold, if any.
  public var otherwise: Node?

  /// Makes a conditional node.
  public init(
    when condition: Condition, then node: some NodeConvertible, otherwise: Node? = nil
  ) {
    self.when = condition
    self.then = node.node
    self.otherwise = otherwise
  }
}

extension Conditional: NodeConvertible {
  /// The conditional as a node.
  public var node: Node { .conditional(self) }
}

/// A node once for each entry of a list; the entry's own fields come first in it.
public struct Repeat: Sendable, Equatable {
  /// The field that holds the list.
  public var each: String
  /// The node that is repeated.
  public var child: Node

  /// Makes a repeated node.
  public init(each field: String, _ child: some NodeConvertible) {
    self.each = field
    self.child = child.node
  }
}

extension Repeat: NodeConvertible {
  /// The repetition as a node.
  public var node: Node { .repeated(self) }
}

/// A question to a record.
public indirect enum Condition: Sendable, Hashable {
  /// The field has a value that is not blank.
  case present(String)
  /// The field has no value, or a blank one.
  case empty(String)
  /// The field's value is this text.
  case equals(String, String)
  /// The field's value is one of these texts.
  case among(String, [String])
  /// All hold.
  case and([Condition])
  /// At least one holds.
  case or([Condition])
  /// It does not hold.
  case not(Condition)
}
