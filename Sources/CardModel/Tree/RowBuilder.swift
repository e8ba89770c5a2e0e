/// Builds a list of rows from what stands between braces.
@resultBuilder
public enum RowBuilder {
  /// One row.
  public static func buildExpression(_ row: Row) -> [Row] { [row] }
  /// A list of rows.
  public static func buildExpression(_ rows: [Row]) -> [Row] { rows }
  /// Rows one after another.
  public static func buildBlock(_ parts: [Row]...) -> [Row] { parts.flatMap { $0 } }
  /// Rows under an `if`.
  public static func buildOptional(_ part: [Row]?) -> [Row] { part ?? [] }
  /// The first branch of an `if`.
  public static func buildEither(first part: [Row]) -> [Row] { part }
  /// The other branch of an `if`.
  public static func buildEither(second part: [Row]) -> [Row] { part }
  /// Rows of a loop.
  public static func buildArray(_ parts: [[Row]]) -> [Row] { parts.flatMap { $0 } }
}
