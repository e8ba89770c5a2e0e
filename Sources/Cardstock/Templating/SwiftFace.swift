package import CardModel

/// Writes the Swift type of a template: a `CardComponent` with the fields as properties.
package struct SwiftFace {
  private struct Property {
    let field: TemplateField
    let name: String

    var type: String {
      let type =
        switch field.type {
        case .text, .picture: "String"
        case .date: "CalendarDay"
        case .number: "Double"
        case .boolean: "Bool"
        }
      return isList ? "[\(type)]" : isNeeded ? type : type + "?"
    }

    /// Whether it holds several values: the field says so, or what stands for it is a list.
    var isList: Bool {
      if field.isList { return true }
      let values = [field.sample, field.defaultValue].compactMap(\.self)
      return values.contains { if case .list = $0 { true } else { false } }
    }

    /// What stands for the value where none is given; nil where one must be.
    var standIn: String? { isNeeded ? nil : isList ? "[]" : "nil" }

    /// The sample as it is written in Swift.
    var example: String {
      func written(_ value: FieldValue?) -> String {
        let text = value?.text ?? "…"
        switch field.type {
        case .text, .picture: return SwiftName.quoted(text)
        case .date: return "CalendarDay(\(SwiftName.quoted(text)))"
        case .number, .boolean: return text
        }
      }
      guard isList else { return written(field.sample) }
      guard case .list(let entries)? = field.sample else { return "[\(written(field.sample))]" }
      return "[" + entries.map(written).joined(separator: ", ") + "]"
    }

    var isNeeded: Bool { field.isRequired && field.defaultValue == nil }

    var summary: String {
      let what = (field.summary ?? "The field '\(field.name)'")
        .split(whereSeparator: \.isNewline).joined(separator: " ")
      return what.hasSuffix(".") ? what : what + "."
    }
  }

  private let name: String
  private let properties: [Property]

  /// Makes the face of a template under its file's name.
  package init(name: String, _ template: Template) {
    self.name = name
    var taken: Set<String> = ["id", "fields", "node", "record", "given", "init", "self"]
    properties = template.fields.map { field in
      var name = SwiftName.property(field.name)
      while !taken.insert(name).inserted { name += "Field" }
      return Property(field: field, name: name)
    }
  }

  /// The text of `Name.swift`.
  package var text: String {
    let sorted = properties.filter(\.isNeeded) + properties.filter { !$0.isNeeded }
    let parameters = sorted.map { property in
      "\(property.name): \(property.type)" + (property.standIn.map { " = \($0)" } ?? "")
    }
    let example = sorted.filter(\.isNeeded).map { "\($0.name): \($0.example)" }
    var lines = [
      "import Cardstock", "",
      "/// The Swift face of `\(name)\(TemplateFile.ending)`: its fields as properties.", "///",
      "/// ```swift", "/// let library = TemplateLibrary(folder: \"designs\")",
      "/// let card = try library.card(of: \(name)(\(example.joined(separator: ", "))))",
      "/// let png = try CardRenderer().png(of: card)", "/// ```",
      "struct \(name): CardComponent {",
    ]
    for property in sorted {
      lines += ["  /// \(property.summary)", "  var \(property.name): \(property.type)"]
    }
    lines += ["", "  /// Makes the component of its fields.", "  init("]
    lines += parameters.enumerated().map {
      "    \($0.element)" + ($0.offset == parameters.count - 1 ? "" : ",")
    }
    lines += ["  ) {"] + sorted.map { "    self.\($0.name) = \($0.name)" } + ["  }", ""]
    lines += [
      "  /// The values of the template's fields.", "  var fields: [String: ComponentValue] {",
    ]
    lines += ["    given(["]
    lines += sorted.map { "      \(SwiftName.quoted($0.field.name)): \($0.name)," }
    lines += sorted.isEmpty ? ["      :"] : []
    lines += ["    ])", "  }", "}", ""]
    return lines.joined(separator: "\n")
  }

}

/// Names of types and properties in Swift.
package enum SwiftName {
  /// Whether a text can name a type of a new file: letters, digits and `_` of ASCII.
  package static func isTypeName(_ text: String) -> Bool {
    guard let first = text.first, first.isASCII, first.isLetter else { return false }
    return text.utf8.count <= 100
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      && !keywords.contains(text) && !words.contains(text)
  }

  /// The nearest name of a type: `fancy-badge` becomes `FancyBadge`.
  package static func typeName(_ text: String) -> String {
    let parts = text.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    if parts.isEmpty { return "FancyBadge" }
    let name = parts.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let start = name.first?.isLetter == true ? name : "Card" + name
    return isTypeName(start) ? start : start + "Card"
  }

  /// A property's name for a field's.
  static func property(_ field: String) -> String {
    let parts = field.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    guard let first = parts.first else { return "field" }
    // Names that are in one case already keep their capitals: `homeTown`, but `NAME` is `name`.
    let start =
      first.allSatisfy { !$0.isLowercase }
      ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
    let rest = parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let name = start + rest.joined()
    let safe = name.first?.isNumber == true ? "_" + name : name
    return keywords.contains(safe) ? "`\(safe)`" : safe
  }

  /// A text as it is written in Swift.
  static func quoted(_ text: String) -> String {
    "\""
      + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n") + "\""
  }

  /// Words of the language that name nothing else.
  private static let keywords: Set<String> = [
    "actor", "any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is",
    "let", "nil", "open", "operator", "private", "protocol", "public", "repeat", "rethrows",
    "return", "self", "Self", "some", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "Type", "typealias", "Protocol", "var", "where", "while", "_",
  ]

  /// Names that the face itself uses, or that would hide the library's own.
  private static let words: Set<String> = [
    "Any", "Barcode", "Bool", "Box", "CalendarDay", "Card", "CardComponent", "CardRenderer",
    "CardSize", "Cardstock", "Component", "ComponentValue", "Dictionary", "Double", "Frame", "Int",
    "Label", "Node",
    "Optional", "Picture", "Record", "Row", "Shape", "Spacer", "Stack", "String", "StyleGuide",
    "Table", "Template", "TemplateLibrary", "TextContent",
  ]
}
