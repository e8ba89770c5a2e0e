extension JSONForm where Value == Length {
  /// A length such as `3mm`.
  static let length = JSONForm.text(
    "a length", example: "3mm", pattern: "^(0|infinity|[-+]?[0-9.]+ ?(pt|mm|in|px))$",
    advice: lengthAdvice
  ).within(-.infinity ... .infinity)

  /// A length that is not negative, such as a width.
  static let extent = JSONForm.text(
    "a length", example: "3mm", pattern: "^(0|infinity|[+]?[0-9.]+ ?(pt|mm|in|px))$",
    advice: lengthAdvice
  ).within(0 ... .infinity)

  /// A length that is there at all, such as a card's width.
  static let side = JSONForm.text(
    "a length", example: "85mm", pattern: "^[+]?[0-9.]+ ?(pt|mm|in|px)$", advice: lengthAdvice
  ).within(.leastNonzeroMagnitude ... .greatestFiniteMagnitude)

  /// What helps with a length in another unit, or in none.
  @Sendable private static func lengthAdvice(_ text: String) -> String? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    let units = "Write it like '3mm': units are mm, in, pt and px."
    guard let number = Double(digits), number.isFinite, abs(number) < 100_000 else { return units }
    if unit == "cm" {
      return "Write it like '3mm': in millimetres this is '\(CardModel.number(number * 10))mm'."
    }
    return unit.isEmpty ? "Add its unit, like '\(digits)mm' or '3mm'." : units
  }

  /// No page of a PDF is larger than 200 inches.
  private static let most = 14400.0

  /// The same form with values within a range, none of which is larger than a page can be.
  private func within(_ range: ClosedRange<Double>) -> JSONForm<Length> {
    let form = self
    return JSONForm<Length>(schema: schema) { json, problems in
      guard let length = form.read(json, &problems) else { return nil }
      let points = length.points(dotsPerInch: 72) ?? 0
      guard range.contains(length.value) else {
        problems.add(
          "'\(length)' is too \(length.value > 0 ? "large" : "small") here.", at: json,
          hint: length.value < 0 ? "Leave the minus out." : "Write it like '85mm'.")
        return nil
      }
      guard length.value.isInfinite || abs(points) <= Self.most else {
        problems.add(
          "'\(length)' is more than a page can have.", at: json,
          hint: "The most are 200 inches, which are 5080 mm.")
        return nil
      }
      return length
    } write: {
      form.write($0)
    }
  }
}

extension JSONForm where Value == LabelStyle {
  /// A style such as `h1.grey1`.
  static let style = JSONForm.text("a label style", example: "h1.grey1")
}

extension JSONForm where Value == ColorStyle {
  /// A colour's name.
  static let color = JSONForm.text("a colour's name", example: "grey1") { text in
    text.hasPrefix("#")
      ? "Give '\(text)' a name in the style guide's \"colors\", and write that here." : nil
  }
}

extension JSONForm where Value == Border {
  /// A border such as `0.5pt grey3`.
  static let border = JSONForm.text("a border", example: "0.5pt grey3")
}

extension JSONForm where Value == Alignment {
  /// An alignment such as `topLeading`.
  static let alignment = JSONForm.choice(
    "alignment", Alignment.all.map { ($0.description, $0) })
}

extension JSONForm where Value == TextContent {
  /// A text with `{{field}}` in it, or `{ "literal": … }` for one that is taken as it is.
  static let content = JSONForm(
    schema: .any([
      .string(example: "{{name}}"),
      .object(
        name: "literal", summary: "A text in which braces are just braces.",
        fields: [.init(key: "literal", schema: .string(), isRequired: true, summary: "The text.")]),
    ])
  ) { json, problems in
    if let literal = json["literal"], case .string(let text) = literal.kind {
      refuseOthers(["literal"], json, of: "literal", &problems)
      return .literal(text)
    }
    return JSONForm<String>.string.read(json, &problems).map(TextContent.init(written:))
  } write: { content in
    TextContent(written: content.text) == content
      ? .string(content.text) : .object([("literal", .string(content.text))])
  }
}

extension JSONForm where Value == ComponentValue {
  /// A text, a number, true or false, a list of these, or an object of them.
  static let componentValue = JSONForm(
    schema: .any([
      JSONForm<TextContent>.content.schema, .number(-.infinity ... .infinity), .boolean,
      .array(
        .any([.string(), .number(-.infinity ... .infinity), .boolean, .map(single)])),
    ])
  ) { json, problems in
    read(json, &problems)
  } write: {
    write($0)
  }

