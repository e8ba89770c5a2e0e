public import CardModel

/// A template as a design for records.
public struct TemplateDesign: CardDesign {
  /// What makes the cards.
  public let binder: Binder
  /// The language of titles, dates and numbers, as a BCP 47 tag.
  public let locale: String

  /// Makes a design of a template.
  ///
  /// - Throws: ``TemplateError`` where the template names what it does not have.
  public init(_ template: Template, locale: String = "en") throws(TemplateError) {
    binder = try Binder(template)
    self.locale = locale
  }

  /// The design's title.
  public var title: String { binder.template.title ?? "Card" }

  /// The template's text and the language.
  public var fingerprint: String { locale + "\n" + TemplateFile.text(of: binder.template) }

  /// The card of a record.
  ///
  /// - Throws: ``BindingError`` where a field is missing or wrong.
  public func card(for record: Record) throws -> (card: Card, findings: [Finding]) {
    try binder.bind(record, locale: locale)
  }
}
