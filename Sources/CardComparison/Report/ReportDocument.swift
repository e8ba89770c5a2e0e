internal import CardModel

/// A report in its JSON form, of one process or merged of several.
public struct ReportDocument: Sendable {
  /// What stands above.
  public let title: String
  let entries: [JSONValue]

  /// Takes a report.
  public init(_ report: ComparisonReport, withPictures: Bool = true) {
    title = report.title
    entries = report.entries.map { $0.value(withPictures: withPictures) }
  }

  /// Merges documents that were written by ``bytes``; what is none is left out.
  public init(title: String, parts: [[UInt8]]) {
    self.title = title
    entries = parts.flatMap { part -> [JSONValue] in
      guard let json = try? JSONReader.read(part), case .array(let entries) = json.kind else {
        return []
      }
      return entries
    }
  }

  /// The entries as bytes that can be merged.
  public var bytes: [UInt8] { Array(JSONValue.array(entries).text().utf8) }

  /// The number of entries of a status.
  public func count(of status: ComparisonReport.Status) -> Int {
    entries.count { $0["status"]?.string == status.rawValue }
  }

  /// The document for programs, without pictures.
  public var json: String {
    let pictures: Set<String> = [
      "picture", "pictureTitle", "preview", "reference", "candidate", "difference",
    ]
    func stripped(_ value: JSONValue) -> JSONValue {
      switch value.kind {
      case .array(let values): .array(values.map(stripped))
      case .object(let members):
        .object(
          members.filter { !pictures.contains($0.key) }.map { ($0.key, stripped($0.value)) })
      case .null, .bool, .number, .string: value
      }
    }
    return value(entries.map(stripped)).text(pretty: true) + "\n"
  }

  /// The document as one self-contained page.
  public var html: String {
    // Within a script element only "<" could end it early.
    let data = value(entries).text().replacing("<", with: "\\u003c")
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>\(escaped(title))</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <style>
      \(ReportStyle.css)
      </style></head><body>
      <div id="app"></div>
      <noscript>This report needs a browser with scripts; it loads nothing from anywhere.</noscript>
      <script type="application/json" id="data">\(data)</script>
      <script>
      \(ReportScript.text)
      </script></body></html>

      """
  }

  private func value(_ entries: [JSONValue]) -> JSONValue {
    .object([
      ("title", .string(title)),
      (
        "counts",
        .object(
          ComparisonReport.Status.allCases.map {
            ($0.rawValue, JSONValue.number(count(of: $0)))
          })
      ),
      ("entries", .array(entries)),
    ])
  }

  // MARK: JUnit

  /// The document as JUnit's XML.
  public var junit: String {
    let failures = [ComparisonReport.Status.different, .missing, .recorded].reduce(0) {
      $0 + count(of: $1)
    }
    let counts =
      "name=\"\(escaped(title))\" tests=\"\(entries.count)\" failures=\"\(failures)\""
      + " errors=\"\(count(of: .failed))\""
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites \(counts)>",
      "  <testsuite \(counts)>",
    ]
    for entry in entries {
      func text(_ key: String) -> String { entry[key]?.string ?? "" }
      let group = text("group").isEmpty ? title : text("group")
      let head =
        "    <testcase classname=\"\(escaped(group))\" name=\"\(escaped(text("name")))\""
      let element: String
      switch ComparisonReport.Status(rawValue: text("status")) {
      case .same, nil:
        lines.append(head + "/>")
        continue
      case .unused: element = "skipped"
      case .failed: element = "error"
      case .different, .missing, .recorded: element = "failure"
      }
      let story = ["notices", "causes", "details"].flatMap { key -> [String] in
        guard case .array(let values)? = entry[key]?.kind else { return [] }
        return values.compactMap(\.string)
      }
      lines.append(head + ">")
      lines.append(
        "      <\(element) message=\"\(escaped(text("summary")))\">"
          + escaped(([text("summary")] + story + [text("lines")]).joined(separator: "\n"))
          + "</\(element)>")
      lines.append("    </testcase>")
    }
    lines += ["  </testsuite>", "</testsuites>", ""]
    return lines.joined(separator: "\n")
  }

  /// A text within XML; what XML cannot hold is left out.
  private func escaped(_ text: String) -> String {
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
