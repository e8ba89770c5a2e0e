/// Finds ids that two nodes of a template have, so that a loaded card could not tell them apart.
struct TemplateIdCheck {
  private struct Seen {
    let position: JSONPosition
    /// Whether the node is there only under a condition.
    let isConditional: Bool
  }

  private var seen: [String: [Seen]] = [:]
  private var problems: [JSONProblem] = []

  /// All problems of ids: each part stands for itself, front and back together.
  static func problems(in json: JSONValue) -> [JSONProblem] {
    var card = TemplateIdCheck()
    for side in ["front", "back"] {
      if let tree = json[side] { card.walk(tree, side, isConditional: false) }
    }
    var problems = card.problems
    if case .object(let parts)? = json["parts"]?.kind {
      for part in parts {
        var check = TemplateIdCheck()
        check.walk(part.value, "parts." + part.key, isConditional: false)
        problems += check.problems
      }
    }
    return problems
  }

  private mutating func walk(_ json: JSONValue, _ path: String, isConditional: Bool) {
    switch json.kind {
    case .array(let entries):
      for (index, entry) in entries.enumerated() {
        walk(entry, "\(path)[\(index)]", isConditional: isConditional)
      }
    case .object(let members):
      let isInside =
        isConditional || json["when"] != nil || json["kind"] == .string("conditional")
      for member in members {
        if member.key == "id", case .string(let id) = member.value.kind {
          add(id, member.value.position, path + ".id", isConditional: isInside)
        } else if member.key != "fields" || json["kind"] != .string("component") {
          walk(member.value, path + "." + member.key, isConditional: isInside)
        }
      }
    case .null, .bool, .number, .string: break
    }
  }

  private mutating func add(
    _ id: String, _ position: JSONPosition, _ path: String, isConditional: Bool
  ) {
    // Two that are each under a condition may be the two sides of one.
    if let other = seen[id]?.first(where: { !($0.isConditional && isConditional) }) {
      let place = other.position.line > 0 ? " on line \(other.position.line)" : ""
      problems.append(
        JSONProblem(
          "The id '\(id)' is there twice.", at: position, path: path,
          hint: "The other one is\(place); give one of them another id.", code: .duplicateName))
    }
    if id.isEmpty || id.contains(".") {
      problems.append(
        JSONProblem(
          "The id '\(id)' cannot be asked for.", at: position, path: path,
          hint: "Write letters and digits without a point, like 'personName'."))
    }
    seen[id, default: []].append(Seen(position: position, isConditional: isConditional))
  }
}
