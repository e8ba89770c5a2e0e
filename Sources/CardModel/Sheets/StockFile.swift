/// All that is wrong in a file of stocks.
public struct StockFileError: Diagnostic, Hashable {
  /// The file's path.
  public let file: String
  /// What is wrong, at least one, in the order of the file.
  public let problems: [JSONProblem]

  /// The first sentence, and how many more there are.
  public var message: String {
    let first = problems.first?.message ?? "The file of stocks is wrong."
    return problems.count > 1 ? first + " There are \(problems.count - 1) more." : first
  }
  /// The file and the first place.
  public var place: String? {
    [file, problems.first?.place].compactMap(\.self).joined(separator: ", ")
  }
  /// What would help with the first.
  public var hint: String? { problems.first?.hint }
}

/// Reads files of stocks: JSON, with comments and trailing commas.
///
/// `{ "format": 1, "stocks": [{ "names": ["My labels"], "sheet": "a4", "grid": "2x5",
/// "width": "85mm", "height": "54mm", "left": "15mm", "top": "13.5mm" }] }`; a pitch that is left
/// out is the label's own width or height.
public enum StockFile {
  /// Reads the stocks of a file.
  ///
  /// - Throws: ``StockFileError`` with all that is wrong.
  public static func read(_ bytes: [UInt8], file: String) throws(StockFileError) -> [Stock] {
    let json: JSONValue
    do {
      json = try JSONReader.read(bytes, options: .relaxed)
    } catch {
      throw StockFileError(
        file: file,
        problems: [JSONProblem(error.message, at: error.position, path: "", hint: error.hint)])
    }
    let (list, problems) = JSONForm<StockList>.stockList.read(json)
    guard let list, problems.isEmpty else { throw StockFileError(file: file, problems: problems) }
    return list.stocks.map(\.stock)
  }

  /// A stock as it stands in a file.
  public static func json(_ stock: Stock) -> JSONValue {
    JSONForm<WrittenStock>.stock.written(WrittenStock(stock))
  }
}

struct StockList {
  var format = 1
  var stocks: [WrittenStock] = []
}

/// A stock whose pitches may be left out.
struct WrittenStock: Sendable {
  var base = Stock()
  var grid = GridCount.one
  var columnPitch: Length?
  var rowPitch: Length?

  init() {}

  init(_ stock: Stock) {
    base = stock
    grid = GridCount(columns: stock.columns, rows: stock.rows) ?? .one
    columnPitch = stock.columnPitch
    rowPitch = stock.rowPitch
  }

  var stock: Stock {
    var stock = base
    stock.columns = grid.columns
    stock.rows = grid.rows
    stock.columnPitch = columnPitch ?? base.width
    stock.rowPitch = rowPitch ?? base.height
    return stock
  }
}

extension JSONForm where Value == StockList {
  static let stockList = JSONObjectForm<StockList>(
    "file of stocks", "Sheet products.", prototype: { StockList() },
    [
      .required("format", \.format, .integer(1...1), "The version of the format: 1."),
      .required("stocks", \.stocks, .list(.stock), "The stocks."),
    ]
  ).form
}

extension JSONForm where Value == WrittenStock {
  static let stock = JSONObjectForm<WrittenStock>(
    "stock", "A sheet product.", prototype: { WrittenStock() },
    [
      .required("names", \.base.names, .list(.string), "The product's names."),
      .optional("kind", \.base.kind, .string, "", "What it is for."),
      .required(
        "sheet", \.base.sheet, .text("a paper size", example: "a4"),
        "The sheet: a4, letter, or lengths such as 210x297mm."),
      .required(
        "grid", \.grid, .text("a grid", example: "2x5"),
        "Columns by rows."),
      .required("width", \.base.width, .paperLength, "The width of a label."),
      .required("height", \.base.height, .paperLength, "The height of a label."),
      .required("left", \.base.left, .paperLength, "The left edge of the first column."),
      .required("top", \.base.top, .paperLength, "The upper edge of the first row."),
      .optional("columnPitch", \.columnPitch, .paperLength, "From one column to the next."),
      .optional("rowPitch", \.rowPitch, .paperLength, "From one row to the next."),
      .optional("radius", \.base.radius, .paperLength, .zero, "The radius of the corners."),
      .optional("source", \.base.source, .string, "", "Where the measures are from."),
      .optional(
        "confirmedBy", \.base.confirmedBy, .string, "A second source of the same measures."),
    ]
  ).form
}

extension JSONForm where Value == Length {
  /// A length on paper: not negative, finite, and not in pixels.
  static let paperLength = JSONForm(schema: JSONForm<Length>.length.schema) { json, problems in
    guard let length = JSONForm<Length>.length.read(json, &problems) else { return nil }
    guard length.unit != .pixels, length.value.isFinite, length.value >= 0 else {
      problems.add(
        "'\(length)' is not a length on paper.", at: json, hint: "Write it like '85mm' or '2in'.")
      return nil
    }
    return length
  } write: {
    .string($0.description)
  }
}
