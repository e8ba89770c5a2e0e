/// A place in a template's file that names a template from elsewhere.
struct ComponentUse {
  let name: String
  /// Where the name stands.
  let position: JSONPosition
  /// The way to it from the root.
  let path: String

  /// All of them in the order of the file; the template's own parts are none.
  static func all(in json: JSONValue) -> [ComponentUse] {
    var parts: Set<String> = []
    if case .object(let members)? = json["parts"]?.kind { parts = Set(members.map(\.key)) }
    var uses: [ComponentUse] = []
    func search(_ json: JSONValue, _ path: String) {
      switch json.kind {
      case .array(let entries):
        for (index, entry) in entries.enumerated() { search(entry, "\(path)[\(index)]") }
      case .object(let members):
        if let (name, value) = self.name(of: json), !parts.contains(name) {
          uses.append(ComponentUse(name: name, position: value.position, path: path + ".name"))
        }
        for member in members { search(member.value, path + "." + member.key) }
      case .null, .bool, .number, .string: break
      }
    }
    for key in ["front", "back", "parts"] {
      if let tree = json[key] { search(tree, key) }
    }
    return uses
  }

  /// The name that a component gives, and the value that says it.
  static func name(of json: JSONValue) -> (name: String, value: JSONValue)? {
    guard json["kind"] == .string("component"), let value = json["name"],
      case .string(let name) = value.kind
    else { return nil }
    return (name, value)
  }
}

/// What a template's file is checked against beyond itself.
package struct TemplateSurroundings: Sendable {
  /// The templates that components name.
  var components: [String: Template] = [:]
  /// Names of components whose trouble is told elsewhere.
  var failed: Set<String> = []
  /// Names of components that there are besides.
  var known: [String] = []
  /// The style guide from a file of its own; `null` where it could not be read.
  var style: JSONValue?
  /// The file that it stands in.
  package var styleSource: TemplateSource?
  /// The style guide of the card, where the file is a component's; `null` where it is not known.
  var cardStyle: JSONValue?

  package init(known: [String] = []) { self.known = known }

  /// The template with the style guide from a file of its own, where it names one.
  package func styled(_ template: Template) -> Template {
    guard let style else { return template }
    var result = template
    result.styleGuide = JSONForm<TemplateStyle>.templateStyle.read(style).value ?? .init()
    return result
  }
}
