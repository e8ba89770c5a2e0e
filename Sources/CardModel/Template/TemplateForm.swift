extension JSONForm where Value == Template {
  /// A template file.
  public static let template = JSONObjectForm<Template>(
    "template", "A card design for Cardstock.", prototype: { Template(front: .spacer(Spacer())) },
    [
      .optional("$schema", \.schemaAddress, .string, "Where the schema of this file lies."),
      .required("format", \.format, .integer(1...1), "The version of the file format: 1."),
      .optional("title", \.title, .string, "The design's title, never of a person."),
      .optional("summary", \.summary, .string, "What the design is for, in one sentence."),
      .optional("size", \.size, .cardSize, .cr80, "A name such as cr80 or a6, or two lengths."),
      .optional(
        "orientation", \.orientation, .choice("orientation"), "How the size lies."),
      .optional(
        "background", \.background, .paint, .color(.white), "What lies behind everything."),
      .optional(
        "bleed", \.bleed, .extent, .zero, "How far the background extends beyond the trim."),
      .optional(
        "safeArea", \.safeArea, .extent, .mm(3), "How far text keeps away from the trim."),
      .optional("dpi", \.dotsPerInch, .number(36...2400), "The resolution for lengths in pixels."),
      .optional(
        "styleGuide", \.styleGuide, .styleOrFile, TemplateStyle(),
        "Types and colours on top of the house style, or a file of them such as "
          + "house.style.json."),
      .optional("fields", \.fields, .list(.templateField), [], "What it asks of a record."),
      .optional(
        "titles", \.titles, .map("a language", .map("a title's name", .string)), [:],
        "Titles by language and name, for {{titles.name}}."),
      .optional(
        "parts", \.parts, .map("a part's name", .node), [:],
        "Trees that components use by their names."),
      .required("front", \.front, .node, "The front."),
      .optional("back", \.back, .node, "The back."),
    ]
  ).form
}

extension Template {
  /// Editors need the address in the file; the template does not.
  fileprivate var schemaAddress: String? {
    get { nil }
    set {}
  }
}

extension JSONForm where Value == CardSize {
  /// A size's name, or two lengths.
  static let cardSize = JSONForm(
    schema: .any([.enumeration(CardSize.named.compactMap(\.name) + ["id1"]), lengths.form.schema])
  ) { json, problems in
    guard case .string(let name) = json.kind else {
      return lengths.form.read(json, &problems)?.size
    }
    if let size = CardSize.named(name) { return size }
    let known = CardSize.named.compactMap(\.name)
    let nearest = FamiliarName.question(for: name, among: known).map { $0 + " " } ?? ""
    problems.add(
      "The size '\(name)' is unknown.", at: json.position,
      hint: nearest + "There are " + known.map { "'\($0)'" }.joined(separator: ", ")
        + ", or write { \"width\": \"85mm\", \"height\": \"54mm\" }.",
      code: .wrongValue, suggestion: nearestName(to: name, among: known))
    return nil
  } write: { size in
    size.name.map { .string($0) }
      ?? lengths.form.write(Lengths(width: size.width, height: size.height))
  }

  private struct Lengths: Sendable {
    var width: Length
    var height: Length
    var size: CardSize { CardSize(width: width, height: height) }
  }

  private static let lengths = JSONObjectForm<Lengths>(
    "size", "A width and a height.", prototype: { Lengths(width: .zero, height: .zero) },
    [
      .required("width", \.width, .side, "The width."),
      .required("height", \.height, .side, "The height."),
    ])
}

extension TemplateStyle {
  fileprivate var schemaAddress: String? {
    get { nil }
    set {}
  }
}

extension JSONForm where Value == TemplateStyle {
  /// Types and colours, or the name of a file that has them, which a reader puts in its place.
  static let styleOrFile = JSONForm(
    schema: .any([
      .string(pattern: "^[^./][^\\\\]*$", example: "house.style.json"), templateStyle.schema,
    ])
  ) { json, problems in
    if case .string = json.kind { return TemplateStyle() }
    return templateStyle.read(json, &problems)
  } write: {
    templateStyle.write($0)
  }