  private static let single = JSONSchema.any([
    .string(), .number(-.infinity ... .infinity), .boolean,
  ])

  private static func read(
    _ json: JSONValue, _ problems: inout JSONProblems
  ) -> ComponentValue? {
    switch json.kind {
    case .string(let text): return .text(TextContent(written: text))
    case .number(let digits): return .number(digits)
    case .bool(let value): return .boolean(value)
    case .null:
      mismatch("a text, a number, true, false or a list", json, &problems)
      return nil
    case .array(let entries):
      var values: [ComponentValue] = []
      for (index, entry) in entries.enumerated() {
        if let value = problems.within("[\(index)]", { read(entry, &$0) }) { values.append(value) }
      }
      return values.count == entries.count ? .list(values) : nil
    case .object(let members):
      if members.count == 1, members[0].key == "literal",
        case .string(let text) = members[0].value.kind
      {
        return .text(.literal(text))
      }
      var values: [String: ComponentValue] = [:]
      for member in members {
        if let value = problems.within(member.key, { read(member.value, &$0) }) {
          values[member.key] = value
        }
      }
      return values.count == members.count ? .group(values) : nil
    }
  }

  private static func write(_ value: ComponentValue) -> JSONValue {
    switch value {
    case .text(let content): return JSONForm<TextContent>.content.write(content)
    case .number(let digits): return JSONValue(.number(digits))
    case .boolean(let value): return .bool(value)
    case .list(let entries): return .array(entries.map(write))
    case .group(let values):
      // An object of this one key would be read as a text in which braces are just braces.
      if values.count == 1, case .text(let content)? = values["literal"] {
        return .object([("literal", .object([("literal", .string(content.text))]))])
      }
      return .object(values.sorted { $0.key < $1.key }.map { ($0.key, write($0.value)) })
    }
  }
}

extension JSONForm where Value == EdgeLengths {
  /// One length for all edges, or an object of edges.
  static let edges = JSONForm(
    schema: .any([JSONForm<Length>.length.schema, edgesObject.form.schema])
  ) { json, problems in
    if case .string = json.kind {
      return JSONForm<Length>.length.read(json, &problems).map(EdgeLengths.all)
    }
    return edgesObject.form.read(json, &problems)
  } write: { edges in
    edges == .all(edges.top)
      ? JSONForm<Length>.length.write(edges.top) : edgesObject.form.write(edges)
  }

  private static let edgesObject = JSONObjectForm<EdgeLengths>(
    "set of edges", "A length for each edge.", prototype: { EdgeLengths() },
    [
      .optional("top", \.top, .length, .zero, "The upper edge."),
      .optional("leading", \.leading, .length, .zero, "The edge where reading begins."),
      .optional("bottom", \.bottom, .length, .zero, "The lower edge."),
      .optional("trailing", \.trailing, .length, .zero, "The edge where reading ends."),
    ])
}

extension JSONForm where Value == Paint {
  /// A colour's name, or a blend of two.
  static let paint = JSONForm(
    schema: .any([
      JSONForm<ColorStyle>.color.schema,
      .object(
        name: "gradient", summary: "A straight blend between two colours.",
        fields: [
          .init(
            key: "from", schema: JSONForm<ColorStyle>.color.schema, isRequired: true,
            summary: "The colour where it begins."),
          .init(
            key: "to", schema: JSONForm<ColorStyle>.color.schema, isRequired: true,
            summary: "The colour where it ends."),
          .init(
            key: "angle", schema: .number(-360...360), isRequired: false,
            summary: "0 blends left to right, 90 top to bottom."),
        ]),
    ])
  ) { json, problems in
    guard case .object(let members) = json.kind else {
      return JSONForm<ColorStyle>.color.read(json, &problems).map(Paint.color)
    }
    let known = ["from", "to", "angle"]
    refuse(members.filter { !known.contains($0.key) }, known: known, of: "gradient", &problems)
    guard let from = json["from"], let to = json["to"] else {
      problems.add("A gradient needs 'from' and 'to'.", at: json, code: .missingKey)
      return nil
    }
    let start = problems.within("from") { JSONForm<ColorStyle>.color.read(from, &$0) }
    let end = problems.within("to") { JSONForm<ColorStyle>.color.read(to, &$0) }
    let angle =
      json["angle"].map { angle in
        problems.within("angle") { JSONForm<Double>.number(-360...360).read(angle, &$0) }
      } ?? 90
    guard let start, let end, let angle else { return nil }
    return .gradient(Gradient(from: start, to: end, angle: angle))
  } write: { paint in
    switch paint {
    case .color(let color): JSONForm<ColorStyle>.color.write(color)
    case .gradient(let gradient):
      .object(
        [
          ("from", .string(gradient.start.description)), ("to", .string(gradient.end.description)),
        ] + (gradient.angle == 90 ? [] : [("angle", .number(gradient.angle))]))
    }
  }
}

