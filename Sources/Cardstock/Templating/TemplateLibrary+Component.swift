public import CardModel

extension TemplateLibrary {
  /// The card of a component's own template: its size, its background, its back.
  ///
  /// - Throws: `TemplateError`, `BindingError`, or `FileError` where a file cannot be read.
  public func card(
    of component: some CardComponent, locale: String = "en"
  ) throws -> Card {
    let set = try set(named: type(of: component).templateName)
    return try Binder(set).bind(component.record, locale: locale).card
  }

  /// A component's template on a card of another size, whose bounds it fills.
  ///
  /// - Throws: `TemplateError`, `BindingError`, or `FileError` where a file cannot be read.
  public func card(
    of component: some CardComponent, size: CardSize, locale: String = "en"
  ) throws -> Card {
    try filling(Card(size: size, language: locale, front: component.node))
  }

  /// A card with the trees of their templates in the places of its components.
  ///
  /// - Throws: `TemplateError` where a component's template is wrong or not there,
  ///   `BindingError` where one lacks a field, `FileError` where a file cannot be read.
  public func filling(_ card: Card) throws -> Card {
    let outer = card.unbound
    let source = TemplateSource(
      file: card.title ?? "card", bytes: Array(TemplateFile.text(of: outer).utf8))
    let set = try reader.read(source)
    var filled = try Binder(set).bind(Record(), locale: card.language).card
    filled.direction = card.direction
    filled.background = card.background
    return filled
  }
}

extension Card {
  /// The card as a template.
  fileprivate var unbound: Template {
    var template = Template(title: title, size: size, front: front, back: back)
    template.background = background ?? .color(.white)
    template.bleed = bleed
    template.safeArea = safeArea
    template.dotsPerInch = dotsPerInch
    template.styleGuide = TemplateStyle(styleGuide)
    return template
  }
}
