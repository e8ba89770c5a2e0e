/// The Swift face of a template file: a type and a file of the same name.
///
/// `FancyBadge` is `FancyBadge.card.json`, whose fields are the type's properties. In a tree it is
/// the component of that name with its fields given, so it takes a frame like any node:
///
/// ```swift
/// struct FancyBadge: CardComponent {
///   var name: String
///   var tags: [String] = []
///   var fields: [String: ComponentValue] { given(["name": name, "tags": tags]) }
/// }
///
/// let card = Card(size: .a6) { FancyBadge(name: "Ada").frame(width: .mm(85), height: .mm(54)) }
/// ```
///
/// A `TemplateLibrary` puts the file's tree in the component's place.
public protocol CardComponent: NodeConvertible, Sendable {
  /// The name of the template; the type's own unless given.
  static var templateName: String { get }
  /// What the template's fields are; a field that is not here is empty or its default.
  var fields: [String: ComponentValue] { get }
  /// The name under which a loaded card finds the component; none unless given.
  var id: String? { get }
}

extension CardComponent {
  /// The type's own name.
  public static var templateName: String { String(describing: Self.self) }

  /// No name of its own.
  public var id: String? { nil }

  /// The component as a node.
  public var node: Node { Component(Self.templateName, fields: fields, id: id).node }

  /// The component's values as a record.
  public var record: Record {
    Record(
      fields.sorted { $0.key < $1.key }.map { Record.Field($0.key, $0.value.fieldValue) })
  }

  /// Values that are data, without those that are nil: texts, lists, days, numbers, true and false.
  public func given(
    _ values: [String: (any ComponentValueConvertible)?]
  ) -> [String: ComponentValue] {
    values.compactMapValues { $0?.componentValue }
  }
}
