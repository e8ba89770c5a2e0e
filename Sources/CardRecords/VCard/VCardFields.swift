internal import CardModel
internal import Foundation

/// Makes a record of a vCard's properties, under the names of the person file.
///
/// A property that has no name there is kept under its own name in lower case.
struct VCardFields {
  private var fields: [Record.Field] = []
  private let place: DataPlace
  private let isConverted: Bool
  private let isOld: Bool

  /// The record.
  var record: Record { Record(fields, place: place) }

  init(
    _ properties: [ContentLine], isConverted: Bool, place: DataPlace
  ) throws(RecordError) {
    self.place = place
    self.isConverted = isConverted
    let version = properties.first { $0.name == "VERSION" }
      .map { trimmed(String(decoding: $0.value.prefix(20), as: UTF8.self)) }
    if let version, !["2.1", "3.0", "4.0"].contains(version) {
      throw RecordError(
        "The vCard version '\(version)' is not known.", at: place,
        hint: "Known are 2.1, 3.0 and 4.0.")
    }
    isOld = version == "2.1"
    try addName(properties)
    if let photo = Self.sorted(properties, "PHOTO").first ?? Self.sorted(properties, "LOGO").first {
      add("icon", try picture(photo), photo)
    }
    if let line = properties.first(where: { $0.name == "BDAY" }) {
      add(
        "birthday", Self.day(try single(line), without: line.parameter("X-APPLE-OMIT-YEAR")), line)
    }
    try addAddress(properties)
    try addList("phone", "phones", phones(properties))
    try addList("email", "emails", Self.sorted(properties, "EMAIL"))
    if let line = Self.sorted(properties, "ORG").first {
      let parts = try components(line)
      add("company", parts[0], line)
      add("department", Self.joined(Array(parts.dropFirst())), line)
    }
    if let line = properties.first(where: { $0.name == "GENDER" }) {
      let words = ["M": "male", "F": "female", "N": "notSpecified", "U": "notSpecified"]
      add("gender", words[try components(line)[0].uppercased()] ?? "notSpecified", line)
    }
    let done: Set = [
      "VERSION", "N", "FN", "PHOTO", "LOGO", "BDAY", "ADR", "LABEL", "TEL", "EMAIL", "ORG",
      "GENDER", "AGENT", "X-ABLABEL", "X-ABADR", "SOUND", "KEY", "BEGIN", "END",
    ]
    for line in properties where !done.contains(line.name) && !line.isBase64 {
      let name = line.name.lowercased()
      guard !fields.contains(where: { $0.name == name }) else { continue }
      // What no card usually shows may be wrong without spoiling the card.
      let isShown = ["TITLE", "NOTE", "URL", "ROLE", "NICKNAME"].contains(line.name)
      do {
        add(name, try single(line), line)
      } catch {
        if isShown { throw error }
      }
    }
    let labels = properties.filter { $0.name == "X-ABLABEL" && $0.group != nil }
    try addLabelled(properties, labels)
  }

  private mutating func add(_ name: String, _ text: String, _ line: ContentLine) {
    guard !isBlank(text) else { return }
    var here = place
    here.line = line.line
    fields.append(Record.Field(name, .text(text), place: here))
  }

  private static func sorted(_ properties: [ContentLine], _ name: String) -> [ContentLine] {
    properties.enumerated().filter { $0.element.name == name && !$0.element.value.isEmpty }
      .sorted {
        ($0.element.preference, $0.offset) < ($1.element.preference, $1.offset)
      }.map(\.element)
  }

  private func single(_ line: ContentLine) throws(RecordError) -> String {
    let text = try line.text(isConverted: isConverted, place: place)
    return ContentLine.components(text, separator: nil, knowsLineBreaks: !isOld)[0]
      .replacing("\r\n", with: "\n")
  }

  private func components(_ line: ContentLine) throws(RecordError) -> [String] {
    let text = try line.text(isConverted: isConverted, place: place)
    return ContentLine.components(text, separator: ";", knowsLineBreaks: !isOld)
      .map { trimmed($0.replacing("\r\n", with: "\n")) }
  }

  private static func joined(_ parts: [String], by separator: String = ", ") -> String {
    parts.map(trimmed).filter { !$0.isEmpty }.joined(separator: separator)
  }

  private mutating func addName(_ properties: [ContentLine]) throws(RecordError) {
    let full = try Self.sorted(properties, "FN").first.map { line throws(RecordError) in
      (text: try single(line), line: line)
    }
    let hasFull = full.map { !isBlank($0.text) } ?? false
    var parts: [String] = []
    let structured = properties.first { $0.name == "N" }
    if let structured {
      do {
        parts = try components(structured)
      } catch {
        // The name to show stands in FN as well.
        if !hasFull { throw error }
      }
    }
    parts += Array(repeating: "", count: max(0, 5 - parts.count))
    if let full, hasFull {
      add("name", full.text, full.line)
    } else if let structured {
      let order = [parts[3], parts[1], parts[2], parts[0], parts[4]]
      add("name", Self.joined(order.map { $0.replacing(",", with: " ") }, by: " "), structured)
    }
    if let structured {
      for (name, text) in zip(
        ["familyName", "givenName", "additionalName", "honorificPrefix", "honorificSuffix"], parts)
      { add(name, text, structured) }
    }
  }

