internal import CardModel

/// Reads the rows of a table of an OpenDocument spreadsheet.
final class ODSRows: SheetRows {
  private static let tableSpace = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"
  private static let officeSpace = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
  private static let textSpace = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
  /// The most rows of a sheet.
  private static let rowLimit = 1_048_576
  private let xml: XMLPull
  private let place: DataPlace
  private var number = 0
  private var repeated: (row: SheetRow, count: Int)?
  private var isAtEnd = false

  init(_ origin: ByteOrigin, name: String?, table: String?) throws(RecordError) {
    place = DataPlace(file: name)
    let archive = try ZipArchive(origin, name: name)
    if archive.has("META-INF/manifest.xml") {
      let manifest = try XMLPull(archive, "META-INF/manifest.xml")
      while let event = try manifest.next() {
        if case .start("encryption-data") = event {
          throw RecordError(
            "The spreadsheet is encrypted.", at: place, hint: "Save it without a password.")
        }
      }
    }
    xml = try XMLPull(archive, "content.xml")
    var names: [String] = []
    while let event = try xml.next() {
      guard case .start("table") = event else { continue }
      let found = xml.attribute("name", in: Self.tableSpace) ?? ""
      if table == nil || found == table { return }
      names.append(found)
      try xml.skip()
    }
    throw RecordError(
      table.map { "The spreadsheet has no sheet '\(shortened($0))'." }
        ?? "The spreadsheet has no sheet.", at: place,
      hint: table.map { unknownFieldHint($0, among: names) })
  }

  func next() throws(RecordError) -> SheetRow? {
    if var (row, count) = repeated {
      row.number += 1
      count -= 1
      repeated = count > 0 ? (row, count) : nil
      return row
    }
    while !isAtEnd, let event = try xml.next() {
      if case .end("table") = event { break }
      if case .start("shapes") = event { try xml.skip() }
      guard case .start("table-row") = event else { continue }
      let count = repetitions("number-rows-repeated")
      let row = try row()
      if row.cells.isEmpty {
        number += count
        continue
      }
      guard number + count <= Self.rowLimit else {
        throw RecordError("The sheet has more than \(Self.rowLimit) rows.", at: place)
      }
      number += count
      if count > 1 { repeated = (row, count - 1) }
      return row
    }
    isAtEnd = true
    return nil
  }

  private func repetitions(_ name: String) -> Int {
    let given = xml.attribute(name, in: Self.tableSpace).flatMap { Int($0) } ?? 1
    return min(max(given, 1), Self.rowLimit)
  }

  private func row() throws(RecordError) -> SheetRow {
    var row = SheetRow(number: number + 1)
    var column = 0
    while let event = try xml.next() {
      if case .end("table-row") = event { break }
      guard case .start(let element) = event,
        element == "table-cell" || element == "covered-table-cell"
      else { continue }
      let count = repetitions("number-columns-repeated")
      if let value = try cell(element) {
        guard column + count <= TableHeader.columnLimit else {
          throw RecordError(
            "Row \(row.number) has more than \(TableHeader.columnLimit) columns.", at: place)
        }
        for index in 0..<count { row.cells.append((column + index, value)) }
      }
      column += count
    }
    return row
  }

  private func cell(_ element: String) throws(RecordError) -> SheetValue? {
    func office(_ name: String) -> String? { xml.attribute(name, in: Self.officeSpace) }
    let type = office("value-type") ?? "string"
    let isError =
      xml.attribute(
        "value-type", in: "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0")
      == "error"
    let number = office("value").flatMap { Double($0) }
    let date = office("date-value")
    let time = office("time-value")
    let boolean = office("boolean-value")
    let string = office("string-value")
    let text = try paragraphs(until: element)
    if isError { return .fault("holds the error '\(shortened(text))'") }
    switch type {
    case "float", "percentage", "currency":
      guard let number else { return .fault("holds no number") }
      // A number with noughts before it, as its format shows it.
      if type == "float", text.hasPrefix("0"), text.count > 1, text.allSatisfy(\.isASCIIDigit),
        Double(text) == number
      {
        return .value(.text(text))
      }
      return .value(.text(sheetNumber(number)))
    case "date":
      guard let date else { return .fault("holds no date") }
      let parts = date.split(separator: "T")
      guard parts.count == 2, parts[1].allSatisfy({ "0:.".contains($0) }) else {
        return .value(.text(date))
      }
      return .value(.text(String(parts[0])))
    case "time": return .value(.text(time.flatMap(Self.clock) ?? text))
    case "boolean": return .value(.boolean(boolean == "true"))
    default:
      let value = string ?? text
      return value.isEmpty ? nil : .value(.text(value))
    }
  }

  /// The paragraphs of a cell, one a line; comments and drawings are left out.
  private func paragraphs(until element: String) throws(RecordError) -> String {
    var text = ""
    var count = 0
    var depth = 0
    while let event = try xml.next() {
      switch event {
      case .end(element) where depth == 0: return text
      case .start("p") where depth == 0:
        if count > 0 { text += "\n" }
        count += 1
        depth = 1
      case .start("annotation"), .start("frame"), .start("table"), .start("ruby-text"):
        try xml.skip()
      case .start(let name):
        if depth > 0 {
          depth += 1
          switch name {
          case "s":
            let spaces = xml.attribute("c", in: Self.textSpace).flatMap { Int($0) } ?? 1
            text += String(repeating: " ", count: min(max(spaces, 1), 10_000))
          case "tab": text += "\t"
          case "line-break": text += "\n"
          default: break
          }
        }
      case .end: if depth > 0 { depth -= 1 }
      case .text(let piece): if depth > 0 { text += piece }
      }
    }
    return text
  }

  /// A duration such as `PT08H30M00S` as hours, minutes and seconds.
  private static func clock(_ duration: String) -> String? {
    guard duration.hasPrefix("PT") else { return nil }
    var seconds = 0.0
    var digits = ""
    for sign in duration.dropFirst(2) {
      switch sign {
      case "H", "M", "S":
        guard let value = Double(digits), value < 1e6 else { return nil }
        seconds += value * (sign == "H" ? 3600 : sign == "M" ? 60 : 1)
        digits = ""
      default: digits.append(sign)
      }
    }
    return SheetDate.time(Int(seconds.rounded()))
  }
}

extension Character {
  /// Whether it is one of 0 to 9.
  fileprivate var isASCIIDigit: Bool { "0"..."9" ~= self && isASCII }
}
