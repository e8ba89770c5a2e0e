import Cardstock

/// The Swift face of `StarterBadge.card.json`: its fields as properties.
///
/// ```swift
/// let library = TemplateLibrary(folder: "designs")
/// let card = try library.card(of: StarterBadge(name: "Ada Lovelace"))
/// let png = try CardRenderer().png(of: card)
/// ```
struct StarterBadge: CardComponent {
  /// The field 'name'.
  var name: String
  /// What the person does.
  var role: String?
  /// A picture's path; initials without one.
  var photo: String?
  /// The field 'company'.
  var company: String?
  /// The first day.
  var joined: CalendarDay?
  /// The card's number, digit for digit.
  var number: String?

  /// Makes the component of its fields.
  init(
    name: String,
    role: String? = nil,
    photo: String? = nil,
    company: String? = nil,
    joined: CalendarDay? = nil,
    number: String? = nil
  ) {
    self.name = name
    self.role = role
    self.photo = photo
    self.company = company
    self.joined = joined
    self.number = number
  }

  /// The values of the template's fields.
  var fields: [String: ComponentValue] {
    given([
      "name": name,
      "role": role,
      "photo": photo,
      "company": company,
      "joined": joined,
      "number": number,
    ])
  }
}
