public import CardModel

/// An identity card: a person's icon, the name as heading, and a table of details.
///
/// One card shows one person after another: ``load(_:)`` puts another on it, and nothing of the
/// one before stays. The card fills any bounds; its arrangement follows their proportions.
///
/// ```swift
/// var card = IdentityCard(PersonDetails(name: "Ada Lovelace"))
/// card.load(PersonDetails(name: "Grace Hopper", company: "US Navy"))
/// let png = try CardRenderer().png(of: card.card)
/// ```
public struct IdentityCard: Sendable, Equatable {
  /// The person on the card.
  public private(set) var person: PersonDetails
  /// The trim size.
  public let size: CardSize
  /// What label types and colours mean.
  public let styleGuide: StyleGuide
  /// The language of titles and dates, as a BCP 47 tag such as `en` or `de-AT`.
  public let locale: String

  /// Makes a card of a person; CR80 in landscape and the house style unless said.
  public init(
    _ person: PersonDetails, size: CardSize = .cr80, styleGuide: StyleGuide = .standard,
    locale: String = "en"
  ) {
    self.person = person
    self.size = size
    self.styleGuide = styleGuide
    self.locale = locale
  }

  /// Puts another person on the card.
  public mutating func load(_ person: PersonDetails) {
    self.person = person
  }

  /// The card, ready to be laid out.
  public var card: Card { card(rows: person.rows(locale: locale)) }

  /// The card with detail rows that are already written, such as those of a record, whose numbers
  /// keep their digits.
  func card(rows: [PersonRow]) -> Card {
    let bounds = size.points() ?? Size(width: 243, height: 153)
    return Card(
      title: "Identity card", size: size, styleGuide: styleGuide,
      direction: LayoutDirection(language: locale), language: locale,
      front: IdentityArrangement(
        person: person, rows: rows, bounds: bounds, styleGuide: styleGuide
      ).front)
  }
}
