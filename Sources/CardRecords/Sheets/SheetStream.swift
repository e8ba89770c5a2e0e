internal import CardModel

/// What a cell of a spreadsheet holds.
enum SheetValue {
  /// A value.
  case value(FieldValue)
  /// Why it has none, as a sentence's end: `holds the error '#N/A'`.
  case fault(String)
}

/// A row of a spreadsheet with the cells that are not empty.
struct SheetRow {
  /// The row's number, from 1.
  var number: Int
  /// The cells in the order of their columns, which count from 0.
  var cells: [(column: Int, value: SheetValue)] = []

  /// Whether one sees nothing in it.
  var isBlank: Bool {
    cells.allSatisfy { cell in
      if case .value(let value) = cell.value {
        value.text.map(CardRecords.isBlank) == true
      } else {
        false
      }
    }
  }
}

/// Gives the rows of a spreadsheet that are not empty.
protocol SheetRows: AnyObject {
  func next() throws(RecordError) -> SheetRow?
}

/// Reads a record a row of a spreadsheet, whose first row that is not empty names the columns.
final class SheetStream: RecordStream {
  private let rows: any SheetRows
  private let header: TableHeader
  private let name: String?
  private var number = 0
  var fieldNames: [String]? { header.fieldNames }

  init(_ rows: any SheetRows, name: String?) throws(RecordError) {
    self.rows = rows
    self.name = name
    var found = try rows.next()
    while let row = found, row.isBlank { found = try rows.next() }
    guard let row = found else {
      throw RecordError(
        "The sheet is empty, but a header row was expected.", at: DataPlace(file: name))
    }
    var names: [String] = []
    for (column, value) in row.cells {
      let place = DataPlace(file: name, line: row.number, column: column + 1)
      guard case .value(let value) = value else {
        throw RecordError("The header has a cell without a value.", at: place)
      }
      while names.count < column { names.append("") }
      names.append(value.text ?? "")
    }
    header = try TableHeader(names, place: DataPlace(file: name, line: row.number))
  }

  func next() throws(RecordError) -> RecordResult? {
    var found = try rows.next()
    while let row = found, row.isBlank { found = try rows.next() }
    guard let row = found else { return nil }
    number += 1
    let place = DataPlace(file: name, line: row.number, record: number)
    func here(_ column: Int) -> DataPlace {
      DataPlace(file: name, line: row.number, column: column + 1, record: number)
    }
    var cells: [(value: FieldValue, place: DataPlace)] = []
    cells.reserveCapacity(header.names.count)
    for (column, value) in row.cells {
      while cells.count < column { cells.append((.text(""), here(cells.count))) }
      switch value {
      case .value(let value): cells.append((value, here(column)))
      case .fault(let reason):
        let title = header.has(column) ? header.names[column] : "\(column + 1)"
        let sentence = "The cell of '\(shortened(title))' \(reason)."
        // A column without a name holds nothing, so that is no cell that may be passed over.
        guard header.has(column) else {
          return .failure(RecordError(sentence, at: here(column)))
        }
        cells.append((.fault(sentence), here(column)))
      }
    }
    while cells.count < header.names.count { cells.append((.text(""), here(cells.count))) }
    return try header.record(cells, place: place)
  }
}
