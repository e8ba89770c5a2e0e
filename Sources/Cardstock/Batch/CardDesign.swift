public import CardModel

/// What makes a card of a record: the identity card, or a template.
public protocol CardDesign: Sendable {
  /// The design's title, which becomes the document's; never a person's name.
  var title: String { get }
  /// The language of titles and dates, as a BCP 47 tag.
  var locale: String { get }
  /// A text that is another one where the design makes other cards of the same record.
  var fingerprint: String { get }
  /// Whether its cards have a back.
  var hasBack: Bool { get }
  /// Whether a label of it has one size on the whole batch.
  var sharesSizes: Bool { get }
  /// The fields of records that its cards show; nil where that is not known.
  var fields: DesignFields? { get }
  /// Where in the design's file the nodes of a record's card stand; nil where it has no file.
  func places(of record: Record) -> TemplatePlaces.Table?
  /// The card of a record, and what happened while it was made.
  ///
  /// - Throws: a ``Diagnostic`` where the record cannot be put on the card.
  func card(for record: Record) throws -> (card: Card, findings: [Finding])
}

/// The fields of a record that a design shows.
public struct DesignFields: Sendable, Hashable {
  /// All of them.
  public let all: Set<String>
  /// Those that each record has to have, in the design's order.
  public let required: [String]

  /// Makes a list of fields.
  public init(all: Set<String>, required: [String]) {
    self.all = all
    self.required = required
  }
}

extension CardDesign {
  /// No back unless a design says otherwise.
  public var hasBack: Bool { false }
  /// Each card alone unless a design says otherwise.
  public var sharesSizes: Bool { false }
  /// Not known unless a design says otherwise.
  public var fields: DesignFields? { nil }
  /// No file unless a design says otherwise.
  public func places(of record: Record) -> TemplatePlaces.Table? { nil }
  /// English, unless the design says otherwise.
  public var locale: String { "en" }
}

/// The identity card as a design for records.
public struct IdentityDesign: CardDesign {
  /// The trim size.
  public let size: CardSize
  /// What label types and colours mean.
  public let styleGuide: StyleGuide
  /// The language of titles and dates, as a BCP 47 tag.
  public let locale: String
  /// Kept from card to card, since it keeps its formatters.
  private let rows: PersonRows

  /// Makes a design; CR80 in landscape and the house style unless said.
  public init(
    size: CardSize = .cr80, styleGuide: StyleGuide = .standard, locale: String = "en"
  ) {
    self.size = size
    self.styleGuide = styleGuide
    self.locale = locale
    rows = PersonRows(locale: locale)
  }

  /// The design's title.
  public var title: String { "Identity card" }

  /// The fields of the person file; only a name has to be there.
  public var fields: DesignFields? {
    DesignFields(
      all: Set(PersonRow.Kind.allCases.map(\.rawValue) + ["name", "icon"]), required: ["name"])
  }

  /// Size, style guide and language in one text.
  public var fingerprint: String {
    let types = styleGuide.types.map { "\($0) \($1)" }.sorted()
    let colors = styleGuide.colors.map { "\($0) \($1)" }.sorted()
    return (["\(size.width) \(size.height) \(locale)"] + types + colors).joined(separator: "\n")
  }

  /// The card of a person's record.
  ///
  /// - Throws: ``PersonError`` where a field is wrong.
  public func card(for record: Record) throws -> (card: Card, findings: [Finding]) {
    let person = try PersonDetails(record)
    let card = IdentityCard(person, size: size, styleGuide: styleGuide, locale: locale)
    return (card.card(rows: rows.rows(of: record)), [])
  }
}
