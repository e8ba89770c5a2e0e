internal import CardModel

/// Reads the rows of a sheet of an Excel workbook.
///
/// Of merged cells only the first has a value, as in the file.
final class XLSXRows: SheetRows {
  private static let relations = [
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "http://purl.oclc.org/ooxml/officeDocument/relationships",
  ]
  /// The most shared strings, and the most bytes of all of them.
  private static let stringLimit = (count: 4_000_000, bytes: 256 << 20)
  private let xml: XMLPull
  private let place: DataPlace
  private var strings: [String] = []
  private var formats: [NumberFormat] = []
  private var is1904 = false
  private var number = 0
  private var isAtEnd = false

  init(_ origin: ByteOrigin, name: String?, table: String?) throws(RecordError) {
    let place = DataPlace(file: name)
    let archive = try ZipArchive(origin, name: name)
    var workbook = "xl/workbook.xml"
    if archive.has("_rels/.rels") {
      let targets = try Self.targets(archive, "_rels/.rels", folder: "")
      if let found = targets.values.first(where: { $0.type == "officeDocument" }) {
        workbook = found.path
      }
    }
    let folder = workbook.split(separator: "/").dropLast().joined(separator: "/")
    let file = workbook.split(separator: "/").last ?? ""
    let targets = try Self.targets(
      archive, "\(folder.isEmpty ? "" : folder + "/")_rels/\(file).rels", folder: folder)

    var sheets: [(name: String, path: String, isHidden: Bool)] = []
    let book = try XMLPull(archive, workbook)
    while let event = try book.next() {
      guard case .start(let element) = event else { continue }
      if element == "workbookPr" {
        is1904 = ["1", "true"].contains(book.attribute("date1904") ?? "")
      } else if element == "sheet" {
        let id = Self.relations.lazy.compactMap { book.attribute("id", in: $0) }.first
        if let target = id.flatMap({ targets[$0] }), target.type == "worksheet" {
          sheets.append(
            (
              book.attribute("name") ?? "", target.path,
              (book.attribute("state") ?? "visible") != "visible"
            ))
        }
      }
    }
    let chosen: String
    if let table {
      let match =
        sheets.first { $0.name == table }
        ?? sheets.first { $0.name.lowercased() == table.lowercased() }
      guard let match else {
        throw RecordError(
          "The workbook has no sheet '\(shortened(table))'.", at: place,
          hint: unknownFieldHint(table, among: sheets.map(\.name)))
      }
      chosen = match.path
    } else {
      guard let first = sheets.first(where: { !$0.isHidden }) ?? sheets.first else {
        throw RecordError("The workbook has no sheet.", at: place)
      }
      chosen = first.path
    }
    xml = try XMLPull(archive, chosen)
    self.place = place
    if let styles = targets.values.first(where: { $0.type == "styles" }) {
      formats = try Self.formats(archive, styles.path)
    }
    if let shared = targets.values.first(where: { $0.type == "sharedStrings" }) {
      strings = try Self.strings(archive, shared.path)
    }
  }

  func next() throws(RecordError) -> SheetRow? {
    while !isAtEnd, let event = try xml.next() {
      if case .end("sheetData") = event { break }
      guard case .start("row") = event else { continue }
      let row = try row()
      if !row.cells.isEmpty { return row }
    }
    isAtEnd = true
    return nil
  }

  private func row() throws(RecordError) -> SheetRow {
    let given = xml.attribute("r").flatMap { Int($0) } ?? number + 1
    guard given > number, given <= 1_048_576 else {
      throw RecordError(
        "The rows of the sheet are out of order after row \(number).", at: place)
    }
    number = given
    var row = SheetRow(number: number)
    var column = -1
    while let event = try xml.next() {
      if case .end("row") = event { break }
      guard case .start("c") = event else { continue }
      let next = xml.attribute("r").flatMap { Self.column($0) } ?? column + 1
      guard next > column, next < TableHeader.columnLimit else {
        throw RecordError(
          "The cells of row \(number) are out of order.",
          at: DataPlace(file: place.file, line: number))
      }
      column = next
      if let value = try cell() { row.cells.append((column, value)) }
    }
    return row
  }

  private static let unsaved = SheetValue.fault(
    "has a formula whose result is not in the file; open it in a spreadsheet program and save it")

  private func cell() throws(RecordError) -> SheetValue? {
    let type = xml.attribute("t") ?? "n"
    let style = xml.attribute("s").flatMap { Int($0) } ?? 0
    var text = ""
    var hasValue = false
    var hasFormula = false
    while let event = try xml.next() {
      if case .end("c") = event { break }
      guard case .start(let element) = event else { continue }
      switch element {
      case "v":
        text = try Self.content(xml, of: "v")
        hasValue = true
      case "is":
        text = Self.unescaped(try Self.richText(xml, of: "is"))
        hasValue = true
      case "f":
        hasFormula = true
        try xml.skip()
      default: try xml.skip()
      }
    }
    guard hasValue else {
      return hasFormula ? Self.unsaved : nil
    }
    switch type {
    case "s":
      guard let index = Int(text), strings.indices.contains(index) else {
        return .fault("refers to a text that is not in the file")
      }
      return strings[index].isEmpty ? nil : .value(.text(strings[index]))
    case "inlineStr": return text.isEmpty ? nil : .value(.text(text))
    case "str": return text.isEmpty ? nil : .value(.text(Self.unescaped(text)))
    case "b": return .value(.boolean(text == "1" || text == "true"))
    case "e": return .fault("holds the error '\(shortened(text))'")
    case "d":
      return .value(.text(text.hasSuffix("T00:00:00") ? String(text.dropLast(9)) : text))
    default:
      if text.isEmpty { return hasFormula ? Self.unsaved : nil }
      guard let number = Double(text) else { return .fault("holds no number") }
      return .value(value(number, style: style))
    }
  }

