internal import CardModel

/// What a template can be read with and was hardly meant: filters that do nothing, conditions that
/// never hold, fields and parts that nothing uses.
struct TemplateAdvice {
  /// Something that is wrong in a file.
  struct Found {
    let code: String
    let severity: Severity
    let message: String
    let position: JSONPosition?
    let path: String
    let hint: String?
  }

  private(set) var found: [Found] = []

  private let template: Template
  private let fields: [String: TemplateField]
  private let components: [String: Template]
  private let guide: StyleGuide
  /// Whether nothing of the file was left out.
  private let isWhole: Bool
  /// The names that something shows, asks for or hands on.
  private var used: Set<String> = []
  private var usedParts: Set<String> = []
  /// Whether something sees all fields there are.
  private var usesAll = false

  /// Looks at a template that can be read; one that is not whole may use more than is seen.
  init(
    _ template: Template, _ json: JSONValue, components: [String: Template], isWhole: Bool
  ) {
    self.template = template
    self.components = components
    self.isWhole = isWhole
    fields = Dictionary(template.fields.map { ($0.name, $0) }) { $1 }
    guide = template.styleGuide.merged(over: .standard)
    for side in ["front", "back"] {
      if let tree = json[side] { node(tree, side, Scope()) }
    }
    for part in (json["parts"]?.members ?? []) {
      // What a part is given may hide the fields of the same name.
      node(part.value, "parts.\(part.key)", Scope(hidden: json.fieldsGiven(to: part.key)))
    }
    if isWhole { unused(json) }
  }

  /// What is known where a node stands.
  private struct Scope {
    /// Names that mean something else than the template's fields.
    var hidden: Set<String> = []
    /// The conditions that hold there.
    var facts: [Condition] = []
  }

  private mutating func add(
    _ code: String, _ severity: Severity, _ message: String, at json: JSONPosition, _ path: String,
    hint: String
  ) {
    found.append(
      Found(
        code: code, severity: severity, message: message, position: json, path: path, hint: hint))
  }

  // MARK: Nodes

  private mutating func node(_ json: JSONValue, _ path: String, _ outer: Scope) {
    switch json.kind {
    case .array(let entries):
      for (index, entry) in entries.enumerated() { node(entry, "\(path)[\(index)]", outer) }
    case .object(let members):
      var scope = outer
      if let each = json["each"]?.string {
        use(each)
        // An entry's own fields come first.
        scope.hidden.formUnion(fields.keys)
      }
      if let when = json["when"] {
        let (condition, problems) = JSONForm<Condition>.condition.read(when)
        if let condition, problems.isEmpty {
          use(condition)
          look(at: condition, when.position, path + ".when", scope)
          scope.facts.append(condition)
        }
      }
      if json["kind"] == .string("component") { component(json) }
      floor(json, path)
      for member in members where !["when", "each", "kind"].contains(member.key) {
        node(member.value, path + "." + member.key, scope)
      }
    case .string(let text): content(text, json.position, path, outer)
    case .null, .bool, .number: break
    }
  }

  private mutating func component(_ json: JSONValue) {
    guard let name = json["name"]?.string else { return }
    if template.parts[name] != nil {
      usedParts.insert(name)
    } else if let component = components[name], !component.fields.isEmpty {
      let given = (json["fields"]?.members ?? []).map(\.key)
      used.formUnion(component.fields.map(\.name).filter { !given.contains($0) })
    } else {
      usesAll = true
    }
  }

  /// A size that a text shrinks to and that is none.
  private mutating func floor(_ json: JSONValue, _ path: String) {
    guard isWhole, json["kind"] == .string("label"), let floor = json["fit"]?["shrink"]?["to"],
      case .number(let digits) = floor.kind, let least = Double(digits),
      let style = LabelStyle(json["style"]?.string ?? "body"),
      let type = guide.types[style.type],
      least >= type.size
    else { return }
    add(
      "never-shrinks", .warning,
      "The text is set in \(type.size.formatted) pt and would shrink to \(digits) pt.",
      at: floor.position, path + ".fit.shrink.to", hint: "Write a smaller size.")
  }

  // MARK: Fields

  private mutating func use(_ path: String) {
    let steps = path.split(separator: ".").map(String.init)
    guard let first = steps.first else { return }
    if first == "person", steps.count == 2, steps[1] != "rows" { usesAll = true }
    if path == "person.rows" {
      used.formUnion(PersonRow.Kind.allCases.map(\.rawValue))
    }
    used.insert(first)
  }