extension JSONForm where Value == Outline {
  /// A word, or `{ "rounded": "2mm" }`.
  static let outline = JSONForm(
    schema: .any([
      outlineWords.schema,
      .object(
        name: "rounded", summary: "Corners of a radius.",
        fields: [
          .init(
            key: "rounded", schema: JSONForm<Length>.length.schema, isRequired: true,
            summary: "The radius.")
        ]),
    ])
  ) { json, problems in
    guard case .object = json.kind else { return outlineWords.read(json, &problems) }
    refuseOthers(["rounded"], json, of: "outline", &problems)
    guard let radius = json["rounded"] else {
      problems.add("An outline as an object needs 'rounded'.", at: json, code: .missingKey)
      return nil
    }
    return problems.within("rounded") { JSONForm<Length>.length.read(radius, &$0) }
      .map(Outline.rounded)
  } write: { outline in
    if case .rounded(let radius) = outline {
      return .object([("rounded", .string(radius.description))])
    }
    return outlineWords.write(outline)
  }

  private static let outlineWords = JSONForm.choice(
    "outline",
    [
      ("rectangle", .rectangle), ("ellipse", .ellipse), ("circle", .circle),
      ("capsule", .capsule),
    ])
}

extension JSONForm where Value == Fit {
  /// A word, or an object with the policy's numbers.
  static let fit = JSONForm(
    schema: .any([
      fitWords.schema, fitObject("wrap", .integer(1...1000), "At most so many lines."),
      fitObject("truncate", .integer(1...1000), "At most so many lines."),
      fitObject("shrink", fitShrink.form.schema, "How far the text may shrink."),
    ])
  ) { json, problems in
    refuseOthers(["wrap", "truncate", "shrink"], json, of: "fit", &problems)
    if let lines = json["wrap"] {
      return problems.within("wrap") { lineCount(lines, "wrap", &$0) }.map { .wrap(lines: $0) }
    }
    if let lines = json["truncate"] {
      return problems.within("truncate") { lineCount(lines, "truncate", &$0) }
        .map { .truncate(lines: $0) }
    }
    if let floor = json["shrink"] {
      return problems.within("shrink") { fitShrink.form.read(floor, &$0) }
        .map {
          .shrink(to: $0.floor, lines: $0.lines, batch: $0.batch, oneLineTo: $0.oneLineFloor)
        }
    }
    if case .object(let members) = json.kind {
      // Each unknown part is told already.
      guard members.isEmpty else { return nil }
      problems.add(
        "A fit as an object needs 'wrap', 'truncate' or 'shrink'.", at: json, code: .missingKey)
      return nil
    }
    return fitWords.read(json, &problems)
  } write: { fit in
    switch fit {
    case .wrap(let lines?): .object([("wrap", .number(lines))])
    case .truncate(let lines) where lines != 1: .object([("truncate", .number(lines))])
    case .shrink(let floor, let lines, let batch, let oneLineFloor):
      .object([
        (
          "shrink",
          fitShrink.form.write(
            Shrink(floor: floor, lines: lines, batch: batch, oneLineFloor: oneLineFloor))
        )
      ])
    case .wrap, .truncate, .fail: fitWords.write(fit)
    }
  }

  @Sendable private static func lineCount(
    _ json: JSONValue, _ key: String, _ problems: inout JSONProblems
  ) -> Int? {
    guard case .number = json.kind else {
      mismatch(
        "a number of lines", json, &problems, hint: "Write it like { \"\(key)\": 3 }.")
      return nil
    }
    return JSONForm<Int>.integer(1...1000).read(json, &problems)
  }

  private static let fitWords = JSONForm.choice(
    "fit", [("truncate", .truncate()), ("wrap", .wrap()), ("fail", .fail)])

