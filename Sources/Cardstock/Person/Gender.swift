/// A person's gender as an identity card says it.
public enum Gender: String, Sendable, Hashable, CaseIterable, Codable {
  /// Male.
  case male
  /// Female.
  case female
  /// Not specified.
  case notSpecified

  /// Reads `male`, `female` or `notSpecified` in any case, and as address books write them: `m`,
  /// `f`, `unspecified`; nil for any other text.
  public init?(text: String) {
    switch text.lowercased() {
    case "male", "m": self = .male
    case "female", "f": self = .female
    case "notspecified", "not specified", "unspecified": self = .notSpecified
    default: return nil
    }
  }

  /// The gender in English: `Male`, `Female` or `Not specified`.
  public var text: String {
    switch self {
    case .male: "Male"
    case .female: "Female"
    case .notSpecified: "Not specified"
    }
  }
}
