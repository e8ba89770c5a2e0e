/// Why a record cannot be put on a template.
public struct BindingError: DataDiagnostic, Hashable {
  /// The field.
  public let field: String
  /// One sentence.
  public let message: String
  /// Where the field stands in the data.
  public let location: DataPlace?
  /// What would help.
  public let hint: String?
  /// The value that is wrong, where there is one.
  public internal(set) var value: String?
  /// The component whose field it is, where it is not the card's own template.
  package internal(set) var component: String?
  /// Whether there is no value at all.
  package internal(set) var isMissing = false

  /// The field.
  public var fieldName: String? { field }

  /// The place as it is written in messages.
  public var place: String? { location.map { "\($0), field '\(field)'" } ?? "field '\(field)'" }
}