  private static func fitObject(_ key: String, _ schema: JSONSchema, _ summary: String)
    -> JSONSchema
  {
    .object(
      name: key, summary: summary,
      fields: [.init(key: key, schema: schema, isRequired: true, summary: summary)])
  }

  private struct Shrink: Sendable {
    var floor: Double
    var lines: Int
    var batch: Double?
    var oneLineFloor: Double?
  }

  private static let fitShrink = JSONObjectForm<Shrink>(
    "shrink", "The text gets smaller, by width and by height, down to a size.",
    prototype: { Shrink(floor: 6, lines: 1) },
    [
      .required("to", \.floor, .number(1...1000), "The smallest size in points."),
      .optional("lines", \.lines, .integer(1...1000), 1, "The most lines."),
      .optional(
        "batch", \.batch, .number(0.01...1),
        "All cards of a run get one common size: the largest that fits on this share of them."),
      .optional(
        "oneLineTo", \.oneLineFloor, .number(1...1000),
        "The size in points below which one line becomes several."),
    ])
}

extension JSONForm where Value == FocalPoint {
  /// Two shares, as `[0.5, 0.35]`.
  static let focus = JSONForm(schema: .array(.number(0...1))) { json, problems in
    guard let shares = JSONForm<[Double]>.list(.number(0...1)).read(json, &problems) else {
      return nil
    }
    guard shares.count == 2 else {
      problems.add("A focal point has two shares.", at: json, hint: "Write it like [0.5, 0.35].")
      return nil
    }
    return FocalPoint(x: shares[0], y: shares[1])
  } write: {
    .array([.number($0.x), .number($0.y)])
  }
}

extension JSONForm where Value == Column {
  /// A width alone, or an object with an alignment.
  static let column = JSONForm(
    schema: .any([columnWidth.schema, columnObject.form.schema])
  ) { json, problems in
    if json["width"] != nil || json["alignment"] != nil {
      return columnObject.form.read(json, &problems)
    }
    return columnWidth.read(json, &problems).map { Column($0) }
  } write: { column in
    column.alignment == .leading ? columnWidth.write(column.width) : columnObject.form.write(column)
  }

  private static let columnObject = JSONObjectForm<Column>(
    "column", "A column and where its cells hold their content.",
    prototype: { Column(.fitting()) },
    [
      .required("width", \.width, columnWidth, "How the column finds its width."),
      .optional(
        "alignment", \.alignment, .choice("alignment"), .leading,
        "Where its cells hold their content."),
    ])

  private struct Bounds: Sendable {
    var minimum: Length?
    var maximum: Length?
  }

  private static let columnBounds = JSONObjectForm<Bounds>(
    "fitting column", "Bounds of the width.", prototype: { Bounds() },
    [
      .optional("minimum", \.minimum, .extent, "The least width."),
      .optional("maximum", \.maximum, .extent, "The most width."),
    ])

  private static let columnWidth = JSONForm<Column.Width>(
    schema: .any([
      .enumeration(["fitting", "flexible"]),
      .string(
        pattern: "^([0-9.]+%|0|[0-9.]+ ?(pt|mm|in|px))$", example: "20mm"),
      .object(
        name: "flexible", summary: "A share of what is left.",
        fields: [
          .init(
            key: "flexible", schema: .number(0...1_000_000), isRequired: true,
            summary: "The weight of the share.")
        ]),
      .object(
        name: "fitting", summary: "As wide as its content, within bounds.",
        fields: [
          .init(
            key: "fitting", schema: columnBounds.form.schema, isRequired: true,
            summary: "The bounds.")
        ]),
    ])
  ) { json, problems in
    refuseOthers(["flexible", "fitting"], json, of: "column", &problems)
    if let weight = json["flexible"] {
      return problems.within("flexible") {
        JSONForm<Double>.number(0...1_000_000).read(weight, &$0)
      }.map { .flexible(weight: $0) }
    }
    if let limits = json["fitting"] {
      return problems.within("fitting") { columnBounds.form.read(limits, &$0) }
        .map { .fitting(minimum: $0.minimum, maximum: $0.maximum) }
    }
    guard let text = JSONForm<String>.string.read(json, &problems) else { return nil }
    if text == "fitting" { return .fitting() }
    if text == "flexible" { return .flexible() }
    if text.hasSuffix("%"), let share = Double(text.dropLast()), (0...100).contains(share) {
      return .percent(share)
    }
    if let length = Length(text), length.value >= 0 { return .fixed(length) }
    problems.add(
      "'\(text)' is not a column's width.", at: json.position,
      hint: "Write 'fitting', 'flexible', '20mm' or '30%'.", code: .wrongValue,
      suggestion: nearestName(to: text, among: ["fitting", "flexible"]))
    return nil
  } write: { width in
    switch width {
    case .fixed(let length): .string(length.description)
    case .percent(let share): .string(CardModel.number(share) + "%")
    case .flexible(let weight):
      weight == 1 ? .string("flexible") : .object([("flexible", .number(weight))])
    case .fitting(nil, nil): .string("fitting")
    case .fitting(let minimum, let maximum):
      .object([("fitting", columnBounds.form.write(Bounds(minimum: minimum, maximum: maximum)))])
    }
  }
}