  private mutating func use(_ condition: Condition) {
    switch condition {
    case .present(let field), .empty(let field), .equals(let field, _), .among(let field, _):
      use(field)
    case .and(let parts), .or(let parts): for part in parts { use(part) }
    case .not(let part): use(part)
    }
  }

  private mutating func content(
    _ text: String, _ position: JSONPosition, _ path: String, _ scope: Scope
  ) {
    guard text.contains("{{") else { return }
    for case .field(let steps, let filters) in PlaceholderText(text).pieces {
      use(steps.joined(separator: "."))
      guard steps.count == 1, !scope.hidden.contains(steps[0]), let field = fields[steps[0]] else {
        continue
      }
      for call in filters {
        let needed: TemplateField.Kind? =
          switch call.filter {
          case .date: .date
          case .number, .unit: .number
          default: nil
          }
        guard let needed, field.type != needed else { continue }
        add(
          "filter-type", .warning,
          "The filter '\(call.filter.rawValue)' is for a \(needed.rawValue), but '\(field.name)' is "
            + "a \(field.type.rawValue).", at: position, path,
          hint: "Give the field \"type\": \"\(needed.rawValue)\", or leave the filter out.")
      }
    }
  }

  private mutating func unused(_ json: JSONValue) {
    guard case .array(let entries)? = json["fields"]?.kind, !usesAll else { return parts(json) }
    for (index, entry) in entries.enumerated() {
      guard let name = entry["name"]?.string, !used.contains(name), let value = entry["name"]
      else { continue }
      add(
        "unused-field", .note, "Nothing on the card shows or asks for the field '\(name)'.",
        at: value.position, "fields[\(index)].name",
        hint: "Write '{{\(name)}}' where it belongs, or leave the field out.")
    }
    parts(json)
  }

  private mutating func parts(_ json: JSONValue) {
    for part in (json["parts"]?.members ?? []) where !usedParts.contains(part.key) {
      add(
        "unused-part", .note, "No component uses the part '\(part.key)'.", at: part.keyPosition,
        "parts.\(part.key)",
        hint: "Write { \"kind\": \"component\", \"name\": \"\(part.key)\" } where it belongs, or "
          + "leave it out.")
    }
  }

  // MARK: Conditions

  private mutating func look(
    at condition: Condition, _ position: JSONPosition, _ path: String, _ scope: Scope
  ) {
    guard isNever(scope.facts + [condition], scope) else { return }
    add(
      "never-shown", .warning, "The condition never holds, so this is never shown.", at: position,
      path, hint: "Change the condition, or leave the node out.")
  }

  /// Whether conditions can never hold together, as far as that is seen at once.
  private func isNever(_ conditions: [Condition], _ scope: Scope) -> Bool {
    var texts: [String: Set<String>] = [:]
    var present: Set<String> = []
    var empty: Set<String> = []
    var isNever = false
    func take(_ condition: Condition) {
      switch condition {
      case .and(let parts): parts.forEach(take)
      case .or(let parts): if parts.allSatisfy({ self.isNever([$0], scope) }) { isNever = true }
      case .not(.present(let field)): empty.insert(field)
      case .not(.empty(let field)), .present(let field): present.insert(field)
      case .not: break
      case .empty(let field): empty.insert(field)
      case .equals(let field, let text): take(.among(field, [text]))
      case .among(let field, let choices):
        let known = texts[field] ?? Set(choices)
        texts[field] = isList(field) ? Set(choices) : known.intersection(choices)
        if choices.isEmpty || texts[field]?.isEmpty == true { isNever = true }
        // What is false is not there, and yet a text that can be compared.
        if !choices.contains(""), fields[field]?.type != .boolean { present.insert(field) }
      }
    }
    conditions.forEach(take)
    if isNever { return true }
    return empty.contains { name in
      if present.contains(name) { return true }
      guard !scope.hidden.contains(name), let field = fields[name], field.type != .boolean else {
        return false
      }
      return field.isRequired || field.defaultValue != nil
    }
  }

  private func isList(_ name: String) -> Bool {
    guard let field = fields[name] else { return true }
    let values = [field.sample, field.defaultValue].compactMap(\.self)
    return field.isList || values.contains { if case .list = $0 { true } else { false } }
  }
}

extension Double {
  /// The number without a point where it is whole.
  fileprivate var formatted: String { Int(exactly: self).map(String.init) ?? description }
}
