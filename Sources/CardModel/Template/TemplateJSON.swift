/// A template's JSON as it is looked through without its form, where that may be wrong.
extension JSONValue {
  /// The members of an object; none of anything else.
  package var members: [Member] {
    if case .object(let members) = kind { members } else { [] }
  }

  /// The text of a string.
  package var string: String? {
    if case .string(let text) = kind { text } else { nil }
  }

  /// The name that a component node has.
  package var componentName: String? {
    self["kind"] == .string("component") ? self["name"]?.string : nil
  }

  /// The names that the components of a part, anywhere in here, give to it.
  package func fieldsGiven(to part: String) -> Set<String> {
    switch kind {
    case .array(let entries):
      return entries.reduce(into: []) { $0.formUnion($1.fieldsGiven(to: part)) }
    case .object(let members):
      let own = componentName == part ? self["fields"]?.members.map(\.key) ?? [] : []
      return members.reduce(into: Set(own)) { $0.formUnion($1.value.fieldsGiven(to: part)) }
    default: return []
    }
  }
}
