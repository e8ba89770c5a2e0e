extension JSONValue {
  /// The value as JSON text; short lists and objects stand on one line where `pretty`.
  public func text(pretty: Bool = false) -> String {
    var text = ""
    write(to: &text, pretty: pretty, indent: 0)
    return text
  }

  private func write(to text: inout String, pretty: Bool, indent: Int) {
    switch kind {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let digits): text += digits
    case .string(let value): JSONValue.quote(value, into: &text)
    case .array(let values):
      list(
        values, "[", "]", to: &text, pretty: pretty, indent: indent
      ) { value, text, indent in
        value.write(to: &text, pretty: pretty, indent: indent)
      }
    case .object(let members):
      list(members, "{", "}", to: &text, pretty: pretty, indent: indent) { member, text, indent in
        JSONValue.quote(member.key, into: &text)
        text += pretty ? ": " : ":"
        member.value.write(to: &text, pretty: pretty, indent: indent)
      }
    }
  }

  private func list<Entry>(
    _ entries: [Entry], _ opening: String, _ closing: String, to text: inout String, pretty: Bool,
    indent: Int, write: (Entry, inout String, Int) -> Void
  ) {
    if pretty, !entries.isEmpty {
      var line = ""
      self.write(to: &line, pretty: false, indent: 0)
      if line.utf8.count > 60 {
        text += opening
        for (index, entry) in entries.enumerated() {
          text += index == 0 ? "\n" : ",\n"
          text += String(repeating: "  ", count: indent + 1)
          write(entry, &text, indent + 1)
        }
        text += "\n" + String(repeating: "  ", count: indent) + closing
        return
      }
    }
    text += opening
    for (index, entry) in entries.enumerated() {
      if index > 0 { text += pretty ? ", " : "," }
      write(entry, &text, indent)
    }
    text += closing
  }

  /// Appends a text in double quotes, with what JSON asks to be escaped.
  package static func quote(_ value: String, into text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
