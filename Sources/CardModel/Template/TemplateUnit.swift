/// A template of a set, prepared for binding.
struct TemplateUnit: Sendable {
  /// The name that components give; nil for the card's own template.
  let name: String?
  /// The template, its tree in the names of the card's style guide.
  let template: Template
  let fields: [String: TemplateField]
  let readers: [String: DateReader]
  /// The fields that are shown as they are and not by their parts, where that is known.
  var plainFields: Set<String> = []

  init(_ name: String?, _ template: Template) {
    self.name = name
    self.template = template
    fields = Dictionary(template.fields.map { ($0.name, $0) }) { $1 }
    readers = fields.compactMapValues { $0.type == .date ? DateReader(format: $0.dateFormat) : nil }
  }

  /// Takes a component's own types and colours into the card's style guide.
  ///
  /// Inside of the component they mean what its own guide says, everything else what the card's
  /// says. Where the card has another meaning for the name, the component's gets a name of its own.
  init(component name: String, _ template: Template, guide: inout StyleGuide, card: StyleGuide) {
    var names = StyleNames()
    let own = template.styleGuide.merged(over: card)
    for type in template.styleGuide.types.keys {
      guard let value = own.types[type] else { continue }
      var free = type
      if let taken = guide.types[type], taken != value {
        free = .named("\(name)/\(type)")
        names.types[type] = free
      }
      guide.types[free] = value
    }
    for (color, value) in template.styleGuide.colors {
      var free = color
      if let taken = guide.colors[color], taken != value {
        free = .named("\(name)/\(color)")
        names.colors[color] = free
      }
      guide.colors[free] = value
    }
    var renamed = template
    renamed.front = template.front.restyled(names)
    renamed.parts = template.parts.mapValues { $0.restyled(names) }
    self.init(name, renamed)
  }

  /// Why a record cannot be put on the template, if it cannot.
  func problem(with record: Record) -> BindingError? {
    template.fields.lazy.compactMap { problem(with: $0, in: record) }.first
  }

  private func problem(with field: TemplateField, in record: Record) -> BindingError? {
    guard let given = record.field(field.name), !BindingScope.isEmpty(given.value) else {
      return field.isRequired && field.defaultValue == nil
        ? missing(field, in: record) : nil
    }
    // A list is checked entry by entry: each is shown as the field's type says.
    if case .list(let entries) = given.value, field.isList || field.type != .picture {
      return entries.lazy.filter { !BindingScope.isEmpty($0) }
        .compactMap { problem(with: field, $0, at: given.place ?? record.place) }.first
    }
    return problem(with: field, given.value, at: given.place ?? record.place)
  }

  private func missing(_ field: TemplateField, in record: Record) -> BindingError {
    if let name {
      return BindingError(
        field: field.name,
        message: "The component '\(name)' needs '\(field.name)', and there is none.",
        location: record.place, hint: field.summary.map { "It is for: \($0)" }, component: name,
        isMissing: true)
    }
    let others = record.fields.map(\.name).filter { fields[$0] == nil }
    let near = nearestName(to: field.name, among: others)
    return BindingError(
      field: field.name, message: "The record has no '\(field.name)', which the template needs.",
      location: record.place,
      hint: near.map { "The data has '\($0)'; give '--map \(field.name)=\($0)'." }
        ?? field.summary.map { "It is for: \($0)" }, isMissing: true)
  }

  private func problem(
    with field: TemplateField, _ value: FieldValue, at location: DataPlace?
  ) -> BindingError? {
    if case .fault(let reason) = value {
      return BindingError(
        field: field.name, message: reason, location: location, hint: nil, component: name)
    }
    func wrong(_ expected: String, hint: String) -> BindingError {
      let shown = value.text.map { "'\($0.prefix(60))'" } ?? value.kindName
      let owner = name.map { " of the component '\($0)'" } ?? ""
      return BindingError(
        field: field.name,
        message: "The field '\(field.name)'\(owner) should be \(expected), but this is \(shown).",
        location: location, hint: hint, value: value.text, component: name)
    }
    switch field.type {
    case .text:
      guard field.isRequired, case .group(let parts) = value, plainFields.contains(field.name)
      else { return nil }
      let part = parts.fields.first?.name ?? "first"
      return wrong(
        "a text",
        hint: "Write a text in the data, or '{{\(field.name).\(part)}}' in the template.")
    case .picture:
      return value.text == nil
        ? wrong("a picture's path", hint: "Write it in double quotes, like 'ada.jpg'.") : nil
    case .number:
      return value.text.flatMap { Double($0) }?.isFinite == true
        ? nil : wrong("a number", hint: "Write it with digits and a point, like '1.65'.")
    case .boolean:
      return value.text.flatMap(TemplateField.Kind.truth) == nil
        ? wrong("true or false", hint: "Write true, false, yes or no.") : nil
    case .date:
      let text = value.text ?? ""
      if readers[field.name]?.day(text) != nil { return nil }
      // A component gets the days of the card around it in ISO 8601.
      if name != nil, CalendarDay(text) != nil { return nil }
      if let format = field.dateFormat {
        return wrong("a day by '\(format)'", hint: "Write it as the field's format says.")
      }
      if DateReader.isAmbiguous(text) {
        return BindingError(
          field: field.name,
          message: "The date '\(text)' of the field '\(field.name)' can be read in two ways.",
          location: location,
          hint: "Write it as year-month-day, or give the field a \"format\" such as \"d/M/yyyy\".",
          component: name)
      }
      return wrong(
        "a day of the calendar", hint: "Write it as year-month-day, like '1815-12-10'.")
    }
  }
}
