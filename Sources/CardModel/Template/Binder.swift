/// Makes cards of a template and records.
///
/// It is made once for a template, then binds any number of records, from any thread. What is
/// empty goes: a label whose fields are all empty, a row without a value, a stack without children.
public struct Binder: Sendable {
  /// The template.
  public let template: Template
  private let styleGuide: StyleGuide
  private let fields: [String: TemplateField]
  private let readers: [String: DateReader]
  let texts: [String: PlaceholderText]

  /// Makes a binder.
  ///
  /// - Throws: ``TemplateError`` where the template names what it does not have.
  public init(_ template: Template) throws(TemplateError) {
    let json = JSONForm<Template>.template.written(template)
    let problems = TemplateCheck.problems(in: json)
    guard problems.isEmpty else { throw TemplateError(file: template.title, problems: problems) }
    self.template = template
    styleGuide = template.styleGuide.merged(over: .standard)
    fields = Dictionary(template.fields.map { ($0.name, $0) }) { $1 }
    readers = fields.compactMapValues { $0.type == .date ? DateReader(format: $0.dateFormat) : nil }
    var texts: [String: PlaceholderText] = [:]
    func collect(_ json: JSONValue) {
      switch json.kind {
      case .string(let text): if text.contains("{{") { texts[text] = PlaceholderText(text) }
      case .array(let entries): entries.forEach(collect)
      case .object(let members): members.forEach { collect($0.value) }
      case .null, .bool, .number: break
      }
    }
    collect(json)
    self.texts = texts
  }

  /// The card of a record in a language, a BCP 47 tag.
  ///
  /// - Throws: ``BindingError`` where a field is missing or not of its type.
  public func bind(
    _ record: Record, locale: String = "en"
  ) throws(BindingError) -> (card: Card, findings: [Finding]) {
    for field in template.fields { try check(field, in: record) }
    let language = String(locale.prefix { $0 != "-" && $0 != "_" })
    let titles = (template.titles["en"] ?? [:])
      .merging(template.titles[language] ?? [:]) { $1 }
      .merging(template.titles[locale] ?? [:]) { $1 }
    let scope = BindingScope(
      record: record, fields: fields, readers: readers, titles: titles,
      builtIn: BuiltInTitles(locale: locale), locale: locale)
    let tree = TreeBinding(binder: self)
    let empty = Stack(.overlay, children: []).node
    let card = Card(
      title: template.title, size: template.cardSize, background: template.background,
      bleed: template.bleed, safeArea: template.safeArea, styleGuide: styleGuide,
      dotsPerInch: template.dotsPerInch, direction: LayoutDirection(language: locale),
      language: locale, back: template.back.map { tree.one($0, scope) ?? empty },
      front: tree.one(template.front, scope) ?? empty)
    return (card, [])
  }

  private func check(_ field: TemplateField, in record: Record) throws(BindingError) {
    guard let given = record.field(field.name), !BindingScope.isEmpty(given.value) else {
      guard field.isRequired, field.defaultValue == nil else { return }
      let others = record.fields.map(\.name).filter { fields[$0] == nil }
      let near = nearestName(to: field.name, among: others)
      throw BindingError(
        field: field.name, message: "The record has no '\(field.name)', which the template needs.",
        location: record.place,
        hint: near.map { "The data has '\($0)'; give '--map \(field.name)=\($0)'." }
          ?? field.summary.map { "It is for: \($0)" })
    }
    let location = given.place ?? record.place
    func wrong(_ expected: String, hint: String) -> BindingError {
      let shown = given.value.text.map { "'\($0.prefix(60))'" } ?? given.value.kindName
      return BindingError(
        field: field.name,
        message: "The field '\(field.name)' should be \(expected), but this is \(shown).",
        location: location, hint: hint, value: given.value.text)
    }
    switch field.type {
    case .text: break
    case .picture:
      if given.value.text == nil {
        throw wrong("a picture's path", hint: "Write it in double quotes, like 'ada.jpg'.")
      }
    case .number:
      if given.value.text.flatMap({ Double($0) })?.isFinite != true {
        throw wrong("a number", hint: "Write it with digits and a point, like '1.65'.")
      }
    case .boolean:
      if given.value.text.flatMap(BindingScope.boolean) == nil {
        throw wrong("true or false", hint: "Write true, false, yes or no.")
      }
    case .date:
      let text = given.value.text ?? ""
      if readers[field.name]?.day(text) != nil { return }
      if let format = field.dateFormat {
        throw wrong("a day by '\(format)'", hint: "Write it as the field's format says.")
      }
      let numbers = text.split(whereSeparator: { "/.- ".contains($0) }).compactMap { Int($0) }
      if numbers.count == 3, numbers[2] > 31, numbers[0] <= 12, numbers[1] <= 12 {
        throw BindingError(
          field: field.name,
          message: "The date '\(text)' of the field '\(field.name)' can be read in two ways.",
          location: location,
          hint: "Write it as year-month-day, or give the field a \"format\" such as \"d/M/yyyy\".",
          value: text)
      }
      throw wrong(
        "a day of the calendar", hint: "Write it as year-month-day, like '1815-12-10'.")
    }
  }
}
