/// Why a record cannot be put on a template.
public struct BindingError: Diagnostic, Hashable {
  /// The field.
  public let field: String
  /// One sentence.
  public let message: String
  /// Where the field stands in the data.
  public let location: DataPlace?
  /// What would help.
  public let hint: String?

  /// The place as it is written in messages.
  public var place: String? { location.map { "\($0), field '\(field)'" } ?? "field '\(field)'" }
}
