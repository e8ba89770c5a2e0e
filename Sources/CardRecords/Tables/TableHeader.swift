internal import CardModel

/// The columns of a table, and the rule that makes a record of a row.
struct TableHeader {
  /// The most columns of a table.
  static let columnLimit = 16_384
  /// The names, letter for letter, of a column each; blank ones at the end are left out.
  let names: [String]
  /// The columns without a name, from 0; they must be empty.
  let unnamed: Set<Int>
  /// Whether the header looks like a title that stands above the table.
  let isTitle: Bool
  /// The names of the columns that have one.
  var fieldNames: [String] { unnamed.isEmpty ? names : names.filter { !isBlank($0) } }

  /// - Throws: ``RecordError`` where there is no name, or one stands twice.
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
    var unnamed: Set<Int> = []
    for (index, name) in names.enumerated() {
      var here = place
      here.column = index + 1
      guard !isBlank(name) else {
        unnamed.insert(index)
        continue
      }
      if let earlier = seen.updateValue(index + 1, forKey: trimmed(name)) {
        throw RecordError(
          "Two columns, \(earlier) and \(index + 1), have the name '\(trimmed(name))'.",
          at: here, hint: "Rename one of them.")
      }
    }
    self.names = names
    self.unnamed = unnamed
    isTitle = names.count == 1 && cells.count > 1
  }

  /// Whether a column has a name.
  func has(_ column: Int) -> Bool { column < names.count && !unnamed.contains(column) }

  /// Makes a record of a row's cells, each with its place.
  ///
  /// - Throws: ``RecordError`` where the first row shows that the header is none for all of them.
  func record(
    _ cells: [(value: FieldValue, place: DataPlace)], place: DataPlace
  ) throws(RecordError) -> RecordResult {
    var fields: [Record.Field] = []
    fields.reserveCapacity(names.count)
    for (index, cell) in cells.enumerated() {
      if has(index) {
        fields.append(Record.Field(names[index], cell.value, place: cell.place))
      } else if cell.value.text.map(isBlank) != true {
        return .failure(try stray(cell.value.text ?? "", at: cell.place))
      }
    }
    return .record(Record(fields, place: place))
  }

  /// The error of a value in a column without a name.
  ///
  /// - Throws: the same where the first row already has one: then each of them would.
  func stray(_ value: String, at place: DataPlace) throws(RecordError) -> RecordError {
    let column = (place.column ?? 1) - 1
    let error = RecordError(
      "The value '\(shortened(value))' stands in column \(column + 1), which has no name in the "
        + "header.", at: place,
      hint: isTitle
        ? "If the first row is a title, remove it; if it is the header, name the column."
        : "Name the column or remove it.")
    if place.record == 1, isTitle || unnamed.contains(column) { throw error }
    return error
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
