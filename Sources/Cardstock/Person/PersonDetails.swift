public import CardModel

/// What an identity card says about a person; only the name must be there.
///
/// A value that is nil or blank makes no row. Setting or clearing one adds or removes exactly its
/// row and moves no other's value.
///
/// ```swift
/// var ada = PersonDetails(name: "Ada Lovelace")
/// ada.birthday = CalendarDay("1815-12-10")
/// ada.rows().map(\.value)  // ["Dec 10, 1815"]
/// ```
public struct PersonDetails: Sendable, Hashable {
  /// The full name.
  public var name: String
  /// The picture's source: a path inside the assets folder, or a `data:` URI.
  public var icon: String?
  /// The day of birth; a calendar day, which no time zone moves.
  public var birthday: CalendarDay?
  /// The postal address.
  public var address: String?
  /// The phone number.
  public var phone: String?
  /// The e-mail address.
  public var email: String?
  /// The company.
  public var company: String?
  /// The height as a number, without a unit.
  public var height: Double?
  /// The weight as a number, without a unit.
  public var weight: Double?
  /// The gender.
  public var gender: Gender?

  /// Makes a person.
  public init(
    name: String, icon: String? = nil, birthday: CalendarDay? = nil, address: String? = nil,
    phone: String? = nil, email: String? = nil, company: String? = nil, height: Double? = nil,
    weight: Double? = nil, gender: Gender? = nil
  ) {
    self.name = name
    self.icon = icon
    self.birthday = birthday
    self.address = address
    self.phone = phone
    self.email = email
    self.company = company
    self.height = height
    self.weight = weight
    self.gender = gender
  }

  /// The detail rows that have a value, in their order, titled and dated in a language.
  public func rows(locale: String = "en") -> [PersonRow] {
    PersonRows(locale: locale).rows(of: record)
  }

  /// The number of all entries: the detail rows, the name, and the icon.
  ///
  /// The icon always counts, since a card without a picture shows a placeholder.
  public var numberOfRows: Int { rows().count + 2 }

  /// The person's values under the names of the person file.
  public var record: Record {
    let values: [(String, FieldValue?)] = [
      ("name", .text(name)), ("icon", icon.map { .text($0) }),
      ("birthday", birthday.map { .text($0.description) }),
      ("address", address.map { .text($0) }), ("phone", phone.map { .text($0) }),
      ("email", email.map { .text($0) }), ("company", company.map { .text($0) }),
      ("gender", gender.map { .text($0.rawValue) }),
      ("height", height.map { .number(JSONValue.number($0).text()) }),
      ("weight", weight.map { .number(JSONValue.number($0).text()) }),
    ]
    return Record(values.compactMap { name, value in value.map { Record.Field(name, $0) } })
  }
}

extension PersonDetails: CustomStringConvertible {
  /// The name and each detail, a line each.
  public var description: String {
    ([name] + rows().map { "\($0.title): \($0.value)" }).joined(separator: "\n")
  }
}

extension PersonDetails: Codable {
  /// The names of the person file.
  private enum CodingKeys: String, CodingKey {
    case name, icon, birthday, address, phone, email, company, height, weight, gender
  }
}