  private mutating func addAddress(_ properties: [ContentLine]) throws(RecordError) {
    for line in Self.sorted(properties, "ADR") {
      let parts = try components(line)
      let text = Self.joined(parts.map { $0.replacing("\n", with: ", ") })
      guard !text.isEmpty else { continue }
      add("address", text, line)
      let names = ["", "", "street", "city", "region", "postalCode", "country"]
      for (name, part) in zip(names, parts) where !name.isEmpty { add(name, part, line) }
      return
    }
    if let line = Self.sorted(properties, "LABEL").first {
      add("address", Self.joined(try single(line).split(separator: "\n").map(String.init)), line)
    }
  }

  /// The telephone numbers; those of fax machines and pagers come last.
  private func phones(_ properties: [ContentLine]) -> [ContentLine] {
    let all = Self.sorted(properties, "TEL")
    func isMachine(_ line: ContentLine) -> Bool {
      line.types.contains { ["fax", "pager", "modem", "bbs"].contains($0) }
    }
    return all.filter { !isMachine($0) } + all.filter(isMachine)
  }

  private mutating func addList(
    _ first: String, _ list: String, _ lines: [ContentLine]
  ) throws(RecordError) {
    var values: [FieldValue] = []
    for line in lines {
      let text = contact(try single(line))
      guard !text.isEmpty else { continue }
      if values.isEmpty { add(first, text, line) }
      values.append(.text(text))
    }
    if !values.isEmpty { fields.append(Record.Field(list, .list(values), place: place)) }
  }

  private func contact(_ text: String) -> String {
    let text = trimmed(text)
    for scheme in ["tel:", "mailto:"] where text.lowercased().hasPrefix(scheme) {
      return String(text.dropFirst(scheme.count))
    }
    return text
  }

  /// Adds `phone.work`, `email.home` and the like, by type or by the label of Apple's programs.
  private mutating func addLabelled(
    _ properties: [ContentLine], _ labels: [ContentLine]
  ) throws(RecordError) {
    let kinds = ["TEL": "phone", "EMAIL": "email"]
    let plain: Set = ["pref", "internet", "voice", "text", "x400"]
    for line in properties {
      guard let kind = kinds[line.name] else { continue }
      var names = line.types.filter { !plain.contains($0) }
      if let label = labels.first(where: { $0.group == line.group }) {
        let text = try single(label)
        // Labels of the program itself come as `_$!<Home>!$_`.
        names.append(text.filter { !"_$!<>".contains($0) }.lowercased())
      }
      for name in names where !fields.contains(where: { $0.name == "\(kind).\(name)" }) {
        add("\(kind).\(name)", contact(try single(line)), line)
      }
    }
  }

  /// A picture as a `data:` URI, or its address.
  private func picture(_ line: ContentLine) throws(RecordError) -> String {
    guard line.isBase64 else {
      return trimmed(try line.text(isConverted: isConverted, place: place))
        .replacing("\\,", with: ",").replacing("\\;", with: ";")
    }
    let bytes = line.value.filter { $0 > 0x20 }
    let text = String(decoding: bytes, as: UTF8.self)
    let known = ["jpeg", "png", "gif", "webp", "svg+xml"]
    let type =
      if text.hasPrefix("iVBOR") {
        "png"
      } else if text.hasPrefix("/9j/") {
        "jpeg"
      } else {
        known.first { line.types.contains($0) || line.types.contains("image/\($0)") } ?? "jpeg"
      }
    return "data:image/\(type);base64,\(text)"
  }

  /// A day as `1996-04-15`, or as much of it as is known: `1985-04`, `1985`, `--04-15`.
  ///
  /// Apple's programs write a year that stands for none, and name it in a parameter.
  static func day(_ text: String, without year: String? = nil) -> String {
    let day = day(text)
    guard let year, year.count == 4, day.hasPrefix(year + "-"), day.count == 10 else { return day }
    return "--" + day.dropFirst(5)
  }

  private static func day(_ text: String) -> String {
    var date = trimmed(text)
    if let time = date.firstIndex(where: { $0 == "T" || $0 == " " }), time > date.startIndex,
      date[..<time].allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "-") })
    {
      date = String(date[..<time])
    }
    if let match = date.wholeMatch(of: /(\d{4})(\d\d)(\d\d)/) {
      return "\(match.1)-\(match.2)-\(match.3)"
    }
    if let match = date.wholeMatch(of: /--(\d\d)(\d\d)/) { return "--\(match.1)-\(match.2)" }
    return date
  }
}
