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
    /// The file, where it is another one than the template's.
    var file: String?
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
    bleed(json)
  }

  /// What is known where a node stands.
  private struct Scope {
    /// Names that mean something else than the template's fields.
    var hidden: Set<String> = []
    /// The conditions that hold there.
    var facts: [Condition] = []
    /// What the samples say of the entry of a list: its field and its names; nil where they do not.
    var entry: (list: String, names: [String])?
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
        let names = entryNames(of: each, scope)
        scope.hidden.formUnion(names ?? Array(fields.keys))
        scope.entry = names.map { (each, $0) }
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
      for (least, most) in [("minWidth", "maxWidth"), ("minHeight", "maxHeight")] {
        range(json, least, most, path)
      }
      for member in members where !["when", "each", "kind", "literal"].contains(member.key) {
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

  /// The names that the entries of a list have in its samples, where all of them are objects.
  private func entryNames(of list: String, _ scope: Scope) -> [String]? {
    guard scope.entry == nil, !scope.hidden.contains(list), let field = fields[list],
      case .list(let entries)? = field.sample ?? field.defaultValue, !entries.isEmpty
    else { return nil }
    var names: [String] = []
    for entry in entries {
      guard case .group(let record) = entry else { return nil }
      for field in record.fields where !names.contains(field.name) { names.append(field.name) }
    }
    return names
  }

  /// A least extent that is more than the most.
  private mutating func range(_ json: JSONValue, _ least: String, _ most: String, _ path: String) {
    guard let low = json[least], let high = json[most], let from = low.points,
      let to = high.points, from > to + 0.001
    else { return }
    add(
      "empty-range", .warning, "'\(least)' is more than '\(most)', which has no effect then.",
      at: low.position, "\(path).\(least)", hint: "Exchange them, or leave one of them out.")
  }

  /// A bleed that no printer cuts off.
  private mutating func bleed(_ json: JSONValue) {
    guard let bleed = json["bleed"], let points = bleed.points, points > 72 else { return }
    add(
      "large-bleed", .warning,
      "The bleed is \(bleed.string ?? "larger than an inch"), and printers cut off 2 to 5 mm.",
      at: bleed.position, "bleed", hint: "Make it smaller, such as '3mm'.")
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
    let pieces = PlaceholderText(text).pieces
    for case .fixed(let fixed) in pieces where isWhole {
      guard let name = fixed.names(between: "{", "}").first(where: { fields[$0] != nil }) else {
        continue
      }
      add(
        "single-braces", .warning, "'{\(name)}' is shown as it stands here.", at: position, path,
        hint: "A placeholder has two braces: '{{\(name)}}'.")
    }
    for case .field(let steps, let filters) in pieces {
      use(steps.joined(separator: "."))
      part(steps, position, path, scope)
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

  /// A part of a field, or of a list's entry, that its samples do not have.
  private mutating func part(
    _ steps: [String], _ position: JSONPosition, _ path: String, _ scope: Scope
  ) {
    let text = "'{{\(steps.joined(separator: "."))}}'"
    if let entry = scope.entry, steps.count == 1, steps[0] != "value",
      fields[steps[0]] == nil, !entry.names.contains(steps[0])
    {
      let near = nearestName(to: steps[0], among: entry.names).map { "Did you mean '\($0)'? " }
      let known = entry.names.map { "'\($0)'" }.joined(separator: ", ")
      return add(
        "field-part", .warning,
        "No sample of the list '\(entry.list)' has '\(steps[0])', which \(text) shows.",
        at: position, path, hint: (near ?? "") + "The samples have \(known).")
    }
    guard let first = steps.first, first != "titles", first != "person",
      !scope.hidden.contains(first), let field = fields[first],
      let sample = field.sample ?? field.defaultValue
    else { return }
    guard case .group(let group) = sample else {
      if case .list = sample { return }
      guard steps.count > 1 else { return }
      return add(
        "field-part", .warning, "The field '\(first)' has no parts, so \(text) shows nothing.",
        at: position, path, hint: "Write '{{\(first)}}', or give the field a sample with parts.")
    }
    let names = group.fields.map(\.name)
    let known = names.map { "'{{\(first).\($0)}}'" }.joined(separator: ", ")
    guard steps.count > 1 else {
      // What a component is given may well be an object.
      guard [".text", ".content", ".title", ".value"].contains(where: path.hasSuffix),
        !path.contains(".fields.")
      else { return }
      return add(
        "field-part", .warning,
        "The sample of '\(first)' is an object, of which \(text) shows nothing.", at: position,
        path, hint: "Write one of its parts: \(known).")
    }
    guard !names.contains(steps[1]) else { return }
    let near = nearestName(to: steps[1], among: names).map { "Did you mean '\($0)'? " }
    add(
      "field-part", .warning,
      "The sample of '\(first)' has no '\(steps[1])', so \(text) shows nothing.", at: position,
      path, hint: (near ?? "") + "There are \(known).")
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
        if !scope.hidden.contains(field), !isList(field), let type = fields[field]?.type,
          !choices.contains(where: { type.canBe($0) })
        {
          isNever = true
        }
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

extension JSONValue {
  /// The length in points that it writes, where it is one of millimetres, inches or points.
  fileprivate var points: Double? {
    guard let text = string, let length = Length(text), length.value.isFinite else { return nil }
    return length.points(dotsPerInch: nil)
  }
}

extension TemplateField.Kind {
  /// Whether a field of the kind can have a text as its value.
  fileprivate func canBe(_ text: String) -> Bool {
    if text.isEmpty { return true }
    switch self {
    case .boolean: return Self.truth(of: text) != nil
    case .number: return Double(text) != nil
    case .text, .date, .picture: return true
    }
  }
}

extension String {
  /// What stands between two characters, as often as they are there.
  fileprivate func names(between opening: Character, _ closing: Character) -> [String] {
    split(separator: opening, omittingEmptySubsequences: false).dropFirst().compactMap { part in
      part.firstIndex(of: closing).map { String(part[..<$0]) }
    }
  }
}
