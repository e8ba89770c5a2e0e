import CardModel
import Cardstock

extension CommandSpec {
  static let stocks = CommandSpec(
    name: "stocks", abstract: "List and search the sheets there are.",
    arguments: [
      ArgumentSpec(
        name: "search", abstract: "Words that name, use or paper must have.", isRequired: false,
        repeats: true)
    ],
    options: [
      OptionSpec(
        name: "stocks", value: ValueSpec("file", .path), repeats: true,
        abstract: "A file of stocks of your own; may be given more than once."),
      OptionSpec(name: "json", abstract: "List them as JSON, with all measures and sources."),
    ])
}

/// Lists sheet products, a line each: name, use, paper, grid, label, and whether it is verified.
struct StocksCommand {
  let search: String
  let files: [String]
  let isJSON: Bool
  let environment: [String: String]
  let console: Console

  func run() throws -> ExitCode {
    let found = try StockCatalogue(files: files, environment: environment).search(search)
    if isJSON {
      let json = JSONValue.object([
        ("format", .number(1)), ("stocks", .array(found.map(StockFile.json))),
      ])
      try console.print(json.text(pretty: true))
      return found.isEmpty ? .failure : .success
    }
    guard !found.isEmpty else {
      console.printError("Error: No stock matches '\(search)'.")
      return .failure
    }
    let rows = found.map { stock in
      [
        stock.name, stock.kind, stock.sheet.description, "\(stock.columns)x\(stock.rows)",
        "\(stock.width) x \(stock.height)", stock.isVerified ? "" : "unverified",
      ]
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      var line = ""
      for (cell, width) in zip(row, widths) {
        line += cell + String(repeating: " ", count: width - cell.count + 2)
      }
      while line.last == " " { line.removeLast() }
      try console.print(line)
    }
    return .success
  }
}
