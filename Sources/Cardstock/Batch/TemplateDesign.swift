public import CardModel

/// A template as a design for records.
public struct TemplateDesign: CardDesign {
  /// What makes the cards.
  public let binder: Binder
  /// The language of titles, dates and numbers, as a BCP 47 tag.
  public let locale: String
  private let places: TemplatePlaces?

  /// Makes a design of a template.
  ///
  /// - Throws: ``TemplateError`` where the template names what it does not have.
  public init(_ template: Template, locale: String = "en") throws(TemplateError) {
    binder = try Binder(template)
    self.locale = locale
    places = nil
  }

  /// Makes a design of a template and its components.
  ///
  /// - Throws: ``TemplateError`` where a template names what there is not, or contains itself.
  public init(_ set: TemplateSet, locale: String = "en") throws(TemplateError) {
    binder = try Binder(set)
    self.locale = locale
    places = nil
  }

  /// Makes a design of what was read from files; it knows where in them each node stands.
  ///
  /// - Throws: ``TemplateError`` of the first file that is wrong.
  public init(_ reading: TemplateReading, locale: String = "en") throws(TemplateError) {
    if let error = reading.errors.first { throw error }
    guard let set = reading.set else {
      throw TemplateError(file: reading.source.file, problems: [])
    }
    binder = try Binder(set)
    self.locale = locale
    places = TemplatePlaces(reading)
  }

  /// The design's title.
  public var title: String { binder.template.title ?? "Card" }

  /// The language, and the texts of the template, its components and their style guides.
  public var fingerprint: String { locale + "\n" + binder.templates.fingerprint }

  /// Whether the template has a back.
  public var hasBack: Bool { binder.template.back != nil }

  /// Whether a label of the template has one size on the whole batch.
  public var sharesSizes: Bool {
    ([binder.template] + binder.templates.components.values).contains { template in
      ([template.front] + [template.back].compactMap { $0 } + template.parts.values)
        .contains(where: \.sharesSizes)
    }
  }

  /// The fields that the template declares, and those of the person's rows where it shows them.
  public var fields: DesignFields? {
    let declared = binder.template.fields
    let rows = binder.showsPerson ? PersonRow.Kind.allCases.map(\.rawValue) : []
    return DesignFields(
      all: Set(declared.map(\.name) + rows),
      required: declared.filter { $0.isRequired && $0.defaultValue == nil }.map(\.name))
  }

  /// Where in the template's file the nodes of a record's card stand; nil where it was not read
  /// from one.
  public func places(of record: Record) -> TemplatePlaces.Table? {
    places?.table(of: record, locale: locale)
  }

  /// The card of a record.
  ///
  /// - Throws: ``BindingError`` where a field is missing or wrong.
  public func card(for record: Record) throws -> (card: Card, findings: [Finding]) {
    try binder.bind(record, locale: locale)
  }
}
