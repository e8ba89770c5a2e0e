/// Builds a list of nodes from what stands between braces.
@resultBuilder
public enum NodeBuilder {
  /// One node.
  public static func buildExpression(_ node: some NodeConvertible) -> [Node] { [node.node] }
  /// A list of nodes.
  public static func buildExpression(_ nodes: [Node]) -> [Node] { nodes }
  /// Nodes one after another.
  public static func buildBlock(_ parts: [Node]...) -> [Node] { parts.flatMap { $0 } }
  /// Nodes under an `if`.
  public static func buildOptional(_ part: [Node]?) -> [Node] { part ?? [] }
  /// The first branch of an `if`.
  public static func buildEither(first part: [Node]) -> [Node] { part }
  /// The other branch of an `if`.
  public static func buildEither(second part: [Node]) -> [Node] { part }
  /// Nodes of a loop.
  public static func buildArray(_ parts: [[Node]]) -> [Node] { parts.flatMap { $0 } }
}
