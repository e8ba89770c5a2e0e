/// Finds what a template names and does not have: fields, parts, types and colours.
///
/// It walks the file's JSON, not the tree, so that each problem has its line and column.
struct TemplateCheck {
  private let fields: Set<String>
  private let hasFields: Bool
  private let parts: [String: JSONValue]
  private let types: Set<String>
  private let colors: Set<String>
  private let titles: Set<String>
  /// False where a style guide could not be read: then any type and colour may be its own.
  private let isStyleKnown: Bool
  private let around: TemplateSurroundings
  private var problems = JSONProblems()

  /// All problems of names in a template file.
  static func problems(
    in json: JSONValue, around: TemplateSurroundings = TemplateSurroundings()
  ) -> [JSONProblem] {
    var check = TemplateCheck(json, around)
    check.walk(json)
    return check.problems.list + TemplateIdCheck.problems(in: json)
      + TemplateFieldCheck.problems(in: json)
  }

  private init(_ json: JSONValue, _ around: TemplateSurroundings) {
    self.around = around
    var names: [String] = []
    if case .array(let entries)? = json["fields"]?.kind {
      names = entries.compactMap {
        if case .string(let name)? = $0["name"]?.kind { name } else { nil }
      }
    }
    fields = Set(names)
    hasFields = json["fields"] != nil
    parts = Dictionary((json["parts"]?.members ?? []).map { ($0.key, $0.value) }) { $1 }
    // What a component's own style guide lacks is the card's.
    let styles = [around.style ?? json["styleGuide"], around.cardStyle].compactMap(\.self)
    isStyleKnown = !styles.contains { $0.kind == .null }
    types = Set(LabelType.standard.map(\.description))
      .union(styles.flatMap { ($0["types"]?.members ?? []).map(\.key) })
    colors = Set(ColorStyle.standard.map(\.description))
      .union(styles.flatMap { ($0["colors"]?.members ?? []).map(\.key) })
    titles = Set(PersonRow.Kind.allCases.map(\.rawValue)).union(
      (json["titles"]?.members ?? []).flatMap { $0.value.members.map(\.key) })
  }

  /// Whether a text is formed like a BCP 47 tag.
  private static func isLanguage(_ tag: String) -> Bool {
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    return (2...3).contains(parts[0].count)
      && parts.allSatisfy { part in
        (1...8).contains(part.count)
          && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      } && parts[0].allSatisfy(\.isLetter)
  }

  private mutating func walk(_ json: JSONValue) {
    for member in (json["titles"]?.members ?? []) where !Self.isLanguage(member.key) {
      within("titles") {
        $0.problems.add(
          "'\(member.key)' is not a language.", at: member.keyPosition,
          hint: "Write its tag, like 'de', 'pt-BR' or 'zh-Hant'.")
      }
    }
    within("background") { check in
      if let background = json["background"] { check.paint(background) }
    }
    for side in ["front", "back"] {
      guard let tree = json[side] else { continue }
      within(side) { $0.node(tree, extra: []) }
    }
    var looped: Set<String> = []
    for member in (json["parts"]?.members ?? []) {
      let extra = json.fieldsGiven(to: member.key)
      within("parts") { $0.within(member.key) { $0.node(member.value, extra: extra) } }
      if !looped.contains(member.key), let loop = loop(from: member.key) {
        looped.formUnion(loop)
        within("parts") { check in
          check.problems.add(
            "The part '\(member.key)' contains itself: "
              + loop.map { "'\($0)'" }.joined(separator: " → ") + ".",
            at: member.keyPosition, hint: "Take one of these components out.",
            code: .loop)
        }
      }
    }
  }

  private mutating func within(_ step: String, _ check: (inout TemplateCheck) -> Void) {
    var inner = self
    problems.within(step) { list in
      inner.problems = list
      check(&inner)
      list = inner.problems
    }
  }

  /// The way from a part back to itself, if there is one.
  private func loop(from start: String) -> [String]? {
    var visited: Set<String> = []
    func search(_ name: String, _ way: [String]) -> [String]? {
      for next in used(by: name) {
        if next == start { return way + [next] }
        if visited.insert(next).inserted, let found = search(next, way + [next]) { return found }
      }
      return nil
    }
    return search(start, [start])
  }

