import CardModel
import Testing

@Suite struct StockFileTests {
  private func read(_ text: String) throws -> [Stock] {
    try StockFile.read(Array(text.utf8), file: "mine.json")
  }

  @Test func `a pitch that is left out is the label's own size`() throws {
    let stocks = try read(
      """
      { "format": 1, "stocks": [ // mine
        { "names": ["Mine 7", "Other"], "sheet": "a4", "grid": "2x4", "width": "85mm",
          "height": "54mm", "left": "20mm", "top": "1in", "columnPitch": "90mm" }, ] }
      """)
    let stock = try #require(stocks.first)
    #expect(stock.columns == 2 && stock.rows == 4)
    #expect(stock.columnPitch == .mm(90) && stock.rowPitch == .mm(54))
    #expect(!stock.isVerified && stock.name == "Mine 7")
    #expect(try read(StockFile.json(stock).inFile) == stocks)
  }

  @Test func `all that is wrong is told with its line`() {
    let error = #expect(throws: StockFileError.self) {
      try read(
        """
        { "format": 1, "stocks": [
          { "names": ["X"], "sheet": "a9", "grid": "two", "width": "85px", "heigth": "5mm",
            "left": "0", "top": "0" } ] }
        """)
    }
    let messages = error?.problems.map(\.message) ?? []
    #expect(messages.contains { $0.contains("'a9' is not a paper size") })
    #expect(messages.contains { $0.contains("'two' is not a grid") })
    #expect(messages.contains { $0.contains("'85px' is not a length on paper") })
    // What is missing is what is written wrongly.
    #expect(!messages.contains { $0.contains("no 'height'") })
    #expect(messages.contains { $0.contains("no part 'heigth'") })
    #expect(error?.problems.contains { $0.hint == "Did you mean 'height'?" } == true)
    #expect(error?.place?.hasPrefix("mine.json, line 2") == true)
  }

  @Test(arguments: ["Avery 5160", "avery-5160", "AVERY5160", "5160"])
  func `a stock answers to its name however it is written`(_ name: String) {
    var stock = Stock()
    stock.names = ["Avery 5159", "Avery 5160"]
    #expect(stock.answers(to: name))
    #expect(!stock.answers(to: "516") && !stock.answers(to: "") && !stock.answers(to: "Avery"))
  }

  @Test func `a search finds words of name, use and paper in any order`() {
    var stock = Stock()
    stock.names = ["Avery L7418"]
    stock.kind = "Name badges"
    for words in ["badge avery", "a4 l7418", "", "averyl7418"] {
      #expect(stock.matches(search: words))
    }
    #expect(!stock.matches(search: "badge herma"))
  }
}

extension JSONValue {
  /// A file of this stock alone.
  fileprivate var inFile: String {
    JSONValue.object([("format", .number(1)), ("stocks", .array([self]))]).text(pretty: true)
  }
}
