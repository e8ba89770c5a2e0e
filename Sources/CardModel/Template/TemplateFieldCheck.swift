/// Checks what a template says of its fields: names, formats, samples and defaults.
struct TemplateFieldCheck {
  private var problems: [JSONProblem] = []

  /// All problems of a template's fields.
  static func problems(in json: JSONValue) -> [JSONProblem] {
    guard case .array(let entries)? = json["fields"]?.kind else { return [] }
    var check = TemplateFieldCheck()
    var seen: Set<String> = []
    for (index, entry) in entries.enumerated() {
      let path = "fields[\(index)]"
      if let value = entry["name"], case .string(let name) = value.kind {
        check.name(name, at: value, path, isNew: seen.insert(name).inserted)
      }
      check.values(of: entry, path)
    }
    return check.problems
  }

  private mutating func add(
    _ message: String, at value: JSONValue, _ path: String, hint: String? = nil,
    code: JSONProblem.Code = .wrongValue
  ) {
    problems.append(JSONProblem(message, at: value.position, path: path, hint: hint, code: code))
  }

  private mutating func name(_ name: String, at value: JSONValue, _ path: String, isNew: Bool) {
    let path = path + ".name"
    if !isNew {
      add("The field '\(name)' is there twice.", at: value, path, code: .duplicateName)
    }
    let isReadable =
      !isBlank(name) && name == name.trimmingPrefix(while: \.isWhitespace)
      && name.last?.isWhitespace != true
    if !isReadable || name.contains(where: { ".|{}\"".contains($0) }) {
      add(
        "The field's name '\(name)' cannot stand in a placeholder.", at: value, path,
        hint: "Leave out points, bars, braces and quotes.")
    } else if name == "titles" || name == "person" {
      add(
        name == "titles"
          ? "The name 'titles' means the template's titles."
          : "The name 'person' means the person's rows and codes.", at: value, path,
        hint: "Give the field another name.")
    }
  }

  private mutating func values(of entry: JSONValue, _ path: String) {
    var type = TemplateField.Kind.text
    if let value = entry["type"], case .string(let name) = value.kind {
      guard let known = TemplateField.Kind(rawValue: name) else { return }
      type = known
    }
    var format: String?
    if let value = entry["format"], case .string(let text) = value.kind {
      guard type == .date else {
        add(
          "Only a date has a 'format', but this is a \(type.rawValue).", at: value,
          path + ".format", hint: "Write \"type\": \"date\", or leave the format out.")
        return
      }
      guard DateReader(format: text) != nil else {
        add(
          "The format '\(text)' does not say where year, month and day stand.", at: value,
          path + ".format",
          hint: "Write 'yyyy', 'M' or 'MM', and 'd' or 'dd' once each, like 'd/M/yyyy'.")
        return
      }
      format = text
    }
    let name = if case .string(let name)? = entry["name"]?.kind { name } else { "" }
    let unit = TemplateUnit(
      nil,
      Template(
        fields: [TemplateField(name, type, dateFormat: format)], front: Spacer().node))
    for (key, code) in [("default", JSONProblem.Code.default), ("sample", .sample)] {
      guard let value = entry[key], let given = JSONForm<FieldValue>.fieldValue.read(value).value,
        let problem = unit.problem(with: Record([Record.Field(name, given)]))
      else { continue }
      add(
        problem.message.replacing("The field '\(name)'", with: "The \(key) of the field '\(name)'"),
        at: value, "\(path).\(key)", hint: problem.hint, code: code)
    }
  }
}
