extension JSONValue {
  /// The value with what the problems are about put right where that can be guessed, else left out.
  ///
  /// With it a checker looks at the rest of a file that is wrong in one place. Nil where the problem
  /// is the value as a whole. `touched` gets the ways to the objects that lost a part, and to
  /// the parts.
  package func repaired(
    _ problems: [JSONProblem], touched: inout Set<String>
  ) -> JSONValue? {
    var byPosition: [JSONPosition: JSONProblem] = [:]
    for problem in problems where byPosition[problem.position] == nil {
      byPosition[problem.position] = problem
    }
    return JSONRepair(problems: byPosition).value(self, "", &touched)
  }
}

private struct JSONRepair {
  let problems: [JSONPosition: JSONProblem]

  func value(_ json: JSONValue, _ path: String, _ touched: inout Set<String>) -> JSONValue? {
    if let problem = problems[json.position] {
      guard case .string = json.kind, let suggestion = problem.suggestion else { return nil }
      return JSONValue(.string(suggestion), at: json.position)
    }
    switch json.kind {
    case .array(let entries):
      var kept: [JSONValue] = []
      for (index, entry) in entries.enumerated() {
        let inner = "\(path)[\(index)]"
        if let entry = value(entry, inner, &touched) {
          kept.append(entry)
        } else {
          touched.insert(inner)
        }
      }
      if kept.count < entries.count { touched.insert(path) }
      return JSONValue(.array(kept), at: json.position)
    case .object(let members):
      return JSONValue(.object(object(members, path, &touched)), at: json.position)
    case .null, .bool, .number, .string: return json
    }
  }

  private func object(
    _ members: [JSONValue.Member], _ path: String, _ touched: inout Set<String>
  ) -> [JSONValue.Member] {
    let names = Set(members.map(\.key))
    var kept: [JSONValue.Member] = []
    for member in members {
      var key = member.key
      if let problem = problems[member.keyPosition] {
        guard let suggestion = problem.suggestion, !names.contains(suggestion) else {
          touched.formUnion([path, path.isEmpty ? member.key : "\(path).\(member.key)"])
          continue
        }
        key = suggestion
      }
      let inner = path.isEmpty ? member.key : "\(path).\(member.key)"
      guard let value = value(member.value, inner, &touched) else {
        touched.formUnion([path, inner])
        continue
      }
      kept.append(JSONValue.Member(key, value, keyPosition: member.keyPosition))
    }
    return kept
  }
}