  private func used(by part: String) -> [String] {
    var names: [String] = []
    func search(_ json: JSONValue) {
      switch json.kind {
      case .array(let entries): entries.forEach(search)
      case .object(let members):
        if let name = json.componentName { names.append(name) }
        members.forEach { search($0.value) }
      default: break
      }
    }
    if let tree = parts[part] { search(tree) }
    return names
  }

  // MARK: Nodes

  private mutating func node(_ json: JSONValue, extra: Set<String>?) {
    switch json.kind {
    case .array(let entries):
      for (index, entry) in entries.enumerated() {
        within("[\(index)]") { $0.node(entry, extra: extra) }
      }
    case .object(let members):
      // What a list's entries hold is not known before there is data.
      let inner = json["each"] == nil ? extra : nil
      componentFields(json, extra: inner)
      for member in members {
        within(member.key) { $0.part(member, of: json, extra: extra, inner: inner) }
      }
    default: break
    }
  }

  private mutating func part(
    _ member: JSONValue.Member, of json: JSONValue, extra: Set<String>?, inner: Set<String>?
  ) {
    let value = member.value
    switch member.key {
    case "kind", "id", "literal": break
    case "name":
      guard let name = json.componentName, parts[name] == nil,
        around.components[name] == nil, !around.failed.contains(name)
      else { return }
      if name.hasSuffix(TemplateFile.ending) {
        let own = String(name.dropLast(TemplateFile.ending.count))
        problems.add(
          "The component '\(name)' is unknown.", at: value,
          hint: "Write '\(own)': a component's name is that of its file without "
            + "'\(TemplateFile.ending)'.", code: .unknownName)
        return
      }
      unknown(
        "component", name,
        Set(parts.keys).union(around.components.keys).union(around.known).sorted(),
        at: value,
        "Neither is it a part here, nor is '\(name)\(TemplateFile.ending)' beside the "
          + "template. ")
    case "fields" where json.componentName != nil: given(value, extra: inner)
    case "when": condition(value, extra: inner)
    case "each":
      if case .string(let name) = value.kind { field(name, extra: extra, at: value) }
    case "style", "titleStyle", "valueStyle": style(value)
    case "fill", "color", "zebra": paint(value)
    case "background", "from", "to":
      if case .string = value.kind { paint(value) } else { node(value, extra: inner) }
    case "border", "stroke", "rule", "grid":
      if case .string(let text) = value.kind, let border = Border(text) {
        color(border.color.description, at: value)
      }
    case "columns" where json["rows"] != nil && value.kind == .array([]):
      problems.add(
        "The table has no columns.", at: value,
        hint: "Write one for each cell of a row, like [\"fitting\", \"flexible\"].")
    default:
      if case .string(let text) = value.kind {
        content(text, extra: inner, at: value)
      } else {
        node(value, extra: inner)
        if case .array(let entries) = value.kind {
          for (index, entry) in entries.enumerated() {
            guard case .string(let text) = entry.kind else { continue }
            within("[\(index)]") { $0.content(text, extra: inner, at: entry) }
          }
        }
      }
    }
  }

  /// Checks what a component from elsewhere is given against what it asks for.
  private mutating func componentFields(_ json: JSONValue, extra: Set<String>?) {
    guard let (name, value) = ComponentUse.name(of: json), parts[name] == nil,
      let component = around.components[name], !component.fields.isEmpty
    else { return }
    let names = component.fields.map(\.name)
    let given = (json["fields"]?.members ?? [])
    for member in given where !names.contains(member.key) {
      let nearest = nearestName(to: member.key, among: names).map { "Did you mean '\($0)'? " }
      within("fields") {
        $0.problems.add(
          "The component '\(name)' has no field '\(member.key)'.", at: member.keyPosition,
          hint: (nearest ?? "") + "There are " + names.map { "'\($0)'" }.joined(separator: ", ")
            + ".", code: .unknownName)
      }
    }
    for member in given {
      guard let field = component.fields.first(where: { $0.name == member.key }) else { continue }
      literal(member.value, for: field, of: name)
    }
    guard hasFields, let extra else { return }
    for field in component.fields where field.isRequired && field.defaultValue == nil {
      if given.contains(where: { $0.key == field.name }) || fields.contains(field.name)
        || extra.contains(field.name)
      {
        continue
      }
      problems.add(
        "The component '\(name)' needs the field '\(field.name)', which is not given.", at: value,
        hint: "Add it: \"fields\": { \"\(field.name)\": \"…\" }.", code: .missingKey)
    }
  }

