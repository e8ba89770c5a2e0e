/// A person's gender as an identity card says it.
public enum Gender: String, Sendable, Hashable, CaseIterable, Codable {
  /// Male.
  case male
  /// Female.
  case female
  /// Not specified.
  case notSpecified

  /// Reads `male`, `female` or `notSpecified` in any case; nil for any other text.
  public init?(text: String) {
    let wanted = text.lowercased()
    guard let gender = Gender.allCases.first(where: { $0.rawValue.lowercased() == wanted }) else {
      return nil
    }
    self = gender
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
