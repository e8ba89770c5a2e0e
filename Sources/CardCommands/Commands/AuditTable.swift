import CardModel
import Cardstock

/// A fit audit as a table for people.
struct AuditTable {
  let lines: [String]

  init(_ audit: FitAudit) {
    let records = audit.recordCount == 1 ? "1 record was" : "\(audit.recordCount) records were"
    var lines = ["\(records) laid out."]
    if !audit.labels.isEmpty {
      lines +=
        [""]
        + Self.table(
          ["label", "texts", "style", "smallest", "lines", "cut", "no glyph"],
          audit.labels.map { label in
            [
              label.name, "\(label.count)", Self.points(label.styleSize),
              Self.points(label.smallestSize), "\(label.mostLines)",
              "\(label.cutCount + label.overflowCount)", "\(label.missingCount)",
            ]
          })
    }
    if !audit.pictures.isEmpty {
      lines +=
        [""]
        + Self.table(
          ["picture", "there", "initials", "lowest resolution"],
          audit.pictures.map { picture in
            [
              picture.name, "\(picture.count)", "\(picture.placeholderCount)",
              picture.lowestResolution.isFinite
                ? "\(Int(picture.lowestResolution.rounded())) dpi" : "-",
            ]
          })
    }
    if !audit.codes.isEmpty {
      lines +=
        [""]
        + Self.table(
          ["code", "codes", "smallest module", "asked for"],
          audit.codes.map { code in
            [
              code.name, "\(code.count)", Self.millimetres(code.smallestModule),
              Self.millimetres(code.leastModule),
            ]
          })
    }
    let told = audit.labels.filter { !$0.worst.isEmpty }
    if !told.isEmpty { lines += ["", "The records that fit worst:"] }
    for label in told {
      lines.append("  \(label.name)")
      for row in label.worst {
        let place = row.place ?? "record \(row.record)"
        lines.append("    '\(Self.short(row.text))' \(Self.facts(row)): \(place)")
      }
    }
    for picture in audit.pictures where picture.lowestResolution < 150 {
      lines.append("  \(picture.name)")
      lines.append(
        "    '\(Self.short(picture.source))' has \(Int(picture.lowestResolution.rounded())) dpi: "
          + (picture.place ?? "record \(picture.record)"))
    }
    self.lines = lines
  }

  /// What happened to a text, worst first.
  private static func facts(_ row: FitAudit.Row) -> String {
    var facts: [String] = []
    if let shown = row.cutTo { facts.append("is cut to '\(short(shown))'") }
    if row.overflows { facts.append("sticks out") }
    if row.size < row.styleSize - 0.001 { facts.append("is set at \(points(row.size))") }
    if row.lines > 1 { facts.append("takes \(row.lines) lines") }
    if !row.missing.isEmpty {
      facts.append(
        "has no glyph for "
          + row.missing.prefix(8).map(\.codePoint).joined(separator: ", "))
    }
    if !row.fallbacks.isEmpty {
      facts.append("uses " + row.fallbacks.prefix(3).map { "'\($0.name)'" }.joined(separator: ", "))
    }
    return facts.joined(separator: ", ")
  }

  /// A way in a template is told by its end.
  private static func name(_ name: String) -> String {
    name.count > 40 ? "…" + name.suffix(39) : name
  }

  /// Rows under their headings; numbers stand right.
  private static func table(_ head: [String], _ rows: [[String]]) -> [String] {
    let rows = rows.map { [name($0[0])] + $0.dropFirst() }
    let widths = head.indices.map { column in
      ([head] + rows).map { $0[column].count }.max() ?? 0
    }
    return ([head] + rows).map { row in
      let cells = row.indices.map { column -> String in
        let gap = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + gap : gap + row[column]
      }
      return cells.joined(separator: "  ")
    }
  }

  private static func points(_ value: Double) -> String {
    value.isFinite ? "\((value * 10).rounded() / 10) pt" : "-"
  }

  private static func millimetres(_ value: Double) -> String {
    value.isFinite ? "\((value * 25.4 / 72 * 100).rounded() / 100) mm" : "-"
  }

  private static func short(_ text: String) -> String {
    let line = text.map { $0.isNewline ? " " : $0 }
    return line.count > 48 ? String(line.prefix(47)) + "…" : String(line)
  }
}
