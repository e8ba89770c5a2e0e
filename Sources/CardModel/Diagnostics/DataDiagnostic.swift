/// What an error about somebody's data offers besides its words: where in the data it is, and what
/// stands there.
public protocol DataDiagnostic: Diagnostic {
  /// The field that is wrong, where it is one.
  var fieldName: String? { get }
  /// Where in the data.
  var location: DataPlace? { get }
  /// The value that is wrong, where there is one.
  var value: String? { get }
}