  /// Checks a value without placeholders against the type of the component's field.
  private mutating func literal(_ json: JSONValue, for field: TemplateField, of name: String) {
    guard let given = JSONForm<ComponentValue>.componentValue.read(json).value, !given.isTemplate
    else { return }
    var single = field
    single.isRequired = false
    let unit = TemplateUnit(name, Template(fields: [single], front: Spacer().node))
    guard let problem = unit.problem(with: Record([Record.Field(field.name, given.fieldValue)]))
    else { return }
    within("fields") { check in
      check.within(field.name) {
        $0.problems.add(problem.message, at: json, hint: problem.hint, code: .wrongValue)
      }
    }
  }

  /// Checks the placeholders of what a component is given, whose names are its own.
  private mutating func given(_ json: JSONValue, extra: Set<String>?) {
    switch json.kind {
    case .string(let text): content(text, extra: extra, at: json)
    case .array(let entries):
      for (index, entry) in entries.enumerated() {
        within("[\(index)]") { $0.given(entry, extra: extra) }
      }
    case .object(let members):
      for member in members where member.key != "literal" {
        within(member.key) { $0.given(member.value, extra: extra) }
      }
    case .null, .bool, .number: break
    }
  }

  private mutating func content(_ text: String, extra: Set<String>?, at json: JSONValue) {
    guard text.contains("{{") else { return }
    let placeholders = PlaceholderText(text)
    for problem in placeholders.problems {
      problems.add(problem.message, at: json, hint: problem.hint, code: .placeholder)
    }
    for piece in placeholders.pieces {
      if case .field(let path, _) = piece {
        field(path.joined(separator: "."), extra: extra, at: json)
      }
    }
  }

  private mutating func condition(_ json: JSONValue, extra: Set<String>?) {
    switch json.kind {
    case .string(let name): field(name, extra: extra, at: json)
    case .array(let entries):
      for (index, entry) in entries.enumerated() {
        within("[\(index)]") { $0.condition(entry, extra: extra) }
      }
    case .object(let members):
      // What is no part of a condition is told by the reader.
      let parts = ["field", "present", "empty", "and", "or", "not"]
      for member in members where parts.contains(member.key) {
        within(member.key) { $0.condition(member.value, extra: extra) }
      }
    default: break
    }
  }

  private mutating func field(_ path: String, extra: Set<String>?, at json: JSONValue) {
    let steps = path.split(separator: ".").map(String.init)
    guard let first = steps.first else { return }
    if first == "titles" {
      if steps.count == 2, !titles.contains(steps[1]) {
        unknown("title", steps[1], titles.sorted(), at: json)
      }
      return
    }
    guard let extra, hasFields, !["person.rows", "person.vCard", "person.meCard"].contains(path),
      !fields.contains(first),
      !extra.contains(first)
    else { return }
    unknown("field", first, fields.union(extra).sorted(), at: json)
  }

  private mutating func style(_ json: JSONValue) {
    guard case .string(let text) = json.kind, let style = LabelStyle(text) else { return }
    let type = style.type.description
    if isStyleKnown, !types.contains(type) {
      unknown("label type", type, types.sorted(), at: json, styleExplanation)
    }
    color(style.color.description, at: json)
  }

  private mutating func paint(_ json: JSONValue) {
    switch json.kind {
    case .string(let name): color(name, at: json)
    case .object(let members):
      for member in members where member.key == "from" || member.key == "to" {
        within(member.key) { $0.paint(member.value) }
      }
    default: break
    }
  }

  private mutating func color(_ name: String, at json: JSONValue) {
    if isStyleKnown, !colors.contains(name), ColorStyle(name) != nil {
      unknown("colour", name, colors.sorted(), at: json, styleExplanation)
    }
  }

  /// Where a component's types and colours were looked for.
  private var styleExplanation: String {
    around.cardStyle == nil ? "" : "Neither this file's style guide nor the card's has it. "
  }

  private mutating func unknown(
    _ what: String, _ name: String, _ known: [String], at json: JSONValue,
    _ explanation: String = ""
  ) {
    let nearest = FamiliarName.question(for: name, among: known).map { $0 + " " } ?? ""
    problems.add(
      "The \(what) '\(name)' is unknown.", at: json,
      hint: explanation + nearest
        + (known.isEmpty
          ? "There is none."
          : "There are " + known.map { "'\($0)'" }.joined(separator: ", ") + "."),
      code: .unknownName)
  }
}
