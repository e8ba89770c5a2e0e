/// Why a field that is asked for has no value, though something stands in its place: the error cell
/// of a spreadsheet.
public struct FieldFault: DataDiagnostic, Hashable {
  /// The field.
  public let field: String
  /// One sentence.
  public let message: String
  /// Where the field stands in the data.
  public let location: DataPlace?

  /// The field.
  public var fieldName: String? { field }
  /// None: the sentence says what stands there.
  public var value: String? { nil }
  /// What would help.
  public var hint: String? { nil }
  /// The place as it is written in messages.
  public var place: String? { location.map { "\($0), field '\(field)'" } ?? "field '\(field)'" }
}

extension Record {
  /// Why the field of that name has no value; nil where it has one, or is not there.
  public func fault(of name: String) -> FieldFault? {
    guard let field = field(name), case .fault(let reason) = field.value else { return nil }
    return FieldFault(field: name, message: reason, location: field.place ?? place)
  }
}