  /// A style guide in a file of its own.
  public static let styleGuideFile = JSONObjectForm<TemplateStyle>(
    "style guide", "Types and colours on top of the house style.", prototype: { TemplateStyle() },
    [.optional("$schema", \.schemaAddress, .string, "Where the schema of this file lies.")]
      + styleFields
  ).form

  /// Types and colours.
  static let templateStyle = JSONObjectForm<TemplateStyle>(
    "style guide", "Types and colours on top of the house style.", prototype: { TemplateStyle() },
    styleFields
  ).form

  private static let styleFields: [JSONField<TemplateStyle>] =
    [
      .optional(
        "types", \.types, .map("a label type's name", typeParts), [:], "Label types by name."),
      .optional(
        "colors", \.colors,
        .map(
          "a colour's name",
          .text(
            "a colour", example: "#1A73E8",
            pattern: "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$")
        ), [:], "Colours by name."),
    ]

  private static let typeParts = JSONObjectForm<TemplateStyle.TypeParts>(
    "label type", "A font, a size and a line box.", prototype: { TemplateStyle.TypeParts() },
    [
      .optional("family", \.family, .string, "The font family."),
      .optional("style", \.style, .string, "The face within the family, such as SemiBold."),
      .optional("size", \.size, .number(1...1000), "The size in points."),
      .optional("lineHeight", \.lineHeight, .number(0.5...4), "The line box in sizes."),
      .optional(
        "letterSpacing", \.letterSpacing, .number(-100...100), "Space between letters in points."),
    ]
  ).form
}

extension JSONForm where Value == TemplateField {
  /// A field of a template.
  static let templateField = JSONObjectForm<TemplateField>(
    "field", "What the template asks of a record.", prototype: { TemplateField("") },
    [
      .required("name", \.name, .string, "The name in placeholders and in the data."),
      .optional("type", \.type, .choice("type"), .text, "What kind of value it is."),
      .optional("list", \.isList, .bool, false, "Whether it holds several values of that kind."),
      .optional(
        "required", \.isRequired, .bool, false, "Whether a record without it is an error."),
      .optional("default", \.defaultValue, .fieldValue, "The value where the record has none."),
      .optional("sample", \.sample, .fieldValue, "A value to show the template with."),
      .optional(
        "format", \.dateFormat, .string, "How the data writes the date, such as d/M/yyyy."),
      .optional("summary", \.summary, .string, "What it is for."),
    ]
  ).form
}

extension JSONForm where Value == FieldValue {
  /// A text, a number, true or false, or a list of texts and of objects.
  static let fieldValue = JSONForm(
    schema: .any([
      .string(), .number(-.infinity ... .infinity), .boolean,
      .array(.any([.string(), .number(-.infinity ... .infinity), .map(.string())])),
    ])
  ) { json, problems in
    guard let value = read(json) else {
      mismatch("a text, a number, true, false or a list", json, &problems)
      return nil
    }
    return value
  } write: {
    write($0)
  }

  private static func read(_ json: JSONValue) -> FieldValue? {
    switch json.kind {
    case .null: nil
    case .bool(let value): .boolean(value)
    case .number(let digits): .number(digits)
    case .string(let text): .text(text)
    case .array(let values): .list(values.compactMap(read))
    case .object(let members):
      .group(
        Record(
          members.compactMap { member in
            read(member.value).map { Record.Field(member.key, $0) }
          }))
    }
  }

  private static func write(_ value: FieldValue) -> JSONValue {
    switch value {
    case .text(let text): .string(text)
    case .number(let digits): JSONValue(.number(digits))
    case .boolean(let value): .bool(value)
    case .list(let values): .array(values.map(write))
    case .group(let record): .object(record.fields.map { ($0.name, write($0.value)) })
    case .fault: JSONValue(.null)
    }
  }
}
