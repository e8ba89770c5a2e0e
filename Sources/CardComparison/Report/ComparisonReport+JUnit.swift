extension ComparisonReport {
  /// The report as JUnit's XML, as continuous integration reads it.
  public var junit: String {
    let failures = entries.count { [.different, .missing, .recorded].contains($0.status) }
    let errors = count(of: .failed)
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites name=\"\(Self.escaped(title))\" tests=\"\(entries.count)\""
        + " failures=\"\(failures)\" errors=\"\(errors)\">",
      "  <testsuite name=\"\(Self.escaped(title))\" tests=\"\(entries.count)\""
        + " failures=\"\(failures)\" errors=\"\(errors)\">",
    ]
    for entry in entries {
      let name = Self.escaped(entry.name)
      let group = Self.escaped(entry.group.isEmpty ? title : entry.group)
      let head = "    <testcase classname=\"\(group)\" name=\"\(name)\""
      let element: String
      switch entry.status {
      case .same:
        lines.append(head + "/>")
        continue
      case .unused: element = "skipped"
      case .failed: element = "error"
      case .different, .missing, .recorded: element = "failure"
      }
      let text = entry.comparison?.text ?? entry.summary
      lines.append(head + ">")
      lines.append(
        "      <\(element) message=\"\(Self.escaped(entry.summary))\">"
          + Self.escaped(text) + "</\(element)>")
      lines.append("    </testcase>")
    }
    lines += ["  </testsuite>", "</testsuites>", ""]
    return lines.joined(separator: "\n")
  }

  /// A text within XML; what XML cannot hold is left out.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
