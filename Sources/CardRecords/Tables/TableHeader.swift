internal import CardModel

/// The columns of a table, and the rule that makes a record of a row.
struct TableHeader {
  /// The most columns of a table.
  static let columnLimit = 16_384
  /// The names, letter for letter; blank ones at the end are left out.
  let names: [String]

  /// - Throws: ``RecordError`` for a name that is blank or stands twice.
  init(_ cells: [String], place: DataPlace) throws(RecordError) {
    guard cells.count <= Self.columnLimit else {
      throw RecordError(
        "The header has \(cells.count) columns, more than \(Self.columnLimit).", at: place)
    }
    var names = cells
    while names.last.map(isBlank) == true { names.removeLast() }
    guard !names.isEmpty else {
      throw RecordError("The header row has no names.", at: place)
    }
    var seen: [String: Int] = [:]
    for (index, name) in names.enumerated() {
      var here = place
      here.column = index + 1
      guard !isBlank(name) else {
        throw RecordError(
          "Column \(index + 1) has no name in the header.", at: here,
          hint: "Name the column or remove it.")
      }
      if let earlier = seen.updateValue(index + 1, forKey: trimmed(name)) {
        throw RecordError(
          "Two columns, \(earlier) and \(index + 1), have the name '\(trimmed(name))'.",
          at: here, hint: "Rename one of them.")
      }
    }
    self.names = names
  }

  /// Makes a record of a row's cells, each with its place.
  func record(_ cells: [(value: FieldValue, place: DataPlace)], place: DataPlace) -> RecordResult {
    var fields: [Record.Field] = []
    fields.reserveCapacity(names.count)
    for (index, cell) in cells.enumerated() {
      if index < names.count {
        fields.append(Record.Field(names[index], cell.value, place: cell.place))
      } else if cell.value.text?.isEmpty != true {
        return .failure(
          RecordError(
            "The value '\(shortened(cell.value.text ?? ""))' stands in column \(index + 1), which "
              + "has no name in the header.", at: cell.place))
      }
    }
    return .record(Record(fields, place: place))
  }
}

/// Whether a text holds blanks only.
func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }

/// A text without the blanks around it.
func trimmed(_ text: String) -> String {
  let head = text.drop(while: \.isWhitespace)
  guard let last = head.lastIndex(where: { !$0.isWhitespace }) else { return "" }
  return String(head[...last])
}

/// The beginning of a text, short enough for a message.
func shortened(_ text: String) -> String {
  text.count > 40 ? text.prefix(40) + "…" : text
}