  private func value(_ number: Double, style: Int) -> FieldValue {
    switch formats.indices.contains(style) ? formats[style] : .number {
    case .date(let hasDate, let hasTime):
      let text = SheetDate.text(number, is1904: is1904, hasDate: hasDate, hasTime: hasTime)
      return .text(text ?? sheetNumber(number))
    case .padded(let width) where number >= 0 && number < 1e15 && number == number.rounded():
      return .text(SheetDate.padded(Int(number), width))
    default: return .text(sheetNumber(number))
    }
  }

  // MARK: Parts

  /// The targets of a part's relations by their identifiers.
  private static func targets(
    _ archive: ZipArchive, _ path: String, folder: String
  ) throws(RecordError) -> [String: (type: String, path: String)] {
    var targets: [String: (type: String, path: String)] = [:]
    let xml = try XMLPull(archive, path)
    while let event = try xml.next() {
      guard case .start("Relationship") = event, let id = xml.attribute("Id"),
        let type = xml.attribute("Type"), let target = xml.attribute("Target")
      else { continue }
      var parts = target.hasPrefix("/") ? [] : folder.split(separator: "/")
      for part in target.split(separator: "/") where part != "." {
        if part == ".." { _ = parts.popLast() } else { parts.append(part) }
      }
      targets[id] = (
        String(type.split(separator: "/").last ?? ""), parts.joined(separator: "/")
      )
    }
    return targets
  }

  private static func strings(
    _ archive: ZipArchive, _ path: String
  ) throws(RecordError) -> [String] {
    var strings: [String] = []
    var bytes = 0
    let xml = try XMLPull(archive, path)
    while let event = try xml.next() {
      guard case .start("si") = event else { continue }
      let text = unescaped(try richText(xml, of: "si"))
      bytes += text.utf8.count
      guard strings.count < stringLimit.count, bytes <= stringLimit.bytes else {
        throw RecordError(
          "The workbook has more texts than are allowed (\(stringLimit.count), or "
            + "\(stringLimit.bytes) bytes).", at: DataPlace(file: archive.name))
      }
      strings.append(text)
    }
    return strings
  }

  private static func formats(
    _ archive: ZipArchive, _ path: String
  ) throws(RecordError) -> [NumberFormat] {
    var own: [Int: NumberFormat] = [:]
    var formats: [NumberFormat] = []
    var isInCells = false
    let xml = try XMLPull(archive, path)
    while let event = try xml.next() {
      switch event {
      case .start("numFmt"):
        if let id = xml.attribute("numFmtId").flatMap({ Int($0) }) {
          own[id] = NumberFormat(code: xml.attribute("formatCode") ?? "")
        }
      case .start("cellXfs"): isInCells = true
      case .end("cellXfs"): isInCells = false
      case .start("xf") where isInCells:
        let id = xml.attribute("numFmtId").flatMap { Int($0) } ?? 0
        formats.append(own[id] ?? NumberFormat(builtIn: id))
      default: break
      }
    }
    return formats
  }

  /// The text of an element's runs, without the phonetic ones.
  private static func richText(_ xml: XMLPull, of name: String) throws(RecordError) -> String {
    var text = ""
    while let event = try xml.next() {
      switch event {
      case .start("t"): text += try content(xml, of: "t")
      case .start("rPh"): try xml.skip()
      case .end(name): return text
      default: break
      }
    }
    return text
  }

  private static func content(_ xml: XMLPull, of name: String) throws(RecordError) -> String {
    var text = ""
    while let event = try xml.next() {
      if case .text(let piece) = event { text += piece }
      if case .end(name) = event { break }
    }
    return text
  }

  /// The column of a reference such as `AB12`, from 0.
  private static func column(_ reference: String) -> Int? {
    var column = 0
    for byte in reference.utf8.prefix(4) {
      guard case UInt8(ascii: "A")...UInt8(ascii: "Z") = byte else { break }
      column = column * 26 + Int(byte - UInt8(ascii: "A")) + 1
    }
    return column > 0 ? column - 1 : nil
  }

  /// A text in which `_x000D_` stands for a character.
  private static func unescaped(_ text: String) -> String {
    guard text.contains("_x") else { return text }
    var result = ""
    var rest = Substring(text)
    while let sign = rest.popFirst() {
      let digits = rest.dropFirst().prefix(4)
      if sign == "_", rest.first == "x", digits.count == 4, rest.dropFirst(5).first == "_",
        let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code), code != 0
      {
        result.unicodeScalars.append(scalar)
        rest = rest.dropFirst(6)
      } else {
        result.append(sign)
      }
    }
    return result
  }
}