extension JSONForm where Value == Condition {
  /// A field's name for "is present", or an object.
  package static let condition = JSONForm(schema: .reference("condition"), read: read, write: write)

  /// What the reference stands for.
  static var definition: JSONSchema {
    func one(_ fields: [JSONSchema.Field], _ summary: String) -> JSONSchema {
      .object(name: "condition", summary: summary, fields: fields)
    }
    func field(_ key: String, _ schema: JSONSchema, _ summary: String) -> JSONSchema.Field {
      .init(key: key, schema: schema, isRequired: true, summary: summary)
    }
    return .any([
      .string(example: "company"),
      one([field("present", .string(), "A field.")], "The field has a value."),
      one([field("empty", .string(), "A field.")], "The field has no value."),
      one(
        [field("field", .string(), "A field."), field("equals", .string(), "A text.")],
        "The field is this text."),
      one(
        [field("field", .string(), "A field."), field("in", .array(.string()), "Texts.")],
        "The field is one of these texts."),
      one([field("and", .array(.reference("condition")), "Conditions.")], "All hold."),
      one([field("or", .array(.reference("condition")), "Conditions.")], "One holds at least."),
      one([field("not", .reference("condition"), "A condition.")], "It does not hold."),
    ])
  }

  @Sendable private static func read(
    _ json: JSONValue, _ problems: inout JSONProblems
  ) -> Condition? {
    if case .string(let field) = json.kind { return .present(field) }
    guard case .object(let members) = json.kind else {
      mismatch("a condition", json, &problems)
      return nil
    }
    let text = JSONForm<String>.string
    let keys = Set(members.map(\.key))
    func part<Part>(_ key: String, _ form: JSONForm<Part>) -> Part? {
      guard let value = json[key] else { return nil }
      return problems.within(key) { form.read(value, &$0) }
    }
    switch keys {
    case ["present"]: return part("present", text).map { .present($0) }
    case ["empty"]: return part("empty", text).map { .empty($0) }
    case ["field", "equals"]:
      guard let field = part("field", text), let value = part("equals", text) else { return nil }
      return .equals(field, value)
    case ["field", "in"]:
      guard let field = part("field", text), let values = part("in", .list(text)) else {
        return nil
      }
      return .among(field, values)
    case ["and"]: return part("and", .list(condition)).map { .and($0) }
    case ["or"]: return part("or", .list(condition)).map { .or($0) }
    case ["not"]: return part("not", condition).map { .not($0) }
    default:
      let known = ["present", "empty", "field", "equals", "in", "and", "or", "not"]
      let unknown = members.first { !known.contains($0.key) }
      let question = unknown.flatMap { FamiliarName.question(for: $0.key, among: known) }
      problems.add(
        "The condition is unknown.", at: json,
        hint: (question.map { $0 + " " } ?? "")
          + "There are 'present', 'empty', 'field' with 'equals' or 'in', 'and', 'or', 'not'.",
        code: .missingKey)
      return nil
    }
  }

  @Sendable private static func write(_ value: Condition) -> JSONValue {
    switch value {
    case .present(let field): .string(field)
    case .empty(let field): .object([("empty", .string(field))])
    case .equals(let field, let text):
      .object([("field", .string(field)), ("equals", .string(text))])
    case .among(let field, let texts):
      .object([("field", .string(field)), ("in", .array(texts.map { .string($0) }))])
    case .and(let parts): .object([("and", .array(parts.map(write)))])
    case .or(let parts): .object([("or", .array(parts.map(write)))])
    case .not(let part): .object([("not", write(part))])
    }
  }
}
